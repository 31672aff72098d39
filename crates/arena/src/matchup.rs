//! A match: two bots, many games, one result.
//!
//! A [`MatchPlan`] decides every game of a match: games `2k` and `2k + 1` are pair `k`, the same
//! start with the sides swapped. A [`Match`] brings a plan together with the bots and a
//! [`Journal`](schwarm_play::Journal) and plays what the journal does not hold yet. Always true:
//! a game counts only once its end is written down, and a game that was broken off is played
//! again from its start.
//!
//! Not here: protocols (bots are handed in as factories of seats), the storing itself, the
//! arithmetic of Elo and SPRT (`stats`), rules.

mod adjudication;
mod bundle;
mod chairs;
mod game;
mod notebook;
mod openings;
mod pinning;
mod plan;
mod runner;
mod stop;
mod tally;
mod times;
mod verify;

pub use bundle::{ProcessSummary, Summary as BundleSummary};
pub use chairs::{Invitation, Restart, SeatFactory};
pub use notebook::Notebook;
pub use openings::{NoOpening, OpeningError, opening};
pub use plan::{Adjudication, Agreement, MatchPlan, Openings, PlanError};
pub use runner::{KeptTalk, Match, MatchError, MatchReport, Options, Progress};
pub use stop::{Stage, StopSignal};
pub use tally::{Faults, Tally};
pub use times::{TimeSummary, Times};
pub use verify::{Forgery, verify};
