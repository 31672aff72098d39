//! The games that are kept.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Query, State};
use axum::response::Html;
use schwarm_play::Moment;
use schwarm_store::{Filter, GameRow, Search, Standing};
use serde::Deserialize;

use super::frame::{Frame, Visit, render};
use super::names;
use crate::live::shown_name;
use crate::words::Lang;
use crate::{App, Trouble, speech};

/// Games of a page.
const PAGE: usize = 30;

/// What is looked for. An empty field lets all pass, as forms send them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Wish {
    game: String,
    player: String,
    result: String,
    #[serde(rename = "match")]
    of_match: String,
    before: Option<i64>,
}

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
    let rows = app.config.store.newest(&wish.search(lang), PAGE as u32 + 1).await;
    let mut rows = rows.map_err(|error| Trouble::failed("the store", &error))?;
    let is_more = rows.len() > PAGE;
    rows.truncate(PAGE);
    let older = rows.last().filter(|_| is_more).map(|row| wish.address(Some(row.id)));
    let say = |key: &str| lang.say(key, &[]);
    render(&Games {
        frame: visit.frame("games", say("games.title")),
        games: names::games(lang),
        results: Standing::ALL.into_iter().map(|one| (one.id(), say(&format!("standing.{}", one.id())))).collect(),
        found: rows.into_iter().map(|row| found(lang, row)).collect(),
        older,
        newest: wish.before.map(|_| wish.address(None)),
        wish,
    })
}

impl Wish {
    fn search(&self, lang: Lang) -> Search {
        let some = |text: &str| Some(text.trim().to_string()).filter(|text| !text.is_empty());
        let filter = Filter {
            game: some(&self.game),
            of_match: some(&self.of_match),
            standing: Standing::ALL.into_iter().find(|standing| standing.id() == self.result),
            ..Filter::default()
        };
        Search { filter, named: some(&self.player).map(|name| stored_name(lang, &name)), before: self.before }
    }

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

/// Players of this server have names in records that no language owns.
fn stored_name(lang: Lang, name: &str) -> String {
    let levels = (1..=10).map(|level: u8| format!("level-{level}"));
    let own = levels.chain(["guest".to_string()]).find(|own| shown_name(lang, own, false).eq_ignore_ascii_case(name));
    own.unwrap_or_else(|| name.to_string())
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
