//! `schwarm puzzles mine`: looks through stored games, one on each thread.
//!
//! What must hold: a game and its puzzle are written down together when the look is over, so whatever stops the work costs
//! at most the games it is busy with, and the next run goes on behind them.

use std::collections::VecDeque;
use std::io::{Write, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use indicatif::ProgressBar;
use schwarm_engine::puzzle::{self, Terms};
use schwarm_engine::{Engine, EngineError, Options};
use schwarm_play::{GameRecord, Origin, Puzzle};
use schwarm_store::{Filter, Shown, Store};
use tokio::task::JoinSet;

use super::counted;
use crate::contest;
use crate::failure::Failure;
use crate::mind::PowerArgs;
use crate::opening::Opening;
use crate::storage::{self, StorageArgs};
use crate::voice::Voice;

/// Ids of games asked for at a time.
const PAGE: u32 = 1000;

/// MiB of the table of a thread: each position is glanced at.
const TABLE: usize = 16;

/// The arguments of `schwarm puzzles mine`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every position of a finished game is glanced at; where a win seems forced, the prover tries every
defence. A game gives at most one puzzle, its longest. How hard it is, the levels tell: each of them
below the full strength tries it against the best defence.

Examples:
  schwarm puzzles mine                                all games nobody has looked through
  schwarm puzzles mine --game hive --games 100 --threads 2
  schwarm puzzles mine --plies 5..9 --nodes 50000000  longer ones; that takes its time
  schwarm puzzles mine --again --plies 2              all games once more

Each game is written down when it is done. Ctrl-C stops at once and loses nothing but the games in
work; the same command goes on. The last line says what was found.")]
pub struct Args {
    /// Games of this rule set, options included
    #[arg(long, value_name = "ID")]
    game: Option<String>,
    /// Look through at most so many games
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    games: u64,
    /// Plies to the win: 5, or from 3 to 7 as 3..7
    #[arg(long, value_name = "RANGE", default_value = "3..7", value_parser = plies)]
    plies: [u8; 2],
    /// Positions the search glances at to see whether a win is near
    #[arg(long, value_name = "N", default_value_t = Terms::default().glance, value_parser = clap::value_parser!(u64).range(1..))]
    glance: u64,
    /// Positions a proof may take; what takes more is no puzzle
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Times each level tries a puzzle
    #[arg(long, value_name = "N", default_value_t = Terms::default().tries, value_parser = clap::value_parser!(u32).range(1..=100))]
    tries: u32,
    /// Threads, a game on each
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Look through games again that were looked through before
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    storage: StorageArgs,
}

/// Fewest and most plies of a puzzle.
fn plies(text: &str) -> Result<[u8; 2], String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let number = |part: &str| part.trim().parse::<u8>().ok().filter(|plies| (1..=15).contains(plies));
    match (number(least), number(most)) {
        (Some(least), Some(most)) if least <= most => Ok([least, most]),
        _ => Err("a number from 1 to 15 is wanted, or a range such as 3..7".into()),
    }
}

/// Mines.
///
/// # Errors
/// When the store cannot be used, or an engine fails.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let game = args.game.as_deref().map(|id| Opening::of_game(id).map(|opening| opening.rules.id())).transpose()?;
    let power = PowerArgs { threads: args.threads, hash: None };
    let threads = power.give(Options::default())?.threads;
    let runtime = super::runtime()?;
    let store = args.storage.open_existing(&runtime)?;
    let mined = super::with_store(&runtime, store, async |store| {
        let bar = contest::bar(0);
        let games = Games { game, is_again: args.again, left: args.games, after: 0, page: VecDeque::new(), bar };
        mine(store, games, threads, terms(args)).await
    })?;
    writeln!(stdout(), "{}", mined.in_words())?;
    match mined.was_stopped {
        true => Err(Failure::stopped().into()),
        false => Ok(()),
    }
}

fn terms(args: &Args) -> Terms {
    let [least, most] = args.plies;
    Terms { least, most, glance: args.glance, nodes: args.nodes, tries: args.tries }
}

/// The games to look through, in the order of their ids.
struct Games {
    game: Option<String>,
    is_again: bool,
    left: u64,
    after: i64,
    page: VecDeque<i64>,
    /// Hears how many there are.
    bar: ProgressBar,
}

impl Games {
    async fn next(&mut self, store: &dyn Store) -> Result<Option<Shown>, Failure> {
        while self.left > 0 {
            if self.page.is_empty() {
                self.page = self.more(store).await?;
                self.bar.inc_length(self.left.min(self.page.len() as u64));
            }
            let Some(id) = self.page.pop_front() else { return Ok(None) };
            self.after = id;
            self.left -= 1;
            if let Some(shown) = store.show(id).await.map_err(storage::failure)? {
                return Ok(Some(shown));
            }
        }
        Ok(None)
    }

    async fn more(&self, store: &dyn Store) -> Result<VecDeque<i64>, Failure> {
        if !self.is_again {
            let ids = store.unmined(self.game.as_deref(), self.after, PAGE).await.map_err(storage::failure)?;
            return Ok(ids.into());
        }
        let mut filter = Filter { game: self.game.clone(), after: Some(self.after), ..Filter::default() };
        loop {
            let rows = store.list(&filter, PAGE, 0).await.map_err(storage::failure)?;
            let ids: VecDeque<i64> = rows.iter().filter(|row| row.ending.is_some()).map(|row| row.id).collect();
            // A page of games that go on is no end.
            if !ids.is_empty() || rows.is_empty() {
                return Ok(ids);
            }
            filter.after = rows.last().map(|row| row.id);
        }
    }
}

/// What came of it.
#[derive(Default)]
struct Mined {
    games: u64,
    found: u64,
    new: u64,
    was_stopped: bool,
}

impl Mined {
    fn in_words(&self) -> String {
        let games = if self.games == 1 { "game" } else { "games" };
        let stopped = if self.was_stopped { "; stopped, the same command goes on" } else { "" };
        format!("{} {games} looked through, {} found, {} new{stopped}", self.games, counted(self.found), self.new)
    }
}

/// A game that was looked through, with the engine that did it.
struct Looked {
    engine: Engine,
    game: i64,
    found: Result<Option<Puzzle>, EngineError>,
    /// Why it could not be played through.
    trouble: Option<String>,
}

async fn mine(store: &dyn Store, mut games: Games, threads: usize, terms: Terms) -> anyhow::Result<Mined> {
    let options = Options { hash_mebibytes: TABLE, ..Options::default() };
    let mut idle = (0..threads).map(|_| Engine::new(options.clone())).collect::<Result<Vec<_>, _>>()?;
    let stop = Arc::new(AtomicBool::new(false));
    let bar = games.bar.clone();
    let voice = Voice::new(&bar);
    let (mut mined, mut tasks) = (Mined::default(), JoinSet::new());
    loop {
        while !stop.load(Ordering::Relaxed) && !idle.is_empty() {
            let Some(shown) = games.next(store).await? else { break };
            let Some(engine) = idle.pop() else { break };
            let stop = stop.clone();
            tasks.spawn_blocking(move || look(engine, &shown, &terms, &stop));
        }
        let looked = tokio::select! {
            looked = tasks.join_next() => looked,
            pressed = tokio::signal::ctrl_c(), if !stop.load(Ordering::Relaxed) => {
                pressed.context("cannot hear Ctrl-C")?;
                stop.store(true, Ordering::Relaxed);
                continue;
            }
        };
        let Some(looked) = looked else { break };
        let Looked { engine, game, found, trouble } = looked.context("a thread has failed")?;
        idle.push(engine);
        // What was found by a search that was broken off is no finding.
        if stop.load(Ordering::Relaxed) {
            continue;
        }
        if let Some(trouble) = trouble {
            voice.say(&format!("game {game} is left out: {trouble}"));
        }
        let found = found.with_context(|| format!("game {game}"))?;
        let puzzles: Vec<Puzzle> = found.into_iter().collect();
        mined.new += store.keep_puzzles(Some(game), &puzzles).await.map_err(storage::failure)?;
        mined.games += 1;
        mined.found += puzzles.len() as u64;
        bar.set_message(format!("{}\n", counted(mined.found)));
        bar.inc(1);
    }
    bar.finish_and_clear();
    mined.was_stopped = stop.load(Ordering::Relaxed);
    Ok(mined)
}

fn look(mut engine: Engine, shown: &Shown, terms: &Terms, stop: &AtomicBool) -> Looked {
    let game = shown.row.id;
    match session_of(&shown.record) {
        Ok(mut session) => {
            let found = puzzle::find(&mut engine, &mut *session, terms, stop);
            let found = found.and_then(|found| match found {
                Some(found) => rated(found, shown, terms, stop),
                None => Ok(None),
            });
            Looked { engine, game, found, trouble: None }
        }
        Err(trouble) => Looked { engine, game, found: Ok(None), trouble: Some(trouble) },
    }
}

/// The game at its end.
fn session_of(record: &GameRecord) -> Result<Box<dyn schwarm_core::Session>, String> {
    let rules = schwarm_catalog::open(&record.game).map_err(|error| error.to_string())?;
    let mut session = record.start.open(&*rules).map_err(|error| error.to_string())?;
    for played in &record.moves {
        session.play(&played.text).map_err(|error| error.to_string())?;
    }
    Ok(session)
}

/// A puzzle with its rating and where it comes from.
fn rated(
    found: puzzle::Puzzle,
    shown: &Shown,
    terms: &Terms,
    stop: &AtomicBool,
) -> Result<Option<Puzzle>, EngineError> {
    let Ok(rules) = schwarm_catalog::open(&found.game) else { return Ok(None) };
    let Ok(session) = rules.from_position(&found.position) else { return Ok(None) };
    let rating = match puzzle::rate(&*session, found.plies, terms, stop) {
        Ok(rating) => rating,
        // What cannot be answered quickly cannot be played against either.
        Err(EngineError::Undecided(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let players = shown.record.players.clone();
    let event = shown.record.tags.get("Event").cloned().unwrap_or_default();
    let puzzle = Puzzle {
        id: Puzzle::id_of(&found.game, &found.position),
        game: found.game,
        position: found.position,
        plies: found.plies,
        line: found.line,
        rating,
        from: Origin { players, event, ply: found.ply, game: Some(shown.row.id) },
    };
    // The rules have the last word.
    Ok(puzzle.check(&*rules).is_ok().then_some(puzzle))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_a_number_or_a_range() {
        assert_eq!((plies("5"), plies("3..7")), (Ok([5, 5]), Ok([3, 7])));
        for wrong in ["", "0", "7..3", "..", "3..", "16", "x"] {
            assert!(plies(wrong).is_err(), "{wrong}");
        }
    }
}
