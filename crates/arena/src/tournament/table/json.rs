//! The report as JSON.

use serde_json::{Value, json};

use super::Report;
use crate::stats::Verdict;

pub(super) fn value(report: &Report) -> Value {
    let name = |player: usize| report.names[player].as_str();
    let standings: Vec<_> = report
        .standings
        .rows
        .iter()
        .map(|row| {
            let ids = report.standings.columns.iter().map(|column| column.id.to_string());
            let figures: serde_json::Map<_, _> = ids.zip(row.values.iter().map(|value| json!(value))).collect();
            let rating = report.ratings.players.get(row.player).filter(|rating| rating.games > 0);
            json!({
                "rank": row.rank,
                "bot": name(row.player),
                "figures": figures,
                "games": row.games,
                "won": row.wins,
                "drawn": row.draws,
                "lost": row.losses,
                "faults": row.faults,
                "rating": rating.map(|rating| json!({
                    "elo": tenths(rating.elo),
                    "error": tenths(rating.error),
                    "error_by_curvature": tenths(rating.curvature),
                    "error_by_bootstrap": tenths(rating.bootstrap),
                    "group": rating.group,
                    "class": rating.class,
                })),
            })
        })
        .collect();
    let encounters: Vec<_> = report
        .encounters
        .iter()
        .map(|(encounter, sum)| {
            json!({
                "key": encounter.key,
                "round": encounter.round,
                "bots": encounter.players.map(name),
                "games": encounter.games(),
                "ended": sum.ended,
                "won": sum.wins,
                "drawn": sum.draws,
                "pairs": sum.pairs,
                "done": sum.is_done || report.is_done,
            })
        })
        .collect();
    let byes: Vec<_> = report.byes.iter().map(|bye| json!({ "round": bye.round, "bot": name(bye.player) })).collect();
    let mut all = json!({
        "title": report.heading.title,
        "game": report.heading.game,
        "criterion": report.heading.criterion,
        "format": report.format,
        "done": report.is_done,
        "standings": standings,
        "encounters": encounters,
        "byes": byes,
        "notes": report.notes,
    });
    if let Some((test, verdict)) = &report.test {
        let Verdict { llr, lower, upper, state } = *verdict;
        let [elo0, elo1] = test.hypotheses();
        all["sprt"] = json!({
            "elo0": elo0, "elo1": elo1, "llr": llr, "lower": lower, "upper": upper, "state": state.id(),
        });
    }
    all
}

/// Digits beyond these are noise.
fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0 + 0.0
}
