//! A game being played, as plain data.
//!
//! A [`Playing`] game takes answers and faults and turns them into [`GameEvent`]s; it judges
//! legality, clocks and ends by the rules, and nobody else does. A [`GameRecord`] is what is
//! left of a game; [`pgn`] writes it down. The ports [`Seat`] and [`Analyst`] are how players
//! and engines are handed to whoever runs games. The house players of [`house`] always sit there.
//!
//! Not here: processes, sockets, files, clocks. Durations and moments come from outside.

mod analyst;
mod check;
mod clock;
mod dialogue;
mod ending;
mod event;
pub mod foreign;
pub mod house;
mod journal;
mod moment;
pub mod pgn;
mod playing;
mod puzzle;
mod record;
pub mod review;
mod seat;
mod setting;
mod talk;

pub use analyst::{Analysis, AnalysisError, Analyst, AnalystSeat, Effort, Finding, Limits, Stop, choose};
pub use check::{CheckError, check};
pub use clock::{Clock, ThinkTime, TimeControl, TimeControlError, TimeFault};
pub use dialogue::{Dialogue, Dialogues, Remark, Speaker, visible};
pub use ending::{Ending, Termination};
pub use event::GameEvent;
pub use journal::{Attempt, Finished, Journal, JournalError, Keeping};
pub use moment::Moment;
pub use playing::Playing;
pub use puzzle::{Origin, Puzzle, PuzzleError};
pub use record::{GameRecord, PlayedMove, RecordError, Start};
pub use seat::{Choice, Doing, Seat, SeatFault, Turn};
pub use setting::{Setting, SettingError, SettingKind};
pub use talk::Talk;
