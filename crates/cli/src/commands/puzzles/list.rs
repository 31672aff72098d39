//! `schwarm puzzles list`: puzzles as a table that fits into 100 columns, or as JSON lines.

use std::io::{Write, stdout};

use schwarm_play::Puzzle;

use super::filter::{FilterArgs, walk};
use super::table::{Column, Table};
use super::{counted, runtime, with_store};
use crate::storage::{self, StorageArgs};

/// The arguments of `schwarm puzzles list`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  schwarm puzzles list
  schwarm puzzles list --game ostseeschach-2022 --rating ..800 --plies 3
  schwarm puzzles list --shipped --json | jq -r .position

The easiest come first. A rating is on the scale of the levels of its game: a level with the same
rating solves it every other time. The first move of a line solves the puzzle.

JSON of a puzzle: id, game, position, plies, line, rating, from (players, event, ply, game: its
number in this store).")]
pub struct Args {
    #[command(flatten)]
    filter: FilterArgs,
    /// At most so many lines
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: u64,
    /// The puzzles that come with this program instead of those of the store
    #[arg(long, conflicts_with_all = ["data", "database"])]
    shipped: bool,
    /// Print one JSON object per line, see below
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    storage: StorageArgs,
}

const COLUMNS: [Column; 6] = [
    Column::text("id", 10),
    Column::text("game", 12),
    Column::number("plies"),
    Column::number("rating"),
    Column::text("first move", 10),
    Column::pair("from", 20),
];

/// Lists.
///
/// # Errors
/// When the store cannot be read.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let filter = args.filter.filter()?;
    let mut out = stdout().lock();
    let mut table = Table::new(&COLUMNS);
    let (listed, all) = if args.shipped {
        let passed: Vec<&Puzzle> = schwarm_web::puzzles::shipped().iter().filter(|it| filter.lets(it)).collect();
        let limit = usize::try_from(args.limit).unwrap_or(usize::MAX);
        let listed: Vec<Puzzle> = passed.iter().take(limit).map(|it| (*it).clone()).collect();
        write(&listed, args.json, &mut table, &mut out)?;
        (listed.len() as u64, passed.len() as u64)
    } else {
        let runtime = runtime()?;
        let store = args.storage.open_existing(&runtime)?;
        with_store(&runtime, store, async |store| {
            let each = |page: &[Puzzle]| write(page, args.json, &mut table, &mut out);
            let listed = walk(store, &filter, args.limit, each).await?;
            Ok((listed, store.count_puzzles(&filter).await.map_err(storage::failure)?))
        })?
    };
    if !args.json {
        match (listed, all) {
            (_, 0) => writeln!(out, "no puzzles; `schwarm puzzles mine` looks for them in the stored games")?,
            (listed, all) if listed < all => writeln!(out, "{listed} of {}; --limit shows more", counted(all))?,
            (_, all) => writeln!(out, "{}", counted(all))?,
        }
    }
    out.flush()?;
    Ok(())
}

fn write(puzzles: &[Puzzle], is_json: bool, table: &mut Table, out: &mut dyn Write) -> anyhow::Result<()> {
    if is_json {
        for puzzle in puzzles {
            writeln!(out, "{}", serde_json::to_string(puzzle)?)?;
        }
        return Ok(());
    }
    let lines: Vec<Vec<String>> = puzzles.iter().map(cells).collect();
    Ok(table.write(out, &lines)?)
}

fn cells(puzzle: &Puzzle) -> Vec<String> {
    let from = &puzzle.from;
    let players = format!("{} - {}", from.players[0], from.players[1]);
    vec![
        puzzle.id.clone(),
        puzzle.game.clone(),
        puzzle.plies.to_string(),
        puzzle.rating.to_string(),
        puzzle.line.first().cloned().unwrap_or_default(),
        from.game.map_or(players.clone(), |game| format!("game {game}: {players}")),
    ]
}
