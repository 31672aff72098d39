//! The numbers a search goes by. Which of them pay is a matter of the game: an engine sets
//! them, a match shows whether they are right.

use crate::Score;

/// Every choice of the search. The default is plain alpha-beta with good ordering: nothing is
/// reduced, nothing pruned, so that its result is that of full-width search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Knobs {
    /// Half the width of the first window round the last score; 0 always searches the whole window.
    pub aspiration: Score,
    /// Giving up a move.
    pub null_move: Option<NullMove>,
    /// Reducing moves that come late in the order.
    pub reductions: Option<Reductions>,
    /// A node whose evaluation exceeds beta by `margin` per ply is cut off.
    pub reverse_futility: Option<Margin>,
    /// Quiet moves are skipped where the evaluation lies below alpha by `margin` per ply.
    pub futility: Option<Margin>,
    /// Quiet moves are skipped after so many near the leaves.
    pub late_moves: Option<LateMoves>,
    /// Nodes without a known best move are searched a ply less deep from this depth on; 0 is never.
    pub unguided_depth: i32,
    /// Threatened nodes are searched a ply deeper.
    pub extend_threats: bool,
    /// Moves of threatened nodes are reduced and skipped like those of all others.
    pub prune_threatened: bool,
    /// Plies of quiescence at most; 0 judges at once.
    pub quiescence_plies: i32,
    /// Reverse futility asks for a ply less where the side to move stands better than before.
    pub trusts_progress: bool,
    /// Depths beyond the last ply of a game with a limit of rounds at which the search still prunes. Only after them it leaves
    /// nothing out, and its score is proven.
    pub pruned_beyond: u32,
    /// Of every hundred nodes or milliseconds those that may go into looking for a win by force, where the side to move stands
    /// well, an answer is all that is wanted, and there are enough of them; 0 is none.
    pub solving: u32,
    /// Trusts the table only for exactly the depth wanted. Makes a search with a table equal to
    /// one without; for tests.
    pub exact_depths: bool,
}

/// Null move: if even passing keeps the score above beta, a move will.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NullMove {
    /// From this depth on.
    pub depth: i32,
    /// Plies saved.
    pub base: i32,
    /// One more ply saved for every so many plies of depth.
    pub per: i32,
}

/// Late move reductions: `base + ln(depth) * ln(index) / divisor` plies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reductions {
    /// From this depth on.
    pub depth: i32,
    /// From this move on, counted from 0.
    pub index: usize,
    /// Plies.
    pub base: f64,
    /// The higher, the less is reduced.
    pub divisor: f64,
    /// A history score of this much takes off or adds a ply.
    pub history: i32,
}

/// A margin for each ply of depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margin {
    /// Up to this depth.
    pub depth: i32,
    /// Score for each ply.
    pub per_ply: Score,
}

/// Late move pruning: after `base + depth * depth * factor` quiet moves the rest is skipped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LateMoves {
    /// Up to this depth.
    pub depth: i32,
    /// Moves.
    pub base: i32,
    /// Moves for each ply squared.
    pub factor: i32,
}
