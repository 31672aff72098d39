//! The static face of a game: a state that is played, undone and counted.

use std::fmt::Debug;
use std::hash::Hash;

use crate::view::{BoardView, Cell, Held, MoveCells};
use crate::{BrokenRule, MoveError, Outcome, Reason, Side};

/// How a move is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Notation {
    /// The game's own notation.
    #[default]
    Standard,
    /// The sandbox notation of unbounded Hive (`wG2/*bA1`).
    Sandbox,
}

impl Notation {
    /// The name used on command lines and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Standard => "standard",
            Notation::Sandbox => "sandbox",
        }
    }

    /// The notation of that name.
    pub fn from_name(name: &str) -> Option<Notation> {
        [Notation::Standard, Notation::Sandbox].into_iter().find(|n| n.name() == name)
    }
}

/// A state of a game: everything its rules need to go on, and nothing else.
///
/// What must always hold, and is tested for every registered game by
/// [`conformance`](crate::conformance):
///
/// * no outcome means at least one legal move (a forced pass is a move), and an
///   outcome means none;
/// * legal moves are complete, unique and in a stable order;
/// * [`undo`](Game::undo) restores the state and its key;
/// * the key kept while playing equals the one computed afresh;
/// * texts round-trip, and no text makes the rules panic;
/// * the outcome depends on the state alone. Repetition is judged by whoever keeps
///   the keys of the line played.
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A move. It has a meaning only together with the state it is played in.
    type Move: Copy + Eq + Hash + Ord + Debug + Send + Sync + 'static;
    /// What [`undo`](Game::undo) needs; a small board may keep a copy of the state.
    type Undo: Send + 'static;

    /// Who moves now.
    fn side_to_move(&self) -> Side;

    /// Plies played.
    fn turn(&self) -> u32;

    /// Hash of what repetition compares, kept up to date by `play` and `undo`.
    fn key(&self) -> u64;

    /// The same hash computed from nothing but the board.
    fn compute_key(&self) -> u64;

    /// The verdict of the rules, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// An outcome of this state with its score lines, for a winner and reason that
    /// were decided elsewhere (repetition) or by [`outcome`](Game::outcome) itself.
    fn verdict(&self, winner: Option<Side>, reason: Reason) -> Outcome;

    /// Appends all legal moves; none when the game is over.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// The number of legal moves, cheaper than listing them where a game knows how.
    fn count_legal_moves(&self) -> u64 {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len() as u64
    }

    /// Whether a move may be played. Differs from "is in the list" only where a notation
    /// can name a move in more ways than the list does.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&mv)
    }

    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back the move just played.
    fn undo(&mut self, mv: Self::Move, undo: Self::Undo);

    /// The rule that `mv`, which is not legal here, breaks.
    fn explain_illegal(&self, mv: Self::Move) -> BrokenRule;

    /// Reads a move text. The move need not be legal.
    ///
    /// # Errors
    /// [`MoveError::Syntax`] for a text that is no move; [`MoveError::Illegal`] for
    /// one that names something this state cannot even express.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// Writes a move, as it is spelt in this state, before it is played.
    fn move_text(&self, mv: Self::Move, notation: Notation) -> String;

    /// The cells a move touches, for marking it on the board.
    fn move_cells(&self, mv: Self::Move) -> Option<MoveCells>;

    /// The piece a move takes from the hand, by the name [`view`](Game::view) shows; `None` where it
    /// moves a piece of the board.
    fn taken_from_hand(&self, mv: Self::Move) -> Option<String> {
        let _ = mv;
        None
    }

    /// The move of whoever puts down what is held on a cell. It need not be legal.
    ///
    /// # Errors
    /// The rule that is broken where no move can even say it: nothing to hold, no such cell.
    fn meant(&self, held: &Held, to: Cell) -> Result<Self::Move, BrokenRule>;

    /// Why what is held, which has no legal move here, cannot be moved at all.
    fn explain_stuck(&self, held: &Held) -> BrokenRule;

    /// The position in one line, from which the state can be read back.
    fn to_text(&self) -> String;

    /// The position as it is drawn; the last move is added by the session.
    fn view(&self) -> BoardView;
}
