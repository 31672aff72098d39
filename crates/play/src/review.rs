//! Where was a game lost? Every position of a record judged by an engine, every move by what it gave away.
//!
//! A position has one chance for all its readers: the move that was played is worth what the next position is
//! worth, the other moves what the engine says, and the position what the best of them is. So a chance falls only
//! by the moves of the side it belongs to, and a loss is never below zero. What is proven (the end by the rules,
//! a forced win) is carried along and beats every estimate.
//!
//! Not here: engines (they come through the port [`Analyst`]), tables and pages.

mod judge;
mod verdict;

use schwarm_core::{Rulebook, Session, Side};
use serde::Serialize;

use crate::{AnalysisError, Analyst, Ending, Finding, GameRecord, Limits, RecordError, Start, Stop, Termination};

pub use judge::{BLUNDER, INACCURACY, MISTAKE};

/// Plies of a line that are kept: people read no further.
const LONGEST_LINE: usize = 12;

/// The score in pawns that means a chance of 73 %, for engines that tell scores only.
const SCALE: f64 = 2.0;

/// A side that stands here or above is not losing.
const EVEN: f64 = 0.5;

/// A game with everything that was found out about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// Id of the rule set, options included.
    pub game: String,
    /// Where it began.
    pub start: Start,
    /// Names of the sides, such as `white` and `black`.
    pub sides: [&'static str; 2],
    /// Names of the players, `Side::One` first.
    pub players: [String; 2],
    /// Name of the engine that judged.
    pub analyst: String,
    /// How it ended; `None` while it goes on.
    pub ending: Option<Ending>,
    /// The positions in the order they came; one more than there are moves.
    pub positions: Vec<Seen>,
    /// The moves with their judgement.
    pub moves: Vec<Judged>,
    /// What each side made of it, `Side::One` first.
    pub summary: [Summary; 2],
    /// The move that decided the game, if one did.
    pub turning_point: Option<Turning>,
    /// Why the game ended as it did, in one or two sentences.
    pub verdict: String,
}

/// A position as it is judged after the whole game was looked at.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Seen {
    /// Plies played in this game before it.
    pub ply: usize,
    /// Who moves.
    pub to_move: Side,
    /// Chance of `Side::One` to win, a draw counted half.
    pub chance: f64,
    /// How `Side::One` stands in pawns of the game; `None` where the end is known.
    pub score: Option<f64>,
    /// What is proven about it.
    pub fact: Option<Fact>,
    /// Legal moves.
    pub legal: usize,
    /// Plies the engine looked ahead; 0 in a finished game.
    pub depth: u32,
    /// Positions it looked at.
    pub nodes: u64,
    /// The engine's best line; empty in a finished game.
    pub line: Vec<String>,
}

/// A proven end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// Who wins; `None` is a draw.
    pub winner: Option<Side>,
    /// Plies until then, where they are known.
    pub plies: Option<u32>,
}

/// A move with its judgement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// Counted from 1.
    pub ply: usize,
    /// Who played it.
    pub side: Side,
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// What it was.
    pub class: Class,
    /// The mover's chance by best play.
    pub before: f64,
    /// The mover's chance after the move.
    pub after: f64,
    /// What the move gave away; never below zero.
    pub loss: f64,
    /// The best move: the one played, where nothing better was found.
    pub best: String,
    /// How the game would have gone on after the best move, that move first.
    pub line: Vec<String>,
}

impl Judged {
    /// The better move, where one was found that is worth telling.
    pub fn better(&self) -> Option<&str> {
        (self.class.is_fault() && self.best != self.played).then_some(&*self.best)
    }
}

/// What a move was. Ids in JSON are public and stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// There was no other legal move.
    Forced,
    /// The best move, and every other one would have been a blunder.
    OnlyMove,
    /// Nothing better was found.
    Best,
    /// Nearly as good as the best one.
    Good,
    /// See [`INACCURACY`].
    Inaccuracy,
    /// See [`MISTAKE`].
    Mistake,
    /// See [`BLUNDER`].
    Blunder,
    /// A proven win was given away.
    MissedWin,
}

impl Class {
    /// All classes, the worst last.
    pub const ALL: [Class; 8] = [
        Class::Forced,
        Class::OnlyMove,
        Class::Best,
        Class::Good,
        Class::Inaccuracy,
        Class::Mistake,
        Class::Blunder,
        Class::MissedWin,
    ];

    /// The class in words.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Forced => "forced",
            Class::OnlyMove => "only move",
            Class::Best => "best",
            Class::Good => "good",
            Class::Inaccuracy => "inaccuracy",
            Class::Mistake => "mistake",
            Class::Blunder => "blunder",
            Class::MissedWin => "missed win",
        }
    }

    /// The mark players write behind such a move; empty where they write none.
    pub const fn mark(self) -> &'static str {
        match self {
            Class::OnlyMove => "!",
            Class::Inaccuracy => "?!",
            Class::Mistake => "?",
            Class::Blunder | Class::MissedWin => "??",
            Class::Forced | Class::Best | Class::Good => "",
        }
    }

    /// Whether something was given away.
    pub const fn is_fault(self) -> bool {
        matches!(self, Class::Inaccuracy | Class::Mistake | Class::Blunder | Class::MissedWin)
    }
}

/// What one side made of its game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// From 0 to 100, the mean over the moves that were not forced; `None` without such moves.
    pub accuracy: Option<f64>,
    /// Its moves.
    pub moves: usize,
    /// Moves without another legal one.
    pub forced: usize,
    /// Best moves where every other one was a blunder.
    pub only_moves: usize,
    /// Other best moves.
    pub best: usize,
    /// Moves nearly as good.
    pub good: usize,
    /// See [`INACCURACY`].
    pub inaccuracies: usize,
    /// See [`MISTAKE`].
    pub mistakes: usize,
    /// See [`BLUNDER`].
    pub blunders: usize,
    /// Proven wins given away.
    pub missed_wins: usize,
}

impl Summary {
    /// Moves of a class.
    pub const fn count(&self, class: Class) -> usize {
        match class {
            Class::Forced => self.forced,
            Class::OnlyMove => self.only_moves,
            Class::Best => self.best,
            Class::Good => self.good,
            Class::Inaccuracy => self.inaccuracies,
            Class::Mistake => self.mistakes,
            Class::Blunder => self.blunders,
            Class::MissedWin => self.missed_wins,
        }
    }
}

/// The move that decided a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Turning {
    /// Its number, counted from 1.
    pub ply: usize,
    /// Who played it.
    pub side: Side,
    /// The same in a sentence.
    pub text: String,
}

/// Why a game could not be reviewed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReviewError {
    /// The record is no game by the rules.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The engine failed.
    #[error("the position after {ply} plies could not be judged: {error}")]
    Analyst {
        /// Plies played before it.
        ply: usize,
        /// What the engine said.
        error: AnalysisError,
    },
    /// Somebody stopped it.
    #[error("the review was stopped")]
    Stopped,
}

/// How a review is done.
pub struct Terms<'a> {
    /// What the engine may take for each position.
    pub limits: Limits,
    /// Stops it before its end.
    pub stop: &'a Stop,
    /// Hears how many positions are judged, and how many there are.
    pub progress: &'a mut dyn FnMut(usize, usize),
}

impl Review {
    /// Reviews a game. The engine should look for two lines, or nobody can tell an only move.
    ///
    /// # Errors
    /// When the record cannot be played through, the engine fails, or somebody stops it.
    pub fn of(
        record: &GameRecord,
        rules: &dyn Rulebook,
        analyst: &mut dyn Analyst,
        terms: Terms<'_>,
    ) -> Result<Review, ReviewError> {
        let session = record.replay(rules)?;
        let played = session.moves_after(session.moves().len() - record.moves.len());
        let ending = record.ending.clone().or_else(|| end_by_rules(&*session));
        analyst.forget();
        let looks = look(session, played.len(), analyst, terms)?;
        let (positions, moves) = judge::judge(looks, played);
        let sides = rules.info().sides;
        let turning_point = verdict::turning_point(&positions, &moves, ending.as_ref(), sides);
        let mut review = Review {
            game: rules.id(),
            start: record.start.clone(),
            sides,
            players: record.players.clone(),
            analyst: analyst.name().to_string(),
            ending,
            summary: Side::BOTH.map(|side| judge::summary(&moves, side)),
            positions,
            moves,
            turning_point,
            verdict: String::new(),
        };
        review.verdict = verdict::verdict(&review);
        Ok(review)
    }
}

/// The ending of a game whose record does not tell that the rules ended it.
fn end_by_rules(session: &dyn Session) -> Option<Ending> {
    let outcome = session.outcome()?;
    let (winner, scores) = (outcome.winner, outcome.scores);
    Some(Ending { termination: Termination::Rules, winner, scores, outcome: Some(outcome) })
}

/// A position as the engine alone sees it.
struct Look {
    side: Side,
    legal: usize,
    /// The verdict of the rules, where the game is over.
    over: Option<Fact>,
    /// The engine's lines, the best one first; empty where the game is over.
    lines: Vec<Candidate>,
}

/// A move the engine has looked at.
struct Candidate {
    /// Chance of the mover.
    chance: f64,
    fact: Option<Fact>,
    /// For the mover, in pawns.
    score: f64,
    depth: u32,
    nodes: u64,
    line: Vec<String>,
}

impl Candidate {
    fn of(finding: Finding, side: Side) -> Option<Candidate> {
        let Finding { depth, score, chance, ends_in, nodes, mut line, .. } = finding;
        line.truncate(LONGEST_LINE);
        let fact = ends_in.filter(|plies| *plies != 0).map(|plies| Fact {
            winner: Some(if plies > 0 { side } else { side.other() }),
            plies: Some(plies.unsigned_abs()),
        });
        let chance = match fact {
            Some(fact) => fact.chance(side),
            None => chance.unwrap_or_else(|| 1.0 / (1.0 + (-score / SCALE).exp())),
        };
        let chance = if chance.is_finite() { chance.clamp(0.0, 1.0) } else { EVEN };
        (!line.is_empty()).then_some(Candidate { chance, fact, score, depth, nodes, line })
    }

    fn is(&self, mv: &str) -> bool {
        self.line.first().is_some_and(|first| first == mv)
    }
}

impl Fact {
    /// What it means for a side.
    fn chance(self, side: Side) -> f64 {
        match self.winner {
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
            None => EVEN,
        }
    }
}

/// Looks at all positions, the last one first: what the engine keeps of the end helps it to judge what led there.
fn look(
    mut session: Box<dyn Session>,
    plies: usize,
    analyst: &mut dyn Analyst,
    terms: Terms<'_>,
) -> Result<Vec<Look>, ReviewError> {
    let mut looks = Vec::with_capacity(plies + 1);
    (terms.progress)(0, plies + 1);
    for ply in (0..=plies).rev() {
        let side = session.side_to_move();
        let over = session.outcome().map(|outcome| Fact { winner: outcome.winner, plies: Some(0) });
        let mut lines = Vec::new();
        if over.is_none() {
            let failed = |error| ReviewError::Analyst { ply, error };
            let found = analyst.analyse(&*session, &terms.limits, terms.stop, &mut |_| {}).map_err(failed)?;
            if terms.stop.is_stopped() {
                return Err(ReviewError::Stopped);
            }
            lines = found.lines.into_iter().filter_map(|line| Candidate::of(line, side)).collect();
            if lines.is_empty() {
                return Err(failed(AnalysisError::Failed("it found no move".to_string())));
            }
        }
        looks.push(Look { side, legal: session.legal_moves().len(), over, lines });
        (terms.progress)(looks.len(), plies + 1);
        session.undo();
    }
    looks.reverse();
    Ok(looks)
}

#[cfg(test)]
mod tests;
