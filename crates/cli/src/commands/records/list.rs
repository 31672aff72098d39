//! `schwarm records list`: games and matches as tables that fit into 100 columns, or as JSON lines.

use std::io::{Write, stdout};

use schwarm_store::{Filter, GameRow, Store, Totals};

use super::filter::FilterArgs;
use super::matches;
use super::table::{Column, Table};
use super::words::{self, clip};
use crate::storage::{self, StorageArgs};

/// Rows asked for at a time.
pub const PAGE: u32 = 500;

/// The arguments of `schwarm records list`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  schwarm records list
  schwarm records list --game hive+mlp --player alpha --result one
  schwarm records list --match new --after 100 --limit 50
  schwarm records list --matches
  schwarm records list --json --limit 1000000 | jq .result

A game of a match stands as NAME#PLACE, the first one is #1. Results: one, two (who won), draw,
aborted, open; then what brought it about. Times are UTC.

JSON of a game: id, match, place (from 0; null for an imported game), game, players, attempts,
result, ending, plies, created. JSON of a match: id, name, game, players, begun, finished (games),
created, plan; game and players are null for a plan of another kind.")]
pub struct Args {
    #[command(flatten)]
    filter: FilterArgs,
    /// At most so many lines
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: u64,
    /// List matches instead of games
    #[arg(long, conflicts_with_all = ["game", "player", "of_match", "result", "after"])]
    matches: bool,
    /// Print one JSON object per line, see below
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    storage: StorageArgs,
}

/// Lists.
///
/// # Errors
/// When the store cannot be read.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let filter = args.filter.filter()?;
    let runtime = super::runtime()?;
    let store = args.storage.open_existing(&runtime)?;
    super::with_store(&runtime, store, async |store| {
        let mut out = stdout().lock();
        match args.matches {
            true => matches::list(store, args.limit, args.json, &mut out).await?,
            false => games(store, filter, args, &mut out).await?,
        }
        out.flush()?;
        Ok(())
    })
}

async fn games(store: &dyn Store, filter: Filter, args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut page = filter.clone();
    let (mut left, mut table) = (args.limit, Table::new(&GAMES));
    while left > 0 {
        let wanted = u32::try_from(left).unwrap_or(PAGE).min(PAGE);
        let rows = store.list(&page, wanted, 0).await.map_err(storage::failure)?;
        let Some(last) = rows.last() else { break };
        page.after = Some(last.id);
        left -= rows.len() as u64;
        let is_last_page = rows.len() < wanted as usize;
        let mut lines = Vec::with_capacity(rows.len());
        for row in &rows {
            let shown = store.show(row.id).await.map_err(storage::failure)?;
            let plies = shown.map_or(0, |shown| shown.record.moves.len());
            match args.json {
                true => writeln!(out, "{}", serde_json::to_string(&words::Told::new(row, plies))?)?,
                false => lines.push(cells(row, plies)),
            }
        }
        table.write(out, &lines)?;
        if is_last_page {
            break;
        }
    }
    if args.json {
        return Ok(());
    }
    let totals = store.totals(&Filter { after: None, ..filter.clone() }).await.map_err(storage::failure)?;
    writeln!(out, "{}", in_words(&totals))?;
    let behind = store.list(&page, 1, 0).await.map_err(storage::failure)?;
    if let (false, Some(last)) = (behind.is_empty(), page.after.filter(|_| args.limit > 0)) {
        writeln!(out, "There are more: --after {last}")?;
    }
    Ok(())
}

/// The columns of games.
const GAMES: [Column; 7] = [
    Column::number("id"),
    Column::numbered("match", 16),
    Column::text("game", 12),
    Column::pair("players", 13),
    Column::text("result", 16),
    Column::number("plies"),
    Column::text("when", 16),
];

fn cells(row: &GameRow, plies: usize) -> Vec<String> {
    let of_match = match (&row.of_match, row.place) {
        (Some(name), Some(place)) => format!("{}#{}", clip(name, 40), place + 1),
        (Some(name), None) => clip(name, 40),
        (None, _) => String::new(),
    };
    let [one, two] = row.players.each_ref().map(|player| clip(words::short(player), 30));
    vec![
        row.id.to_string(),
        of_match,
        clip(&row.game, 60),
        format!("{one} - {two}"),
        words::result(row.ending.as_ref()),
        plies.to_string(),
        words::minute(row.created),
    ]
}

fn in_words(totals: &Totals) -> String {
    let Totals { one, two, draws, aborted, open } = *totals;
    let all = one + two + draws + aborted + open;
    let games = if all == 1 { "game" } else { "games" };
    format!("{all} {games}: one {one}, two {two}, draw {draws}, aborted {aborted}, open {open}")
}
