//! Bots of the line protocol.

mod bot;
mod care;
mod games;
mod turns;

use std::time::Duration;

use schwarm_core::Rulebook;
use schwarm_play::TimeControl;

use super::book::Book;
use super::finding::{Check, Status};
use super::ward::Ward;
use crate::failure::Failure;
use crate::opening::explain;

/// The game where the user names none.
pub const GAME: &str = "piranhas-2026";

const START: Check = Check::grave("line.start");
const NAME: Check = Check::minor("line.name");
const LEGAL: Check = Check::grave("line.legal");
const IDS: Check = Check::grave("line.ids");
const NOISE: Check = Check::grave("line.noise");
const AGAIN: Check = Check::grave("line.again");
const ENDS: Check = Check::grave("line.end");
const OTHERS: Check = Check::fault("line.games");
const PASS: Check = Check::grave("line.pass");
const LONG: Check = Check::grave("line.long");
const FIELDS: Check = Check::fault("line.fields");
const TIME: Check = Check::grave("line.time");
const UNTIMED: Check = Check::fault("line.untimed");
const MEMORY: Check = Check::fault("line.memory");
const EOF: Check = Check::fault("line.eof");

/// All but the first one, which the others need.
const REST: [Check; 14] =
    [NAME, LEGAL, IDS, NOISE, AGAIN, ENDS, OTHERS, PASS, LONG, FIELDS, TIME, UNTIMED, MEMORY, EOF];

/// Examines a line bot.
///
/// # Errors
/// For an unknown game, a bot that cannot be started, or when nothing can be printed.
pub async fn examine(ward: &Ward<'_>, games: &[String], book: &mut Book) -> anyhow::Result<()> {
    let games = open(games)?;
    let Some(first) = games.first() else { return Ok(()) };
    let rules: &dyn Rulebook = &**first;
    ward.admit().await?;
    book.begin(ward, &games.iter().map(|rules| rules.id()).collect::<Vec<String>>())?;
    let (time, _) = ward.clock(TimeControl::per_move(Duration::from_secs(1)));
    let mut ready = false;
    let started = book.check(ward, START, games::first_turn(ward, rules, time, &mut ready)).await?;
    if started == Status::Fail && !ready {
        return book.skip(ward, &REST, "the bot did not answer its first turn");
    }
    book.check(ward, NAME, turns::name(ward, rules, time)).await?;
    book.check(ward, LEGAL, games::legal_moves(ward, rules, time)).await?;
    book.check(ward, IDS, turns::ids(ward, rules, time)).await?;
    book.check(ward, NOISE, turns::noise(ward, rules, time)).await?;
    book.check(ward, AGAIN, games::again(ward, rules, time)).await?;
    book.check(ward, ENDS, games::ends(ward, rules, time)).await?;
    book.check(ward, OTHERS, games::others(ward, &games, time)).await?;
    book.check(ward, PASS, turns::pass(ward, rules, time)).await?;
    book.check(ward, LONG, turns::long(ward, rules, time)).await?;
    book.check(ward, FIELDS, turns::more_fields(ward, rules, time)).await?;
    book.check(ward, TIME, care::time(ward, rules)).await?;
    book.check(ward, UNTIMED, care::untimed(ward, rules)).await?;
    book.check(ward, MEMORY, care::memory(ward, rules, time)).await?;
    book.check(ward, EOF, care::end_of_input(ward, rules, time)).await?;
    Ok(())
}

/// The games by their ids; the usual one where none is named.
pub fn open(games: &[String]) -> Result<Vec<Box<dyn Rulebook>>, Failure> {
    let usual = [GAME.to_string()];
    let games = if games.is_empty() { &usual[..] } else { games };
    games.iter().map(|id| schwarm_catalog::open(id).map_err(|error| Failure::usage(explain(id, &error)))).collect()
}
