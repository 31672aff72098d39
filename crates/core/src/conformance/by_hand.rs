//! Moves made by hand: what is offered is legal, what is not has a reason, and nothing panics.

use crate::view::{Cell, Gesture, Held};
use crate::{Rng, Session};

/// Cells tried beside the ones of the view, to every side.
const BEYOND: i32 = 3;

/// Coordinates no board has, and one it has.
const FAR: [i32; 6] = [i32::MIN, i32::MIN + 1, 0, 1 << 16, i32::MAX - 1, i32::MAX];

/// Checks the gestures of a position, and refusals for a sample of what else a hand could do.
pub(super) fn check(session: &dyn Session, rng: &mut Rng) -> Result<(), String> {
    let gestures = session.gestures();
    let texts: Vec<&str> = gestures.iter().map(|gesture| gesture.text.as_str()).collect();
    if texts != session.legal_moves() {
        return Err(format!("the gestures are not the legal moves: {texts:?}"));
    }
    for gesture in &gestures {
        let (Some(held), Some(to)) = (&gesture.held, gesture.to) else { continue };
        if let Some(rule) = session.why_not(held, Some(to)) {
            return Err(format!("{} is legal, but by hand it is not: {}", gesture.text, rule.message));
        }
    }
    let view = session.view();
    let hands = view.reserves.iter().flatten().map(|reserve| Held::Hand(reserve.piece.name.clone()));
    let stacks = view.cells.iter().filter(|cell| !cell.stack.is_empty()).map(|cell| Held::Cell(cell.at));
    let far = Cell::new(FAR[rng.below(FAR.len())], i32::MAX);
    let nothing = [Held::Hand("?".to_string()), Held::Cell(Cell::new(1000, -1000)), Held::Cell(far)];
    let cells: Vec<Cell> = view.cells.iter().map(|cell| cell.at).chain([Cell::new(0, 0)]).collect();
    for held in hands.chain(stacks).chain(nothing) {
        let of_this = |gesture: &&Gesture| gesture.held.as_ref() == Some(&held);
        let can_move = gestures.iter().any(|gesture| of_this(&gesture));
        if session.why_not(&held, None).is_none() != can_move {
            return Err(format!("{held:?} can be moved: {can_move}, but the reason says otherwise"));
        }
        let near = cells[rng.below(cells.len())];
        let is_far = rng.below(8) == 0;
        let [x, y] = [near.x, near.y].map(|near| match is_far {
            // Nothing a program may ask makes the rules panic.
            true => FAR[rng.below(FAR.len())],
            false => near + rng.below(2 * BEYOND as usize + 1) as i32 - BEYOND,
        });
        let to = Cell::new(x, y);
        let is_offered = gestures.iter().filter(of_this).any(|gesture| gesture.to == Some(to));
        match session.why_not(&held, Some(to)) {
            None if !is_offered => return Err(format!("{held:?} to {to:?} is not offered, and nothing forbids it")),
            Some(rule) if is_offered => return Err(format!("{held:?} to {to:?} is offered and refused: {rule:?}")),
            Some(rule) if rule.id.is_empty() || rule.message.is_empty() => {
                return Err(format!("{held:?} to {to:?} is refused without a reason"));
            }
            _ => {}
        }
    }
    Ok(())
}
