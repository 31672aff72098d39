//! Where the files about a failure lie.
//!
//! What must hold: no part of an address becomes part of a path. The folder follows from what the store holds of the game.

use std::path::PathBuf;

use crate::{App, Trouble};

/// The folder about the failure in a game; `None` where there is none.
pub(crate) async fn failure(app: &App, id: i64) -> Result<Option<PathBuf>, Trouble> {
    let Some(organiser) = &app.config.organiser else { return Ok(None) };
    let shown = app.config.store.show(id).await.map_err(|error| Trouble::failed("the store", &error))?;
    let Some(shown) = shown else { return Ok(None) };
    let (Some(name), Some(place), Some(ending)) = (&shown.row.of_match, shown.row.place, &shown.row.ending) else {
        return Ok(None);
    };
    let Some(root) = organiser.failures(name) else { return Ok(None) };
    // As `arena::matchup` names it.
    let folder = root.join(format!("game-{place:06}-try-{}-{}", shown.attempt, ending.termination.id()));
    // Last of all its files, so that a folder with one is a whole one.
    Ok(folder.join("summary.json").is_file().then_some(folder))
}
