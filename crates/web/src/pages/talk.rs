//! What was said with the bots of a game, on a page of its own.

use std::fmt::Write as _;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Html;
use schwarm_play::{Dialogue, Remark};

use super::frame::{Frame, Visit, render};
use super::game::number;
use crate::talk::of_game;
use crate::{App, Asker, Trouble};

/// Lines that were said at the same ply.
struct Block {
    ply: u32,
    text: String,
}

/// What was said with one bot.
struct Said {
    side: &'static str,
    name: String,
    left_out: Option<String>,
    blocks: Vec<Block>,
    /// What its program wrote elsewhere: titles and texts.
    written: Vec<(String, String)>,
}

#[derive(Template)]
#[template(path = "talk.html")]
struct Talk {
    frame: Frame,
    id: i64,
    said: Vec<Said>,
}

/// `/games/17/talk`
pub(super) async fn page(
    State(app): State<Arc<App>>,
    visit: Visit,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Html<String>, Trouble> {
    let id = number(&id)?;
    let told = of_game(&app, &asker, id).await?;
    let title = visit.lang.say("play.title", &[("one", &told.players[0]), ("two", &told.players[1])]);
    let frame = visit.frame("talk", format!("{}: {title}", visit.lang.say("talk.title", &[])));
    let sides = told.players.into_iter().zip(["one", "two"]).zip(told.talk);
    let said = sides.filter_map(|((name, side), dialogue)| Some(said(&frame, side, name, dialogue?))).collect();
    render(&Talk { frame, id, said })
}

fn said(frame: &Frame, side: &'static str, name: String, dialogue: Dialogue) -> Said {
    let written = [("talk.stderr", dialogue.stderr), ("talk.stdout", dialogue.stdout)];
    let left_out = || frame.lang.say("talk.left-out", &[("n", &dialogue.left_out.to_string())]);
    Said {
        side,
        name,
        left_out: (dialogue.left_out > 0).then(left_out),
        blocks: blocks(&dialogue.lines),
        written: written
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(key, text)| (frame.t(key), text))
            .collect(),
    }
}

/// Lines together that were said at the same ply.
fn blocks(lines: &[Remark]) -> Vec<Block> {
    let block = |lines: &[Remark]| {
        let mut text = String::new();
        for line in lines {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{:10.3} {} {}", line.at, line.by.sign(), line.text);
        }
        Block { ply: lines[0].ply, text }
    };
    lines.chunk_by(|one, two| one.ply == two.ply).map(block).collect()
}
