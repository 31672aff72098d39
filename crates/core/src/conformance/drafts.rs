//! Positions set up by hand: a draft of a state is that state again, nothing makes the rules panic, and what is
//! refused has a reason and a place.

use super::{hostile_position, mutate};
use crate::draft::{Draft, DraftCell, DraftPiece, Palette, Problem};
use crate::view::{BoardView, Cell, CellView, Terrain};
use crate::{Game, Line, PlayedSession, Rng, Ruleset, Session, Side};

/// Steps by which a draft is damaged at most.
const MOST_DAMAGES: usize = 4;

/// Checks the draft of a position, and a damaged copy of it.
pub(super) fn check<R: Ruleset>(rules: &R, session: &PlayedSession<R>, rng: &mut Rng) -> Result<(), String> {
    let (state, palette) = (session.state(), rules.palette());
    let draft = session.draft();
    let again = rules.compose(&draft).map_err(|problems| format!("its own draft is refused: {problems:?}"))?;
    ensure!(again == *state, "its own draft composes to {:?}", again.to_text());
    ensure!(again.to_text() == state.to_text(), "its own draft is written as {:?}", again.to_text());
    ensure!(again.key() == state.key(), "its own draft has another key");
    let doubts = rules.doubts(state);
    ensure!(doubts.is_empty(), "a position that was played is doubted: {doubts:?}");
    check_palette(&palette, &draft)?;
    let (drawn, seen) = (board(&palette.sketch(&draft)), board(&state.view()));
    ensure!(drawn == seen, "the draft is drawn as {drawn:?}, the position as {seen:?}");
    let text = state.to_text();
    let read = rules.read_draft(&text).map_err(|problem| format!("no draft can be read from {text:?}: {problem:?}"))?;
    let composed =
        rules.compose(&read).map_err(|problems| format!("the draft of {text:?} is refused: {problems:?}"))?;
    ensure!(composed == *state, "the draft of {text:?} composes to {:?}", composed.to_text());
    hostile_draft(rules, &palette, &damaged(&palette, draft, rng))?;
    draft_text(rules, &mutate(&text, rng))
}

/// The palette must offer everything a game has.
fn check_palette(palette: &Palette, draft: &Draft) -> Result<(), String> {
    let is_bare = |cell: &CellView| cell.stack.is_empty() && cell.terrain == Terrain::Plain;
    ensure!(palette.board.cells.iter().all(is_bare), "something stands on the empty board of the palette");
    let problems: Vec<Problem> = palette.faults(draft).into_iter().chain(palette.surplus(draft)).collect();
    ensure!(problems.is_empty(), "the palette does not offer what a game has: {problems:?}");
    let offers = |piece: &DraftPiece| palette.offer(piece).is_some_and(|offer| offer.names.contains(&piece.name));
    let missing = draft.cells.iter().flat_map(|cell| &cell.stack).find(|piece| !offers(piece));
    ensure!(missing.is_none(), "the palette does not name {missing:?}");
    let known = |key: &String| palette.fields.iter().any(|field| field.key == key);
    ensure!(draft.fields.keys().all(known), "the palette lacks a field of {:?}", draft.fields);
    Ok(())
}

/// What is seen of a board, in the order of its cells.
fn board(view: &BoardView) -> Vec<CellView> {
    let mut cells = view.cells.clone();
    cells.sort_by_key(|cell| cell.at);
    cells
}

/// Any draft is refused with reasons, or it is a position that can be written and read back.
///
/// # Errors
/// When neither is the case.
fn hostile_draft<R: Ruleset>(rules: &R, palette: &Palette, draft: &Draft) -> Result<(), String> {
    let _ = palette.sketch(draft);
    let state = match rules.compose(draft) {
        Ok(state) => state,
        Err(problems) => {
            ensure!(!problems.is_empty(), "{draft:?} is refused without a reason");
            return problems.iter().try_for_each(|problem| check_problem(draft, problem));
        }
    };
    rules.doubts(&state).iter().try_for_each(|doubt| check_problem(draft, doubt))?;
    let text = state.to_text();
    let line = rules.parse_position(&text).map_err(|error| format!("{draft:?} gives {text:?}: {error}"))?;
    ensure!(line.start == state, "{draft:?} gives {text:?}, which reads back differently");
    hostile_position(rules, &text)
}

/// A problem says what it is, and marks only what is there.
fn check_problem(draft: &Draft, problem: &Problem) -> Result<(), String> {
    ensure!(!problem.id.is_empty() && !problem.message.is_empty(), "{problem:?} says nothing");
    let is_there = |at: &Cell| draft.cells.iter().any(|cell| cell.at == *at);
    ensure!(problem.cells.iter().all(is_there), "{problem:?} marks a cell that has nothing: {draft:?}");
    Ok(())
}

/// A text is read as a draft that composes exactly where the strict reader takes it.
fn draft_text<R: Ruleset>(rules: &R, text: &str) -> Result<(), String> {
    let strict = rules.parse_position(text);
    let composed = match rules.read_draft(text) {
        Ok(draft) => rules.compose(&draft).map_err(|problems| format!("{problems:?}")),
        Err(problem) => {
            let place = problem.place.filter(|&place| text.is_char_boundary(place));
            ensure!(place.is_some(), "{problem:?} has no place in {text:?}");
            ensure!(!problem.id.is_empty() && !problem.message.is_empty(), "{problem:?} says nothing");
            Err(format!("{problem:?}"))
        }
    };
    match (strict, composed) {
        // A line with its history is no draft.
        (Ok(Line { moves, .. }), Err(_)) if !moves.is_empty() || rules.writes_history() && text.contains(';') => Ok(()),
        (Ok(line), Ok(state)) if line.start == state => Ok(()),
        (Err(_), Err(_)) => Ok(()),
        (strict, composed) => {
            let strict = strict.map(|line| line.start.to_text());
            Err(format!("{text:?} is read as {strict:?}, as a draft {:?}", composed.map(|state| state.to_text())))
        }
    }
}

/// A draft with a few things done to it that nobody should do.
fn damaged(palette: &Palette, mut draft: Draft, rng: &mut Rng) -> Draft {
    for _ in 0..=rng.below(MOST_DAMAGES) {
        let (from, to) = (any_cell(&draft, rng), near(&draft, rng));
        match rng.below(10) {
            // Most steps are small, so that many drafts are nearly right.
            0..=2 => {
                if let Some(mut cell) = from.map(|index| draft.cells.remove(index)) {
                    cell.at = to;
                    draft.cells.push(cell);
                }
            }
            3 => {
                from.map(|index| draft.cells.remove(index));
            }
            4 | 5 => {
                let piece = any_piece(palette, rng);
                match from.filter(|_| rng.below(2) == 0) {
                    Some(index) => draft.cells[index].stack.push(piece),
                    None => draft.cells.push(DraftCell { at: to, terrain: Terrain::Plain, stack: vec![piece] }),
                }
            }
            6 => {
                let terrain = [Terrain::Octopus, Terrain::Blackberry, Terrain::Plain][rng.below(3)];
                match from.filter(|_| rng.below(2) == 0) {
                    Some(index) => draft.cells[index].terrain = terrain,
                    None => draft.cells.push(DraftCell { at: to, terrain, stack: Vec::new() }),
                }
            }
            7 => {
                draft.to_move = Side::from_parity(rng.below(2) as u32);
                draft.turn = [0, 1, 7, 12, 59, 60, 61, 100, u32::MAX][rng.below(9)];
            }
            8 => {
                let keys: Vec<&str> = palette.fields.iter().map(|field| field.key).chain(["?"]).collect();
                let values =
                    ["", "0", "1", "2", "99", "100", "one", "two", "wQ", "bA1", "wP", "-1", "+1", "ß", "4294967296"];
                let value = values[rng.below(values.len())].to_string();
                draft.fields.insert(keys[rng.below(keys.len())].to_string(), value);
            }
            _ => {
                let pieces = draft.cells.iter_mut().flat_map(|cell| &mut cell.stack);
                if let Some(piece) = pieces.last() {
                    piece.name = ["", "wA1", "bA9", "?", "wQ1"][rng.below(5)].to_string();
                    piece.height = [0, 1, 2, 3, 255][rng.below(5)];
                }
            }
        }
    }
    draft
}

fn any_cell(draft: &Draft, rng: &mut Rng) -> Option<usize> {
    (!draft.cells.is_empty()).then(|| rng.below(draft.cells.len()))
}

/// A cell beside one of the draft, or anywhere.
fn near(draft: &Draft, rng: &mut Rng) -> Cell {
    const FAR: [i32; 6] = [i32::MIN, i32::MAX, 9999, -10_000, 40, -1];
    if rng.below(12) == 0 {
        return Cell::new(FAR[rng.below(FAR.len())], FAR[rng.below(FAR.len())]);
    }
    let from = any_cell(draft, rng).map_or(Cell::new(0, 0), |index| draft.cells[index].at);
    let mut off = || rng.below(3) as i32 - 1;
    Cell::new(from.x.saturating_add(off()), from.y.saturating_add(off()))
}

fn any_piece(palette: &Palette, rng: &mut Rng) -> DraftPiece {
    let offer = &palette.pieces[rng.below(palette.pieces.len())];
    let mut piece = DraftPiece::from(offer.piece.clone());
    piece.name = offer.names[rng.below(offer.names.len())].clone();
    if rng.below(10) == 0 {
        piece.kind = ["", "queen", "fish", "seal", "mosquito", "🐝"][rng.below(6)].to_string();
    }
    piece
}
