//! The games that are kept.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Query, State};
use axum::response::Html;
use schwarm_play::Moment;
use schwarm_store::{GameRow, Standing};

use super::frame::{Frame, Visit, render};
use super::names;
use crate::live::shown_name;
use crate::search::Wish;
use crate::words::Lang;
use crate::{App, Trouble, speech};

pub(super) struct Found {
    pub(super) id: i64,
    pub(super) title: String,
    pub(super) players: [String; 2],
    pub(super) result: String,
    pub(super) of_match: Option<String>,
    pub(super) day: String,
}

#[derive(Template)]
#[template(path = "games.html")]
struct Games {
    frame: Frame,
    wish: Wish,
    games: Vec<(&'static str, String)>,
    results: Vec<(&'static str, String)>,
    found: Vec<Found>,
    older: Option<String>,
    newest: Option<String>,
}

pub(super) async fn page(
    State(app): State<Arc<App>>,
    visit: Visit,
    Query(wish): Query<Wish>,
) -> Result<Html<String>, Trouble> {
    let lang = visit.lang;
    let (rows, older) = wish.find(&app, lang).await?;
    let say = |key: &str| lang.say(key, &[]);
    render(&Games {
        frame: visit.frame("games", say("games.title")),
        games: names::games(lang),
        results: Standing::ALL.into_iter().map(|one| (one.id(), say(&format!("standing.{}", one.id())))).collect(),
        found: rows.into_iter().map(|row| found(lang, row)).collect(),
        older: older.map(|before| wish.address(Some(before))),
        newest: wish.before.map(|_| wish.address(None)),
        wish,
    })
}

impl Wish {
    /// The address of this search, from a game on.
    fn address(&self, before: Option<i64>) -> String {
        let fields =
            [("game", &self.game), ("player", &self.player), ("result", &self.result), ("match", &self.of_match)];
        let mut parts: Vec<_> = fields.into_iter().filter(|(_, value)| !value.is_empty()).map(pair).collect();
        parts.extend(before.map(|before| format!("before={before}")));
        format!("/games?{}", parts.join("&"))
    }
}

fn pair((name, value): (&str, &String)) -> String {
    format!("{name}={}", super::query::escaped(value))
}

pub(super) fn found(lang: Lang, row: GameRow) -> Found {
    let sides = schwarm_catalog::open(&row.game).map_or(["white", "black"], |rules| rules.info().sides);
    Found {
        id: row.id,
        title: names::title(lang, &row.game),
        players: row.players.map(|name| shown_name(lang, &name, false)),
        result: match &row.ending {
            Some(ending) => speech::ending_words(lang, ending, sides),
            None => lang.say("standing.open", &[]),
        },
        of_match: row.of_match.filter(|name| !name.starts_with("web-")),
        day: Moment::of_millis(row.created).date(),
    }
}
