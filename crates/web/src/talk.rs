//! What was said with the bots of a finished game, for those who may read it.
//!
//! Bots write what they like, also about the machine they run on. So where others can reach the server only the
//! operator reads it. What is told here is made fit to be shown: nothing in it is obeyed.

use schwarm_play::{Dialogue, Dialogues, visible};
use schwarm_store::Shown;
use serde::Serialize;

use crate::live::shown_name;
use crate::{App, Asker, Kind, Trouble};

/// `GET /api/games/17/talk`
#[derive(Serialize)]
pub(crate) struct TalkTold {
    /// Names of the players, as they are told.
    pub(crate) players: [String; 2],
    /// What was said with each; `null` with a person or an engine of this program.
    pub(crate) talk: Dialogues,
}

/// Whether somebody may read what bots said.
pub(crate) fn is_open_to(app: &App, asker: &Asker) -> bool {
    asker.is_operator || !app.is_public()
}

/// Whether there is something that this asker may read.
pub(crate) async fn is_there_for(app: &App, asker: &Asker, shown: &Shown) -> Result<bool, Trouble> {
    if !is_open_to(app, asker) {
        return Ok(false);
    }
    app.config.store.has_dialogues(shown.try_shown()).await.map_err(|error| failed(&error))
}

/// What was said in a game.
///
/// # Errors
/// When the asker may not know, or nothing is kept.
pub(crate) async fn of_game(app: &App, asker: &Asker, id: i64) -> Result<TalkTold, Trouble> {
    if !is_open_to(app, asker) {
        return Err(Kind::OperatorOnly.into());
    }
    let store = &app.config.store;
    let shown = store.show(id).await.map_err(|error| failed(&error))?.ok_or(Kind::Unknown)?;
    let said = store.dialogues(shown.try_shown()).await.map_err(|error| failed(&error))?.ok_or(Kind::Unknown)?;
    let players = shown.record.players.each_ref().map(|name| shown_name(asker.lang, name, false));
    Ok(TalkTold { players, talk: said.map(|dialogue| dialogue.map(shown_dialogue)) })
}

fn shown_dialogue(dialogue: Dialogue) -> Dialogue {
    let Dialogue { mut lines, left_out, stderr, stdout } = dialogue;
    for line in &mut lines {
        line.text = visible(&line.text);
    }
    Dialogue { lines, left_out, stderr: visible(&stderr), stdout: visible(&stdout) }
}

fn failed(error: &dyn std::fmt::Display) -> Trouble {
    Trouble::failed("what bots said", error)
}
