//! What must hold for any bytes whatever said to a guest: the body of a fuzz target and of
//! `tests/fuzz.rs`.
//!
//! Invariants checked: nothing panics; every answer is lines without control characters that end
//! with `ok`; a refused line leaves the game untouched and is answered in bearable length; an
//! accepted one is answered with the game as it stands.
//! Not here: where the bytes come from.

use schwarm_play::house::Random;

use crate::Guest;
use crate::guest::Games;
use crate::wire::Command;

/// Lines of one input that are tried.
const MOST_LINES: usize = 64;
/// The longest refusal, in bytes.
const LONGEST_REFUSAL: usize = 4000;

/// How often the guest took what it was told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Lines that were obeyed.
    pub obeyed: u64,
    /// Lines that were refused.
    pub refused: u64,
}

/// Says the lines of an input to a guest, one after another.
///
/// # Errors
/// The invariant that broke, with the line that broke it.
pub fn talk(games: Games, data: &[u8]) -> Result<Tried, String> {
    let mut guest = Guest::new("fuzz 0", games, Box::new(Random::new(1)));
    let mut tried = Tried::default();
    for line in data.split(|&byte| byte == b'\n').take(MOST_LINES) {
        // Counting deeper takes longer than any input is worth.
        let text = String::from_utf8_lossy(line);
        if matches!(Command::read(&text), Ok(Command::Perft(depth)) if depth.is_none_or(|depth| depth > 2)) {
            continue;
        }
        match check(&mut guest, line).map_err(|broken| format!("line {text:?}: {broken}"))? {
            true => tried.obeyed += 1,
            false => tried.refused += 1,
        }
    }
    Ok(tried)
}

fn check(guest: &mut Guest, line: &[u8]) -> Result<bool, String> {
    let position = |guest: &Guest| guest.session().map(|session| session.position());
    let before = position(guest);
    let mut answer = String::new();
    let _ = guest.line(line, &mut answer);
    let after = position(guest);
    let Some(body) = answer.strip_suffix("ok\n") else {
        return Err(format!("answered without ok: {answer:?}"));
    };
    if !(body.is_empty() || body.ends_with('\n')) || body.chars().any(|c| c.is_control() && c != '\n') {
        return Err(format!("answered with more than lines: {answer:?}"));
    }
    if body.starts_with("err ") || body.starts_with("invalidmove ") {
        if before != after {
            return Err(format!("was refused, yet {before:?} became {after:?}"));
        }
        if body.len() > LONGEST_REFUSAL || body.lines().count() != 1 {
            return Err(format!("was refused at length: {body:?}"));
        }
        return Ok(false);
    }
    if before != after && Some(body.trim_end()) != after.as_deref() {
        return Err(format!("led to {after:?}, but was answered {body:?}"));
    }
    Ok(true)
}
