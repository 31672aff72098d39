//! Sentences that fit into a terminal.

use std::time::Duration;

/// Columns of the report.
pub const COLUMNS: usize = 100;

/// A text without anything a terminal would obey.
pub fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// A text of at most so many characters.
pub fn clip(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_string(),
        Some(_) => text.chars().take(most.saturating_sub(3)).chain("...".chars()).collect(),
    }
}

/// The text in lines of at most so many characters, broken at spaces where there are any.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        let mut word: &str = word;
        if length > 0 && length + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
            length = 0;
        } else if length > 0 {
            line.push(' ');
            length += 1;
        }
        while let Some((cut, _)) = word.char_indices().nth(width - length.min(width - 1)) {
            let (head, tail) = word.split_at(cut);
            line.push_str(head);
            lines.push(std::mem::take(&mut line));
            (word, length) = (tail, 0);
        }
        line.push_str(word);
        length += word.chars().count();
    }
    lines.push(line);
    lines
}

/// `1 game`, `2 games`.
pub fn count(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

/// A time as people read it: `12 ms`, `1.05 s`.
pub fn took(time: Duration) -> String {
    match time.as_millis() {
        0 => "under 1 ms".to_string(),
        millis @ 1..1000 => format!("{millis} ms"),
        _ => format!("{:.2} s", time.as_secs_f64()),
    }
}

/// The first few of a list of moves, and how many more there are.
pub fn some(moves: &[String]) -> String {
    const SHOWN: usize = 6;
    let shown: Vec<String> = moves.iter().take(SHOWN).map(|mv| clip(&clean(mv), 40)).collect();
    match moves.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_long_words_anywhere() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("ab cdefghij", 4), ["ab", "cdef", "ghij"]);
        assert_eq!(wrap("", 4), [""]);
        for width in 1..12 {
            let lines = wrap("Ein Satz mit ganzlangenwörtern, und kurzen.", width);
            assert!(lines.iter().all(|line| line.chars().count() <= width), "{width}: {lines:?}");
        }
    }

    #[test]
    fn what_is_too_long_is_cut_and_what_a_terminal_obeys_is_replaced() {
        assert_eq!(clip("abcdefgh", 8), "abcdefgh");
        assert_eq!(clip("abcdefghi", 8), "abcde...");
        assert_eq!(clean("a\u{1b}[31m\n"), "a\u{fffd}[31m\u{fffd}");
        let moves: Vec<String> = (0..8).map(|number| format!("m{number}")).collect();
        assert_eq!(some(&moves), "m0, m1, m2, m3, m4, m5 and 2 more");
    }
}
