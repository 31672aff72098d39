//! Reading a replay.

use std::io::{ErrorKind, Read};

use flate2::read::MultiGzDecoder;
use schwarm_core::{PositionError, Side};
use schwarm_play::{GameRecord, PlayedMove, Start};

use crate::season::{ReadError, ReadResult, RuleStyle, Season};
use crate::wire::{Bounds, Wire, WireError};
use crate::xml::Element;

use super::write::ROOM_TAG;

/// The most a file may hold once unpacked. A long game has 1 MiB.
const MOST_BYTES: u64 = 64 << 20;
/// The most positions of a game; 61 is usual.
const MOST_STATES: usize = 2000;
/// Bytes unpacked at a time.
const PIECE: usize = 16 * 1024;

/// Why a file is no replay.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The gzip data is damaged.
    #[error("cannot unpack: {0}")]
    Unpack(std::io::Error),
    /// Too much data, perhaps on purpose.
    #[error("more than {MOST_BYTES} bytes, or more than {MOST_STATES} positions: no replay")]
    TooBig,
    /// The file is no XML of the protocol.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// There is no position in it.
    #[error("no position in the file")]
    Empty,
    /// The first position is of no season known here.
    #[error("the first state is of no season known here")]
    Season,
    /// A position cannot be read.
    #[error("state {index}: {error}")]
    State {
        /// Counted from 0.
        index: usize,
        /// What is wrong.
        error: ReadError,
    },
    /// The first position is impossible.
    #[error("the first state: {0}")]
    Start(PositionError),
    /// A position does not follow from the one before.
    #[error("turn {turn}: {why}")]
    Move {
        /// Turn after the move.
        turn: u32,
        /// What is wrong.
        why: String,
    },
}

/// A position of the file.
struct Seen {
    position: String,
    turn: u32,
    last: Option<Element>,
}

/// What is taken from a file before the rules look at it.
struct Film {
    season: Season,
    seen: Vec<Seen>,
    players: [String; 2],
    room: Option<String>,
    result: Option<ReadResult>,
}

/// Reads a replay file, plain or gzipped. The rules are those of the official server where they can
/// have led to this game, else those of the sheet.
///
/// # Errors
/// When the file is no replay, or shows a game the rules do not know.
pub fn read(bytes: &[u8]) -> Result<(Season, GameRecord), ReplayError> {
    let film = match bytes.starts_with(&[0x1f, 0x8b]) {
        true => watch(MultiGzDecoder::new(bytes)),
        false => watch(bytes),
    }?;
    let by_server = play(&film, RuleStyle::Server);
    let record = match by_server {
        Ok((record, true)) => record,
        by_server => match play(&film, RuleStyle::Sheet) {
            Ok((record, true)) => record,
            // Neither fits wholly; the server's word goes first.
            by_sheet => by_server.or(by_sheet)?.0,
        },
    };
    Ok((film.season, record))
}

/// Reads the messages one by one, keeping only what is needed.
fn watch(mut file: impl Read) -> Result<Film, ReplayError> {
    let mut wire = Wire::new(Bounds::default());
    let mut film: Option<Film> = None;
    let mut piece = vec![0; PIECE];
    let mut bytes = 0;
    loop {
        let read = match file.read(&mut piece) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // A file that was cut off is read as far as it goes.
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => break,
            Err(error) => return Err(ReplayError::Unpack(error)),
        };
        bytes += read as u64;
        if bytes > MOST_BYTES {
            return Err(ReplayError::TooBig);
        }
        wire.feed(&piece[..read]);
        while let Some(message) = wire.next()? {
            see(&mut film, &message)?;
        }
    }
    film.ok_or(ReplayError::Empty)
}

fn see(film: &mut Option<Film>, message: &Element) -> Result<(), ReplayError> {
    let Some(data) = message.child("data") else { return Ok(()) };
    if let Some(state) = data.child("state").filter(|_| data.attribute("class") == Some("memento")) {
        let film = match film {
            Some(film) => film,
            None => film.insert(Film {
                season: season_of(state).ok_or(ReplayError::Season)?,
                seen: Vec::new(),
                players: [String::new(), String::new()],
                room: message.attribute("roomId").map(str::to_string),
                result: None,
            }),
        };
        return film.see_state(state);
    }
    if let Some(film) = film
        && let Some(result) = film.season.read_result(data)
    {
        for side in Side::BOTH {
            if !result.players[side.index()].is_empty() {
                film.players[side.index()].clone_from(&result.players[side.index()]);
            }
        }
        film.result = Some(result);
    }
    Ok(())
}

impl Film {
    fn see_state(&mut self, state: &Element) -> Result<(), ReplayError> {
        let index = self.seen.len();
        if index >= MOST_STATES {
            return Err(ReplayError::TooBig);
        }
        let position = self.season.read_state(state).map_err(|error| ReplayError::State { index, error })?;
        let turn = state.attribute("turn").and_then(|turn| turn.trim().parse().ok()).unwrap_or_default();
        for (side, name) in Side::BOTH.into_iter().zip(["red", "blue"]) {
            if let Some(name) = state.child(name).and_then(|player| player.attribute("displayName")) {
                self.players[side.index()] = name.to_string();
            }
        }
        // A game that was paused shows the same position again.
        if self.seen.last().is_none_or(|seen| seen.turn != turn) {
            self.seen.push(Seen { position, turn, last: state.child("lastMove").cloned() });
        }
        Ok(())
    }
}

/// The season whose server wrote a state.
pub(super) fn season_of(state: &Element) -> Option<Season> {
    let board = state.child("board")?;
    if state.attribute("class") == Some("sc.plugin2019.GameState") {
        Some(Season::Piranhas2019)
    } else if board.child("pieces").is_some() {
        Some(Season::Ostseeschach2022)
    } else if board.child("row").is_some() {
        Some(Season::Piranhas2026)
    } else {
        (state.child("undeployedRedPieces").is_some()).then_some(Season::Hive2020)
    }
}

/// Plays the game through; says whether the rules end it as the file does.
fn play(film: &Film, style: RuleStyle) -> Result<(GameRecord, bool), ReplayError> {
    let rules = film.season.rulebook(style);
    let (first, rest) = film.seen.split_first().ok_or(ReplayError::Empty)?;
    let mut session = rules.from_position(&first.position).map_err(ReplayError::Start)?;
    let start = Start::of(&*rules, &*session);
    let mut moves = Vec::with_capacity(rest.len());
    for seen in rest {
        let wrong = |why: String| ReplayError::Move { turn: seen.turn, why };
        if seen.turn != session.turn() + 1 {
            return Err(wrong(format!("follows turn {}", session.turn())));
        }
        let last = seen.last.as_ref().ok_or_else(|| wrong("no last move".to_string()))?;
        let text = film.season.read_move(last, &*session).map_err(|error| wrong(error.to_string()))?;
        moves.push(PlayedMove::plain(session.play(&text).map_err(|error| wrong(error.to_string()))?));
        if session.position() != seen.position {
            return Err(wrong(format!("shows {}, the rules make it {}", seen.position, session.position())));
        }
    }
    let ending = film.result.as_ref().map(|result| result.ending(&*session));
    let fits = match (&ending, session.outcome()) {
        (Some(ending), outcome) => {
            ending.outcome.is_some() == outcome.is_some() && {
                outcome.is_none_or(|outcome| outcome.winner == ending.winner && outcome.scores == ending.scores)
            }
        }
        (None, _) => true,
    };
    let tags = film.room.iter().map(|room| (ROOM_TAG.to_string(), room.clone())).collect();
    let players = film.players.clone();
    let game = session.id();
    Ok((GameRecord { game, start, players, time: None, moves, ending, tags }, fits))
}
