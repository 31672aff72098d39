//! Tournaments: who plays whom, and what came of it.
//!
//! A [`Config`](config::Config) is read from a file. A [`Tournament`] is a pure function from the
//! [`Results`] so far to a [`Schedule`]; so going on after a break is only reading the results
//! again and asking. A [`Report`](table::Report) is the tables and pages made of both.
//!
//! Always true: with more results a schedule only grows. Whatever was to be played stays so, under the same key.
//! Only a test that has its answer ends a match before that.
//! A [`Hall`](hall::Hall) plays an [`Order`]: an [`Encounter`] is one [`Match`](crate::matchup::Match) of the
//! name [`Encounter::match_name`]. Not here: one match (`matchup`), starting bots by their commands.

pub mod config;
pub mod format;
pub mod hall;
pub mod kept;
mod order;
pub mod results;
pub mod standings;
pub mod table;

pub use format::{Encounter, Format, FormatError, Schedule, Seeding, Tournament};
pub use order::{Entrant, Hiring, MARGIN, Making, Order};
pub use results::{Game, Results};
pub use standings::{Row, Standings};
