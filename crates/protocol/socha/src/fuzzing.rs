//! What must hold for any bytes whatever: the bodies of the fuzz targets (`fuzz/`) and of
//! `tests/hostile.rs`.
//!
//! Invariants checked: nothing panics; a stream says the same however it is split; what was read
//! can be written and read again; a move that is accepted leads to a state that reads back; what is
//! said about a refused one is short.
//! Not here: where the bytes come from.

use schwarm_core::{Rng, Session, Setup, Side};

use crate::replay;
use crate::season::{ReadError, RuleStyle, Season};
use crate::wire::{Bounds, Wire, WireError, read_element};
use crate::xml::Element;

/// How often the input was taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Things that were accepted.
    pub accepted: u64,
    /// Things that were refused.
    pub refused: u64,
}

impl Tried {
    fn count(&mut self, accepted: bool) {
        match accepted {
            true => self.accepted += 1,
            false => self.refused += 1,
        }
    }
}

impl std::ops::AddAssign for Tried {
    fn add_assign(&mut self, more: Tried) {
        self.accepted += more.accepted;
        self.refused += more.refused;
    }
}

/// The longest sentence about anything a client sent, in bytes.
const LONGEST_SENTENCE: usize = 2000;

/// Messages of a stream until its end or a fault.
type Said = (Vec<Element>, Option<WireError>);

fn listen<'a>(pieces: impl Iterator<Item = &'a [u8]>, bounds: Bounds) -> Result<Said, String> {
    let mut wire = Wire::new(bounds);
    let mut messages = Vec::new();
    for piece in pieces {
        wire.feed(piece);
        loop {
            match wire.next() {
                Ok(Some(message)) => messages.push(message),
                Ok(None) => break,
                Err(error) => return Ok((messages, Some(error))),
            }
        }
        if wire.held() > 4 * (bounds.message_bytes + piece.len()) {
            return Err(format!("{} bytes are held", wire.held()));
        }
    }
    Ok((messages, None))
}

/// Reads the input as a stream; the first byte says in what pieces.
///
/// # Errors
/// The invariant that broke.
pub fn wire(data: &[u8]) -> Result<Tried, String> {
    let (&size, stream) = data.split_first().unwrap_or((&0, &[]));
    let bounds = Bounds { message_bytes: 4096, depth: 8, elements: 64, attributes: 64 };
    let (messages, fault) = listen(std::iter::once(stream), bounds)?;
    let split = listen(stream.chunks(usize::from(size) + 1), bounds)?;
    if split != (messages.clone(), fault.clone()) {
        return Err(format!("in pieces of {size}: {split:?}, at once: {messages:?} {fault:?}"));
    }
    for message in &messages {
        reads_back(message)?;
    }
    Ok(Tried { accepted: messages.len() as u64, refused: u64::from(fault.is_some()) })
}

fn reads_back(element: &Element) -> Result<(), String> {
    let text = element.to_string();
    match read_element(&text, &Bounds { message_bytes: usize::MAX, ..Bounds::default() }) {
        Ok(again) if again == *element => Ok(()),
        other => Err(format!("{text} reads back as {other:?}")),
    }
}

/// Reads the input as a message of any kind, in a game somewhere in its course. The first byte
/// names the season, the next two the game and how far it went.
///
/// # Errors
/// The invariant that broke.
pub fn message(data: &[u8]) -> Result<Tried, String> {
    let (header, text) = data.split_at(data.len().min(3));
    let byte = |index: usize| header.get(index).copied().unwrap_or_default();
    let season = Season::ALL[usize::from(byte(0)) % Season::ALL.len()];
    let mut session = game(season, byte(1), byte(2));
    let mut tried = Tried::default();
    let Ok(element) = read_element(&String::from_utf8_lossy(text), &Bounds::default()) else {
        tried.count(false);
        return Ok(tried);
    };
    reads_back(&element)?;
    let players = ["Anna".to_string(), String::new()];
    tried.count(try_state(season, &element, &players)?);
    tried.count(try_result(season, &element, &*session, &players)?);
    season.read_welcome(&element);
    for words in [season.rule_violation(&element, &*session, ""), season.out_of_turn(&element, Side::One, &players)] {
        let longest = words.message.len().max(words.reason.len()).max(words.observers.len());
        if longest > LONGEST_SENTENCE {
            return Err(format!("{longest} bytes are said about {element}"));
        }
        reads_back(&season.error(&words.message, &element))?;
    }
    tried.count(try_move(season, &element, &mut *session, &players)?);
    Ok(tried)
}

/// A random game of so many plies.
pub fn game(season: Season, seed: u8, plies: u8) -> Box<dyn Session> {
    let rules = season.rulebook(RuleStyle::Server);
    let mut session = rules.start(Setup::Seed(u64::from(seed))).expect("every seed is a setup");
    let mut rng = Rng::new(u64::from(seed));
    for _ in 0..plies % 64 {
        let Some(text) = session.random_move(&mut rng) else { break };
        session.play(&text).expect("a random move is legal");
    }
    session
}

fn try_state(season: Season, element: &Element, players: &[String; 2]) -> Result<bool, String> {
    let Ok(text) = season.read_state(season.read_memento(element).unwrap_or(element)) else { return Ok(false) };
    let Ok(session) = season.rulebook(RuleStyle::Server).from_position(&text) else { return Ok(false) };
    let state = season.state(&*session, players, None);
    match season.read_state(&state) {
        Ok(again) if again == session.position() => Ok(true),
        other => Err(format!("{text} becomes {state}, read as {other:?}")),
    }
}

fn try_result(season: Season, element: &Element, session: &dyn Session, players: &[String; 2]) -> Result<bool, String> {
    let Some(read) = season.read_result(element) else { return Ok(false) };
    let ending = read.ending(session);
    let written = season.result(&ending, session, players);
    match season.read_result(&written) {
        Some(again) if again.winner == ending.winner => Ok(true),
        again => Err(format!("{ending:?} becomes {written}, read as {again:?}")),
    }
}

fn try_move(
    season: Season,
    element: &Element,
    session: &mut dyn Session,
    players: &[String; 2],
) -> Result<bool, String> {
    let text = match season.read_move(element, session) {
        Ok(text) => text,
        Err(ReadError::Shape { what: why, .. } | ReadError::Illegal { message: why, .. }) => {
            return if why.len() > LONGEST_SENTENCE { Err(format!("{} bytes of fault", why.len())) } else { Ok(false) };
        }
    };
    let Ok(spelt) = session.check(&text) else { return Ok(false) };
    let written = season.write_move(&spelt, session).map_err(|error| format!("{spelt}: {error}"))?;
    if season.read_move(&written, session).as_ref() != Ok(&spelt) {
        return Err(format!("{spelt} becomes {written}"));
    }
    session.play(&text).map_err(|error| format!("{text} was legal: {error}"))?;
    let state = season.state(session, players, Some(element));
    let mut out = String::new();
    state.write(&mut out, 3);
    if out.len() > 32 * 1024 {
        return Err(format!("{element} makes a state of {} bytes", out.len()));
    }
    reads_back(&state)?;
    if season.read_state(&state) != Ok(session.position()) || state.child("lastMove").is_none() {
        return Err(format!("{element} makes {state}"));
    }
    Ok(true)
}

/// Reads the input as a replay file.
///
/// # Errors
/// The invariant that broke.
pub fn replay(data: &[u8]) -> Result<Tried, String> {
    let Ok((season, record)) = replay::read(data) else { return Ok(Tried { accepted: 0, refused: 1 }) };
    let style = if record.game.ends_with("-server") { RuleStyle::Server } else { RuleStyle::Sheet };
    let rules = season.rulebook(style);
    let first = replay::write(season, &record, &*rules).map_err(|error| format!("{record:?}: {error}"))?;
    let (_, again) = replay::read(first.as_bytes()).map_err(|error| format!("{first}: {error}"))?;
    if (again.moves.len(), again.ending.is_some()) != (record.moves.len(), record.ending.is_some()) {
        return Err(format!("{record:?} reads back as {again:?}"));
    }
    Ok(Tried { accepted: 1, refused: 0 })
}
