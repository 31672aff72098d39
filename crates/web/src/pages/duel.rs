//! A match of two bots: score, Elo with its error, and where its test stands.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Html;
use schwarm_arena::stats::{Pentanomial, Sprt};
use schwarm_arena::tournament::results::Sum;
use schwarm_arena::tournament::table::figures;
use serde::Deserialize;

use super::frame::{Frame, Visit, render};
use super::plot::{Plot, plot};
use super::query::escaped;
use super::watch::{Of, Tile, tiles_of};
use super::{game, names};
use crate::league::{self, Duel};
use crate::words::Lang;
use crate::{App, Kind, Trouble};

/// The last games shown.
const LAST_GAMES: usize = 20;

/// What is tested, as somebody asks it in the address.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Hypotheses {
    elo0: String,
    elo1: String,
}

impl Hypotheses {
    fn test(&self) -> Option<Sprt> {
        let number = |text: &str| text.trim().replace(',', ".").parse::<f64>().ok();
        Sprt::usual(number(&self.elo0)?, number(&self.elo1)?).ok()
    }
}

/// The score of two bots, and a test of it.
pub(super) struct Contest {
    pub(super) players: [String; 2],
    pub(super) wins: [u64; 2],
    pub(super) draws: u64,
    pub(super) score: String,
    pub(super) elo: String,
    pub(super) los: String,
    pub(super) pairs: [u64; 5],
    pub(super) elo0: String,
    pub(super) elo1: String,
    pub(super) llr: Option<Llr>,
}

/// Where a test stands between its bounds.
pub(super) struct Llr {
    pub(super) words: String,
    pub(super) verdict: String,
    pub(super) state: &'static str,
    pub(super) lower: String,
    pub(super) upper: String,
    pub(super) value: String,
    /// From 0 to 100: the middle, and where it stands.
    pub(super) zero: String,
    pub(super) at: String,
    /// The bar between them.
    pub(super) from: String,
    pub(super) width: String,
}

/// The figures of two bots. A test of the match itself counts before one that somebody asks for.
pub(super) fn contest(lang: Lang, players: [String; 2], sum: &Sum, test: Option<Sprt>, asked: &Hypotheses) -> Contest {
    let estimate = league::estimate(sum);
    let whole = |value: f64| {
        let text = format!("{value:+.0}");
        if text == "-0" || text == "+0" { "0".to_string() } else { text }
    };
    let elo = match (estimate.elo, estimate.elo_error, estimate.elo_low, estimate.elo_high) {
        (Some(elo), Some(error), ..) => format!("{} ± {error:.0}", whole(elo)),
        (Some(elo), None, ..) => whole(elo),
        (None, _, Some(low), None) => format!("> {}", whole(low)),
        (None, _, None, Some(high)) => format!("< {}", whole(high)),
        _ => "–".to_string(),
    };
    let percent = |share: Option<f64>| share.map_or_else(|| "–".to_string(), |share| format!("{:.0} %", share * 100.0));
    let chosen = asked.test().or(test);
    let [elo0, elo1] =
        chosen.map_or_else(|| [asked.elo0.clone(), asked.elo1.clone()], |sprt| sprt.hypotheses().map(figures::number));
    Contest {
        wins: sum.wins,
        draws: sum.draws,
        score: percent(estimate.score),
        elo,
        los: percent(estimate.los),
        pairs: sum.pairs,
        llr: chosen.map(|sprt| llr(lang, &sprt, sum, &players[0])),
        players,
        elo0,
        elo1,
    }
}

fn llr(lang: Lang, sprt: &Sprt, sum: &Sum, name: &str) -> Llr {
    let verdict = sprt.test(Pentanomial(sum.pairs));
    let share = |value: f64| ((value - verdict.lower) / (verdict.upper - verdict.lower)).clamp(0.0, 1.0) * 100.0;
    let (zero, at) = (share(0.0), share(verdict.llr));
    let [value, lower, upper] = [verdict.llr, verdict.lower, verdict.upper].map(|value| format!("{value:.2}"));
    let [elo0, elo1] = sprt.hypotheses().map(figures::number);
    let key = format!("league.llr.{}", verdict.state.id().to_lowercase());
    Llr {
        words: lang.say("league.llr.words", &[("llr", &value), ("lower", &lower), ("upper", &upper)]),
        verdict: lang.say(&key, &[("name", name), ("elo0", &elo0), ("elo1", &elo1)]),
        state: verdict.state.id(),
        zero: format!("{zero:.1}"),
        at: format!("{at:.1}"),
        from: format!("{:.1}", zero.min(at)),
        width: format!("{:.1}", (zero - at).abs()),
        value,
        lower,
        upper,
    }
}

struct Last {
    id: i64,
    number: u64,
    result: String,
}

#[derive(Template)]
#[template(path = "match.html")]
struct Page {
    frame: Frame,
    name: String,
    about: String,
    contest: Contest,
    plot: Option<Plot>,
    last: Vec<Last>,
    all: String,
    address: String,
    tiles: Vec<Tile>,
    /// Name and title of the tournament it is a part of.
    tournament: Option<(String, String)>,
}

/// `/match/17`
pub(super) async fn page(
    State(app): State<Arc<App>>,
    visit: Visit,
    Path(id): Path<String>,
    Query(asked): Query<Hypotheses>,
) -> Result<Html<String>, Trouble> {
    let id = game::number(&id)?;
    let found = league::duel(&app, id).await.map_err(|error| Trouble::failed("the store", &error))?;
    let Duel { row, plan, games, sum, test, curve } = found.ok_or(Kind::Unknown)?;
    let tournament = match row.name.split_once('/') {
        Some((tournament, _)) => app.league.view(&app, tournament).await?,
        None => None,
    };
    let lang = visit.lang;
    let title = lang.say("play.title", &[("one", &plan.players[0]), ("two", &plan.players[1])]);
    let last = games.iter().rev().filter_map(|told| {
        let game = told.result?;
        let result = match game.winner {
            _ if !game.counts => lang.say("league.broken-off", &[]),
            Some(winner) => lang.say("league.won-by", &[("name", &plan.players[winner & 1])]),
            None => lang.say("league.drawn", &[]),
        };
        Some(Last { id: told.id, number: told.place + 1, result })
    });
    render(&Page {
        about: format!("{} · {}", names::title(lang, &plan.game), names::time(lang, plan.time)),
        plot: plot(&curve, &plan.players, &[0]),
        last: last.take(LAST_GAMES).collect(),
        contest: contest(lang, plan.players.clone(), &sum, test, &asked),
        all: format!("/games?match={}", escaped(&row.name)),
        tiles: tiles_of(&app, &visit, &Of::Match(row.name.clone())).await,
        tournament: tournament.map(|view| (view.kept.name.clone(), view.config.title.clone())),
        name: row.name,
        address: format!("/match/{id}"),
        frame: visit.frame("match", title).with(&["tournament.js"]),
    })
}
