//! Games to take away.

use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use schwarm_core::view::BoardView;
use schwarm_draw::{Pace, SvgStyle, Theme};
use schwarm_play::{GameRecord, pgn};

use super::{line, picture};
use crate::{App, Asker, Kind, Trouble};

/// Width of an animation in pixels.
const WIDTH: u32 = 480;

/// Most plies of an animation.
const MOST_PLIES: usize = 600;

/// A game as a file: `pgn`, `xml` or `gif`.
pub(super) async fn game(app: &App, asker: &Asker, id: i64, kind: &str) -> Result<Response, Trouble> {
    let record = line::stored(app, id).await?.record;
    match kind {
        "pgn" => Ok(file(id, &record, kind, "application/x-chess-pgn; charset=utf-8", pgn::write(&record).into())),
        "xml" => {
            let xml = app.config.replay.and_then(|write| write(&record)).ok_or(Kind::Unknown)?;
            Ok(file(id, &record, kind, "application/xml; charset=utf-8", xml.into()))
        }
        "gif" => {
            asker.exert(app)?;
            let views = views(&record)?;
            Ok(file(id, &record, kind, "image/gif", picture::drawn(move || animation(&views)).await?))
        }
        _ => Err(Kind::Unknown.into()),
    }
}

/// All positions of a game.
fn views(record: &GameRecord) -> Result<Vec<BoardView>, Trouble> {
    if record.moves.len() > MOST_PLIES {
        return Err(Kind::TooLong.into());
    }
    let mut session = line::at(record, Some(0))?;
    let mut views = vec![session.view()];
    for played in &record.moves {
        session.play(&played.text).map_err(|error| Trouble::failed("a stored game", &error))?;
        views.push(session.view());
    }
    Ok(views)
}

fn animation(views: &[BoardView]) -> Result<Vec<u8>, schwarm_draw::GifError> {
    let style = SvgStyle { theme: Theme::Light, coordinates: true, size: None, flip: false };
    let mut bytes = Vec::new();
    schwarm_draw::gif(views, &style, WIDTH, Pace::default(), &mut bytes)?;
    Ok(bytes)
}

fn file(id: i64, record: &GameRecord, kind: &str, media: &'static str, bytes: Vec<u8>) -> Response {
    let disposition = format!("attachment; filename=\"{}\"", file_name(id, record, kind));
    ([(CONTENT_TYPE, media.to_string()), (CONTENT_DISPOSITION, disposition)], bytes).into_response()
}

/// A name that says what is in the file and that every system can write: `17-hive-ann-bob.pgn`.
fn file_name(id: i64, record: &GameRecord, kind: &str) -> String {
    let plain = |text: &str| -> String {
        let keep = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
        text.chars().take(30).map(keep).collect()
    };
    let [one, two] = &record.players;
    format!("{id}-{}-{}-{}.{kind}", plain(&record.game), plain(one), plain(two))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_harmless() {
        let players = ["a\"; x=\"/../b\r\n".to_string(), "Ä".repeat(99)];
        let record = GameRecord { game: "hive+mlp".into(), players, ..GameRecord::default() };
        let name = format!("17-hive_mlp-a___x______b__-{}.pgn", "_".repeat(30));
        assert_eq!(file_name(17, &record, "pgn"), name);
    }
}
