//! Texts nobody should send, and what must hold for them.
//!
//! The same functions serve the seeded run of the kit and the fuzz targets.

use crate::{Game, Line, Notation, Rng, Ruleset};

/// Damages a text: cuts, doubles, swaps, replaces and inserts characters.
pub fn mutate(text: &str, rng: &mut Rng) -> String {
    const ODD: &[char] = &[
        ' ', '\t', '\n', '\0', ',', '.', '=', '>', '-', '/', '\\', '|', '*', '+', '#', '@', ':', ';', '[', '0', '9',
        'w', 'b', 'Q', 'q', 'A', 'ß', '∅', '\u{feff}', '🐝',
    ];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=rng.below(3) {
        let place = rng.below(chars.len() + 1);
        let odd = ODD[rng.below(ODD.len())];
        match rng.below(7) {
            0 => chars.truncate(place),
            1 if place < chars.len() => {
                chars.remove(place);
            }
            2 if place < chars.len() => chars[place] = odd,
            3 => chars.insert(place, odd),
            4 if place + 1 < chars.len() => chars.swap(place, place + 1),
            5 => {
                let tail: Vec<char> = chars[place..].to_vec();
                chars.extend(tail);
            }
            _ => {
                let digits = ["-1", "99", "18446744073709551616", "-99999999999999999999"];
                let digits = digits[rng.below(digits.len())];
                chars.splice(place..place, digits.chars());
            }
        }
    }
    chars.into_iter().collect()
}

/// Reads any text as a position. It is refused, or it is a position that can be
/// written, read back and played on.
///
/// # Errors
/// When a position was accepted that then breaks an invariant.
pub fn hostile_position<R: Ruleset>(rules: &R, text: &str) -> Result<(), String> {
    let Ok(Line { mut start, moves }) = rules.parse_position(text) else { return Ok(()) };
    for mv in moves {
        start.play(mv);
    }
    let state = start;
    let written = state.to_text();
    let again = rules
        .parse_position(&written)
        .map_err(|error| format!("{text:?} was accepted, but its own text {written:?} is refused: {error}"))?;
    if again.start != state {
        return Err(format!("{text:?} was accepted, but its own text {written:?} reads back differently"));
    }
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    if state.outcome().is_some() != moves.is_empty() || state.count_legal_moves() != moves.len() as u64 {
        return Err(format!("{text:?} was accepted, but has outcome {:?} and {} moves", state.outcome(), moves.len()));
    }
    let _ = state.view();
    for mv in moves {
        let mut played = state.clone();
        let spelt = state.move_text(mv, Notation::Standard);
        if state.parse_move(&spelt) != Ok(mv) {
            return Err(format!("{text:?} was accepted, but its move {spelt:?} is not read back"));
        }
        let undo = played.play(mv);
        if played.key() != played.compute_key() {
            return Err(format!("{text:?} was accepted, but {spelt:?} leads to a wrong key"));
        }
        played.undo(mv, undo);
        if played != state {
            return Err(format!("{text:?} was accepted, but {spelt:?} cannot be undone"));
        }
    }
    Ok(())
}

/// Reads any text as a move of `state`: refused with a reason, or a move that can be
/// written again. Illegal moves must be explained.
///
/// # Errors
/// When a readable move cannot be written and read back.
pub fn hostile_move<G: Game>(state: &G, text: &str) -> Result<(), String> {
    let Ok(mv) = state.parse_move(text) else { return Ok(()) };
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    if moves.contains(&mv) {
        let spelt = state.move_text(mv, Notation::Standard);
        if state.parse_move(&spelt) != Ok(mv) {
            return Err(format!("{text:?} was read, but its spelling {spelt:?} is not"));
        }
    } else if state.outcome().is_none() && !state.is_legal(mv) {
        let rule = state.explain_illegal(mv);
        if rule.message.is_empty() || rule.id.is_empty() {
            return Err(format!("{text:?} is not legal, but no rule is named"));
        }
    }
    Ok(())
}
