//! Engines of the Universal Hive Protocol.

mod board;
mod care;
mod course;
mod engine;
mod hello;
mod lines;
mod moves;
mod spelling;
mod think;

use schwarm_uhp::wire::Expansions;

use super::book::Book;
use super::finding::{Check, Status};
use super::ward::Ward;
use crate::failure::Failure;
use crate::opening::explain;

pub use lines::PASS;

const START: Check = Check::grave("uhp.start");
const INFO: Check = Check::fault("uhp.info");
const NEWGAME: Check = Check::grave("uhp.newgame");
const VALIDMOVES: Check = Check::grave("uhp.validmoves");
const PLAY: Check = Check::grave("uhp.play");
const ILLEGAL: Check = Check::fault("uhp.illegal");
const UNDO: Check = Check::fault("uhp.undo");
const PASSING: Check = Check::grave("uhp.pass");
const ENDS: Check = Check::grave("uhp.end");
const AFTER_END: Check = Check::fault("uhp.after-end");
const LONG: Check = Check::grave("uhp.long");
const DEPTH: Check = Check::grave("uhp.bestmove-depth");
const TIME: Check = Check::grave("uhp.bestmove-time");
const OPTIONS: Check = Check::fault("uhp.options");
const BATCH: Check = Check::grave("uhp.batch");
const CRLF: Check = Check::fault("uhp.crlf");
const EMPTY: Check = Check::fault("uhp.empty-lines");
const UNKNOWN: Check = Check::fault("uhp.unknown");
const NO_GAME: Check = Check::minor("uhp.no-game");
const BLANKS: Check = Check::minor("uhp.blanks");
const LETTERS: Check = Check::minor("uhp.letters");
const MEMORY: Check = Check::fault("uhp.memory");
const EOF: Check = Check::fault("uhp.eof");
const EOF_THINKING: Check = Check::minor("uhp.eof-thinking");
const EXIT: Check = Check::minor("uhp.exit");

/// All but the first one, which the others need.
const REST: [Check; 24] = [
    INFO,
    NEWGAME,
    VALIDMOVES,
    PLAY,
    ILLEGAL,
    UNDO,
    PASSING,
    ENDS,
    AFTER_END,
    LONG,
    DEPTH,
    TIME,
    OPTIONS,
    BATCH,
    CRLF,
    EMPTY,
    UNKNOWN,
    NO_GAME,
    BLANKS,
    LETTERS,
    MEMORY,
    EOF,
    EOF_THINKING,
    EXIT,
];

/// Examines a UHP engine.
///
/// # Errors
/// For a game UHP does not know, an engine that cannot be started, or when nothing can be printed.
pub async fn examine(ward: &Ward<'_>, games: &[String], book: &mut Book) -> anyhow::Result<()> {
    let wanted = games.iter().map(|id| game_type(id)).collect::<Result<Vec<Expansions>, Failure>>()?;
    ward.admit().await?;
    let names: Vec<String> = wanted.iter().map(|wanted| wanted.game_type()).collect();
    let about = if names.is_empty() { vec!["all sets of pieces it names".to_string()] } else { names };
    book.begin(ward, &about)?;
    let mut known = None;
    let started = book.check(ward, START, hello::start(ward, &mut known)).await?;
    let Some(info) = known.filter(|_| started != Status::Fail) else {
        return book.skip(ward, &REST, "the engine did not introduce itself");
    };
    let types: Vec<Expansions> = match wanted.is_empty() {
        true => Expansions::all().filter(|expansions| expansions.within(info.expansions)).collect(),
        false => wanted,
    };
    // The set with the most kinds of pieces comes last.
    let most = types.last().copied().unwrap_or_default();
    book.check(ward, INFO, hello::info(ward)).await?;
    book.check(ward, NEWGAME, hello::newgame(ward, &types)).await?;
    book.check(ward, VALIDMOVES, moves::validmoves(ward, &types)).await?;
    book.check(ward, PLAY, moves::play(ward, &types)).await?;
    book.check(ward, ILLEGAL, moves::illegal(ward, &types)).await?;
    book.check(ward, UNDO, course::undo(ward, most)).await?;
    book.check(ward, PASSING, course::pass(ward)).await?;
    book.check(ward, ENDS, course::ends(ward)).await?;
    book.check(ward, AFTER_END, course::after_end(ward)).await?;
    book.check(ward, LONG, course::long(ward, most)).await?;
    book.check(ward, DEPTH, think::depth(ward, most)).await?;
    book.check(ward, TIME, think::time(ward, most)).await?;
    book.check(ward, OPTIONS, think::options(ward)).await?;
    book.check(ward, BATCH, spelling::batch(ward)).await?;
    book.check(ward, CRLF, spelling::crlf(ward)).await?;
    book.check(ward, EMPTY, spelling::empty_lines(ward)).await?;
    book.check(ward, UNKNOWN, spelling::unknown(ward)).await?;
    book.check(ward, NO_GAME, hello::no_game(ward)).await?;
    book.check(ward, BLANKS, spelling::blanks(ward)).await?;
    book.check(ward, LETTERS, spelling::letters(ward, most)).await?;
    book.check(ward, MEMORY, care::memory(ward, most)).await?;
    book.check(ward, EOF, care::end_of_input(ward)).await?;
    book.check(ward, EOF_THINKING, care::end_while_thinking(ward)).await?;
    book.check(ward, EXIT, care::exit(ward)).await?;
    Ok(())
}

/// The set of pieces of a game of ours.
fn game_type(id: &str) -> Result<Expansions, Failure> {
    let rules = schwarm_catalog::open(id).map_err(|error| Failure::usage(explain(id, &error)))?;
    let of = |name: &&str| Expansions::of_game_type(name);
    rules.info().aliases.iter().find_map(of).ok_or_else(|| {
        Failure::usage(format!("UHP does not know {id}")).advise("Its games are hive, hive+m ... hive+mlp.")
    })
}
