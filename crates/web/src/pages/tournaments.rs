//! The list of tournaments and matches.

use std::sync::Arc;

use askama::Template;
use axum::extract::State as Extract;
use axum::response::Html;
use schwarm_arena::matchup::MatchPlan;
use schwarm_play::Moment;

use super::frame::{Frame, Visit, render};
use super::{names, tournament};
use crate::league::{self, State};
use crate::{App, Trouble};

/// Tournaments on the page, and matches.
const SHOWN: usize = 30;

struct Row {
    name: String,
    title: String,
    game: String,
    format: String,
    bots: usize,
    state: &'static str,
    words: String,
    ended: u64,
    all: u64,
}

struct Match {
    id: i64,
    players: [String; 2],
    game: String,
    games: String,
    day: String,
}

#[derive(Template)]
#[template(path = "tournaments.html")]
struct Tournaments {
    frame: Frame,
    rows: Vec<Row>,
    matches: Vec<Match>,
    can_make: bool,
}

/// `/tournaments`
pub(super) async fn page(Extract(app): Extract<Arc<App>>, visit: Visit) -> Result<Html<String>, Trouble> {
    let (lang, store) = (visit.lang, &*app.config.store);
    let failed = |error| Trouble::failed("the store", &error);
    let all = league::list(store).await.map_err(failed)?;
    let mut rows = Vec::new();
    for kept in all.iter().take(SHOWN) {
        let Some(view) = app.league.view(&app, &kept.name).await? else { continue };
        let state: State = app.league.state(&app, &view).await?;
        let (ended, games) = view.report.games();
        rows.push(Row {
            name: kept.name.clone(),
            title: view.config.title.clone(),
            game: names::title(lang, &view.config.game),
            format: tournament::format_words(lang, view.config.tournament.format()),
            bots: view.report.names.len(),
            state: state.id(),
            words: lang.say(&format!("league.state.{}", state.id()), &[]),
            ended,
            all: games,
        });
    }
    // Those that run are looked for first.
    rows.sort_by_key(|row| !matches!(row.state, "running" | "pausing" | "elsewhere"));
    let matches = league::matches(store, &all, SHOWN).await.map_err(failed)?.into_iter().filter_map(|row| {
        let plan = MatchPlan::from_json(&row.plan).ok()?;
        Some(Match {
            id: row.id,
            players: plan.players,
            game: names::title(lang, &plan.game),
            games: lang.count("league.games", row.finished, &[]),
            day: Moment::of_millis(row.created).date(),
        })
    });
    render(&Tournaments {
        frame: visit.frame("tournaments", lang.say("league.title", &[])).with(&["tournament.js"]),
        rows,
        matches: matches.collect(),
        can_make: app.config.organiser.is_some(),
    })
}
