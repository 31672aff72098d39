//! The folder about a failure, file by file, as text.
//!
//! What must hold: no part of an address becomes part of a path. The folder follows from what the store holds of the game, and a
//! file is one of those that were found in it.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path as FilePath;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Html;
use schwarm_play::visible;

use super::frame::{Frame, Visit, render};
use super::game::number;
use crate::{App, Asker, Kind, Trouble, league, talk};

/// The most bytes of a file that are shown.
const MOST_BYTES: u64 = 256 << 10;

/// The most files of a folder.
const MOST_FILES: usize = 50;

struct Part {
    name: String,
    text: String,
    is_cut: bool,
}

#[derive(Template)]
#[template(path = "bundle.html")]
struct Bundle {
    frame: Frame,
    id: i64,
    parts: Vec<Part>,
}

/// `/games/17/failure`
pub(super) async fn page(
    State(app): State<Arc<App>>,
    visit: Visit,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Html<String>, Trouble> {
    let id = number(&id)?;
    // What bots wrote is in there.
    if !talk::is_open_to(&app, &asker) {
        return Err(Kind::OperatorOnly.into());
    }
    let folder = league::failure(&app, id).await?.ok_or(Kind::Unknown)?;
    let parts = tokio::task::spawn_blocking(move || parts(&folder)).await;
    let parts = parts.map_err(|error| Trouble::failed("a failure was read", &error))?;
    let parts = parts.map_err(|error| Trouble::failed("a failure was read", &error))?;
    render(&Bundle { frame: visit.frame("bundle", visit.lang.say("bundle.title", &[])), id, parts })
}

/// The files of a folder; links and folders in it are none.
fn parts(folder: &FilePath) -> std::io::Result<Vec<Part>> {
    let mut parts = Vec::new();
    for entry in fs::read_dir(folder)?.take(MOST_FILES) {
        let entry = entry?;
        if !entry.file_type()?.is_file() {
            continue;
        }
        let mut bytes = Vec::new();
        let is_cut = entry.metadata()?.len() > MOST_BYTES;
        File::open(entry.path())?.take(MOST_BYTES).read_to_end(&mut bytes)?;
        let text = visible(&String::from_utf8_lossy(&bytes));
        parts.push(Part { name: visible(&entry.file_name().to_string_lossy()), text, is_cut });
    }
    parts.sort_by(|one, two| one.name.cmp(&two.name));
    Ok(parts)
}
