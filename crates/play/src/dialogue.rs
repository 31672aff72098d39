//! What was said with a bot in a game: for its author, after the game.

use serde::{Deserialize, Serialize};

/// Who said something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Speaker {
    /// We, to the bot.
    #[serde(rename = ">")]
    Host,
    /// The bot.
    #[serde(rename = "<")]
    Bot,
}

impl Speaker {
    /// The sign before a line.
    pub const fn sign(self) -> char {
        match self {
            Speaker::Host => '>',
            Speaker::Bot => '<',
        }
    }
}

/// One line of a dialogue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Remark {
    /// Seconds since the game was begun.
    pub at: f64,
    /// Plies that were played then.
    pub ply: u32,
    /// Who said it.
    pub by: Speaker,
    /// What, as it was said.
    pub text: String,
}

/// What was said with a bot in a game: the end of it, if it was long.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Dialogue {
    /// Line by line.
    pub lines: Vec<Remark>,
    /// Earlier lines of the game that are not kept.
    #[serde(default)]
    pub left_out: u64,
    /// The end of what its program wrote to its standard error, as of the end of the game.
    #[serde(default)]
    pub stderr: String,
    /// The end of its standard output, where it is not spoken with there.
    #[serde(default)]
    pub stdout: String,
}

impl Dialogue {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.left_out == 0 && self.stderr.is_empty() && self.stdout.is_empty()
    }
}

/// The dialogues of a game, `Side::One` first; `None` with a person or a bot of this program.
pub type Dialogues = [Option<Dialogue>; 2];

/// A stranger's text with nothing a terminal or a page would obey: control characters are drawn, marks that turn the direction
/// of writing are replaced. Line breaks and tabs stay.
pub fn visible(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let drawn = |c: char| match c {
        '\n' | '\t' => c,
        '\0'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        c if c.is_control() || turns(c) => '\u{fffd}',
        c => c,
    };
    text.chars().map(drawn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_that_a_terminal_obeys() {
        let text = visible("a\x1b[31m\0\r\n\tb\u{9b}2J\u{202e}\u{7f} <b>ü");
        assert_eq!(text, "a␛[31m␀␍\n\tb\u{fffd}2J\u{fffd}␡ <b>ü");
    }

    #[test]
    fn signs_are_those_of_the_json() {
        for speaker in [Speaker::Host, Speaker::Bot] {
            let json = serde_json::to_string(&speaker).expect("a word");
            assert_eq!(json, format!("\"{}\"", speaker.sign()));
        }
    }
}
