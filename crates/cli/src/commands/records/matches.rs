//! Matches in a list: their names, and how many of the games begun are finished.
//!
//! How many games were wanted is not stored: the same command with a higher number goes on with a match.

use std::io::Write;

use schwarm_arena::matchup::MatchPlan;
use schwarm_arena::tournament::kept;
use schwarm_store::{MatchRow, Store};
use serde::Serialize;
use serde_json::value::RawValue;

use super::list::PAGE;
use super::table::{Column, Table};
use super::words::{self, clip};
use crate::storage;

/// A match as JSON.
#[derive(Serialize)]
struct ToldMatch<'a> {
    id: i64,
    name: &'a str,
    game: Option<&'a str>,
    players: Option<&'a [String; 2]>,
    begun: u64,
    finished: u64,
    created: String,
    plan: Option<&'a RawValue>,
}

/// The columns of matches.
const MATCHES: [Column; 6] = [
    Column::number("id"),
    Column::text("match", 16),
    Column::text("game", 12),
    Column::pair("players", 16),
    Column::number("finished"),
    Column::text("when", 16),
];

/// Lists at most `limit` matches.
///
/// # Errors
/// When the store cannot be read, or nothing can be written.
pub async fn list(store: &dyn Store, limit: u64, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let (mut seen, mut told, mut table) = (0, 0, Table::new(&MATCHES));
    while told < limit {
        let wanted = u32::try_from(limit - told).unwrap_or(PAGE).min(PAGE);
        let rows = store.matches(wanted, seen).await.map_err(storage::failure)?;
        seen += rows.len() as u64;
        let mut lines = Vec::with_capacity(rows.len());
        for row in rows.iter().filter(|row| !kept::is_kept(&row.name)) {
            told += 1;
            // Others may keep plans of their own kinds in the same store.
            let plan = MatchPlan::from_json(&row.plan).ok();
            match json {
                true => writeln!(out, "{}", match_json(row, plan.as_ref())?)?,
                false => lines.push(match_cells(row, plan.as_ref())),
            }
        }
        table.write(out, &lines)?;
        if rows.len() < wanted as usize {
            break;
        }
    }
    if !json {
        writeln!(out, "{told} {}", if told == 1 { "match" } else { "matches" })?;
    }
    Ok(())
}

fn match_json(row: &MatchRow, plan: Option<&MatchPlan>) -> anyhow::Result<String> {
    Ok(serde_json::to_string(&ToldMatch {
        id: row.id,
        name: &row.name,
        game: plan.map(|plan| plan.game.as_str()),
        players: plan.map(|plan| &plan.players),
        begun: row.games,
        finished: row.finished,
        created: words::timestamp(row.created),
        plan: serde_json::from_str(&row.plan).ok(),
    })?)
}

fn match_cells(row: &MatchRow, plan: Option<&MatchPlan>) -> Vec<String> {
    let players = plan.map(|plan| plan.players.each_ref().map(|player| clip(words::short(player), 30)).join(" - "));
    vec![
        row.id.to_string(),
        clip(&row.name, 60),
        plan.map_or_else(String::new, |plan| clip(&plan.game, 60)),
        players.unwrap_or_default(),
        format!("{}/{}", row.finished, row.games),
        words::minute(row.created),
    ]
}
