//! What an evaluation is told about a position, against what its moves say, for both sides.

use super::compare::{Point, listed};
use crate::common::plain::Plain;
use schwarm_core::{Game, Side};
use schwarm_hive::{Hive, Kernel, Law, Move, Piece, Survey, pieces};

/// Compares the survey of a position with its moves, and with those of the other side.
///
/// # Errors
/// What differs.
pub fn check<B: Kernel, L: Law>(state: &Hive<B, L>, list: &[Move], point: &Point) -> Result<(), String> {
    let survey = state.survey();
    if survey.wins != point.wins {
        return Err(format!("a win by the next move: {}, expected {}", survey.wins, point.wins));
    }
    check_pieces(state, &survey, &point.position)?;
    check_side(state, &survey, state.side_to_move(), list)?;
    let Some(passed) = state.passed() else { return Ok(()) };
    check_passed(state, &passed, &point.position)?;
    check_side(state, &survey, state.side_to_move().other(), &listed(&passed))
}

fn check_pieces<B: Kernel, L: Law>(state: &Hive<B, L>, survey: &Survey, position: &Plain) -> Result<(), String> {
    let all = |test: &dyn Fn(Piece) -> bool| pieces(survey.placed).filter(|&piece| test(piece)).fold(0, with);
    let covered = all(&|piece| state.top_at(cell(state, piece)) != Some(piece));
    let raised = position.stacks.values().map(|stack| stack.len() as u32 - 1).sum::<u32>();
    let hands = position.book.set_size() * 2 - survey.placed.count_ones();
    same("number of pieces in hand", survey.hand.count_ones(), hands)?;
    same("covered pieces", survey.covered, covered)?;
    same("number of raised pieces", survey.raised.count_ones(), raised)?;
    for side in Side::BOTH {
        let (siege, queen) = (&survey.queens[side.index()], Piece::queen(side));
        if !state.is_placed(queen) {
            continue;
        }
        let beside = all(&|piece| {
            covered & piece.bit() == 0 && state.cells_beside(cell(state, queen)).contains(&cell(state, piece))
        });
        let above = all(&|piece| covered & piece.bit() == 0 && cell(state, piece) == cell(state, queen));
        same("pieces beside a queen", siege.beside, beside)?;
        same("piece on a queen", siege.above, above & !queen.bit())?;
        same("liberties", siege.liberties() as i32, state.free_cells_round_queen(side))?;
    }
    Ok(())
}

/// The moves of one side say who is mobile and who can come to the queens.
fn check_side<B: Kernel, L: Law>(state: &Hive<B, L>, survey: &Survey, side: Side, list: &[Move]) -> Result<(), String> {
    let moves: Vec<Move> = list.iter().copied().filter(|mv| !mv.is_pass()).collect();
    let (placements, walks): (Vec<Move>, Vec<Move>) = moves.iter().partition(|mv| !state.is_placed(mv.piece()));
    let mut cells: Vec<_> = placements.iter().map(|mv| mv.cell()).collect();
    cells.sort_unstable();
    cells.dedup();
    same("cells to place on", survey.placements[side.index()], cells.len() as u32)?;
    if !state.is_placed(Piece::queen(side)) {
        return Ok(());
    }
    let own = 0xffff << (16 * side.index());
    let movers = walks.iter().map(|mv| mv.piece()).fold(0, with);
    same("mobile pieces", survey.mobile & own, movers & own)?;
    same("thrown enemies", survey.throwable[side.index()] & !own, movers & !own)?;
    same("movers among the pinned", survey.pinned & movers, 0)?;
    for queen in Side::BOTH.map(Piece::queen).into_iter().filter(|&queen| state.is_placed(queen)) {
        let siege = &survey.queens[queen.side().index()];
        let round = state.cells_beside(cell(state, queen));
        let fills = |mv: &&Move| mv.piece() != queen && round.contains(&mv.cell()) && state.top_at(mv.cell()).is_none();
        let opens = |mv: &&Move| round.contains(&cell(state, mv.piece())) && survey.raised & mv.piece().bit() == 0;
        let ring = |moves: &mut dyn Iterator<Item = &Move>| {
            moves.fold(0u8, |ring, mv| ring | 1 << round.iter().position(|&cell| cell == mv.cell()).unwrap_or(7))
        };
        same("cells reached", siege.reached[side.index()], ring(&mut walks.iter().filter(fills)))?;
        same("cells dropped on", siege.drops[side.index()], ring(&mut placements.iter().filter(fills)))?;
        let fillers = walks.iter().filter(fills).filter(|mv| !opens(mv)).map(|mv| mv.piece()).fold(0, with);
        same("fillers", siege.fillers[side.index()], fillers)?;
    }
    Ok(())
}

/// Giving up a move leaves the board alone; the other side has the moves it would have.
fn check_passed<B: Kernel, L: Law>(state: &Hive<B, L>, passed: &Hive<B, L>, position: &Plain) -> Result<(), String> {
    same("key after giving up a move", passed.key(), passed.compute_key())?;
    same("turn after giving up a move", passed.turn(), state.turn() + 1)?;
    same("side after giving up a move", passed.side_to_move(), state.side_to_move().other())?;
    let plain = Plain { side: 1 - position.side, turn: position.turn + 1, stunned: None, ..position.clone() };
    same("moves after giving up one", listed(passed).len(), plain.actions().len())
}

fn cell<B: Kernel, L: Law>(state: &Hive<B, L>, piece: Piece) -> u16 {
    state.cell_of(piece).expect("a piece on the board")
}

fn with(mask: u32, piece: Piece) -> u32 {
    mask | piece.bit()
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:x?}, expected {expected:x?}")) }
}
