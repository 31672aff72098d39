//! Playing a text that holds one move or many, as people paste them.
//!
//! Moves may be separated by `;` or line ends, by numbers (`1. wS1 2. bS1 wS1-`), and, where that
//! is unambiguous, by spaces or commas. A text that is one move is always taken as one move.
//! Invariant: the moves before the first bad one stay played; the bad one changes nothing.

use schwarm_core::{MoveError, Session};

use crate::failure::Failure;

/// No move of any notation is written with more blanks or commas inside than two (`-3,3>-2,3`).
const MOST_ATOMS: usize = 3;

/// A list that could not be played to its end.
#[derive(Debug)]
pub struct Stopped {
    /// Number of the bad move in the list, counted from 1.
    pub number: usize,
    /// What is wrong with it.
    pub error: MoveError,
    /// Whether the text was a list at all.
    pub in_list: bool,
}

impl Stopped {
    /// The failure in words; in a list it names the number of the move.
    pub fn failure(&self) -> Failure {
        let failure = Failure::from(&self.error);
        match (self.in_list, self.number) {
            (false, _) => failure,
            (true, 1) => failure.at("move 1 of the list"),
            (true, number) => {
                let before =
                    if number == 2 { "the one before it".to_string() } else { format!("the {} before it", number - 1) };
                let failure = failure.at(format_args!("move {number} of the list"));
                failure.advise(format!("Played: {before}."))
            }
        }
    }
}

/// Plays every move of `text` and returns their standard spellings.
///
/// # Errors
/// The first move that cannot be played, beside the moves that were.
pub fn play(session: &mut dyn Session, text: &str) -> (Vec<String>, Result<(), Stopped>) {
    let text = text.trim();
    let mut played = Vec::new();
    let whole = match session.play(text) {
        Ok(spelt) => return (vec![spelt], Ok(())),
        Err(error) => error,
    };
    let chunks = chunks(text);
    let is_readable = !matches!(whole, MoveError::Syntax { .. });
    if chunks.is_empty() || (is_readable && chunks == [text]) {
        return (played, Err(Stopped { number: 1, error: whole, in_list: false }));
    }
    let several = chunks.len() > 1;
    for chunk in chunks {
        let before = played.len();
        if let Err(mut error) = play_chunk(session, chunk, &mut played) {
            if is_one_move(session, chunk) {
                while played.len() > before && session.undo() {
                    played.pop();
                }
                error = session.play(chunk).err().unwrap_or(error);
            }
            let in_list = several || !played.is_empty();
            return (played.clone(), Err(Stopped { number: played.len() + 1, error, in_list }));
        }
    }
    (played, Ok(()))
}

/// Plays every move of a list given on the command line; a blank list has none.
///
/// # Errors
/// The first move that cannot be played.
pub fn play_all(session: &mut dyn Session, text: &str) -> Result<(), Failure> {
    if text.trim().is_empty() {
        return Ok(());
    }
    play(session, text).1.map_err(|stopped| Failure { advice: None, ..stopped.failure() })
}

/// Whether two words that could not be played were meant as one move: `wS1 -bS1` is no list
/// of `wS1` and `-bS1` in a game whose moves are written with a blank.
fn is_one_move(session: &dyn Session, chunk: &str) -> bool {
    chunk.split_whitespace().count() == 2 && session.legal_moves().iter().any(|mv| mv.contains(' '))
}

/// Plays the moves of a chunk without sure separators: the longest legal reading first.
fn play_chunk(session: &mut dyn Session, chunk: &str, played: &mut Vec<String>) -> Result<(), MoveError> {
    let mut rest = chunk;
    while !rest.is_empty() {
        let ends = atom_ends(rest);
        let readings = ends.iter().rev().map(|&end| &rest[..end]);
        let (length, spelt) = read_first(session, rest, readings)?;
        played.push(spelt);
        rest = rest[length..].trim_start_matches(is_gap);
    }
    Ok(())
}

/// Plays the first legal one of `readings`; their lengths fall.
fn read_first<'a>(
    session: &mut dyn Session,
    rest: &str,
    readings: impl Iterator<Item = &'a str>,
) -> Result<(usize, String), MoveError> {
    // A rest that is a move, only not a legal one, is no list: the complaint is about that move.
    let unreadable = match session.play(rest) {
        Ok(spelt) => return Ok((rest.len(), spelt)),
        Err(error @ MoveError::Syntax { .. }) => error,
        Err(error) => return Err(error),
    };
    let mut illegal = None;
    let mut shortest = None;
    for reading in readings {
        match session.play(reading) {
            Ok(spelt) => return Ok((reading.len(), spelt)),
            Err(error @ MoveError::Syntax { .. }) => shortest = Some(error),
            Err(error) => illegal = illegal.or(Some(error)),
        }
    }
    // Of a long unreadable rest only its first word is quoted.
    let long = atom_ends(rest).last().is_some_and(|&end| end < rest.len());
    Err(illegal.or(shortest.filter(|_| long)).unwrap_or(unreadable))
}

/// Where the first one, two, three atoms of `text` end.
fn atom_ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut from = 0;
    while ends.len() < MOST_ATOMS && from < text.len() {
        let end = text[from..].find(is_gap).map_or(text.len(), |offset| from + offset);
        ends.push(end);
        from = text[end..].find(|letter| !is_gap(letter)).map_or(text.len(), |offset| end + offset);
    }
    ends
}

fn is_gap(letter: char) -> bool {
    letter.is_whitespace() || letter == ','
}

/// The parts between sure separators: `;`, line ends and move numbers.
fn chunks(text: &str) -> Vec<&str> {
    let mut chunks = Vec::new();
    for part in text.split([';', '\n']) {
        let mut start = 0;
        for (word_start, word) in words(part) {
            let number = number_length(word);
            if number > 0 {
                chunks.push(&part[start..word_start]);
                start = word_start + number;
            }
        }
        chunks.push(&part[start..]);
    }
    chunks.into_iter().map(|chunk| chunk.trim_matches(is_gap)).filter(|chunk| !chunk.is_empty()).collect()
}

/// The words of a text with the places they begin at.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// The length of a move number such as `12.`, `3...` or `4)` at the start of a word.
fn number_length(word: &str) -> usize {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let marks = word[digits..].bytes().take_while(|byte| matches!(byte, b'.' | b')')).count();
    if digits > 0 && marks > 0 { digits + marks } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sure_separators_cut_a_list_into_chunks() {
        assert_eq!(chunks("wS1; bS1 wS1-\nwQ -wS1;"), ["wS1", "bS1 wS1-", "wQ -wS1"]);
        assert_eq!(chunks("1. wS1 2. bS1 wS1- 3.wQ -wS1"), ["wS1", "bS1 wS1-", "wQ -wS1"]);
        assert_eq!(chunks("12) a4-c4"), ["a4-c4"]);
        assert_eq!(chunks("Q@-3,3"), ["Q@-3,3"]);
        assert_eq!(chunks(" ;; \n"), Vec::<&str>::new());
    }

    #[test]
    fn atoms_end_at_blanks_and_commas() {
        assert_eq!(atom_ends("-3,3>-2,3 x"), [2, 7, 9]);
        assert_eq!(atom_ends("bS1 wS1-"), [3, 8]);
        assert_eq!(atom_ends("a4-c4"), [5]);
    }
}
