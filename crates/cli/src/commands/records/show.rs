//! `schwarm records show`: all that is known of one game.

use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;

use schwarm_core::Session;
use schwarm_play::{Dialogues, GameEvent, GameRecord, Start};
use schwarm_store::{Shown, Store};
use serde::Serialize;

use super::moves;
use super::talk;
use super::words::{self, Told, clip, moment};
use crate::failure::{Failure, NO};
use crate::opening::Opening;
use crate::storage::{self, Place, StorageArgs};
use crate::terminal::Look;
use crate::verdict;

/// The arguments of `schwarm records show`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  schwarm records show 7
  schwarm records show 7 --ply 20 --board     the board after twenty plies
  schwarm records show 7 --events             what happened, as JSON lines
  schwarm records show 7 --talk               what was said with the bots
  schwarm records show 7 --json | jq .record.moves

Times are in seconds; `left` is what the mover had on the clock after the move. Where a bot was at fault,
the folder with its transcript is named.

--talk: seconds since the game began, the plies played then, `>` what the bot was told, `<` what it
said; then the end of its standard error. With --json as dialogues, exactly as it was said; null
with a bot of this program.

JSON: what `schwarm records list --json` says, then record (the game as `export --format jsonl` writes
it), events (as --events writes them), position (after --ply), failures (folders).

Exit codes: 0 shown, 1 there is no such game, 2 wrong usage or an unreadable store.")]
pub struct Args {
    /// Number of the game, see `schwarm records list`
    id: i64,
    /// Show the board after so many plies instead of the last one
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Show the board alone
    #[arg(long, conflicts_with_all = ["events", "json"])]
    board: bool,
    /// Show the events alone, one JSON object per line; an imported game has none
    #[arg(long, conflicts_with_all = ["ply", "json"])]
    events: bool,
    /// Show what was said with the bots, where it is kept
    #[arg(long, conflicts_with_all = ["ply", "board", "events"])]
    talk: bool,
    /// Print everything as one JSON object, see below
    #[arg(long)]
    json: bool,
    /// Use plain ASCII characters for the board
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    storage: StorageArgs,
}

/// A game as JSON.
#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    row: Told<'a>,
    record: &'a GameRecord,
    events: &'a [GameEvent],
    position: Option<String>,
    failures: &'a [PathBuf],
    #[serde(skip_serializing_if = "Option::is_none")]
    dialogues: Option<&'a Dialogues>,
}

/// Shows a game.
///
/// # Errors
/// When it is not there, is shorter than the ply asked for, or the store cannot be read.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let place = args.storage.place()?;
    let runtime = super::runtime()?;
    let store = args.storage.open_existing(&runtime)?;
    let (shown, said) = super::with_store(&runtime, store, async |store| {
        let shown = find(store, args.id).await?;
        let said = if args.talk { store.dialogues(shown.try_shown()).await.map_err(storage::failure)? } else { None };
        Ok((shown, said))
    })?;
    if args.talk && said.is_none() {
        let failure =
            Failure { code: NO, ..Failure::usage(format!("nothing is kept of what was said in game {}", args.id)) };
        return Err(failure.advise("Bots of this program say nothing; --talk faults keeps it of faults alone.").into());
    }
    let plies = shown.record.moves.len();
    if let Some(ply) = args.ply.filter(|ply| *ply > plies) {
        return Err(Failure::usage(format!("game {} has {plies} plies, not {ply}", args.id)).into());
    }
    let board = session(&shown.record, args.ply.unwrap_or(plies));
    let failures = failures(&place, &shown);
    let mut out = stdout().lock();
    if args.events {
        for event in &shown.events {
            writeln!(out, "{}", serde_json::to_string(event)?)?;
        }
    } else if args.json {
        let whole = Whole {
            row: Told::new(&shown.row, plies),
            record: &shown.record,
            events: &shown.events,
            position: board.ok().map(|session| session.position()),
            failures: &failures,
            dialogues: said.as_ref(),
        };
        writeln!(out, "{}", serde_json::to_string(&whole)?)?;
    } else if let Some(said) = &said {
        talk::write(&mut out, &shown.record.players, said)?;
    } else if args.board {
        write!(out, "{}", drawn(&*board.map_err(Failure::usage)?, args.ascii))?;
    } else {
        in_words(&mut out, &shown, args, board, &failures)?;
    }
    out.flush()?;
    Ok(())
}

/// Finds a game.
pub(super) async fn find(store: &dyn Store, id: i64) -> anyhow::Result<Shown> {
    match store.show(id).await.map_err(storage::failure)? {
        Some(shown) => Ok(shown),
        None => {
            let failure = Failure { code: NO, ..Failure::usage(format!("there is no game {id}")) };
            Err(failure.advise("`schwarm records list` shows the numbers of all games.").into())
        }
    }
}

/// The game after so many plies, or why it cannot be played through.
fn session(record: &GameRecord, plies: usize) -> Result<Box<dyn Session>, String> {
    let opening = Opening::new(&record.game, Start::Default).map_err(|failure| failure.message)?;
    let mut begun = GameRecord { start: record.start.clone(), ..GameRecord::default() };
    begun.moves = record.moves.iter().take(plies).cloned().collect();
    begun.replay(&*opening.rules).map_err(|error| error.to_string())
}

fn drawn(session: &dyn Session, ascii: bool) -> String {
    let mut text = schwarm_draw::text(&session.view(), Look::of_stdout(ascii).board());
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

fn in_words(
    out: &mut dyn Write,
    shown: &Shown,
    args: &Args,
    board: Result<Box<dyn Session>, String>,
    failures: &[PathBuf],
) -> anyhow::Result<()> {
    let Shown { row, record, events, .. } = shown;
    let info = Opening::of_game(&record.game).ok().map(|opening| opening.info());
    let sides = info.map_or(["one", "two"], |info| info.sides);
    let mut rows = vec![("number", row.id.to_string())];
    match (&row.of_match, row.place) {
        (Some(name), Some(place)) => {
            let tries = if row.attempts > 1 { format!(", begun {} times", row.attempts) } else { String::new() };
            rows.push(("match", format!("{}, game {}{tries}", clip(name, 60), place + 1)));
        }
        _ => rows.push(("match", "none, it was imported".into())),
    }
    rows.push(("game", clip(&record.game, 80)));
    rows.extend(sides.into_iter().zip(&record.players).map(|(side, player)| (side, clip(player, 80))));
    rows.extend(record.time.map(|time| ("clock", time.to_string())));
    match &record.start {
        Start::Default => {}
        Start::Setup(text) => rows.push(("setup", clip(text, 85))),
        Start::Position(text) => rows.push(("start", clip(text, 85))),
    }
    rows.push(("stored", format!("{} UTC", moment(row.created))));
    rows.extend(record.tags.iter().map(|(name, value)| ("tag", format!("{}: {}", clip(name, 20), clip(value, 60)))));
    let result = match (&record.ending, info) {
        (None, _) => format!("Open after {} plies.", record.moves.len()),
        (Some(ending), Some(info)) => words::sentence(info, ending),
        (Some(ending), None) => words::result(Some(ending)),
    };
    rows.push(("result", result));
    if let (Some(ending), Some(info)) = (&record.ending, info) {
        rows.extend(verdict::score_rows(info, &ending.scores).into_iter().map(|row| ("", row)));
    }
    rows.extend(failures.iter().map(|folder| ("failure", folder.display().to_string())));
    for (name, value) in rows {
        writeln!(out, "{name:7}  {value}")?;
    }
    writeln!(out)?;
    moves::write(out, &record.moves, events)?;
    writeln!(out)?;
    match board {
        Ok(session) => {
            if let Some(ply) = args.ply {
                writeln!(out, "After {ply} plies:")?;
            }
            write!(out, "{}", drawn(&*session, args.ascii))?;
        }
        Err(why) => writeln!(out, "The board cannot be shown: {}", clip(&why, 300))?,
    }
    Ok(())
}

/// The folders written where a bot failed in this game, the newest try last.
fn failures(place: &Place, shown: &Shown) -> Vec<PathBuf> {
    let (Some(name), Some(number)) = (&shown.row.of_match, shown.row.place) else { return Vec::new() };
    let start = format!("game-{number:06}-try-");
    // There is no folder where nothing has failed, or the match was played on another machine.
    let Ok(entries) = fs::read_dir(place.failures(name)) else { return Vec::new() };
    let of_game = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&start));
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(of_game).collect();
    found.sort();
    found
}
