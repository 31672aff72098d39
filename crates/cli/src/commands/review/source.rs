//! The game that is to be reviewed: from a file of any format, or from the store.

use std::path::Path;

use schwarm_play::GameRecord;

use super::Args;
use crate::commands::{convert, records};
use crate::failure::Failure;

/// Finds the game the arguments name.
///
/// # Errors
/// When there is none, or more than one to choose from.
pub(super) fn find(args: &Args) -> anyhow::Result<GameRecord> {
    // A file may be called 7, too.
    let number = args.game.to_str().and_then(|name| name.parse().ok()).filter(|_| !args.game.exists());
    if let Some(number) = number {
        return records::stored(&args.storage, number);
    }
    let games = convert::read(&args.game, args.from, false)?;
    let count = games.len();
    let index = which(args.game_number, count, &args.game)?;
    match games.into_iter().nth(index) {
        Some(Ok(found)) => Ok(found.record),
        Some(Err(why)) => Err(Failure::usage(why).into()),
        None => Err(Failure::usage(format!("{} holds no game", args.game.display())).into()),
    }
}

/// The place of the game among those of the file.
fn which(number: Option<usize>, count: usize, file: &Path) -> Result<usize, Failure> {
    let games = if count == 1 { "one game".to_string() } else { format!("{count} games") };
    let holds = format!("{} holds {games}", file.display());
    match number {
        Some(number) if (1..=count).contains(&number) => Ok(number - 1),
        Some(number) => Err(Failure::usage(format!("{holds}, there is no number {number}"))
            .advise(format!("--game-number takes a number from 1 to {count}."))),
        None if count <= 1 => Ok(0),
        None => Err(Failure::usage(format!("{holds}; a review is of one"))
            .advise(format!("Choose it with --game-number, 1 to {count}."))),
    }
}
