//! What a try is worth: whether it still wins in time, and what the best defence answers.
//!
//! Where the moves are those of the puzzle's own line, its proof was made when it was found. Everything else is proven now,
//! with bounded nodes.

use schwarm_core::{Session, Side};
use schwarm_play::{Puzzle, Stop};

use crate::config::{ProofError, Provers};
use crate::{Kind, Trouble};

/// What is said of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The game is won.
    Solved,
    /// It wins in time, whatever the other does.
    Right,
    /// It wins by force, but later than it could.
    Slower,
    /// It does not win by force, as far as was looked.
    Wrong,
    /// Nothing could be proven.
    Unproven,
}

impl Verdict {
    /// The stable id.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Verdict::Solved => "solved",
            Verdict::Right => "right",
            Verdict::Slower => "slower",
            Verdict::Wrong => "wrong",
            Verdict::Unproven => "unproven",
        }
    }

    /// Whether one can go on from there.
    pub(crate) const fn is_good(self) -> bool {
        matches!(self, Verdict::Solved | Verdict::Right)
    }
}

/// What came of a try.
pub(crate) struct Judged {
    pub(crate) verdict: Verdict,
    /// What the other side answers, where the game goes on.
    pub(crate) answer: Option<String>,
}

/// The position of a puzzle after moves of both sides.
///
/// # Errors
/// For a move that is not legal, or for more moves than the puzzle takes.
pub(crate) fn replayed(puzzle: &Puzzle, moves: &[String]) -> Result<Box<dyn Session>, Trouble> {
    if moves.len() > usize::from(puzzle.plies) {
        return Err(Kind::TooLong.into());
    }
    let rules = schwarm_catalog::open(&puzzle.game).map_err(|_| Kind::UnknownGame)?;
    let mut session = rules.from_position(&puzzle.position).map_err(|_| Kind::UnknownGame)?;
    for mv in moves {
        session.play(mv).map_err(|error| Trouble::of_move(&puzzle.game, error))?;
    }
    Ok(session)
}

/// Judges the last of these moves, which is one of the solver. `session` is the position behind them.
///
/// # Errors
/// When something of ours fails.
pub(crate) fn judge(
    puzzle: &Puzzle,
    moves: &[String],
    session: &dyn Session,
    provers: &dyn Provers,
    nodes: u64,
) -> Result<Judged, Trouble> {
    if let Some(outcome) = session.outcome() {
        let verdict = if outcome.winner == Some(mover(session)) { Verdict::Solved } else { Verdict::Wrong };
        return Ok(Judged { verdict, answer: None });
    }
    let left = puzzle.plies.saturating_sub(u8::try_from(moves.len()).unwrap_or(u8::MAX));
    if let Some(answer) = puzzle.line.get(moves.len()).filter(|_| puzzle.line.starts_with(moves)) {
        return Ok(Judged { verdict: Verdict::Right, answer: Some(answer.clone()) });
    }
    let stop = Stop::default();
    let defence = |most: u8| match provers.best_defence(session, most, nodes, &stop) {
        Ok(defence) => Ok(Some(defence)),
        Err(ProofError::Undecided) => Ok(None),
        Err(ProofError::Failed(why)) => Err(Trouble::failed("a proof", &why)),
    };
    let mut refuted = None;
    if let Some(most) = left.checked_sub(1) {
        let Some(found) = defence(most)? else { return Ok(Judged { verdict: Verdict::Unproven, answer: None }) };
        let answer = Some(found.mv);
        if found.loses_in.is_some() {
            return Ok(Judged { verdict: Verdict::Right, answer });
        }
        refuted = answer;
    }
    // A round more: who asks for more would wait too long.
    let later = defence(left.saturating_add(1))?;
    let is_slower = later.as_ref().is_some_and(|found| found.loses_in.is_some());
    let verdict = if is_slower { Verdict::Slower } else { Verdict::Wrong };
    Ok(Judged { verdict, answer: later.map(|found| found.mv).or(refuted) })
}

/// The side that made the last move.
pub(crate) fn mover(session: &dyn Session) -> Side {
    let mut before = session.clone_box();
    before.undo();
    before.side_to_move()
}

/// The moves that win in time, where it is the solver's turn; none where there are none or nothing could be proven.
///
/// # Errors
/// When something of ours fails.
pub(crate) fn next_moves(
    puzzle: &Puzzle,
    moves: &[String],
    session: &dyn Session,
    provers: &dyn Provers,
    nodes: u64,
) -> Result<Vec<String>, Trouble> {
    if let Some(next) = puzzle.line.get(moves.len()).filter(|_| puzzle.line.starts_with(moves)) {
        return Ok(vec![next.clone()]);
    }
    let left = puzzle.plies.saturating_sub(u8::try_from(moves.len()).unwrap_or(u8::MAX));
    match provers.forced_win(session, left, nodes, &Stop::default()) {
        Ok(forced) => Ok(forced.map(|forced| forced.moves).unwrap_or_default()),
        Err(ProofError::Undecided) => Ok(Vec::new()),
        Err(ProofError::Failed(why)) => Err(Trouble::failed("a proof", &why)),
    }
}
