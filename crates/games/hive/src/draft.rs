//! Positions set up by hand.
//!
//! Not here: which texts there are (`notation`), putting checked pieces on a board (`notation/setting`).

mod read;

use schwarm_core::draft::{
    Draft, DraftCell, DraftPiece, Field, FieldKind, Offer, Palette, Piling, Problem, TerrainOffer,
};
use schwarm_core::view::{Cell, PieceView, Terrain};
use schwarm_core::{PositionError, Side};

use crate::board::dir;
use crate::book::Law;
use crate::bug::{Bug, Piece};
use crate::explain::side_names;
use crate::kernel::Kernel;
use crate::notation::challenge::{self, letter};
use crate::notation::setting::{MOST_PLIES, Setting};
use crate::notation::{Name, side_letter};
use crate::state::{Axial, Hive};
use crate::view;

pub(crate) use read::read;

/// The piece that may not be touched now.
const STUN: &str = "stun";

/// Plies in a row that were passes; they count only where the side to move is stuck.
const PASSES: &str = "passes";

/// Pieces a side can have on the board before its queen.
const BEFORE_QUEEN: u32 = 3;

/// What a position can be made of.
pub(crate) fn palette<B: Kernel, L: Law>(empty: &Hive<B, L>) -> Palette {
    let field = |key, kind| Field { key, id: key, side: None, kind };
    let mut fields = Vec::new();
    if empty.stun_matters() {
        fields.push(field(STUN, FieldKind::Piece));
    }
    if !L::BOUNDED {
        fields.push(field(PASSES, FieldKind::Number(2)));
    }
    let kinds = Side::BOTH.into_iter().flat_map(|side| Bug::ALL.map(|bug| (side, bug)));
    Palette {
        board: view::view(empty),
        pieces: kinds
            .filter(|&(_, bug)| empty.book().count(bug) > 0)
            .map(|(side, bug)| offer(empty, side, bug))
            .collect(),
        most_of_side: None,
        terrains: match L::BOUNDED {
            true => vec![TerrainOffer { terrain: Terrain::Blackberry, most: challenge::BERRIES as u8 }],
            false => Vec::new(),
        },
        piling: Piling::Stack,
        tallest: 1,
        first: (L::BOUNDED || L::EXPANSIONS).then_some(Side::One),
        most_turns: empty.book().ply_limit().unwrap_or(MOST_PLIES),
        fields,
    }
}

fn offer<B: Kernel, L: Law>(empty: &Hive<B, L>, side: Side, bug: Bug) -> Offer {
    let most = empty.book().count(bug);
    let names: Vec<String> = match (L::BOUNDED, Hive::<B, L>::is_numbered(bug)) {
        (true, _) => vec![letter(Piece::new(side, bug, 1)).to_string()],
        (false, false) => vec![format!("{}{}", side_letter(side), bug.letter())],
        (false, true) => (1..=most).map(|number| format!("{}{}{number}", side_letter(side), bug.letter())).collect(),
    };
    let piece = PieceView { side, kind: bug.name(), name: names[0].clone(), height: 1 };
    Offer { piece, names, most }
}

/// A state as somebody would set it up.
pub(crate) fn of_state<B: Kernel, L: Law>(state: &Hive<B, L>) -> Draft {
    let stunned = state.stunned();
    let name = if stunned.is_some() { state.uhp_name(stunned) } else { String::new() };
    Draft::of_view(&view::view(state)).with(STUN, name).with(PASSES, state.facts.passes())
}

/// The state of a draft, or all that is wrong with it.
pub(crate) fn compose<B: Kernel, L: Law>(mut empty: Hive<B, L>, draft: &Draft) -> Result<Hive<B, L>, Vec<Problem>> {
    let palette = palette(&empty);
    let mut problems = palette.faults(draft);
    problems.extend(palette.surplus(draft));
    problems.extend(climbers(draft));
    problems.extend(split(draft));
    let pieces = if L::BOUNDED { Ok(Vec::new()) } else { numbered(&empty, draft) };
    let stunned = stunned(draft, draft.field(STUN));
    problems.extend(stunned.as_ref().err().cloned());
    let passes = draft.number(PASSES, 2).unwrap_or(0);
    let pieces = match pieces {
        Ok(pieces) if problems.is_empty() => pieces,
        Ok(_) => return Err(problems),
        Err(more) => return Err(problems.into_iter().chain(more).collect()),
    };
    if !L::BOUNDED && !L::EXPANSIONS {
        empty.book.first = draft.first();
    }
    let mut state = put_together(empty, draft, &pieces).map_err(|error| {
        // Whatever the board refuses has been named before; this is for what was forgotten.
        vec![Problem::new("impossible", error.to_string())]
    })?;
    if let Ok(Some(name)) = stunned
        && state.stun_matters()
        && let Some(piece) = state.find_uhp(name)
    {
        state.facts = state.facts.with_stunned(piece);
    }
    // Where a player can move, an earlier pass means nothing.
    if passes > 0 && state.verdict_now().is_none() && state.is_stuck() {
        state.facts = state.facts.with_passes(passes as u8);
    }
    Ok(state)
}

/// Sets the pieces of a draft that has been checked. `pieces` are those of an unbounded board, in order.
fn put_together<B: Kernel, L: Law>(
    empty: Hive<B, L>,
    draft: &Draft,
    pieces: &[Piece],
) -> Result<Hive<B, L>, PositionError> {
    let cells = || draft.cells.iter().map(|cell| (axial(cell.at), cell));
    let berries: Vec<Axial> =
        cells().filter(|(_, cell)| cell.terrain == Terrain::Blackberry).map(|(at, _)| at).collect();
    let mut setting = Setting::new(challenge::with_berries(empty, &berries)?);
    let mut pieces = pieces.iter().copied();
    for (at, cell) in cells().filter(|(_, cell)| !cell.stack.is_empty()) {
        let mut stack = Vec::with_capacity(cell.stack.len());
        for piece in &cell.stack {
            let next = if L::BOUNDED {
                bug(piece).and_then(|bug| setting.next(piece.side, bug, &stack))
            } else {
                pieces.next()
            };
            stack.extend(next);
        }
        setting.stack(&format!("{},{}", at.q, at.r), at, &stack)?;
    }
    setting.finish(draft.to_move, draft.turn)
}

fn axial(cell: Cell) -> Axial {
    Axial::new(cell.x, cell.y)
}

fn bug(piece: &DraftPiece) -> Option<Bug> {
    Bug::ALL.into_iter().find(|bug| bug.name() == piece.kind)
}

/// Pieces that stand on others and cannot.
fn climbers(draft: &Draft) -> Option<Problem> {
    let cannot = |piece: &&DraftPiece| !matches!(bug(piece), None | Some(Bug::Beetle | Bug::Mosquito));
    let wrong = draft.cells.iter().filter_map(|cell| Some((cell.at, cell.stack.iter().skip(1).find(cannot)?)));
    let wrong: Vec<(Cell, &DraftPiece)> = wrong.collect();
    let kind = &wrong.first()?.1.kind;
    let message = format!("a {kind} cannot stand on another piece");
    Some(Problem::new("cannot-climb", message).with("kind", kind).at(wrong.iter().map(|(at, _)| *at)))
}

/// The parts of a hive that is not one; the largest is not named.
fn split(draft: &Draft) -> Option<Problem> {
    let mut rest: Vec<Cell> = draft.cells.iter().filter(|cell| !cell.stack.is_empty()).map(|cell| cell.at).collect();
    rest.sort_unstable();
    rest.dedup();
    let mut parts = Vec::new();
    while let Some(first) = rest.pop() {
        let mut part = vec![first];
        let mut next = 0;
        while next < part.len() {
            let here: Cell = part[next];
            let is_beside = |cell: &mut Cell| {
                let step = |&(dq, dr): &(i32, i32)| {
                    here.x.checked_add(dq) == Some(cell.x) && here.y.checked_add(dr) == Some(cell.y)
                };
                dir::STEP.iter().any(step)
            };
            part.extend(rest.extract_if(.., is_beside));
            next += 1;
        }
        parts.push(part);
    }
    parts.sort_by_key(Vec::len);
    parts.pop();
    let apart: Vec<Cell> = parts.into_iter().flatten().collect();
    (!apart.is_empty()).then(|| Problem::new("split", "the hive is split: all pieces must be connected").at(apart))
}

/// The pieces of a draft in order, each with its number; those without one get the lowest that is free.
fn numbered<B: Kernel, L: Law>(empty: &Hive<B, L>, draft: &Draft) -> Result<Vec<Piece>, Vec<Problem>> {
    let all: Vec<(Cell, &DraftPiece)> =
        draft.cells.iter().flat_map(|cell| cell.stack.iter().map(|piece| (cell.at, piece))).collect();
    let mut problems = Vec::new();
    let mut used: Vec<(Piece, Cell)> = Vec::new();
    let mut named = Vec::with_capacity(all.len());
    for &(at, piece) in &all {
        let Some(bug) = bug(piece) else { continue };
        let number = match number_of(piece, bug) {
            Ok(number) => number.filter(|_| Hive::<B, L>::is_numbered(bug)),
            Err(problem) => {
                problems.push(problem.at([at]));
                continue;
            }
        };
        let most = empty.book().count(bug);
        match number {
            Some(number) if number > most => {
                let side = side_names::<L>()[piece.side.index()];
                let message = format!("{side} has {most} of its kind: {}", bug.name());
                let problem = Problem::new("too-many", message).with("side", side).with("kind", bug.name());
                problems.push(problem.with("most", most).at([at]));
            }
            Some(number) => {
                let piece = Piece::new(piece.side, bug, number);
                if let Some((_, other)) = used.iter().find(|(known, _)| *known == piece) {
                    let message = format!("{piece:?} is on the board twice");
                    let problem = Problem::new("piece-twice", message).with("piece", format!("{piece:?}"));
                    problems.push(problem.at([*other]).at((*other != at).then_some(at)));
                }
                used.push((piece, at));
            }
            None => {}
        }
        named.push((piece, bug, number));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut pieces = Vec::with_capacity(named.len());
    for (piece, bug, number) in named {
        let free = |number: &u8| !used.iter().any(|(known, _)| *known == Piece::new(piece.side, bug, *number));
        let number = number.or_else(|| (1..=empty.book().count(bug)).find(free));
        // Where no number is left there are too many of the kind, which is named elsewhere.
        let Some(number) = number else { continue };
        let piece = Piece::new(piece.side, bug, number);
        used.push((piece, Cell::new(0, 0)));
        pieces.push(piece);
    }
    Ok(pieces)
}

/// The number in the name of a piece; a name must fit its piece.
fn number_of(piece: &DraftPiece, bug: Bug) -> Result<Option<u8>, Problem> {
    if piece.name.is_empty() {
        return Ok(None);
    }
    match Name::parse(&piece.name) {
        Ok(name) if name.side == piece.side && name.bug == bug => Ok(name.number),
        _ => {
            let name = schwarm_core::error::shorten(&piece.name);
            Err(Problem::new("piece-name", format!("{name:?} is no name of a {}", bug.name())).with("piece", name))
        }
    }
}

/// The piece that may not be touched now, which must lie on top.
fn stunned(draft: &Draft, text: &str) -> Result<Option<Name>, Problem> {
    if text.is_empty() {
        return Ok(None);
    }
    let shown = schwarm_core::error::shorten(text);
    let name = Name::parse(text).ok();
    let is_it = |piece: &&DraftPiece| {
        let known = Name::parse(&piece.name).ok();
        let number = |name: &Name| (name.side, name.bug, name.number.unwrap_or(1));
        known.as_ref().map(number).is_some_and(|known| name.as_ref().map(number) == Some(known))
    };
    let holds = |cell: &&DraftCell| cell.stack.iter().any(|piece| is_it(&piece));
    let (Some(name), Some(cell)) = (name, draft.cells.iter().find(holds)) else {
        let message = format!("{shown:?} is not on the board, so it was not the last to move");
        return Err(Problem::new("stun-missing", message).with("piece", shown));
    };
    match cell.stack.last().filter(is_it) {
        Some(_) => Ok(Some(name)),
        None => {
            let message = format!("{shown} is covered, so it was not the last to move");
            Err(Problem::new("stun-covered", message).with("piece", shown).at([cell.at]))
        }
    }
}

/// Why no game leads to a state.
pub(crate) fn doubts<B: Kernel, L: Law>(state: &Hive<B, L>) -> Vec<Problem> {
    let mut doubts = Vec::new();
    let plane = state.plane();
    for side in Side::BOTH {
        let name = side_names::<L>()[side.index()];
        let placed = state.placed >> (16 * side.index()) & 0xffff;
        let (count, has_queen) = (placed.count_ones(), placed & 1 != 0);
        let plies = (state.turn + u32::from(side == state.book().first)) / 2;
        let mut doubt = |problem: Problem| doubts.push(problem.with("side", name));
        if count > plies {
            let message = format!("{name} has {count} pieces on the board after {plies} plies");
            doubt(Problem::new("placed-early", message).with("n", count).with("plies", plies));
        }
        if !has_queen && count > BEFORE_QUEEN {
            doubt(Problem::new("queen-due", format!("{name}'s queen had to be placed by the fourth turn")));
        }
        if has_queen && count == 1 && !state.book().queen_first {
            let queen = plane(state.cells[Piece::queen(side).index()]);
            let message = format!("the queen may not be {name}'s first piece");
            doubt(Problem::new("queen-first", message).at([Cell::new(queen.q, queen.r)]));
        }
        if count == 0 && plies > 0 && side == state.book().first {
            doubt(Problem::new("first-piece", format!("{name} has played and has no piece on the board")));
        }
    }
    doubts
}
