//! A tournament: standings, crosstable, ratings over time, rounds, games that run.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State as Extract};
use axum::response::Html;
use schwarm_arena::tournament::Format;
use schwarm_arena::tournament::format::RankBy;
use schwarm_arena::tournament::results::Sum;
use schwarm_arena::tournament::table::{Scale, figures};

use super::duel::{Contest, Hypotheses, contest};
use super::frame::{Frame, Visit, render};
use super::plot::{Plot, plot};
use super::query::escaped;
use super::watch::{Of, Tile, tiles_of};
use super::{names, notes};
use crate::league::{State, View};
use crate::words::Lang;
use crate::{App, Kind, Trouble};

/// Encounters shown in the tables of rounds.
const MOST_ENCOUNTERS: usize = 500;

/// Bots of a crosstable: more columns could not be read.
const MOST_COLUMNS: usize = 40;

/// The last games shown.
const LAST_GAMES: usize = 12;

/// A line of the standings.
struct Line {
    place: u32,
    name: String,
    link: String,
    values: Vec<String>,
    rating: String,
    /// Ends and middle of its error bar, from 0 to 100.
    bar: Option<[String; 3]>,
    counts: [u64; 4],
    faults: u64,
}

struct CrossLine {
    line: usize,
    name: String,
    cells: Vec<CrossCell>,
}

struct CrossCell {
    class: String,
    text: String,
    /// For those who do not see the table.
    words: Option<String>,
}

struct Round {
    number: u32,
    encounters: Vec<Met>,
    /// Who had it off.
    byes: Vec<String>,
    is_open: bool,
}

struct Met {
    players: [String; 2],
    result: String,
    games: String,
    link: String,
}

struct Last {
    id: i64,
    players: [String; 2],
    result: String,
}

#[derive(Template)]
#[template(path = "tournament.html")]
struct Tournament {
    frame: Frame,
    name: String,
    title: String,
    about: String,
    state: State,
    state_words: String,
    progress: String,
    ended: u64,
    all: u64,
    version: u64,
    error: Option<String>,
    notes: Vec<String>,
    columns: Vec<String>,
    standings: Vec<Line>,
    zero: String,
    cross: Vec<CrossLine>,
    plot: Option<Plot>,
    contest: Option<Contest>,
    /// Whether there is no more to it than two bots, so that tables of many say nothing.
    is_match: bool,
    rounds: Vec<Round>,
    left_out: Option<String>,
    last: Vec<Last>,
    tiles: Vec<Tile>,
    is_operator: bool,
    can_run: bool,
    file: String,
}

/// `/tournament/NAME`
pub(super) async fn page(
    Extract(app): Extract<Arc<App>>,
    visit: Visit,
    Path(name): Path<String>,
    Query(hypotheses): Query<Hypotheses>,
) -> Result<Html<String>, Trouble> {
    let view = app.league.view(&app, &name).await?.ok_or(Kind::Unknown)?;
    let state = app.league.state(&app, &view).await?;
    let lang = visit.lang;
    let is_operator = visit.asker.as_ref().is_some_and(|asker| asker.is_operator);
    let (ended, all) = view.report.games();
    let (ended_words, all_words) = (ended.to_string(), lang.count("league.games", all, &[]));
    let order: Vec<_> = view.report.standings.rows.iter().map(|row| row.player).collect();
    let contest = (view.report.names.len() == 2).then(|| {
        let players = [0, 1].map(|player: usize| view.report.names[player].clone());
        contest(lang, players, &view.report.cross[0][1], view.config.tournament.format().test(), &hypotheses)
    });
    let (rounds, left_out) = rounds(lang, &view);
    let zero = position(&Scale::of(&view.report), 0.0);
    render(&Tournament {
        title: view.config.title.clone(),
        about: format!(
            "{} · {} · {}",
            names::title(lang, &view.config.game),
            format_words(lang, view.config.tournament.format()),
            names::time(lang, view.config.time)
        ),
        state,
        state_words: lang.say(&format!("league.state.{}", state.id()), &[]),
        progress: lang.say("league.progress", &[("ended", &ended_words), ("all", &all_words)]),
        ended,
        all,
        version: view.version(),
        error: app.league.runs.error(&name).filter(|_| is_operator && !state.is_ours()),
        notes: notes::notes(lang, &view),
        columns: columns(lang, &view),
        standings: standings(lang, &view),
        zero,
        cross: cross(lang, &view),
        plot: plot(&view.curve, &view.report.names, &order),
        contest,
        is_match: matches!(view.config.tournament.format(), Format::Match { .. }),
        rounds,
        left_out,
        last: last(lang, &view),
        tiles: tiles_of(&app, &visit, &Of::Tournament(name.clone())).await,
        is_operator,
        can_run: app.config.organiser.is_some(),
        file: if is_operator { view.kept.file.clone() } else { String::new() },
        frame: visit.frame("tournament", view.config.title.clone()).with(&["tournament.js"]),
        name,
    })
}

/// A format in words.
pub(super) fn format_words(lang: Lang, format: &Format) -> String {
    let say = |times: u64, pairs: u64| {
        let games = lang.count("league.games", 2 * pairs, &[]);
        let key = format!("league.format.{}", format.id());
        lang.say(&key, &[("n", &times.to_string()), ("games", &games)])
    };
    match format {
        Format::RoundRobin { cycles, pairs } | Format::Gauntlet { cycles, pairs, .. } => say((*cycles).into(), *pairs),
        Format::League { cycles, pairs, rank_by } => {
            let by = if *rank_by == RankBy::Wins { "wins" } else { "points" };
            format!("{}, {}", say((*cycles).into(), *pairs), lang.say(&format!("league.by.{by}"), &[]))
        }
        Format::Swiss { rounds, pairs } | Format::Ladder { rounds, pairs } => say((*rounds).into(), *pairs),
        Format::Knockout { pairs, .. } | Format::Match { pairs, test: None } => say(0, *pairs),
        Format::Match { pairs, test: Some(test) } => {
            let games = lang.count("league.games", 2 * pairs, &[]);
            let [elo0, elo1] = test.hypotheses().map(figures::number);
            lang.say("league.format.tested", &[("games", &games), ("elo0", &elo0), ("elo1", &elo1)])
        }
        Format::FinalEight { least_games, most_games, .. } => say(*most_games, least_games / 2),
    }
}

fn columns(lang: Lang, view: &View) -> Vec<String> {
    let columns = view.report.standings.columns.iter();
    columns.map(|column| lang.say(&format!("league.column.{}", column.id), &[])).collect()
}

/// A number in percents of a scale, as SVG reads it.
fn position(scale: &Scale, elo: f64) -> String {
    format!("{:.1}", scale.share(elo).clamp(0.0, 1.0) * 100.0)
}

fn standings(lang: Lang, view: &View) -> Vec<Line> {
    let scale = Scale::of(&view.report);
    let line = |row: &schwarm_arena::tournament::Row| {
        let rating = view.report.ratings.players.get(row.player).filter(|rating| rating.games > 0);
        let name = view.report.names[row.player].clone();
        Line {
            place: row.rank,
            link: format!("/bot/{}", escaped(&name)),
            name,
            values: row.values.iter().map(|value| decimal(lang, figures::maybe(*value))).collect(),
            rating: rating.map_or_else(|| "–".to_string(), figures::rating),
            bar: rating.map(|rating| {
                [rating.elo - rating.error, rating.elo, rating.elo + rating.error].map(|elo| position(&scale, elo))
            }),
            counts: [row.games, row.wins, row.draws, row.losses],
            faults: row.faults,
        }
    };
    view.report.standings.rows.iter().map(line).collect()
}

/// A number with the comma of a language.
fn decimal(lang: Lang, text: String) -> String {
    if lang == Lang::En { text } else { text.replace('.', ",") }
}

fn cross(lang: Lang, view: &View) -> Vec<CrossLine> {
    let order: Vec<_> = view.report.standings.rows.iter().map(|row| row.player).take(MOST_COLUMNS).collect();
    let cell = |one: usize, two: usize| {
        let sum: &Sum = &view.report.cross[one][two];
        let plain = |class: &str, text: &str, key: &str| CrossCell {
            class: class.to_string(),
            text: text.to_string(),
            words: Some(lang.say(key, &[])),
        };
        match figures::points(sum) {
            _ if one == two => plain("self", "×", "league.itself"),
            // Five shades; the figure says the same.
            Some(points) => CrossCell {
                class: format!("s{}", (figures::share(sum) * 4.0).round()),
                text: decimal(lang, points),
                words: None,
            },
            None => plain("none", "–", "league.not-met"),
        }
    };
    let line = |(line, &one): (usize, &usize)| CrossLine {
        line: line + 1,
        name: view.report.names[one].clone(),
        cells: order.iter().map(|&two| cell(one, two)).collect(),
    };
    order.iter().enumerate().map(line).collect()
}

/// The rounds with their encounters; the latest ones where there are too many.
fn rounds(lang: Lang, view: &View) -> (Vec<Round>, Option<String>) {
    let mut rounds: Vec<Round> = Vec::new();
    let all = &view.report.encounters;
    // The first open one should be among those that are shown.
    let first_open = all.iter().position(|(_, sum)| !sum.is_done).unwrap_or(all.len());
    let first = first_open.saturating_sub(MOST_ENCOUNTERS / 2).min(all.len().saturating_sub(MOST_ENCOUNTERS));
    for (encounter, sum) in all.iter().skip(first).take(MOST_ENCOUNTERS) {
        if rounds.last().is_none_or(|round| round.number != encounter.round) {
            let byes = view.report.byes.iter().filter(|bye| bye.round == encounter.round);
            let byes = byes.map(|bye| view.report.names[bye.player].clone()).collect();
            rounds.push(Round { number: encounter.round, encounters: Vec::new(), byes, is_open: false });
        }
        let Some(round) = rounds.last_mut() else { continue };
        let name = encounter.match_name(&view.kept.name);
        let points = |player: usize| decimal(lang, figures::number(sum.halves(player) as f64 / 2.0));
        round.is_open |= !sum.is_done;
        round.encounters.push(Met {
            players: encounter.players.map(|player| view.report.names[player].clone()),
            result: if sum.games() == 0 { "–".to_string() } else { format!("{} : {}", points(0), points(1)) },
            games: format!("{}/{}", sum.ended, encounter.games()),
            link: format!("/games?match={}", escaped(&name)),
        });
    }
    let left = all.len().saturating_sub(MOST_ENCOUNTERS) as u64;
    (rounds, (left > 0).then(|| lang.count("league.left-out", left, &[])))
}

/// The last games that have ended.
fn last(lang: Lang, view: &View) -> Vec<Last> {
    let players = |key: &str| {
        let found = view.report.encounters.iter().find(|(encounter, _)| encounter.key == key);
        found.map(|(encounter, _)| encounter.players.map(|player| view.report.names[player].clone()))
    };
    let ended = view.games.iter().rev().filter_map(|told| Some((told, told.result?))).take(LAST_GAMES);
    let last = ended.filter_map(|(told, game)| {
        let players = players(&told.encounter)?;
        let result = match game.winner {
            _ if !game.counts => lang.say("league.broken-off", &[]),
            Some(winner) => lang.say("league.won-by", &[("name", &players[winner & 1])]),
            None => lang.say("league.drawn", &[]),
        };
        Some(Last { id: told.id, players, result })
    });
    last.collect()
}
