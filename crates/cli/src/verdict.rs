//! The end of a game in words.
//!
//! Not here: who won (the rules), stable ids of reasons (`schwarm_core::Reason::id`).

use schwarm_core::{GameInfo, Outcome, Reason, Score, Side};
use schwarm_play::{Ending, Termination};

/// One sentence: who won and why.
pub fn sentence(info: &GameInfo, outcome: &Outcome) -> String {
    let name = |side: Side| info.sides[side.index()];
    match outcome.winner {
        None => format!("A draw: {}.", why_drawn(outcome.reason)),
        Some(winner) => {
            let (winner, loser) = (name(winner), name(winner.other()));
            format!("{} wins: {}.", capital(winner), why_won(outcome.reason, winner, loser))
        }
    }
}

/// Who won and why, however the game ended. `names` are of the sides or of the players.
pub fn of_ending(ending: &Ending, names: [&str; 2]) -> String {
    let name = |side: Side| names[side.index()];
    let winner = match (ending.winner, ending.counts()) {
        (Some(winner), _) => format!("{} wins", name(winner)),
        (None, true) => "draw".to_string(),
        (None, false) => "broken off".to_string(),
    };
    let why = match (&ending.termination, ending.outcome) {
        (Termination::Rules, Some(outcome)) => outcome.reason.id().to_string(),
        (Termination::Rules, None) => "rules".to_string(),
        (Termination::Time { side, .. }, _) => format!("{} overstepped the time", name(*side)),
        (Termination::IllegalMove { side, why, .. }, _) => format!("{} made an illegal move: {why}", name(*side)),
        (Termination::Crash { side, why }, _) => format!("{} crashed: {why}", name(*side)),
        (Termination::Silence { side, why }, _) => format!("{} is silent: {why}", name(*side)),
        (Termination::Left { side, why }, _) => format!("{} left: {why}", name(*side)),
        (Termination::Adjudication { why } | Termination::Abort { why }, _) => why.clone(),
    };
    format!("{winner} ({why})")
}

/// The score lines of both sides, one part per row; empty where the game counts nothing.
pub fn scores(info: &GameInfo, outcome: &Outcome) -> Vec<String> {
    score_rows(info, &outcome.scores)
}

/// The same of score lines alone, such as those of a game nobody finished.
pub fn score_rows(info: &GameInfo, scores: &[Score; 2]) -> Vec<String> {
    let [one, two] = [scores[0].parts(), scores[1].parts()];
    let width = info.score_parts.iter().map(|part| part.name.chars().count()).max().unwrap_or(0);
    let rows = info.score_parts.iter().zip(one).zip(two);
    rows.map(|((part, one), two)| format!("{:width$}  {} {one}, {} {two}", part.name, info.sides[0], info.sides[1]))
        .collect()
}

/// A word with a capital first letter.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn why_won(reason: Reason, winner: &str, loser: &str) -> String {
    match reason {
        Reason::QueenSurrounded => format!("the {loser} queen is surrounded"),
        Reason::BothSurrounded => "both queens are surrounded".to_string(),
        Reason::RoundLimit => format!("the last round has been played and {winner} has the better score"),
        Reason::SwarmUnited => format!("a swarm is united, and by its swarm {winner} is ahead"),
        Reason::NoMove => format!("{loser} has no legal move"),
        Reason::Ambers => format!("two ambers are collected, and {winner} is ahead"),
        Reason::Repetition => "the same position came too often".to_string(),
        Reason::Passes => "both sides passed in a row".to_string(),
    }
}

fn why_drawn(reason: Reason) -> &'static str {
    match reason {
        Reason::QueenSurrounded | Reason::BothSurrounded => "both queens are surrounded",
        Reason::RoundLimit => "the last round has been played and the scores are equal",
        Reason::SwarmUnited => "both swarms are united and equally large",
        Reason::NoMove => "there is no legal move left",
        Reason::Ambers => "two ambers are collected, and the sides are level",
        Reason::Repetition => "the same position came for the third time",
        Reason::Passes => "both sides passed in a row",
    }
}
