//! What the search asks of a game beside its rules: the port an engine fills.

use schwarm_core::{Game, Side};

use crate::Knobs;

/// A score, from the view of the side to move: above zero is good for it.
///
/// One hundred is one pawn of the game, whatever the game calls it. Evaluations stay within
/// ±[`HIGHEST`]; beyond ±[`PROVEN`] the score is a proven win or loss.
pub type Score = i32;

/// A win on the spot; one that takes `n` plies is worth `WIN - n`.
pub const WIN: Score = 32_000;

/// Scores from here on are proven.
pub const PROVEN: Score = 31_000;

/// The highest evaluation.
pub const HIGHEST: Score = 20_000;

/// Plies a line of the search can have.
pub const MOST_PLIES: usize = 128;

/// What an engine thinks of a move before it is tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rated {
    /// The better, the sooner it is tried; compared among tactical and among quiet moves.
    /// Quiet ones are mixed with history scores of up to ±16,384.
    pub order: i32,
    /// Whether it changes much at once. Such a move is tried before quiet ones if its `order`
    /// is not below zero, after them if it is; it is never reduced and keeps no history.
    pub is_tactical: bool,
}

/// What an engine knows about a game. One brain belongs to one search thread; it may keep
/// scratch memory, never anything that changes its answers.
pub trait Brain<G: Game>: Clone + Send + Sync {
    /// Number of slots of the history tables: see [`slot`](Brain::slot).
    const SLOTS: usize;

    /// The numbers the search goes by in this game.
    fn knobs(&self) -> &Knobs;

    /// The worth of a position that is not over, seen by the side to move, within ±[`HIGHEST`].
    fn evaluate(&mut self, state: &G) -> Score;

    /// Rates moves, one answer for each in the same order.
    fn rate(&mut self, state: &G, moves: &[G::Move], rated: &mut Vec<Rated>);

    /// The slot of a move in tables of what worked before, below [`SLOTS`](Brain::SLOTS).
    fn slot(&self, state: &G, mv: G::Move) -> usize;

    /// A move in sixteen bits; different moves of one position differ.
    fn pack(&self, mv: G::Move) -> u16;

    /// The legal move of these bits, if that can be told without listing all moves. `None`
    /// only means that it has to be looked for in the list.
    fn recall(&self, state: &G, packed: u16) -> Option<G::Move> {
        let _ = (state, packed);
        None
    }

    /// Hash of everything the rest of the game depends on. Games with a round limit mix the turn in.
    fn key(&self, state: &G) -> u64 {
        state.key()
    }

    /// The verdict, if the game is over: who won, or nobody.
    fn winner(&self, state: &G) -> Option<Option<Side>> {
        state.outcome().map(|outcome| outcome.winner)
    }

    /// Plies until the rules end the game at the latest.
    fn plies_left(&self, state: &G) -> Option<u32> {
        let _ = state;
        None
    }

    /// The same position with the other side to move, where giving up a move is a fair test.
    /// `None` where it proves nothing: near the end of the game, or when a side is nearly stuck.
    fn pass(&mut self, state: &G) -> Option<G> {
        let _ = state;
        None
    }

    /// The moves that must be looked at before a position may be judged, appended; they are
    /// rated like all others.
    fn noisy_moves(&mut self, state: &G, moves: &mut Vec<G::Move>) {
        let _ = (state, moves);
    }

    /// Whether a move is not seen at all, anywhere but at the root: how a weak player errs.
    /// Where all would be overlooked, one is seen.
    fn overlooks(&mut self, state: &G, mv: G::Move) -> bool {
        let _ = (state, mv);
        false
    }

    /// Whether the side to move must answer a threat. No move is given up in such positions; whether they are searched
    /// deeper, and whether moves are left out, is a matter of the knobs.
    fn is_threatened(&mut self, state: &G) -> bool {
        let _ = state;
        false
    }

    /// Whether the side to move wins with its next move. Where this is said it is so; it need not be said.
    fn wins_at_once(&mut self, state: &G) -> bool {
        let _ = state;
        false
    }

    /// The same position with the other side to move, whatever that proves; `None` where the rules know none.
    fn idle(&mut self, state: &G) -> Option<G> {
        let _ = state;
        None
    }

    /// Whether a win by force of the side to move is worth looking for: a quick look.
    fn may_force(&mut self, state: &G) -> bool {
        let _ = state;
        false
    }

    /// The moves of the side to move that may leave the other one threatened, appended: the threats a solver of forced wins tries.
    fn forcing_moves(&mut self, state: &G, moves: &mut Vec<G::Move>) {
        let _ = (state, moves);
    }
}
