//! The ways to turn and mirror a board. Way 0 leaves it as it is.

/// Ways of a hexagonal board.
pub(crate) const HEX: usize = 12;
/// Ways of a square board.
pub(crate) const SQUARE: usize = 8;
/// Ways of a board with a forward direction.
pub(crate) const MIRROR: usize = 2;

/// An axial cell mirrored (odd ways) and then turned by sixths around 0,0.
pub(crate) fn hex(way: usize, (mut q, mut r): (i32, i32)) -> (i32, i32) {
    if way % 2 == 1 {
        (q, r) = (r, q);
    }
    for _ in 0..way / 2 {
        (q, r) = (-r, q + r);
    }
    (q, r)
}

/// A step on a square board mirrored (odd ways) and then turned by quarters.
pub(crate) fn square(way: usize, (mut x, mut y): (i32, i32)) -> (i32, i32) {
    if way % 2 == 1 {
        x = -x;
    }
    for _ in 0..way / 2 {
        (x, y) = (-y, x);
    }
    (x, y)
}

/// A cell of a square board with so many columns and rows, turned around its middle.
pub(crate) fn square_cell(way: usize, size: i32, (x, y): (i32, i32)) -> (i32, i32) {
    // Twice the distance from the middle is a whole number.
    let (x, y) = square(way, (2 * x - (size - 1), 2 * y - (size - 1)));
    ((x + size - 1) / 2, (y + size - 1) / 2)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_way_is_another_one_and_the_first_changes_nothing() {
        let images: BTreeSet<_> = (0..HEX).map(|way| hex(way, (2, 1))).collect();
        assert_eq!((images.len(), hex(0, (2, 1))), (HEX, (2, 1)));
        let images: BTreeSet<_> = (0..SQUARE).map(|way| square_cell(way, 10, (1, 3))).collect();
        assert_eq!((images.len(), square_cell(0, 10, (1, 3))), (SQUARE, (1, 3)));
        assert!(images.iter().all(|(x, y)| (0..10).contains(x) && (0..10).contains(y)));
    }
}
