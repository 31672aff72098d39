//! Puzzles: positions of real games where one move, and no other, forces a win.
//!
//! A search finds the candidates, the prover decides: every defence is tried. How hard a puzzle is, the levels
//! tell: each of them tries to solve it against the best defence.
//!
//! What must hold: whoever plays the line of a puzzle wins within its plies, and no other first move does.

use std::sync::atomic::AtomicBool;

use schwarm_core::{Session, Side};

use crate::house;
use crate::level::{Level, rating};
use crate::{Ask, Engine, EngineError, Options};

/// A position to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Id of the rule set.
    pub game: String,
    /// The position in one line.
    pub position: String,
    /// Plies to the win against the best defence.
    pub plies: u8,
    /// Best play of both sides, from the move that solves it to the end of the game.
    pub line: Vec<String>,
    /// How hard it is, on the scale of the levels' ratings.
    pub rating: i32,
    /// Plies of the game before it.
    pub ply: u32,
}

/// What makes a position worth a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The fewest plies to the win.
    pub least: u8,
    /// The most.
    pub most: u8,
    /// Positions a search looks at to find a candidate.
    pub glance: u64,
    /// Positions the proof of a candidate may take.
    pub nodes: u64,
    /// Times each level tries to solve it.
    pub tries: u32,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { least: 3, most: 7, glance: 20_000, nodes: 20_000_000, tries: 3 }
    }
}

/// Legal moves a position must have: a choice among fewer is none.
const FEWEST_MOVES: usize = 5;

/// The puzzle of a game that was played, if it holds one: the longest forced win in it, whether it was seen or not.
/// A win by the last round's count is none. The session is left at its beginning.
///
/// # Errors
/// When the search fails, or is told to stop.
pub fn find(
    engine: &mut Engine,
    session: &mut dyn Session,
    terms: &Terms,
    stop: &AtomicBool,
) -> Result<Option<Puzzle>, EngineError> {
    let ask = Ask { nodes: Some(terms.glance), only_answer: true, ..Ask::default() };
    let mut candidates = Vec::new();
    while session.undo() {
        if session.outcome().is_some() {
            continue;
        }
        let thought = engine.think(session, &ask, stop, &mut |_| {})?;
        let wins_in = thought.lines[0].ends_in.unwrap_or(0);
        if (i32::from(terms.least)..=i32::from(terms.most)).contains(&wins_in) {
            candidates.push((wins_in, session.clone_box()));
        }
    }
    candidates.sort_by_key(|(wins_in, _)| std::cmp::Reverse(*wins_in));
    for (_, candidate) in candidates {
        match prove(engine, &*candidate, terms, stop) {
            Ok(Some(puzzle)) => return Ok(Some(puzzle)),
            // What takes too long to prove is nothing for a person either.
            Ok(None) | Err(EngineError::Undecided(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// The puzzle of a position, if it is one; not rated yet.
///
/// # Errors
/// When so many nodes do not decide it.
pub fn prove(
    engine: &mut Engine,
    session: &dyn Session,
    terms: &Terms,
    stop: &AtomicBool,
) -> Result<Option<Puzzle>, EngineError> {
    if session.outcome().is_some() || session.legal_moves().len() < FEWEST_MOVES {
        return Ok(None);
    }
    let Some(win) = engine.forced_win(session, terms.most, terms.nodes, stop)? else { return Ok(None) };
    if win.plies < terms.least || win.moves.len() != 1 {
        return Ok(None);
    }
    // What came before is no part of a puzzle.
    let position = session.board().unwrap_or_else(|| session.position());
    let (ply, attacker) = (u32::try_from(session.moves().len()).unwrap_or(u32::MAX), session.side_to_move());
    let mut session = session.clone_box();
    let (mut left, mut line) = (win.plies, Vec::new());
    while session.outcome().is_none() {
        let mv = match session.side_to_move() == attacker {
            true if line.is_empty() => Some(win.moves[0].clone()),
            true => engine
                .forced_win(&*session, left, terms.nodes, stop)?
                .and_then(|mut win| (!win.moves.is_empty()).then(|| win.moves.swap_remove(0))),
            false => Some(engine.best_defence(&*session, left.saturating_sub(1), terms.nodes, stop)?.mv),
        };
        // The proof says that there is one; whoever doubts it has no puzzle.
        let Some(mv) = mv.filter(|mv| session.play(mv).is_ok()) else { return Ok(None) };
        line.push(mv);
        left = left.saturating_sub(1);
    }
    let is_at_limit = session.info().ply_limit.is_some_and(|limit| session.turn() >= limit);
    let is_won = session.outcome().is_some_and(|outcome| outcome.winner == Some(attacker));
    let game = session.id();
    Ok((is_won && !is_at_limit).then_some(Puzzle { game, position, plies: win.plies, line, rating: 0, ply }))
}

/// Lets every level below the full strength try a puzzle, and says how hard it is.
///
/// # Errors
/// When a search fails.
pub fn rate(session: &dyn Session, plies: u8, terms: &Terms, stop: &AtomicBool) -> Result<i32, EngineError> {
    let table = house::visit(&session.id(), TableOf)?;
    let mut defender = Engine::new(Options { hash_mebibytes: 1, ..Options::default() })?;
    let mut tries = Vec::new();
    for level in Level::all().filter(|level| *level != Level::FULL) {
        for seed in 0..u64::from(terms.tries) {
            let mut solver = Engine::new(Options { hash_mebibytes: 2, level, seed, ..Options::default() })?;
            let is_solved = attempt(&mut solver, &mut defender, session, plies, terms, stop)?;
            tries.push((rating(table, level).unwrap_or_default(), is_solved));
        }
    }
    Ok(fit(&tries))
}

/// Whether an engine solves a puzzle.
fn attempt(
    solver: &mut Engine,
    defender: &mut Engine,
    session: &dyn Session,
    plies: u8,
    terms: &Terms,
    stop: &AtomicBool,
) -> Result<bool, EngineError> {
    let mut session = session.clone_box();
    let (attacker, mut left): (Side, u8) = (session.side_to_move(), plies);
    loop {
        let ask = Ask { only_answer: true, ..Ask::default() };
        let mv = solver.think(&*session, &ask, stop, &mut |_| {})?.lines[0].moves[0].clone();
        if session.play(&mv).is_err() {
            return Ok(false);
        }
        left = left.saturating_sub(1);
        if session.outcome().is_none() {
            let defence = defender.best_defence(&*session, left.saturating_sub(1), terms.nodes, stop)?;
            if defence.loses_in.is_none() || session.play(&defence.mv).is_err() {
                return Ok(false);
            }
            left = left.saturating_sub(1);
        }
        if let Some(outcome) = session.outcome() {
            return Ok(outcome.winner == Some(attacker));
        }
    }
}

/// The rating at which these results are the likeliest, taken that most puzzles are of a middling rating.
fn fit(tries: &[(i32, bool)]) -> i32 {
    let mean = tries.iter().map(|(rating, _)| f64::from(*rating)).sum::<f64>() / tries.len().max(1) as f64;
    let likelihood = |rating: f64| -> f64 {
        let of_try = |(level, is_solved): &(i32, bool)| {
            let chance = 1.0 / (1.0 + 10f64.powf((rating - f64::from(*level)) / 400.0));
            (if *is_solved { chance } else { 1.0 - chance }).ln()
        };
        tries.iter().map(of_try).sum::<f64>() - ((rating - mean) / 600.0).powi(2) / 2.0
    };
    let ratings = (-100..400).map(|step| 10 * step);
    ratings.max_by(|a, b| likelihood(f64::from(*a)).total_cmp(&likelihood(f64::from(*b)))).unwrap_or_default()
}

struct TableOf;

impl house::Visit for TableOf {
    type Output = &'static str;

    fn visit<H: house::House>(self, rules: H::Rules) -> &'static str {
        H::table(&rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_only_strong_levels_solve_is_harder() {
        let levels = [0, 200, 400, 600, 800, 1000, 1200, 1400, 1600];
        let solved_from = |least: i32| fit(&levels.map(|rating| (rating, rating >= least)));
        let ratings = [0, 400, 800, 1200, 1700].map(solved_from);
        assert!(ratings.is_sorted_by(|a, b| a < b), "{ratings:?}");
        assert!((600..1000).contains(&ratings[2]), "{ratings:?}");
    }
}
