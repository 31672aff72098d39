//! Alpha-beta search for any game with an engine's brain.
//!
//! Read in this order: `brain` (what the search asks of a game), `knobs` (the numbers it goes
//! by), `limits` (when it stops), `time` (how long a move is worth), `table` (what is
//! remembered), `path` (repetition), `picker` (which move is tried next), `busy` (how threads
//! share the work), `node` (the search of one node), `run` (iterative deepening, lines, threads); beside them `prove` (forced wins, without an opinion).
//!
//! What must hold: without reductions and pruning the score is that of plain negamax; a score
//! beyond ±[`PROVEN`] is a fact; the clock and the signal to stop come from outside; no
//! knowledge of any game lives here.

mod brain;
mod busy;
mod knobs;
mod limits;
mod node;
mod path;
mod picker;
mod prove;
mod run;
mod solve;
mod table;
pub mod time;

pub use brain::{Brain, HIGHEST, MOST_PLIES, PROVEN, Rated, Score, WIN};
pub use knobs::{Knobs, LateMoves, Margin, NullMove, Reductions};
pub use limits::{Control, Limits, unhurried};
pub use prove::{Prover, Resistance, Undecided};
pub use run::{Line, Report, Root, SearchError, think};
pub use solve::{Solution, Solver};
pub use table::{Table, TableError};
