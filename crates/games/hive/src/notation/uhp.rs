//! MoveString and GameString of the Universal Hive Protocol.

use super::{Name, none_left};
use crate::board::dir;
use crate::book::{Book, Law};
use crate::bug::{Bug, Piece};
use crate::kernel::Kernel;
use crate::moves::Move;
use crate::state::{Axial, Hive};
use schwarm_core::{BrokenRule, Game, Line, MoveError, Notation, Outcome, PositionError, Side};

/// Directions in the order in which a neighbour is looked for: clockwise from north-west.
const LOOK_ORDER: [usize; 6] = [dir::NW, dir::NE, dir::E, dir::SE, dir::SW, dir::W];

/// Most moves a game text may have.
const LONGEST_GAME: usize = 20_000;

/// Reads `wA1 bQ-` and every other spelling of it.
pub(crate) fn parse<B: Kernel, L: Law>(state: &Hive<B, L>, text: &str) -> Result<Move, MoveError> {
    let mut words = text.split_whitespace();
    let subject = words.next().unwrap_or_default();
    let target = words.next();
    if words.next().is_some() {
        return Err(MoveError::syntax(text, "a move is a piece and a target, such as `wA1 bQ-`"));
    }
    let name = Name::parse(subject).map_err(|why| MoveError::syntax(text, why))?;
    if name.number.is_some() && !Hive::<B, L>::is_numbered(name.bug) {
        // The sandbox notation numbers every piece; UHP forbids it for the single ones.
        if target.is_some() || name.number != Some(1) {
            return Err(MoveError::syntax(text, format!("there is one {} a side, it has no number", name.bug.name())));
        }
    } else if name.number.is_none() && Hive::<B, L>::is_numbered(name.bug) {
        return Err(MoveError::syntax(text, format!("the {} needs its number", name.bug.name())));
    }
    let piece = match state.find_uhp(name) {
        Some(piece) => piece,
        None => state
            .next_in_hand(name.side, name.bug)
            .filter(|_| name.number.unwrap_or(1) == state.next_uhp_number(name.side, name.bug))
            .ok_or_else(|| none_left(state, text, name))?,
    };
    let cell = match target {
        None if state.placed == 0 => Axial::new(0, 0),
        None => return Err(MoveError::syntax(text, "only the first move of a game has no target")),
        Some(_) if state.placed == 0 => {
            return Err(MoveError::syntax(text, "the first move of a game has no target: there is nothing to touch"));
        }
        Some(target) => parse_target(state, text, target)?,
    };
    Ok(Move::new(piece, state.frame_cell(cell)))
}

fn parse_target<B: Kernel, L: Law>(state: &Hive<B, L>, text: &str, target: &str) -> Result<Axial, MoveError> {
    let mark = |c: char| matches!(c, '-' | '/' | '\\');
    let (direction, name) = if let Some(rest) = target.strip_prefix(mark) {
        let direction = match target.as_bytes()[0] {
            b'-' => dir::W,
            b'\\' => dir::NW,
            _ => dir::SW,
        };
        (Some(direction), rest)
    } else if let Some(rest) = target.strip_suffix(mark) {
        let direction = match target.as_bytes()[target.len() - 1] {
            b'-' => dir::E,
            b'\\' => dir::SE,
            _ => dir::NE,
        };
        (Some(direction), rest)
    } else {
        (None, target)
    };
    let name = Name::parse(name).map_err(|why| MoveError::syntax(text, why))?;
    let numbered = Hive::<B, L>::is_numbered(name.bug);
    if name.number.is_some() != numbered {
        let why = if numbered { "needs its number" } else { "has no number" };
        return Err(MoveError::syntax(text, format!("the {} in the target {why}", name.bug.name())));
    }
    let Some(reference) = state.find_uhp(name) else {
        let rule = BrokenRule::new("no-reference", format!("{} is not on the board", name.shown()));
        return Err(MoveError::illegal(text, rule));
    };
    let cell = state.torus_cell(state.cells[reference.index()]);
    Ok(direction.map_or(cell, |d| cell.step(d)))
}

/// Writes a move.
pub(crate) fn move_text<B: Kernel, L: Law>(state: &Hive<B, L>, mv: Move) -> String {
    if mv.is_pass() {
        return "pass".to_string();
    }
    let piece = mv.piece();
    // The longest is `wA1 bG3/`.
    let mut text = String::with_capacity(8);
    if state.is_placed(piece) {
        state.named(piece).write(&mut text);
    } else {
        let number = Hive::<B, L>::is_numbered(piece.bug()).then(|| state.next_uhp_number(piece.side(), piece.bug()));
        Name { side: piece.side(), bug: piece.bug(), number }.write(&mut text);
    }
    let Some((other, direction)) = reference(state, mv) else { return text };
    let (before, after) = match direction {
        None => (None, None),
        Some(dir::W) => (Some('-'), None),
        Some(dir::NW) => (Some('\\'), None),
        Some(dir::SW) => (Some('/'), None),
        Some(dir::E) => (None, Some('-')),
        Some(dir::SE) => (None, Some('\\')),
        Some(_) => (None, Some('/')),
    };
    text.push(' ');
    text.extend(before);
    state.named(other).write(&mut text);
    text.extend(after);
    text
}

/// The piece a move is written against, and the direction of the target from it; no
/// direction means on top. `None` for the first piece of a game.
pub(crate) fn reference<B: Kernel, L: Law>(state: &Hive<B, L>, mv: Move) -> Option<(Piece, Option<usize>)> {
    let piece = mv.piece();
    let target = state.torus_cell(mv.cell());
    // The mover itself is no reference, but what it stands on is.
    let standing = |cell: Axial| state.stack(state.frame_cell(cell)).find(|&other| other != piece);
    if let Some(below) = standing(target) {
        return Some((below, None));
    }
    LOOK_ORDER.into_iter().find_map(|d| standing(target.step(d)).map(|other| (other, Some(dir::opposite(d)))))
}

/// The GameTypeString of a set.
pub(crate) fn game_type(book: &Book) -> String {
    let letters: String = [Bug::Mosquito, Bug::Ladybug, Bug::Pillbug]
        .into_iter()
        .filter(|&bug| book.count(bug) > 0)
        .map(Bug::letter)
        .collect();
    if letters.is_empty() { "Base".to_string() } else { format!("Base+{letters}") }
}

/// The expansions of a GameTypeString or id, letters in any order: `[mosquito, ladybug, pillbug]`.
pub(crate) fn parse_game_type(text: &str) -> Option<[bool; 3]> {
    let (base, letters) = text.split_once('+').unwrap_or((text, ""));
    let known = base.eq_ignore_ascii_case("base") || base.eq_ignore_ascii_case("hive");
    if !known || letters.len() > 8 || (letters.is_empty() && text.contains('+')) {
        return None;
    }
    letters.chars().try_fold([false; 3], |mut with, letter| {
        with["MLP".find(letter.to_ascii_uppercase())?] = true;
        Some(with)
    })
}

/// What differs between the game texts of the unbounded books.
pub(crate) struct GameText {
    /// The first field.
    pub kind: String,
    /// Names of the sides in the state and turn fields.
    pub sides: [&'static str; 2],
}

impl GameText {
    /// Writes a GameString.
    pub(crate) fn write<B: Kernel, L: Law>(
        &self,
        line: &Line<Hive<B, L>>,
        now: &Hive<B, L>,
        outcome: Option<&Outcome>,
    ) -> String {
        let state = match outcome {
            Some(outcome) => match outcome.winner {
                Some(side) => format!("{}Wins", self.sides[side.index()]),
                None => "Draw".to_string(),
            },
            None if line.moves.is_empty() => "NotStarted".to_string(),
            None => "InProgress".to_string(),
        };
        let mut text = format!("{};{state};{}[{}]", self.kind, self.sides[now.side().index()], now.turn / 2 + 1);
        let mut state = line.start;
        for &mv in &line.moves {
            text.push(';');
            text.push_str(&state.move_text(mv, Notation::Standard));
            state.play(mv);
        }
        text
    }
}

/// The moves of a GameString, whose first three fields have been looked at, played from `start`.
pub(crate) fn replay<'a, B: Kernel, L: Law>(
    start: Hive<B, L>,
    fields: impl Iterator<Item = &'a str>,
) -> Result<Line<Hive<B, L>>, PositionError> {
    let mut state = start;
    let mut moves = Vec::new();
    for (index, text) in fields.enumerate() {
        if index >= LONGEST_GAME {
            return Err(PositionError::syntax(format!("move {index}"), "the game is absurdly long"));
        }
        let fail = |error| PositionError::Move { ply: index + 1, error };
        if let Some(outcome) = state.outcome() {
            return Err(fail(MoveError::GameOver {
                text: schwarm_core::error::shorten(text),
                reason: outcome.reason.id(),
            }));
        }
        let mv = state.parse_move(text).map_err(fail)?;
        if !state.is_legal(mv) {
            return Err(fail(MoveError::illegal(text, state.explain_illegal(mv))));
        }
        state.play(mv);
        moves.push(mv);
    }
    Ok(Line { start, moves })
}

/// The side named by the turn field of a GameString, if it names one.
pub(crate) fn side_of_turn(field: &str, sides: [&str; 2]) -> Option<Side> {
    let name = field.split('[').next().unwrap_or_default();
    Side::BOTH.into_iter().find(|side| sides[side.index()].eq_ignore_ascii_case(name))
}
