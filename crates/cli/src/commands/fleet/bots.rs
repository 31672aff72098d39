//! Versions of bots for workers.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use schwarm_store::{BOT_PIECE, JobStore, NewBot};
use serde_json::json;

use super::Told;
use crate::archive::{self, Bounds};
use crate::bots::Bot;
use crate::failure::Failure;
use crate::mind::words::count;
use crate::storage;

/// Takes in an archive: looked through first, then kept piece by piece.
pub async fn add(jobs: &dyn JobStore, name: &str, version: &str, path: &Path, run: &str) -> Result<Told, Failure> {
    let bot: Bot = run.parse()?;
    if bot.command().is_none() {
        return Err(Failure::usage(format!("{run} is a bot of this program: workers have it already")));
    }
    let wrong = |error: archive::ArchiveError| Failure::usage(error.to_string()).at(path.display());
    let bounds = Bounds::default();
    let (sum, bytes) = archive::sum_of(path, bounds).map_err(wrong)?;
    let io = |error: std::io::Error| Failure::usage(error.to_string()).at(path.display());
    archive::look_through(File::open(path).map_err(io)?, bounds, None).map_err(wrong)?;
    let new = NewBot { name: name.into(), version: version.into(), command: bot.to_string(), sum: sum.clone(), bytes };
    let id = jobs.begin_bot(&new).await.map_err(storage::failure)?;
    let mut file = File::open(path).map_err(io)?;
    for place in 0.. {
        let mut piece = Vec::new();
        file.by_ref().take(BOT_PIECE as u64).read_to_end(&mut piece).map_err(io)?;
        if piece.is_empty() {
            break;
        }
        jobs.add_bot_piece(id, place, &piece).await.map_err(storage::failure)?;
    }
    jobs.finish_bot(id).await.map_err(storage::failure)?;
    let words = format!("{name}@{version}: {} bytes, SHA-256 {sum}", count(bytes));
    Ok((words, json!({ "bot": name, "version": version, "sum": sum, "bytes": bytes })))
}

/// All versions.
pub async fn list(jobs: &dyn JobStore) -> Result<Told, Failure> {
    let bots = jobs.bots().await.map_err(storage::failure)?;
    let line = |bot: &schwarm_store::BotRow| {
        format!("{}@{}: {}, {} bytes, SHA-256 {}\n", bot.name, bot.version, bot.command, count(bot.bytes), bot.sum)
    };
    let words: String = bots.iter().map(line).collect();
    let words = if bots.is_empty() {
        "no bots were taken in: `schwarm fleet bot NAME VERSION ARCHIVE --run BOT`".to_string()
    } else {
        words
    };
    Ok((words, json!({ "bots": bots })))
}
