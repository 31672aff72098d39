//! Setting up a position by hand, or by pasting one.

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{IntoResponse, Response};
use schwarm_core::Side;
use schwarm_core::view::BoardView;
use serde::Deserialize;
use serde_json::json;

use super::frame::{Frame, Picture, Visit, embedded, render};
use super::{names, picture, query, study};
use crate::editor::{FIRST, Judged, Pasted, Unread, paste, start};
use crate::words::Lang;
use crate::{App, Asker, Config, Kind, Trouble};

/// The level that is chosen at first.
const FIRST_LEVEL: u8 = 3;

/// Texts longer than this stand in no address.
const LONGEST_ADDRESS: usize = 4096;

/// The position somebody wants to begin with.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Wish {
    game: String,
    position: String,
}

/// What was pasted.
#[derive(Deserialize)]
pub(super) struct Text {
    #[serde(default)]
    game: String,
    #[serde(default)]
    text: String,
}

/// Where one can go on with a position that is possible.
struct Links {
    study: String,
    svg: String,
    png: String,
}

#[derive(Template)]
#[template(path = "edit.html")]
struct Edit {
    frame: Frame,
    games: Vec<(&'static str, String)>,
    judged: Judged,
    turn: String,
    picture: Option<Picture>,
    unread: Option<String>,
    text: String,
    links: Option<Links>,
    levels: Vec<(u8, String, bool)>,
    /// Id and name of the side to move, then of the other.
    sides: [(&'static str, String); 2],
    data: String,
}

/// What is found of a text: a position, or why there is none.
struct Found {
    pasted: Pasted,
    unread: Option<Unread>,
}

impl Found {
    /// The position of a text; without one, or where it cannot be read, the start of the game.
    fn of(config: &Config, lang: Lang, game: &str, text: &str) -> Result<Found, Trouble> {
        let game = if game.is_empty() { FIRST } else { game };
        let unread = match text.trim() {
            "" => None,
            _ => match paste(lang, config.states, text, game)? {
                Ok(pasted) => return Ok(Found { pasted, unread: None }),
                Err(unread) => Some(unread),
            },
        };
        let rules = schwarm_catalog::open(game).map_err(|_| Kind::UnknownGame)?;
        let draft = start(&*rules).ok_or(Kind::UnknownGame)?;
        Ok(Found { pasted: Pasted { rules, draft }, unread })
    }

    /// What it looks like, possible or not.
    fn view(&self) -> BoardView {
        let Pasted { rules, draft } = &self.pasted;
        rules.compose(draft).map_or_else(|_| rules.palette().sketch(draft), |session| session.view())
    }
}

/// `GET /edit`
pub(super) async fn page(
    State(app): State<Arc<App>>,
    visit: Visit,
    Query(wish): Query<Wish>,
) -> Result<Response, Trouble> {
    let found = Found::of(&app.config, visit.lang, &wish.game, &wish.position)?;
    shown(&visit, &found, &wish.position)
}

/// `POST /edit`: the form for pasting. What is possible gets an address of its own.
pub(super) async fn read(
    State(app): State<Arc<App>>,
    visit: Visit,
    Form(Text { game, text }): Form<Text>,
) -> Result<Response, Trouble> {
    let found = Found::of(&app.config, visit.lang, &game, &text)?;
    let Pasted { rules, draft } = &found.pasted;
    match Judged::of(visit.lang, &**rules, draft).position {
        Some(position) if found.unread.is_none() => {
            Ok((StatusCode::SEE_OTHER, [(LOCATION, address("/edit", &rules.id(), &position))]).into_response())
        }
        _ => shown(&visit, &found, &text),
    }
}

/// The address of a position.
pub(super) fn address(path: &str, game: &str, position: &str) -> String {
    format!("{path}?game={}&position={}", query::escaped(game), query::escaped(position))
}

fn shown(visit: &Visit, found: &Found, text: &str) -> Result<Response, Trouble> {
    let (lang, Pasted { rules, draft }) = (visit.lang, &found.pasted);
    let game = rules.id();
    let judged = Judged::of(lang, &**rules, draft);
    let side_name = |side: Side| lang.say(&format!("side.{}", rules.info().sides[side.index()]), &[]);
    let side = |side: Side| (["one", "two"][side.index()], side_name(side));
    // A position that is not possible has no text but the one it came from.
    let drawn = judged.position.as_deref().or((found.unread.is_none() && text.len() < LONGEST_ADDRESS).then_some(text));
    let title = names::title(lang, &game);
    let links = judged.position.as_ref().map(|position| Links {
        study: study::address(&game, position, "", query::escaped),
        svg: address("/edit.svg", &game, position),
        png: address("/edit.png", &game, position),
    });
    let unread = found.unread.as_ref().map(|unread| {
        let (line, column) = (unread.line.to_string(), unread.column.to_string());
        lang.say("js.edit.unread", &[("why", &unread.text), ("line", &line), ("column", &column)])
    });
    let data = embedded(&json!({
        "game": game,
        "palette": rules.palette(),
        "start": start(&**rules),
        "draft": draft,
        "judged": judged,
    }));
    let page = Edit {
        frame: visit.frame("edit", lang.say("edit.title", &[])).with(&["editor.js"]),
        games: names::games(lang),
        turn: lang.say("play.to-move", &[("side", &side_name(draft.to_move))]),
        picture: drawn.map(|text| visit.picture(address("/edit.svg", &game, text), title.as_str())),
        unread,
        text: if judged.position.is_some() && found.unread.is_none() { String::new() } else { text.to_string() },
        links,
        levels: (1..=10).map(|level| (level, lang.say(&format!("level.{level}"), &[]), level == FIRST_LEVEL)).collect(),
        sides: [side(draft.to_move), side(draft.to_move.other())],
        judged,
        data,
    };
    render(&page).map(IntoResponse::into_response)
}

/// `GET /edit.svg`
pub(super) async fn svg(
    State(app): State<Arc<App>>,
    Query(wish): Query<Wish>,
    Query(look): Query<picture::Wish>,
) -> Result<Response, Trouble> {
    Ok(picture::svg(&drawn(&app, &wish)?, look))
}

/// `GET /edit.png`
pub(super) async fn png(
    State(app): State<Arc<App>>,
    asker: Asker,
    Query(wish): Query<Wish>,
    Query(look): Query<picture::Wish>,
) -> Result<Response, Trouble> {
    asker.exert(&app)?;
    picture::png(drawn(&app, &wish)?, look).await
}

fn drawn(app: &App, wish: &Wish) -> Result<BoardView, Trouble> {
    let found = Found::of(&app.config, Lang::default(), &wish.game, &wish.position)?;
    match found.unread {
        None => Ok(found.view()),
        Some(_) => Err(Kind::UnknownGame.into()),
    }
}
