//! What is left of a position when it does not matter where it lies, how it is turned, and which of alike pieces
//! stands where. Positions of one shape are the same to players; openings are counted by it.
//!
//! What must hold: numbers are kept by others for years, so a shape never changes its number.

use super::{Draft, DraftCell};
use crate::Side;
use crate::view::Cell;

/// How a board can be turned without changing the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Not at all.
    None,
    /// Hexagons around the middle cell, turned and mirrored.
    Turned,
    /// Hexagons without a middle: turned, mirrored and moved.
    Anywhere,
}

impl Draft {
    /// The number of its shape.
    pub fn shape(&self, symmetry: Symmetry) -> u64 {
        let mut rest = Number::default();
        rest.add(u64::from(self.to_move == Side::Two)).add(self.turn.into());
        let names = |value: &str| self.cells.iter().flat_map(|cell| &cell.stack).any(|piece| piece.name == value);
        for (key, value) in self.fields.iter().filter(|(_, value)| !names(value)) {
            rest.text(key).text(value);
        }
        let cells: Vec<(Cell, u64)> = self.cells.iter().map(|cell| (cell.at, self.content(cell))).collect();
        let ways = if symmetry == Symmetry::None { 1 } else { 12 };
        let turned = (0..ways).map(|way| arrangement(&cells, way, symmetry == Symmetry::Anywhere));
        rest.add(turned.min().unwrap_or_default());
        rest.0
    }

    /// What is on a cell. A piece that a field names is not like its fellows.
    fn content(&self, cell: &DraftCell) -> u64 {
        let mut number = Number::default();
        number.text(cell.terrain.id());
        for piece in &cell.stack {
            number.add(u64::from(piece.side == Side::Two)).text(&piece.kind).add(piece.height.into());
            for (key, _) in self.fields.iter().filter(|(_, value)| !value.is_empty() && **value == piece.name) {
                number.text(key);
            }
        }
        number.0
    }
}

/// The cells in one of the twelve ways to turn and mirror them.
fn arrangement(cells: &[(Cell, u64)], way: u32, is_moved: bool) -> u64 {
    let mut cells: Vec<(i32, i32, u64)> = cells
        .iter()
        .map(|(at, content)| {
            let (x, y) = turned((at.x, at.y), way);
            (y, x, *content)
        })
        .collect();
    let first = |axis: fn(&(i32, i32, u64)) -> i32| cells.iter().map(axis).min().unwrap_or_default();
    let (y, x) = if is_moved { (first(|cell| cell.0), first(|cell| cell.1)) } else { (0, 0) };
    cells.sort_unstable();
    let mut number = Number::default();
    for cell in cells {
        let place = [cell.0.wrapping_sub(y), cell.1.wrapping_sub(x)].map(i32::cast_unsigned);
        number.add(place[0].into()).add(place[1].into()).add(cell.2);
    }
    number.0
}

/// A cell turned by sixths around the middle, mirrored first where the way is odd.
fn turned((mut x, mut y): (i32, i32), way: u32) -> (i32, i32) {
    if way % 2 == 1 {
        (x, y) = (y, x);
    }
    for _ in 0..way / 2 {
        (x, y) = (y.wrapping_neg(), x.wrapping_add(y));
    }
    (x, y)
}

/// A number made of others: FNV-1a over words of 64 bits, stirred (SplitMix64).
struct Number(u64);

impl Default for Number {
    fn default() -> Number {
        Number(0xcbf2_9ce4_8422_2325)
    }
}

impl Number {
    fn add(&mut self, value: u64) -> &mut Number {
        let mut mixed = (self.0 ^ value).wrapping_mul(0x0000_0100_0000_01b3);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.0 = mixed ^ (mixed >> 31);
        self
    }

    fn text(&mut self, text: &str) -> &mut Number {
        for byte in text.bytes() {
            self.add(byte.into());
        }
        self.add(text.len() as u64)
    }
}

/// The number of a shape in the game with this id.
pub(crate) fn in_game(id: &str, shape: u64) -> u64 {
    Number::default().text(id).add(shape).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_twelve_ways_and_each_keeps_what_is_beside_what() {
        let images = |cell| (0..12).map(|way| turned(cell, way)).collect::<std::collections::BTreeSet<_>>();
        assert_eq!((images((2, 1)).len(), images((1, 0)).len(), images((0, 0)).len()), (12, 6, 1));
        let beside = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
        for way in 0..12 {
            assert!(beside.into_iter().all(|cell| beside.contains(&turned(cell, way))), "way {way}");
        }
    }

    #[test]
    fn a_shape_never_changes_its_number() {
        let mut draft = Draft::empty(Side::Two, 3).with("stun", "wQ");
        assert_eq!(draft.shape(Symmetry::Anywhere), 14_637_824_339_164_057_300);
        draft.turn += 1;
        assert_ne!(draft.shape(Symmetry::Anywhere), 14_637_824_339_164_057_300);
    }
}
