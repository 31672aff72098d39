//! Turning bytes into texts that look like a game's own.
//!
//! Every byte string gives some text; equal bytes give equal texts.
//! Not here: what the rules must say to them.

use std::collections::BTreeSet;

use schwarm_core::Session;

/// Most different words of a sentence.
const MOST_WORDS: usize = 256;
/// Longest sentence, in words; texts of absurd length are tried as plain text.
const LONGEST_SENTENCE: usize = 4096;
/// Most edits of a text.
const MOST_EDITS: usize = 8;

/// Texts the game writes about a session.
pub(super) fn texts_of(session: &dyn Session) -> Vec<String> {
    let mut texts = session.legal_moves();
    texts.extend(session.moves());
    texts.extend([session.position(), session.setup()]);
    texts.extend(session.board());
    texts
}

/// The words of some texts: runs of letters and digits, and every other character by itself; with
/// them a few that no text should have.
pub(super) fn words_of<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<String> {
    let odd = ["seed:", "-1", "99", "18446744073709551616", "\0", "\u{feff}", "ß", "🐝", "\n", ""];
    let mut words: BTreeSet<&str> = odd.into_iter().collect();
    for text in texts {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let run = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
            let (word, tail) = rest.split_at(if run == 0 { first.len_utf8() } else { run });
            words.insert(word);
            rest = tail;
        }
    }
    let step = words.len().div_ceil(MOST_WORDS);
    words.into_iter().step_by(step).map(str::to_string).collect()
}

/// One word per byte.
pub(super) fn sentence(bytes: &[u8], words: &[String]) -> String {
    bytes.iter().take(LONGEST_SENTENCE).map(|&byte| words[usize::from(byte) % words.len()].as_str()).collect()
}

/// Applies edits of three bytes each, a few of them, to a text: where, what, and with which word.
pub(super) fn edit(text: &str, edits: &[u8], words: &[String]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for edit in edits.chunks_exact(3).take(MOST_EDITS) {
        let place = (usize::from(edit[0]) << 3 | usize::from(edit[1] >> 5)) % (chars.len() + 1);
        let word = words[usize::from(edit[2]) % words.len()].chars();
        match edit[1] % 6 {
            0 => chars.truncate(place),
            1 => {
                chars.drain(place..chars.len().min(place + 1));
            }
            2 => {
                chars.splice(place..chars.len().min(place + 1), word);
            }
            3 => {
                chars.splice(place..place, word);
            }
            4 if place + 1 < chars.len() => chars.swap(place, place + 1),
            _ if place < chars.len() => chars[place] = char::from(edit[2]),
            _ => chars.push(char::from(edit[2])),
        }
    }
    chars.into_iter().collect()
}
