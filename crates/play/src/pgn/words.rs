//! Which words of a line of moves make one move.
//!
//! A move is one word, except in unbounded Hive, where a piece and its target are two
//! (`bS1 wS1-`). There the first move of a game is a bare piece and every other has a target, so
//! that moves can be told apart without numbers.

/// Whether the moves of this game are spelt as those of unbounded Hive.
pub(super) fn is_hive(game: &str) -> bool {
    let name = game.split(',').next().unwrap_or_default().trim().to_ascii_lowercase();
    matches!(name.as_str(), "hive" | "hive-classic" | "base" | "classic")
        || name.starts_with("hive+")
        || name.starts_with("base+")
}

/// How a result is spelt in movetext.
pub(super) fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
        || matches!(word, "WhiteWins" | "BlackWins" | "RedWins" | "BlueWins" | "Draw" | "InProgress" | "NotStarted")
}

/// What is left of a word behind a move number such as `12.`, `3...` or `4)`; `None` if there is
/// no number.
pub(super) fn behind_number(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == word.len() {
        // Black's move may follow bare dots.
        return word.starts_with("..").then(|| word.trim_start_matches('.'));
    }
    match rest.chars().next() {
        None => Some(""),
        Some('.' | ')') => Some(rest.trim_start_matches(['.', ')'])),
        Some(_) => None,
    }
}

/// Puts words together to moves. `bare_first`: the first of them begins a game of Hive.
pub(super) fn moves(words: &[String], hive: bool, bare_first: bool) -> Vec<String> {
    if !hive {
        return words.to_vec();
    }
    let mut moves = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let opens = bare_first && moves.is_empty();
        let target = words.next_if(|next| is_piece(word) && is_target(next) && !(opens && is_piece(next)));
        moves.push(match target {
            Some(target) => format!("{word} {target}"),
            None => word.clone(),
        });
    }
    moves
}

/// Whether a move can stand in a file without quotes and is read back as it is.
pub(super) fn is_plain(text: &str, hive: bool, bare_first: bool) -> bool {
    const NEVER: &str = "{}()[];\"$!?%";
    let harmless = |word: &str| {
        !word.is_empty()
            && word.bytes().all(|byte| byte.is_ascii_graphic() && !NEVER.as_bytes().contains(&byte))
            && behind_number(word).is_none()
            && !is_result(word)
    };
    let words: Vec<String> = text.split(' ').map(str::to_string).collect();
    words.iter().all(|word| harmless(word)) && moves(&words, hive, bare_first) == [text]
}

fn is_piece(word: &str) -> bool {
    let bytes = word.as_bytes();
    matches!(bytes, [b'w' | b'b' | b'W' | b'B', bug] | [b'w' | b'b' | b'W' | b'B', bug, b'1'..=b'9']
        if b"QSBGAMLP".contains(&bug.to_ascii_uppercase()))
}

fn is_target(word: &str) -> bool {
    const SIDES: [char; 3] = ['-', '/', '\\'];
    is_piece(word) || word.strip_prefix(SIDES).is_some_and(is_piece) || word.strip_suffix(SIDES).is_some_and(is_piece)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str, bare_first: bool) -> Vec<String> {
        let words: Vec<String> = text.split_whitespace().map(str::to_string).collect();
        moves(&words, true, bare_first)
    }

    #[test]
    fn moves_of_hive_are_told_apart_without_numbers() {
        assert_eq!(split(r"wS1 bS1 wS1- wQ \wS1 pass wB1 bQ", true), ["wS1", "bS1 wS1-", r"wQ \wS1", "pass", "wB1 bQ"]);
        assert_eq!(split("wB1 bQ pass", false), ["wB1 bQ", "pass"]);
        assert_eq!(split(r"wS1 bG3*|wS1 wA2|*wS1", true), ["wS1", "bG3*|wS1", "wA2|*wS1"]);
    }

    #[test]
    fn numbers_are_told_from_moves() {
        assert_eq!(behind_number("12."), Some(""));
        assert_eq!(behind_number("12"), Some(""));
        assert_eq!(behind_number("3...wQ"), Some("wQ"));
        assert_eq!(behind_number("..."), Some(""));
        assert_eq!(behind_number("1.0,0>1,0"), Some("0,0>1,0"));
        assert_eq!(behind_number("0,0>1,0"), None);
        assert_eq!(behind_number("a4-c4"), None);
    }

    #[test]
    fn what_would_be_read_otherwise_is_quoted() {
        for text in ["", " ", "a  b", "1.", "12", "*", "1-0", "Draw", "a b", "x{", "(", "a;b", "a!", "ü", "wS1 bS1"] {
            assert!(!is_plain(text, true, true), "{text:?}");
        }
        for text in ["wS1", "pass", "wQ -wS1"] {
            assert!(is_plain(text, true, true), "{text:?}");
        }
        for text in ["a4-c4", "Q@-3,3", "-3,3>-2,3", "0,0>1,0", "pass"] {
            assert!(is_plain(text, false, true), "{text:?}");
        }
    }
}
