//! Clients of Software-Challenge servers: whole games of both sides, through the seat they get in a match.
//!
//! Such a client plays one game and goes, so that each game has a process of its own.
//! Not here: single messages. What the client is told is what the season's server tells it.

mod meddler;

use std::cell::RefCell;
use std::io;
use std::time::{Duration, Instant};

use schwarm_arena::matchup::{Invitation, SeatFactory};
use schwarm_arena::referee::{self, Patience};
use schwarm_arena::transcript::Transcript;
use schwarm_core::{Rulebook, Setup, Side};
use schwarm_play::house::Random;
use schwarm_play::{AnalystSeat, Ending, GameEvent, Playing, Seat, Termination, TimeControl};
use schwarm_socha::host::Reception;
use schwarm_socha::season::Season;
use tokio::time::timeout;

use super::book::Book;
use super::finding::{Check, Diagnosis, Ill, Status, fine, odd, skipped};
use super::line;
use super::ward::Ward;
use super::words::{clip, count, took};
use crate::bots::{self, Terms};
use crate::failure::Failure;
use meddler::Meddler;

const JOIN: Check = Check::grave("sc.join");
const RESERVATION: Check = Check::fault("sc.reservation");
const GAMES: [Check; 2] = [Check::grave("sc.first"), Check::grave("sc.second")];
const TIME: Check = Check::grave("sc.time");
const EXIT: Check = Check::fault("sc.exit");
const UNKNOWN: Check = Check::minor("sc.unknown");
const ERRORS: Check = Check::minor("sc.stderr");

/// All but the first one, which the others need.
const REST: [Check; 7] = [RESERVATION, GAMES[0], GAMES[1], TIME, EXIT, UNKNOWN, ERRORS];

/// How a game went.
struct Course {
    ending: Ending,
    turns: usize,
    slowest: Duration,
    /// Whether it joined with its reservation.
    prepared: bool,
    transcript: Transcript,
    /// How long it stayed after the result; `None` if it had to be ended.
    stayed: Option<Duration>,
}

/// Examines a client.
///
/// # Errors
/// For a game no season played, a client that cannot be started, or when nothing can be printed.
pub async fn examine(ward: &Ward<'_>, games: &[String], book: &mut Book) -> anyhow::Result<()> {
    let games = line::open(games)?;
    let Some(rules) = games.first() else { return Ok(()) };
    if Season::of_game(&rules.id()).is_none() {
        return Err(Failure::usage(format!("no season of the Software-Challenge played {}", rules.id()))
            .advise("Its games are piranhas-2019, hive-2020, ostseeschach-2022 and piranhas-2026.")
            .into());
    }
    if games.len() > 1 {
        return Err(Failure::usage("a Software-Challenge client is examined at one game").into());
    }
    // Whether it can be started shows before anything is printed.
    drop(seat(ward, &Transcript::default()).map_err(|ill| Failure::usage(ill.why))?);
    book.begin(ward, &[rules.id()])?;
    let courses = RefCell::new(Vec::new());
    let joined = book.check(ward, JOIN, join(ward, &**rules, &courses)).await?;
    if joined == Status::Fail {
        return book.skip(ward, &REST, "the client did not come to the table");
    }
    book.check(ward, RESERVATION, reservation(&courses)).await?;
    for (side, check) in Side::BOTH.into_iter().zip(GAMES) {
        book.check(ward, check, whole_game(ward, &**rules, side, &courses)).await?;
    }
    book.check(ward, TIME, time(ward, &courses)).await?;
    book.check(ward, EXIT, exit(&courses)).await?;
    book.check(ward, UNKNOWN, unknown(ward, &**rules)).await?;
    book.check(ward, ERRORS, errors(&courses)).await?;
    Ok(())
}

fn seat(ward: &Ward<'_>, transcript: &Transcript) -> Result<Box<dyn Seat>, Ill> {
    let factory: SeatFactory<'_> =
        bots::factory(ward.named, Terms::default()).map_err(|failure| Ill::new(failure.message))?;
    factory(&Invitation { player: 0, game: 0, seed: ward.seed, transcript: transcript.clone() }).map_err(Ill::new)
}

/// Plays a game of one side.
async fn play(ward: &Ward<'_>, rules: &dyn Rulebook, side: Side, transcript: Transcript) -> Result<Course, Ill> {
    let seat = seat(ward, &transcript)?;
    play_at(ward, rules, side, seat, transcript).await
}

/// The same at a seat that is there already.
async fn play_at(
    ward: &Ward<'_>,
    rules: &dyn Rulebook,
    side: Side,
    mut seat: Box<dyn Seat>,
    transcript: Transcript,
) -> Result<Course, Ill> {
    let mut random = AnalystSeat::new(Box::new(Random::new(ward.seed)));
    let session = rules.start(Setup::Seed(ward.seed)).or_else(|_| rules.start(Setup::Default));
    let session = session.map_err(|error| Ill::new(error.to_string()))?;
    // The seat knows its side by its name.
    let mut names = [ward.named.name.clone(), format!("doctor of {}", ward.named.name)];
    if side == Side::Two {
        names.swap(0, 1);
    }
    let (time, _) = ward.clock(TimeControl::SOFTWARE_CHALLENGE);
    let mut playing = Playing::new(rules, session, names, time);
    let (mut turns, mut slowest, mut prepared) = (0, Duration::ZERO, None);
    let mut happened = |event: &GameEvent| {
        let GameEvent::Moved { side: mover, played, .. } = event else { return };
        // Later on the beginning of the talk is no longer kept.
        prepared.get_or_insert_with(|| transcript.text().contains("< <joinPrepared "));
        if *mover == side {
            turns += 1;
            slowest = slowest.max(played.spent.unwrap_or_default());
        }
    };
    let patience = Patience { begin: ward.dose.answer * 2, ..Patience::default() };
    let ending = {
        let seats: [&mut dyn Seat; 2] = match side {
            Side::One => [&mut *seat, &mut random],
            Side::Two => [&mut random, &mut *seat],
        };
        referee::play(&mut playing, seats, patience, &mut happened).await
    };
    let told = Instant::now();
    // It has a second to go by itself; then it is ended.
    let _ = timeout(ward.dose.answer, seat.leave()).await;
    let stayed = transcript.process().and_then(|notes| notes.exit()).map(|_| told.elapsed());
    Ok(Course { ending, turns, slowest, prepared: prepared.unwrap_or_default(), transcript, stayed })
}

/// It joins and is there for its first move.
async fn join(ward: &Ward<'_>, rules: &dyn Rulebook, courses: &RefCell<Vec<Course>>) -> Diagnosis {
    let course = play(ward, rules, Side::One, ward.new_transcript()).await?;
    let (turns, why) = (course.turns, reason(&course.ending));
    courses.borrow_mut().push(course);
    match turns {
        0 => Err(Ill::new(format!("made no move: {}", why.unwrap_or_else(|| "the game was over at once".to_string())))),
        _ => fine("starts, joins and makes its first move"),
    }
}

/// It joins with the reservation it was given.
async fn reservation(courses: &RefCell<Vec<Course>>) -> Diagnosis {
    match courses.borrow().first().is_some_and(|course| course.prepared) {
        true => fine("joins with the reservation it was given"),
        false => Err(Ill::new("does not join with its reservation: in a tournament it would sit at any table")
            .with("the command gets --reservation CODE, or CODE where it says {reservation}")),
    }
}

/// A whole game of one side; for the first one that is the game by which it joined.
async fn whole_game(ward: &Ward<'_>, rules: &dyn Rulebook, side: Side, courses: &RefCell<Vec<Course>>) -> Diagnosis {
    if side == Side::Two {
        let course = play(ward, rules, side, ward.new_transcript()).await?;
        courses.borrow_mut().push(course);
    }
    let courses = courses.borrow();
    let Some(course) = courses.last() else { return Err(Ill::new("no game was played")) };
    ward.show(&course.transcript);
    let name = rules.info().sides[side.index()];
    match reason(&course.ending) {
        Some(why) if course.ending.termination.offender() == Some(side) => {
            Err(Ill::new(format!("lost as {name} in move {}: {why}", course.turns + 1)))
        }
        Some(why) => Err(Ill::new(format!("the game as {name} did not end by the rules: {why}"))),
        None => fine(format!("a whole game as {name}: {}, all of them legal", count(course.turns, "move"))),
    }
}

/// Why a game did not end by the rules.
fn reason(ending: &Ending) -> Option<String> {
    Some(match &ending.termination {
        Termination::Rules => return None,
        Termination::Time { fault, .. } => format!("an answer was too late ({fault:?})"),
        Termination::IllegalMove { text, why, .. } => format!("an illegal move, {text}: {why}"),
        Termination::Crash { why, .. }
        | Termination::Silence { why, .. }
        | Termination::Left { why, .. }
        | Termination::Adjudication { why }
        | Termination::Abort { why } => why.clone(),
    })
}

/// The slowest move.
async fn time(ward: &Ward<'_>, courses: &RefCell<Vec<Course>>) -> Diagnosis {
    let (_, limit) = ward.clock(TimeControl::SOFTWARE_CHALLENGE);
    let courses = courses.borrow();
    if let Some(course) = courses.iter().find(|course| matches!(course.ending.termination, Termination::Time { .. })) {
        ward.show(&course.transcript);
        return Err(Ill::new(format!("an answer took longer than {}", took(limit))));
    }
    let slowest = courses.iter().map(|course| course.slowest).max().unwrap_or_default();
    match slowest > limit * 9 / 10 {
        true => odd(format!("in time, but its slowest move took {} of {}", took(slowest), took(limit))),
        false => fine(format!("its slowest move took {} of {}", took(slowest), took(limit))),
    }
}

/// It goes after the result.
async fn exit(courses: &RefCell<Vec<Course>>) -> Diagnosis {
    let courses = courses.borrow();
    match courses.iter().map(|course| course.stayed).collect::<Option<Vec<Duration>>>() {
        None => Err(Ill::new("still ran a second after the result, and was killed")),
        Some(stayed) => {
            fine(format!("ends after the result, {} at most", took(stayed.into_iter().max().unwrap_or_default())))
        }
    }
}

/// Messages of no season in the middle of a game are passed over.
async fn unknown(ward: &Ward<'_>, rules: &dyn Rulebook) -> Diagnosis {
    let failed = |error: io::Error| Ill::new(format!("cannot listen on 127.0.0.1: {error}"));
    let reception = Reception::open().map_err(failed)?;
    let meddler = Meddler::open(reception.addr()).await.map_err(failed)?;
    let transcript = ward.new_transcript();
    let seat = bots::client_at(&ward.named.name, ward.command, reception, meddler.addr, None, &transcript)
        .map_err(|failure| Ill::new(failure.message))?;
    let course = play_at(ward, rules, Side::One, Box::new(seat), transcript).await?;
    match (reason(&course.ending), meddler.added()) {
        (_, 0) => skipped("the client does not connect where it is told to"),
        (None, _) => fine("messages it cannot know do no harm"),
        (Some(why), _) => Err(Ill::new(format!("stumbles over messages it cannot know: {why}"))),
    }
}

/// What it complains of on its standard error.
async fn errors(courses: &RefCell<Vec<Course>>) -> Diagnosis {
    let words = ["exception", "error", "traceback", "panicked"];
    for course in courses.borrow().iter() {
        let Some(notes) = course.transcript.process() else { continue };
        let said = format!("{}\n{}", notes.stderr(), notes.stdout());
        let bad = said.lines().find(|line| words.iter().any(|word| line.to_ascii_lowercase().contains(word)));
        if let Some(line) = bad {
            return Err(Ill::new("its own messages speak of an error").with(clip(line, 200)));
        }
    }
    fine("nothing in its own messages speaks of an error")
}
