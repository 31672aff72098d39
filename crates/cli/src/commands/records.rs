//! `schwarm records`: the games of the store, listed, shown, written to files and read from them.
//!
//! Not here: the store (`schwarm-store`), PGN (`schwarm-play`), playing matches (`match`).

pub(super) mod export;
mod filter;
mod import;
mod list;
mod matches;
mod moves;
mod show;
mod source;
pub(super) mod table;
mod talk;
pub(super) mod words;

use std::sync::Arc;

use clap::Subcommand;
use schwarm_play::GameRecord;
use schwarm_store::Store;
use tokio::runtime::{Builder, Runtime};

use crate::storage::{self, StorageArgs};

/// The arguments of `schwarm records`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  schwarm records list                            what is stored
  schwarm records list --matches                  the matches, with what is finished
  schwarm records show 7                          one game with its moves and its last board
  schwarm records export --match new -o new.pgn   games as PGN
  schwarm records import games.pgn                games from elsewhere, checked by the rules

`schwarm records COMMAND --help` tells more.")]
pub struct Args {
    #[command(subcommand)]
    command: Records,
}

/// What can be done with stored games.
#[derive(Debug, Subcommand)]
enum Records {
    /// List games or matches
    List(list::Args),
    /// Show one game
    Show(show::Args),
    /// Write games as PGN or JSON lines
    Export(export::Args),
    /// Take in games from files
    Import(import::Args),
}

/// Does it.
///
/// # Errors
/// When the store cannot be used, a file cannot be read or written, or a game is not there.
pub fn run(args: &Args) -> anyhow::Result<()> {
    match &args.command {
        Records::List(args) => list::run(args),
        Records::Show(args) => show::run(args),
        Records::Export(args) => export::run(args),
        Records::Import(args) => import::run(args),
    }
}

/// A stored game by its number.
///
/// # Errors
/// When it is not there, or the store cannot be read.
pub(super) fn stored(storage: &StorageArgs, id: i64) -> anyhow::Result<GameRecord> {
    let runtime = runtime()?;
    let store = storage.open_existing(&runtime)?;
    with_store(&runtime, store, async |store| Ok(show::find(store, id).await?.record))
}

/// A runtime for the store. One thread is enough: only this command uses it.
pub(super) fn runtime() -> anyhow::Result<Runtime> {
    Ok(Builder::new_current_thread().enable_all().build()?)
}

/// Does some work with a store and closes it in good order, whatever came of the work.
pub(super) fn with_store<T>(
    runtime: &Runtime,
    store: Arc<dyn Store>,
    work: impl AsyncFnOnce(&dyn Store) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    runtime.block_on(async {
        let done = work(&*store).await;
        let closed = store.close().await.map_err(storage::failure);
        let done = done?;
        closed?;
        Ok(done)
    })
}
