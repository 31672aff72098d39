//! A bot as somebody may see it: what it achieved, and for the operator what it is made of.

use std::sync::Arc;

use super::{Career, Clinic, Health, aliases, career};
use crate::{App, Asker, BotCard, Kind, Organiser, Trouble};

/// A bot as somebody may see it.
pub(crate) struct Profile {
    /// How it is started. A command may hold what only the operator is to know.
    pub(crate) command: Option<String>,
    /// What its program is made of now.
    pub(crate) version: Option<String>,
    /// Whether it stands in the operator's list.
    pub(crate) is_registered: bool,
    /// What it achieved; versions are told to the operator alone.
    pub(crate) career: Career,
    /// What the doctor said, now or before the server was started; told to the operator alone.
    pub(crate) health: Option<Health>,
}

/// The bots that can take part.
pub(crate) fn cards(app: &App) -> Vec<BotCard> {
    app.config.organiser.as_ref().map_or_else(Vec::new, |organiser| organiser.bots())
}

/// The command of a bot, for those who may know it.
pub(crate) fn command(card: BotCard, is_operator: bool) -> Option<String> {
    (is_operator || !card.is_registered).then_some(card.command)
}

/// A bot as the asker may see it.
///
/// # Errors
/// When nobody of that name ever played or is registered.
pub(crate) async fn profile(app: &App, asker: &Asker, name: &str) -> Result<Profile, Trouble> {
    let card = cards(app).into_iter().find(|card| card.name == name);
    let known = card.as_ref().map_or_else(|| vec![name.to_string()], aliases);
    let career = career(&*app.config.store, &known).await;
    let mut career = career.map_err(|error| Trouble::failed("the store", &error))?;
    // Bots that are registered no more still have their results.
    if card.is_none() && career.all.games() == 0 {
        return Err(Kind::Unknown.into());
    }
    let is_registered = card.as_ref().is_some_and(|card| card.is_registered);
    if is_registered && !asker.is_operator {
        career.versions.clear();
    }
    let organiser = app.config.organiser.clone().filter(|_| asker.is_operator && is_registered);
    Ok(Profile {
        command: card.and_then(|card| command(card, asker.is_operator)),
        version: version(organiser.clone(), name).await?,
        health: health(&app.league.clinic, organiser, name).await?,
        is_registered,
        career,
    })
}

/// What a bot's program is made of; its files may be large.
async fn version(organiser: Option<Arc<dyn Organiser>>, name: &str) -> Result<Option<String>, Trouble> {
    let Some(organiser) = organiser else { return Ok(None) };
    let name = name.to_string();
    let found = tokio::task::spawn_blocking(move || organiser.version(&name)).await;
    found.map_err(|error| Trouble::failed("the version of a bot", &error))
}

async fn health(clinic: &Clinic, organiser: Option<Arc<dyn Organiser>>, name: &str) -> Result<Option<Health>, Trouble> {
    let Some(organiser) = organiser else { return Ok(None) };
    if let Some(health) = clinic.health(name) {
        return Ok(Some(health));
    }
    let name = name.to_string();
    let found = tokio::task::spawn_blocking(move || organiser.report(&name)).await;
    let found = found.map_err(|error| Trouble::failed("the report of a doctor", &error))?;
    Ok(found.map(Health::Report))
}
