//! What a position tells those who copy it into a shape of their own, such as arrays for learners.

use super::Hive;
use super::frame::Layout;
use crate::board::{Board, CellIndex};
use crate::book::Law;
use crate::bug::Piece;

impl<B: Board, L: Law> Hive<B, L> {
    /// The pieces on the board as a mask of their bits.
    #[inline(always)]
    pub fn placed_mask(&self) -> u32 {
        self.placed
    }

    /// The piece a piece on the board stands on.
    #[inline(always)]
    pub fn below(&self, piece: Piece) -> Option<Piece> {
        Some(self.under[piece.index()]).filter(|below| below.is_some())
    }

    /// The piece that may not be touched in this ply because it moved in the last one.
    pub fn stunned_piece(&self) -> Option<Piece> {
        Some(self.stunned()).filter(|piece| piece.is_some())
    }

    /// Forced passes in a row up to now.
    pub fn passes(&self) -> u8 {
        self.facts.passes()
    }

    /// Whether every piece on the board is called by its own [`number`](Piece::number) in move texts.
    #[inline(always)]
    pub fn has_plain_numbers(&self) -> bool {
        !self.renumbered
    }

    /// The cells of the frame with a blackberry.
    pub fn blackberries(&self) -> impl Iterator<Item = CellIndex> + use<B, L> {
        self.berries.cells()
    }

    /// Where cells of the frame lie beside each other.
    #[inline]
    pub fn layout(&self) -> Layout {
        self.lay_out()
    }
}

impl<B: crate::kernel::Kernel, L: Law> Hive<B, L> {
    /// The number of a piece in move texts; of one in hand, the number it would get.
    pub fn number_of(&self, piece: Piece) -> u8 {
        if self.is_placed(piece) { self.uhp_number(piece) } else { self.next_uhp_number(piece.side(), piece.bug()) }
    }
}
