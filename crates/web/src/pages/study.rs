//! A board of one's own.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{Html, Response};
use schwarm_core::{Rulebook, Session, Setup};
use schwarm_play::{PlayedMove, Start};
use serde::Deserialize;
use serde_json::json;

use super::frame::{Frame, Visit, embedded, render};
use super::table::{Parts, Table};
use super::{edit, names, picture, query};
use crate::live::{MoveTold, walk};
use crate::words::Lang;
use crate::{App, Asker, Kind, Trouble};

/// The game of an empty study.
const FIRST: &str = "hive+mlp";

/// Moves of a line.
const MOST_MOVES: usize = 1000;

/// A line somebody wants to look at.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Wish {
    game: String,
    pub(super) start: String,
    /// One a line, or between semicolons.
    moves: String,
    /// Which position of it; the last if not given.
    pub(super) ply: Option<usize>,
}

/// A line as far as it can be played.
pub(super) struct Line {
    pub(super) rules: Box<dyn Rulebook>,
    pub(super) start: Start,
    pub(super) session: Box<dyn Session>,
    pub(super) told: Vec<MoveTold>,
    pub(super) trouble: Option<String>,
}

#[derive(Template)]
#[template(path = "study.html")]
struct Study {
    frame: Frame,
    table: Table,
    games: Vec<(&'static str, String)>,
    wish: Wish,
    trouble: Option<String>,
    join: Option<String>,
    files: Vec<(String, String)>,
    study: Option<String>,
    /// Address of the position and of its picture, for those who are sent a link.
    address: String,
    preview: String,
    /// Where the position can be changed.
    edit: String,
    /// What was played from the position.
    openings: String,
    data: String,
}

pub(super) async fn page(visit: Visit, Query(wish): Query<Wish>) -> Result<Html<String>, Trouble> {
    let lang = visit.lang;
    let line = Line::open(lang, &wish)?;
    let game = line.rules.id();
    let (shown, ply) = line.at(wish.ply)?;
    let href = |ply: usize| format!("{}&ply={ply}", address(&game, &wish.start, &wish.moves, query::escaped));
    let table = Table::new(
        &visit,
        Parts {
            session: &*shown,
            players: [String::new(), String::new()],
            clocks: None,
            ending: crate::speech::outcome_words(lang, &*shown),
            told: &line.told,
            ply,
            href: &href,
            picture: href(ply).replacen("/study?", "/study.svg?", 1),
        },
    );
    let moves: Vec<&str> = line.told.iter().map(|told| told.text.as_str()).collect();
    let data = embedded(&json!({
        "mode": "study",
        "ply": ply,
        "state": null,
        "line": { "game": game, "start": line.start, "moves": moves },
        "told": line.told,
    }));
    let openings = address(&game, wish.start.trim(), &moves[..ply].join(";"), query::escaped);
    let openings = openings.replacen("/study?", "/openings?", 1);
    render(&Study {
        frame: visit.frame("study", lang.say("study.title", &[])).with(&["game.js", "study.js"]),
        games: names::games(lang),
        wish: Wish { game: game.clone(), ..wish.clone() },
        trouble: line.trouble,
        join: None,
        files: Vec::new(),
        study: None,
        edit: edit::address("/edit", &shown.id(), &shown.board().unwrap_or_else(|| shown.position())),
        address: visit.absolute(&href(ply)),
        preview: visit.absolute(&href(ply).replacen("/study?", "/study.png?", 1)),
        openings,
        data,
        table,
    })
}

/// The picture of a study: `/study.svg?game=…`.
pub(super) async fn svg(Query(wish): Query<Wish>, Query(look): Query<picture::Wish>) -> Result<Response, Trouble> {
    let line = Line::open(Lang::default(), &wish)?;
    Ok(picture::svg(&line.at(wish.ply)?.0.view(), look))
}

/// The same in pixels: `/study.png?game=…`.
pub(super) async fn png(
    State(app): State<Arc<App>>,
    asker: Asker,
    Query(wish): Query<Wish>,
    Query(look): Query<picture::Wish>,
) -> Result<Response, Trouble> {
    asker.exert(&app)?;
    let view = Line::open(Lang::default(), &wish)?.at(wish.ply)?.0.view();
    picture::png(view, look).await
}

/// The address of a study.
pub(super) fn address(game: &str, start: &str, moves: &str, escaped: impl Fn(&str) -> String) -> String {
    let mut address = format!("/study?game={}", escaped(game));
    for (name, value) in [("start", start), ("moves", moves)] {
        if !value.is_empty() {
            address += &format!("&{name}={}", escaped(value));
        }
    }
    address
}

impl Line {
    pub(super) fn open(lang: Lang, wish: &Wish) -> Result<Line, Trouble> {
        let game = if wish.game.is_empty() { FIRST } else { &wish.game };
        let rules = schwarm_catalog::open(game).map_err(|_| Kind::UnknownGame)?;
        let opened = open_start(&*rules, wish.start.trim());
        let mut trouble = opened.is_none().then(|| lang.say("study.bad-start", &[]));
        let default = || Some((Start::Default, rules.start(Setup::Default).ok()?));
        let (start, mut session) = opened.or_else(default).ok_or(Kind::UnknownGame)?;
        let texts = wish.moves.split(['\n', ';']).map(str::trim).filter(|text| !text.is_empty()).take(MOST_MOVES);
        let (mut told, mut before) = (Vec::new(), 0);
        for text in texts {
            if trouble.is_some() {
                break;
            }
            match walk(&mut *session, [&PlayedMove::plain(text)]) {
                Ok(walked) => told.extend(walked.iter().map(|one| MoveTold { ply: before, ..one.tell(lang) })),
                Err(error) => {
                    let why = Trouble::of_move(&rules.id(), error).words(lang);
                    let n = (before + 1).to_string();
                    trouble = Some(lang.say("study.bad-move", &[("n", &n), ("why", &why)]));
                }
            }
            before += 1;
        }
        Ok(Line { rules, start, session, told, trouble })
    }

    /// The position after so many plies of the line.
    pub(super) fn at(&self, ply: Option<usize>) -> Result<(Box<dyn Session>, usize), Trouble> {
        let ply = ply.unwrap_or(self.told.len());
        let back = self.told.len().checked_sub(ply).ok_or(Kind::Unknown)?;
        let mut session = self.session.clone_box();
        for _ in 0..back {
            session.undo();
        }
        Ok((session, ply))
    }
}

/// A setup, a position, or nothing at all.
fn open_start(rules: &dyn Rulebook, text: &str) -> Option<(Start, Box<dyn Session>)> {
    let starts = match text {
        "" => vec![Start::Default],
        text => vec![Start::Setup(text.to_string()), Start::Position(text.to_string())],
    };
    starts.into_iter().find_map(|start| start.open(rules).ok().map(|session| (start, session)))
}
