//! What every game of Schwarm has in common.
//!
//! Two faces of a game live here: the static [`Game`] on a state type, where nodes
//! are counted, and the object-safe [`Session`], text in and text out, implemented
//! once for all games. Beside them: sides, outcomes, errors that name the broken
//! rule, the view a renderer draws, drafts of positions set up by hand, perft, and the [`conformance`] kit that every
//! registered game must pass.
//!
//! Not here: rules of any game, input or output, clocks.

pub mod conformance;
pub mod draft;
pub mod error;
mod game;
mod id;
mod outcome;
pub mod perft;
pub mod playout;
mod rng;
mod ruleset;
mod session;
mod side;
pub mod squares;
pub mod view;

pub use error::{BrokenRule, IdError, MoveError, PositionError};
pub use game::{Game, Notation};
pub use id::GameId;
pub use outcome::{Outcome, Reason, Score};
pub use rng::Rng;
pub use ruleset::{Aggregation, Family, GameInfo, Line, OptionInfo, Rulebook, Ruleset, ScorePart, Setup};
pub use session::{PlayedSession, Session, shape_of};
pub use side::Side;
