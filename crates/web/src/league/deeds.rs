//! What the operator does with tournaments and bots, whether a form or a program asks for it.
//!
//! What must hold: nobody but the operator gets past [`organiser`], which comes first in all of these.

use std::num::NonZeroUsize;
use std::sync::Arc;

use schwarm_arena::tournament::Order;
use schwarm_arena::tournament::config::Problems;

use super::{Phase, cancel, find, keep_file};
use crate::{App, Asker, Kind, Organiser, Trouble};

/// Why a tournament was not begun or changed.
pub(crate) enum Refusal {
    /// What is wrong with its file.
    Problems(Problems),
    /// There is one of this name.
    Taken(String),
    /// The file is that of another tournament.
    Renamed,
}

/// What was refused: the file and why.
pub(crate) struct Refused {
    pub(crate) file: String,
    pub(crate) why: Refusal,
}

/// Something is refused, or trouble came before.
pub(crate) enum Undone {
    Refused(Refused),
    Trouble(Trouble),
}

impl<T: Into<Trouble>> From<T> for Undone {
    fn from(trouble: T) -> Undone {
        Undone::Trouble(trouble.into())
    }
}

/// Who runs tournaments, for the operator alone.
///
/// # Errors
/// When somebody else asks, or nobody runs any here.
pub(crate) fn organiser(app: &App, asker: &Asker) -> Result<Arc<dyn Organiser>, Trouble> {
    if !asker.is_operator {
        return Err(Kind::OperatorOnly.into());
    }
    Ok(app.config.organiser.clone().ok_or(Kind::Unknown)?)
}

/// Begins the tournament of a file; its name.
///
/// # Errors
/// When something is wrong with the file, there is one of that name, or there are too many.
pub(crate) async fn begin(app: &App, asker: &Asker, file: String) -> Result<String, Undone> {
    let organiser = organiser(app, asker)?;
    let order = prepare(app, organiser, &file).await?;
    let name = order.config.name.clone();
    if find(&*app.config.store, &name).await.map_err(failed)?.is_some() {
        return Err(Undone::Refused(Refused { file, why: Refusal::Taken(name) }));
    }
    keep_file(&*app.config.store, &name, &file).await.map_err(failed)?;
    app.league.runs.start(app, order)?;
    Ok(name)
}

/// Does something with a tournament: `pause`, `resume`, `cancel`, or `file` with the text of another one.
///
/// # Errors
/// When there is no such tournament or deed, it cannot be done now, or something is wrong with the file.
pub(crate) async fn act(app: &App, asker: &Asker, name: &str, deed: &str, file: &str) -> Result<(), Undone> {
    let organiser = organiser(app, asker)?;
    let store = &*app.config.store;
    let kept = find(store, name).await.map_err(failed)?.ok_or(Kind::Unknown)?;
    match deed {
        "pause" => app.league.runs.stop(name, false),
        "cancel" => {
            app.league.runs.stop(name, true);
            cancel(store, name).await.map_err(failed)?;
        }
        "resume" if kept.is_cancelled => return Err(Kind::Stale.into()),
        "resume" => {
            asker.exert(app)?;
            let order = prepare(app, organiser, &kept.file).await?;
            app.league.runs.start(app, order)?;
        }
        "file" => {
            if app.league.runs.phase(name).is_some_and(|phase| phase == Phase::Running) {
                return Err(Kind::Stale.into());
            }
            let file = file.replace("\r\n", "\n");
            if prepare(app, organiser, &file).await?.config.name != name {
                return Err(Undone::Refused(Refused { file, why: Refusal::Renamed }));
            }
            keep_file(store, name, &file).await.map_err(failed)?;
        }
        _ => return Err(Kind::Unknown.into()),
    }
    Ok(())
}

/// Registers a bot.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub(crate) async fn register(
    app: &App,
    asker: &Asker,
    name: &str,
    command: String,
) -> Result<Result<(), String>, Trouble> {
    let organiser = organiser(app, asker)?;
    let name = name.to_string();
    let registered = tokio::task::spawn_blocking(move || organiser.register(&name, &command)).await;
    registered.map_err(|error| Trouble::failed("a bot was registered", &error))
}

/// Sends the doctor to a bot, or takes it out of the list: `doctor`, `remove`.
///
/// # Errors
/// When there is no such bot, game or deed, or the doctor is with another one.
pub(crate) async fn treat(app: &App, asker: &Asker, name: String, deed: &str, game: String) -> Result<(), Trouble> {
    let organiser = organiser(app, asker)?;
    if !organiser.bots().iter().any(|card| card.name == name && card.is_registered) {
        return Err(Kind::Unknown.into());
    }
    match deed {
        "doctor" => {
            asker.exert(app)?;
            if !game.is_empty() && schwarm_catalog::open(&game).is_err() {
                return Err(Kind::UnknownGame.into());
            }
            if !app.league.clinic.send(organiser, name, game) {
                return Err(Kind::TooMany.into());
            }
        }
        "remove" => {
            let removed = tokio::task::spawn_blocking(move || organiser.remove(&name)).await;
            let removed = removed.map_err(|error| Trouble::failed("a bot was removed", &error))?;
            removed.map_err(|why| Trouble::failed("a bot was removed", &why))?;
        }
        _ => return Err(Kind::Unknown.into()),
    }
    Ok(())
}

/// Makes a tournament of a file, on a thread that may wait for the disk. No more games run at once than the server allows.
async fn prepare(app: &App, organiser: Arc<dyn Organiser>, file: &str) -> Result<Order, Undone> {
    let most = NonZeroUsize::new(app.bounds().tournament_games).unwrap_or(NonZeroUsize::MIN);
    let text = file.to_string();
    let prepared = tokio::task::spawn_blocking(move || organiser.prepare(&text)).await;
    let prepared = prepared.map_err(|error| Trouble::failed("a tournament was prepared", &error))?;
    match prepared {
        Ok(mut order) => {
            order.config.concurrency = order.config.concurrency.min(most);
            Ok(order)
        }
        Err(problems) => Err(Undone::Refused(Refused { file: file.to_string(), why: Refusal::Problems(problems) })),
    }
}

fn failed(error: impl std::fmt::Display) -> Trouble {
    Trouble::failed("the store", &error)
}
