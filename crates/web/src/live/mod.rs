//! Games being played.
//!
//! Every game in memory is a `Table`: a task that owns a `Playing`, hears what persons ask, lets the bot think and
//! keeps the time. The [`Hall`] knows them all, brings back those that lie in the store, and bounds their number.
//! Games that others play, in other processes or in the server for the Software-Challenge, are followed through the store.
//!
//! What must hold: an event is in the store before it is shown; what is shown is serialised once a language,
//! whoever listens; a listener that does not keep up is dropped and resumes by the number of its last event.
//! Not here: rules and judgement (`schwarm-play`), HTTP (`api`).

mod bot;
mod deeds;
mod follow;
mod followed;
mod following;
mod frame;
mod hall;
mod history;
mod kept;
mod look;
mod opponent;
mod plan;
mod resume;
mod revive;
mod secret;
mod state;
mod table;
mod told;
mod wall;

pub use hall::{Hall, Made, NewGame};
pub use opponent::Opponent;
pub use secret::{Secret, seat_cookies};
pub use state::{Clocks, EndingTold, GameState, MoveTold, Offers, Status};
pub use wall::Running;

pub(crate) use deeds::Deed;
pub(crate) use frame::Frame;
pub(crate) use opponent::shown_name;
pub(crate) use told::walk;
