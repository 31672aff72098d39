//! The tags of a game, and what they mean for its record.
//!
//! Ours are listed in [`OWN`]. A tag of a record that has one of these names, or a name no tag
//! can have, is written as `[Tag "name=value"]`.

use schwarm_core::{Outcome, Reason, Score, Side};

use super::words;
use crate::{Ending, GameRecord, Start, Termination, TimeControl, TimeFault};

/// Names of tags that say something the record has a field for.
pub(crate) const OWN: &[&str] = &[
    "White",
    "Black",
    "Red",
    "Blue",
    "Result",
    "Game",
    "GameType",
    "Setup",
    "Position",
    "TimeControl",
    "Termination",
    "Offender",
    "TimeFault",
    "IllegalMove",
    "TerminationReason",
    "Scores",
    "Reason",
    "RulesWinner",
    "RulesScores",
    "Tag",
];

const REASONS: [Reason; 8] = [
    Reason::QueenSurrounded,
    Reason::BothSurrounded,
    Reason::RoundLimit,
    Reason::SwarmUnited,
    Reason::NoMove,
    Reason::Ambers,
    Reason::Repetition,
    Reason::Passes,
];

/// The colours of a game's two sides. A game we know nothing of has the colours of chess.
pub(super) fn colours(game: &str) -> [&'static str; 2] {
    let name = game.split(',').next().unwrap_or_default().trim().to_ascii_lowercase();
    match name.as_str() {
        "hive-classic" | "classic" => ["White", "Blue"],
        "swc_2020_hive" => ["Red", "Blue"],
        name if ["hive-2020", "piranhas-", "ostseeschach-"].iter().any(|known| name.starts_with(known)) => {
            ["Red", "Blue"]
        }
        _ => ["White", "Black"],
    }
}

/// The game type the Hive world has for a game id.
pub(super) fn game_type(game: &str) -> Option<String> {
    let name = game.split(',').next().unwrap_or_default().trim().to_ascii_lowercase();
    match name.strip_prefix("hive")? {
        "" => Some("Base".to_string()),
        "-classic" => Some("Classic".to_string()),
        letters => Some(format!("Base+{}", letters.strip_prefix('+')?.to_ascii_uppercase())),
    }
}

/// The game id of a game type.
fn game_of_type(text: &str) -> Option<String> {
    let lower = text.trim().to_ascii_lowercase();
    if lower == "classic" {
        return Some("hive-classic".to_string());
    }
    let letters = lower.strip_prefix("base")?;
    let letters = match letters.strip_prefix('+') {
        Some(letters) => letters,
        None if letters.is_empty() => "",
        None => return None,
    };
    if !letters.chars().all(|letter| "mlp".contains(letter)) {
        return None;
    }
    let bugs: String = "mlp".chars().filter(|bug| letters.contains(*bug)).collect();
    Some(if bugs.is_empty() { "hive".to_string() } else { format!("hive+{bugs}") })
}

/// How a result is spelt in this game.
pub(super) fn result(game: &str, ending: Option<&Ending>) -> String {
    let hive = words::is_hive(game);
    let verdict = ending.map(|ending| (ending.winner, ending.counts()));
    match (verdict, hive) {
        (Some((Some(winner), _)), true) => format!("{}Wins", colours(game)[winner.index()]),
        (Some((Some(Side::One), _)), false) => "1-0".to_string(),
        (Some((Some(Side::Two), _)), false) => "0-1".to_string(),
        (Some((None, true)), true) => "Draw".to_string(),
        (Some((None, true)), false) => "1/2-1/2".to_string(),
        (_, true) => "InProgress".to_string(),
        (_, false) => "*".to_string(),
    }
}

/// What a result says: the outer `None` for a text that is none, the inner for a game that goes on.
fn read_result(text: &str) -> Option<Option<Option<Side>>> {
    match text.trim() {
        "1-0" | "WhiteWins" | "RedWins" => Some(Some(Some(Side::One))),
        "0-1" | "BlackWins" | "BlueWins" => Some(Some(Some(Side::Two))),
        "1/2-1/2" | "Draw" => Some(Some(None)),
        "*" | "InProgress" | "NotStarted" | "?" | "" => Some(None),
        _ => None,
    }
}

/// The tags that say how a game ended, except for the result.
pub(super) fn of_ending(game: &str, ending: &Ending) -> Vec<(&'static str, String)> {
    let colour = |side: Side| colours(game)[side.index()].to_ascii_lowercase();
    let Ending { termination, winner, scores, outcome } = ending;
    let mut tags = vec![("Termination", termination.id().to_string())];
    tags.extend(termination.offender().map(|side| ("Offender", colour(side))));
    match termination {
        Termination::Rules => {}
        Termination::Time { fault: TimeFault::Late, .. } => tags.push(("TimeFault", "late".to_string())),
        Termination::Time { fault: TimeFault::None, .. } => tags.push(("TimeFault", "none".to_string())),
        Termination::IllegalMove { text, why, .. } => {
            tags.extend([("IllegalMove", text.clone()), ("TerminationReason", why.clone())]);
        }
        Termination::Crash { why, .. }
        | Termination::Silence { why, .. }
        | Termination::Left { why, .. }
        | Termination::Adjudication { why }
        | Termination::Abort { why } => tags.push(("TerminationReason", why.clone())),
    }
    tags.push(("Scores", scores_text(scores)));
    if let Some(outcome) = outcome {
        tags.push(("Reason", outcome.reason.id().to_string()));
        if outcome.winner != *winner {
            tags.push(("RulesWinner", outcome.winner.map_or("none".to_string(), colour)));
        }
        if outcome.scores != *scores {
            tags.push(("RulesScores", scores_text(&outcome.scores)));
        }
    }
    tags
}

fn scores_text(scores: &[Score; 2]) -> String {
    let line = |score: &Score| match score.parts() {
        [] => "-".to_string(),
        parts => parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
    };
    format!("{} {}", line(&scores[0]), line(&scores[1]))
}

fn read_scores(text: &str) -> Option<[Score; 2]> {
    let line = |text: &str| {
        let parts: Option<Vec<i16>> = match text {
            "-" => Some(Vec::new()),
            text => text.split(',').map(|part| part.parse().ok()).collect(),
        };
        parts.filter(|parts| parts.len() <= Score::MAX).map(|parts| Score::new(&parts))
    };
    let (one, two) = text.split_once(' ')?;
    Some([line(one)?, line(two)?])
}

fn read_side(text: &str) -> Option<Side> {
    match text.trim().to_ascii_lowercase().as_str() {
        "white" | "red" => Some(Side::One),
        "black" | "blue" => Some(Side::Two),
        _ => None,
    }
}

/// A tag as it was read.
#[derive(Clone, Debug)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) line: usize,
}

/// What is wrong, and in which line.
pub(super) type Wrong = (usize, String);

/// The id of the game. It must be known before its moves are read.
pub(super) fn game(tags: &[Tag]) -> Result<String, Wrong> {
    if let Some(tag) = find(tags, "Game") {
        return Ok(tag.value.clone());
    }
    let tag = find(tags, "GameType").ok_or_else(|| {
        let line = tags.first().map_or(1, |tag| tag.line);
        (line, "no tag says which game this is; expected [Game \"hive\"] or another id".to_string())
    })?;
    let unknown = || (tag.line, format!("unknown game type {:?}; expected Base, Base+MLP or alike", clip(&tag.value)));
    game_of_type(&tag.value).ok_or_else(unknown)
}

/// Whether the first move of the game is a bare piece, where it is a game of Hive.
pub(super) fn begins_empty(start: &Start) -> bool {
    match start {
        Start::Default => true,
        Start::Setup(setup) => !setup.contains('='),
        Start::Position(_) => false,
    }
}

/// Where the game begins.
pub(super) fn start(tags: &[Tag]) -> Start {
    match (find(tags, "Position"), find(tags, "Setup")) {
        (Some(tag), _) => Start::Position(tag.value.clone()),
        (None, Some(tag)) => Start::Setup(tag.value.clone()),
        (None, None) => Start::Default,
    }
}

/// Fills in everything the tags say except for game, start and moves.
pub(super) fn fill(record: &mut GameRecord, tags: &[Tag], result: Option<Tag>) -> Result<(), Wrong> {
    for tag in tags {
        let value = || tag.value.clone();
        match tag.name.as_str() {
            "White" | "Red" => record.players[0] = value(),
            "Black" | "Blue" => record.players[1] = value(),
            "TimeControl" => match TimeControl::read(&tag.value) {
                Some(time) => record.time = Some(time),
                // Other programs have other ways to say it.
                None => {
                    record.tags.insert("TimeControl".to_string(), value());
                }
            },
            "Tag" => {
                let wrong = || (tag.line, format!("expected [Tag \"name=value\"], not {:?}", clip(&tag.value)));
                let (name, value) = tag.value.split_once('=').ok_or_else(wrong)?;
                record.tags.insert(name.replace("%3D", "=").replace("%25", "%"), value.to_string());
            }
            own if OWN.contains(&own) => {}
            _ => {
                record.tags.insert(tag.name.clone(), value());
            }
        }
    }
    record.ending = ending(tags, result)?;
    Ok(())
}

/// The name of a tag that cannot stand by itself, as it stands before the `=`.
pub(super) fn odd_name(name: &str) -> String {
    name.replace('%', "%25").replace('=', "%3D")
}

fn ending(tags: &[Tag], in_moves: Option<Tag>) -> Result<Option<Ending>, Wrong> {
    let mut verdict = None;
    for tag in find(tags, "Result").into_iter().chain(&in_moves) {
        let wrong = || {
            let wanted = "1-0, 0-1, 1/2-1/2, *, WhiteWins, BlackWins, Draw or InProgress";
            (tag.line, format!("unknown result {:?}; expected {wanted}", clip(&tag.value)))
        };
        verdict = verdict.or(read_result(&tag.value).ok_or_else(wrong)?);
    }
    let winner = verdict.flatten();
    let Some(how) = find(tags, "Termination") else {
        // Files of others say who won, but not how.
        let why = "the record says no more than the result".to_string();
        return Ok(verdict.map(|winner| ended(Termination::Adjudication { why }, winner)));
    };
    let text = |name: &str| find(tags, name).map_or(String::new(), |tag| tag.value.clone());
    let Some(termination) = own_termination(how, tags, winner, &text)? else {
        return Ok(foreign_termination(&how.value, verdict).map(|termination| ended(termination, winner)));
    };
    let mut ending = ended(termination, winner);
    let scores = |name: &str| {
        let wrong = |tag: &Tag| (tag.line, format!("cannot read scores {:?}; expected \"2,4 0,3\"", clip(&tag.value)));
        find(tags, name).map(|tag| read_scores(&tag.value).ok_or_else(|| wrong(tag))).transpose()
    };
    ending.scores = scores("Scores")?.unwrap_or(ending.scores);
    if let Some(tag) = find(tags, "Reason") {
        let reason = REASONS.into_iter().find(|reason| reason.id() == tag.value);
        let reason = reason.ok_or_else(|| (tag.line, format!("unknown reason {:?}", clip(&tag.value))))?;
        let winner = match find(tags, "RulesWinner") {
            None => winner,
            Some(tag) if tag.value == "none" => None,
            Some(tag) => Some(read_side(&tag.value).ok_or_else(|| no_colour(tag))?),
        };
        let scores = scores("RulesScores")?.unwrap_or(ending.scores);
        ending.outcome = Some(Outcome { winner, reason, scores });
    }
    Ok(Some(ending))
}

fn ended(termination: Termination, winner: Option<Side>) -> Ending {
    Ending { termination, winner, scores: [Score::new(&[]); 2], outcome: None }
}

/// A termination as we write it; `None` for one of another program.
fn own_termination(
    how: &Tag,
    tags: &[Tag],
    winner: Option<Side>,
    text: &dyn Fn(&str) -> String,
) -> Result<Option<Termination>, Wrong> {
    let why = text("TerminationReason");
    let offender = || match find(tags, "Offender") {
        Some(tag) => read_side(&tag.value).ok_or_else(|| no_colour(tag)),
        None => winner.map(Side::other).ok_or_else(|| {
            (how.line, format!("{:?} does not say whose fault it was; expected a tag [Offender \"white\"]", how.value))
        }),
    };
    Ok(Some(match how.value.as_str() {
        "rules" => Termination::Rules,
        "time" => {
            let fault = if text("TimeFault") == "none" { TimeFault::None } else { TimeFault::Late };
            Termination::Time { side: offender()?, fault }
        }
        "illegal-move" => Termination::IllegalMove { side: offender()?, text: text("IllegalMove"), why },
        "crash" => Termination::Crash { side: offender()?, why },
        "silence" => Termination::Silence { side: offender()?, why },
        "left" => Termination::Left { side: offender()?, why },
        "adjudication" => Termination::Adjudication { why },
        "abort" => Termination::Abort { why },
        _ => return Ok(None),
    }))
}

/// The words of the PGN standard, and anything else as the grounds of an adjudication.
fn foreign_termination(text: &str, verdict: Option<Option<Side>>) -> Option<Termination> {
    let loser = verdict.flatten().map(Side::other);
    let why = text.to_string();
    match (text.to_ascii_lowercase().as_str(), loser) {
        ("unterminated", _) => None,
        ("normal", _) => verdict.map(|_| Termination::Rules),
        ("time forfeit", Some(side)) => Some(Termination::Time { side, fault: TimeFault::Late }),
        ("rules infraction", Some(side)) => Some(Termination::IllegalMove { side, text: String::new(), why }),
        ("abandoned" | "death" | "emergency", Some(side)) => Some(Termination::Left { side, why }),
        ("abandoned" | "death" | "emergency", None) => Some(Termination::Abort { why }),
        _ => verdict.map(|_| Termination::Adjudication { why }),
    }
}

fn no_colour(tag: &Tag) -> Wrong {
    (tag.line, format!("[{}] is {:?}; expected white, black, red or blue", tag.name, clip(&tag.value)))
}

fn find<'a>(tags: &'a [Tag], name: &str) -> Option<&'a Tag> {
    tags.iter().rev().find(|tag| tag.name == name)
}

pub(super) fn clip(text: &str) -> String {
    schwarm_core::error::shorten(text)
}
