//! What the terminal can show: colour, Unicode, width.
//!
//! Invariant: no colour leaves the program unless stdout is a terminal and `NO_COLOR` is unset.

use std::env;
use std::io::{IsTerminal, stdout};

use schwarm_draw::TextStyle;

/// What may be written to stdout.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Characters beyond ASCII.
    pub unicode: bool,
    /// ANSI colours.
    pub colour: bool,
}

impl Look {
    /// The look of stdout as it is now; `ascii` is the user's wish for plain characters.
    pub fn of_stdout(ascii: bool) -> Look {
        Look { unicode: !ascii && locale_is_utf8(|name| env::var(name).ok()), colour: stdout_has_colour() }
    }

    /// The style of a board drawn with this look.
    pub fn board(self) -> TextStyle {
        TextStyle { unicode: self.unicode, colour: self.colour }
    }

    /// `text` in bold.
    pub fn strong(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// `text` as a warning.
    pub fn alarm(self, text: &str) -> String {
        self.paint("31", text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
}

/// The width lists are wrapped to.
pub fn width() -> usize {
    let columns = env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    columns.unwrap_or(80).clamp(20, 200)
}

fn stdout_has_colour() -> bool {
    let wanted = env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    wanted && stdout().is_terminal() && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Whether the locale writes UTF-8; the first variable that is set decides, as in POSIX.
fn locale_is_utf8(variable: impl Fn(&str) -> Option<String>) -> bool {
    if cfg!(windows) {
        return true;
    }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(set: &[(&str, &str)]) -> bool {
        locale_is_utf8(|name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_string()))
    }

    #[cfg(unix)]
    #[test]
    fn the_first_locale_variable_decides() {
        assert!(with(&[("LANG", "de_DE.UTF-8")]));
        assert!(with(&[("LC_ALL", ""), ("LANG", "C.utf8")]));
        assert!(!with(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]));
        assert!(!with(&[]));
    }
}
