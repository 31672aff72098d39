//! What a line typed at the board asks for.

use crate::suggest;

/// Every command word with its arguments and what it does, as `help` shows them.
pub const WORDS: [(&str, &str, &str); 11] = [
    ("help", "", "this list"),
    ("moves", "[START]", "the legal moves, or those that begin with START, such as a piece or a cell"),
    ("board", "", "draw the board"),
    ("history", "", "the moves played"),
    ("undo", "[N]", "take back the last move, or the last N"),
    ("position", "[TEXT]", "print the position in one line, or set up the one given"),
    ("new", "[GAME or SETUP]", "begin again, or another game, or from another setup such as seed:7"),
    ("save", "FILE", "write the game to a file"),
    ("load", "FILE", "read a game, a list of moves or a position from a file"),
    ("resign", "", "give up for the side to move"),
    ("quit", "", "leave"),
];

/// An order of the user.
#[derive(Debug, PartialEq, Eq)]
pub enum Order<'a> {
    /// Show the command words.
    Help,
    /// List legal moves with this beginning.
    Moves(&'a str),
    /// Draw the board.
    Board,
    /// List the moves played.
    History,
    /// Take back moves; the text should be a number.
    Undo(&'a str),
    /// Print the position, or set up this one.
    Position(&'a str),
    /// Begin anew.
    New(&'a str),
    /// Write to this file.
    Save(&'a str),
    /// Read this file.
    Load(&'a str),
    /// Give up.
    Resign,
    /// Leave.
    Quit,
    /// Anything else: moves or a position.
    Text(&'a str),
}

impl Order<'_> {
    /// Reads a line. Command words are no moves in any game, so they come first.
    pub fn read(line: &str) -> Order<'_> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("help" | "h" | "?", _) => Order::Help,
            ("moves" | "m", start) => Order::Moves(start),
            ("board" | "b", "") => Order::Board,
            ("history", "") => Order::History,
            ("undo" | "u", count) => Order::Undo(count),
            ("position" | "p", text) => Order::Position(text),
            ("new", what) => Order::New(what),
            ("save", file) => Order::Save(file),
            ("load", file) => Order::Load(file),
            ("resign", "") => Order::Resign,
            ("quit" | "q" | "exit", "") => Order::Quit,
            _ => Order::Text(line),
        }
    }
}

/// The command word a text may have meant.
pub fn did_you_mean(text: &str) -> Option<String> {
    let word = text.split_whitespace().next().unwrap_or_default();
    if !word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return None;
    }
    suggest::did_you_mean(word, WORDS.iter().map(|(name, _, _)| *name))
}

/// The list of command words.
pub fn help() -> String {
    let left = |(name, arguments, _): &(&str, &str, &str)| format!("{name} {arguments}").trim_end().to_string();
    let width = WORDS.iter().map(|word| left(word).len()).max().unwrap_or(0);
    let rows: String = WORDS.iter().map(|word| format!("  {:width$}  {}\n", left(word), word.2)).collect();
    format!(
        "Type a move, or paste many: one per line, separated by `;`, or numbered.\n\
         A position or a UHP GameString pasted as a line is set up.\n{rows}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_words_come_with_their_rest() {
        assert_eq!(Order::read(" MOVES wA1 "), Order::Moves("wA1"));
        assert_eq!(Order::read("save my game.txt"), Order::Save("my game.txt"));
        assert_eq!(Order::read("bS1 wS1-"), Order::Text("bS1 wS1-"));
        assert_eq!(Order::read("pass"), Order::Text("pass"));
    }

    #[test]
    fn a_mistyped_word_is_recognised_a_move_is_not() {
        assert_eq!(did_you_mean("mvoes").unwrap(), "did you mean moves?");
        assert_eq!(did_you_mean("a4-c4"), None);
    }
}
