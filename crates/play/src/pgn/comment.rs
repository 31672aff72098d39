//! What was said about a move, as a comment: `{[%emt 0.125] [%eval 0.5] [%depth 8] [%nodes 9] text}`.
//!
//! `emt` is the time taken in seconds, `eval` the player's own judgement of its own chances. In
//! the free text a backslash is `\\`, a line end `\n`, and what would end or begin something is
//! written by its number: `\x7d`.

use crate::PlayedMove;
use crate::clock::{seconds, seconds_text};

/// The comment of a move, without braces; `None` where there is nothing to say.
pub(super) fn of(played: &PlayedMove) -> Option<String> {
    let PlayedMove { text: _, spent, score, depth, nodes, note } = played;
    let note = match note.as_deref() {
        Some("") => Some("[%note]".to_string()),
        Some(note) => Some(escape(note)),
        None => None,
    };
    let parts = [
        spent.map(|spent| format!("[%emt {}]", seconds_text(spent))),
        score.map(|score| format!("[%eval {score:?}]")),
        depth.map(|depth| format!("[%depth {depth}]")),
        nodes.map(|nodes| format!("[%nodes {nodes}]")),
        note,
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// Adds a comment to what is known of a move. What is known already is kept.
pub(super) fn read_into(comment: &str, played: &mut PlayedMove) {
    let mut rest = comment.trim_matches(BLANKS);
    while let Some((known, after)) = command(rest, played) {
        *played = known;
        rest = after.trim_start_matches(BLANKS);
    }
    if !rest.is_empty() {
        add_note(&mut played.note, &unescape(rest));
    }
}

/// Adds to a text, with a blank between.
pub(super) fn add_note(note: &mut Option<String>, more: &str) {
    match note {
        Some(note) if !note.is_empty() => {
            note.push(' ');
            note.push_str(more);
        }
        _ => *note = Some(more.to_string()),
    }
}

const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

/// Reads one command at the beginning; `None` where there is none we understand.
fn command<'a>(text: &'a str, played: &PlayedMove) -> Option<(PlayedMove, &'a str)> {
    let (inside, rest) = text.strip_prefix("[%")?.split_once(']')?;
    let (name, value) = inside.split_once(' ').unwrap_or((inside, ""));
    let mut known = played.clone();
    match name {
        "emt" => known.spent = known.spent.or(Some(elapsed(value)?)),
        "eval" => known.score = known.score.or(Some(value.parse().ok().filter(|score: &f64| !score.is_nan())?)),
        "depth" => known.depth = known.depth.or(Some(value.parse().ok()?)),
        "nodes" => known.nodes = known.nodes.or(Some(value.parse().ok()?)),
        "note" if value.is_empty() => known.note = known.note.or(Some(String::new())),
        _ => return None,
    }
    Some((known, rest))
}

/// `5.25`, or `0:00:05` as others write it.
fn elapsed(text: &str) -> Option<std::time::Duration> {
    let mut fields = text.rsplit(':');
    let mut sum = seconds(fields.next()?)?;
    let mut unit = 60;
    for field in fields {
        let field: u64 = field.parse().ok()?;
        sum = sum.checked_add(std::time::Duration::from_secs(field.checked_mul(unit)?))?;
        unit = unit.checked_mul(60)?;
    }
    Some(sum)
}

fn escape(note: &str) -> String {
    let mut out = String::with_capacity(note.len());
    for (at, c) in note.char_indices() {
        let at_edge = at == 0 || at + c.len_utf8() == note.len();
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '{' | '}' => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            ' ' | '\t' if at_edge => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            '[' if at == 0 => out.push_str("\\x5b"),
            c if c.is_ascii_control() => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let behind = &rest[at + 1..];
        let code = behind.strip_prefix('x').and_then(|hex| hex.get(..2));
        let (c, length) = match (behind.chars().next(), code.and_then(|hex| u8::from_str_radix(hex, 16).ok())) {
            (Some('\\'), _) => ('\\', 1),
            (Some('n'), _) => ('\n', 1),
            (Some('r'), _) => ('\r', 1),
            (_, Some(byte)) if byte.is_ascii() => (char::from(byte), 3),
            _ => ('\\', 0),
        };
        out.push(c);
        rest = &behind[length..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn everything_a_player_says_fits_into_one_comment() {
        let played = PlayedMove {
            text: "a4-c4".to_string(),
            spent: Some(Duration::from_millis(125)),
            score: Some(0.5),
            depth: Some(8),
            nodes: Some(12345),
            note: Some("looks {good}\n[really]".to_string()),
        };
        let comment = of(&played).expect("there is a lot to say");
        assert_eq!(comment, r"[%emt 0.125] [%eval 0.5] [%depth 8] [%nodes 12345] looks \x7bgood\x7d\n[really]");
        let mut read = PlayedMove::plain("a4-c4");
        read_into(&comment, &mut read);
        assert_eq!(read, played);
    }

    #[test]
    fn comments_of_others_are_kept_as_they_are() {
        let mut read = PlayedMove::default();
        read_into(r" [%emt 0:01:05] better is wB1 \wS1 [%clk 0:00:30] ", &mut read);
        assert_eq!(read.spent, Some(Duration::from_secs(65)));
        assert_eq!(read.note.as_deref(), Some(r"better is wB1 \wS1 [%clk 0:00:30]"));
        let mut read = PlayedMove::default();
        read_into("[%eval #3] [%depth many] \\x7", &mut read);
        assert_eq!(read.note.as_deref(), Some("[%eval #3] [%depth many] \\x7"));
    }
}
