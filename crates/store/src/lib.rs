//! Where games are kept: SQLite in a file, or PostgreSQL by URL.
//!
//! [`open`] gives a [`Store`]. It is the [`Journal`](schwarm_play::Journal) of whoever runs games, it takes in records
//! from elsewhere, and it answers questions about all of them. Events are only ever added; a game has at
//! most one result, written in the transaction of its last event; totals are counted from results and
//! kept nowhere, but for those of openings, which come from games that were looked at once.
//!
//! What survives: a call that has returned is kept when the process is killed at any moment. SQLite
//! runs in WAL mode with `synchronous=NORMAL`, so a power cut or a crash of the operating system may cost the
//! transactions since the last checkpoint (the newest ones, at most about 16 megabytes of log), never the
//! database. PostgreSQL keeps what its own settings promise.
//!
//! Not here: rules, PGN, progress, statistics. Connections to PostgreSQL are not encrypted: use a socket, a
//! private network or a tunnel.

mod changes;
mod error;
mod export;
mod jobs;
mod keeper;
mod ledger;
mod link;
mod openings;
mod packing;
mod place;
mod prepare;
mod puzzles;
mod readers;
mod reading;
mod schema;
mod store;
mod thread;
mod wide;
mod writer;

pub use changes::Changes;
pub use error::StoreError;
pub use export::Export;
pub use jobs::bots::{PIECE as BOT_PIECE, pieces as bot_pieces};
pub use jobs::{
    Audit, BatchKind, BatchRow, BatchStanding, BatchTotals, BotRow, Claim, Claimed, Counted, Depth, Enqueued,
    FailureKind, FailureRow, Handed, Held, JobStore, MOST_FAILURES, MachineRow, MachineStanding, NewBatch, NewBot,
    Word, WorkerCard, WorkerRow,
};
pub use keeper::{PATIENCE, open, open_with};
pub use openings::{Opening, Played};
pub use store::{
    Answering, Filter, GameRow, MatchFilter, MatchRow, News, PuzzleFilter, RunningRow, Search, Shown, Standing, Store,
    Totals,
};
