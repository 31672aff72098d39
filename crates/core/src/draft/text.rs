//! What readers of position texts share that keep the place of everything they read.

use super::Problem;
use crate::Side;
use crate::error::shorten;

/// A part of a text and the byte it begins at.
pub type Placed<'a> = (usize, &'a str);

/// The longest position text that is looked at.
pub const LONGEST: usize = 4096;

/// That a text is not longer than any position.
///
/// # Errors
/// When it is.
pub fn check_length(text: &str, longest: usize) -> Result<(), Problem> {
    match text.len() <= longest {
        true => Ok(()),
        false => {
            let message = format!("{} bytes are no position", text.len());
            Err(Problem::new("text-long", message).with("most", longest).found_at(0))
        }
    }
}

/// The words of a part of a text.
pub fn words((start, text): Placed<'_>) -> impl Iterator<Item = Placed<'_>> {
    text.split_whitespace().map(move |word| (start + offset(text, word), word))
}

/// The parts of a part of a text between signs.
pub fn parts((start, text): Placed<'_>, sign: char) -> impl Iterator<Item = Placed<'_>> {
    text.split(sign).map(move |part| (start + offset(text, part), part))
}

/// How far a part of a text is behind its beginning.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The words of a position of a square board: rows from the top down, then so many words.
///
/// # Errors
/// When there are more or fewer words, or more or fewer rows than the board has.
pub fn rows_and_words(text: &str, rows: usize, fields: usize) -> Result<(Vec<Placed<'_>>, Vec<Placed<'_>>), Problem> {
    check_length(text, 1000)?;
    let mut all: Vec<Placed<'_>> = words((0, text)).collect();
    if all.len() != fields + 1 {
        let message = format!("{} fields separated by blanks, not {}", all.len(), fields + 1);
        let place = all.get(fields + 1).map_or(text.trim_end().len(), |word| word.0);
        let problem = Problem::new("text-fields", message).with("found", all.len()).with("wanted", fields + 1);
        return Err(problem.found_at(place));
    }
    let board = all.remove(0);
    let found: Vec<Placed<'_>> = parts(board, '/').collect();
    if found.len() != rows {
        let message = format!("{} rows, the board has {rows}", found.len());
        let place = found.get(rows).map_or(board.0 + board.1.len(), |row| row.0);
        return Err(Problem::new("text-rows", message).with("found", found.len()).with("wanted", rows).found_at(place));
    }
    Ok((found, all))
}

/// The problem of a row with a wrong number of cells.
pub fn wrong_row(row: Placed<'_>, label: impl ToString, found: usize, wanted: usize) -> Problem {
    let label = label.to_string();
    let message = format!("row {label} has {found} cells, the board has {wanted}");
    Problem::new("text-row", message).with("row", label).with("found", found).with("wanted", wanted).found_at(row.0)
}

/// The problem of something that cannot stand where it stands.
pub fn unknown(id: &'static str, (place, text): Placed<'_>, expected: &str) -> Problem {
    let text = shorten(text);
    Problem::new(id, format!("{text:?}, expected {expected}"))
        .with("found", text)
        .with("wanted", expected)
        .found_at(place)
}

/// Reads a side to move, one of two letters.
///
/// # Errors
/// When it is neither.
pub fn side(word: Placed<'_>, letters: [&str; 2]) -> Result<Side, Problem> {
    let found = Side::BOTH.into_iter().find(|side| letters[side.index()] == word.1);
    found.ok_or_else(|| unknown("text-side", word, &letters.join(" / ")))
}

/// Reads a number of plies, or another one.
///
/// # Errors
/// When it is none.
pub fn number(id: &'static str, word: Placed<'_>) -> Result<u32, Problem> {
    let is_number = !word.1.is_empty() && word.1.bytes().all(|byte| byte.is_ascii_digit());
    word.1.parse().ok().filter(|_| is_number).ok_or_else(|| unknown(id, word, "0-9"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_keeps_its_place() {
        let text = "  ab/c/  r 12";
        let all: Vec<_> = words((0, text)).collect();
        assert_eq!(all, [(2, "ab/c/"), (9, "r"), (11, "12")]);
        assert_eq!(parts(all[0], '/').collect::<Vec<_>>(), [(2, "ab"), (5, "c"), (7, "")]);
        for (place, part) in all {
            assert!(text[place..].starts_with(part));
        }
    }

    #[test]
    fn what_is_missing_or_too_much_is_found_where_it_is() {
        let place = |text| rows_and_words(text, 2, 2).map_err(|problem| (problem.id, problem.place)).err();
        assert_eq!(place("a/b r 1"), None);
        assert_eq!(place("a/b r"), Some(("text-fields", Some(5))));
        assert_eq!(place("a/b r 1 x"), Some(("text-fields", Some(8))));
        assert_eq!(place("a/b/c r 1"), Some(("text-rows", Some(4))));
        assert_eq!(place(" a r 1"), Some(("text-rows", Some(2))));
    }
}
