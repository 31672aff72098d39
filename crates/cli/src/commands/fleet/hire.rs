//! Bots and clocks of a match as workers on other machines get them.

use schwarm_store::{JobStore, NewBatch};
use schwarm_web::fleet::wire::{BAND, BotSpec};

use crate::bots::{Bot, Named};
use crate::failure::Failure;
use crate::storage;

/// A bot by its name for workers: one of the program, or `NAME@VERSION` of an archive; `LABEL=…` gives it another name.
///
/// # Errors
/// When workers cannot have it.
pub async fn find(jobs: &dyn JobStore, text: &str) -> Result<(Named, BotSpec), Failure> {
    let (label, rest) = match text.split_once('=') {
        Some((label, rest)) if !label.contains([':', '@', '/']) => (Some(label.trim()), rest.trim()),
        _ => (None, text.trim()),
    };
    let (named, spec) = match rest.split_once('@').filter(|(name, _)| !name.contains(':')) {
        Some((name, version)) => {
            let found = jobs.find_bot(name, version).await.map_err(storage::failure)?;
            let row = found.ok_or_else(|| {
                Failure::usage(format!("no archive of {name} {version} was taken in"))
                    .advise(format!("`schwarm fleet bot {name} {version} ARCHIVE --run BOT` takes one in; `schwarm fleet bots` lists them."))
            })?;
            let named = Named { name: rest.to_string(), bot: row.command.parse()? };
            let spec = BotSpec::Archive {
                name: row.name,
                version: row.version,
                command: row.command,
                sum: row.sum,
                bytes: row.bytes,
            };
            (named, spec)
        }
        None => {
            let bot: Bot = rest.parse()?;
            if bot.command().is_some() {
                return Err(Failure::usage(format!("workers on other machines do not have {rest}")).advise(
                    "Pack its program and take it in: `schwarm fleet bot NAME VERSION ARCHIVE --run BOT`; then it is NAME@VERSION.",
                ));
            }
            (Named { name: bot.to_string(), bot: bot.clone() }, BotSpec::Own(bot.to_string()))
        }
    };
    let name = label.map_or(named.name, str::to_string);
    Ok((Named { name, bot: named.bot }, spec))
}

/// What else tells versions apart, for the settings of a plan.
pub fn made_of(spec: &BotSpec) -> Option<&str> {
    match spec {
        BotSpec::Own(_) => None,
        BotSpec::Archive { sum, .. } => Some(sum),
    }
}

/// Lets only workers play whose speed is near the one a clock is meant for.
pub fn within_band(batch: &mut NewBatch, speed: Option<u64>) {
    if let Some(speed) = speed {
        batch.speeds = [speed / BAND, speed.saturating_mul(BAND)];
    }
}
