//! Commands: what a host says to an engine.
//!
//! The first word counts in any case, words stand apart by spaces or tabs.
//! Unofficial ones that are in use elsewhere are read too: `bestmove seconds`, bare `bestmove`,
//! `pv`, `perft`, `help`, `exit`.

use std::fmt;
use std::time::Duration;

use schwarm_core::error::shorten;

use super::clock::{read_clock, read_seconds, write_clock, write_seconds};

/// How long an engine may look for its best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The engine's own measure; unofficial.
    Own,
    /// A time, written `hh:mm:ss[.fff]`.
    Time(Duration),
    /// A time in decimal seconds; unofficial.
    Seconds(Duration),
    /// Plies, at least one.
    Depth(u32),
}

/// One command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// Who are you?
    Info,
    /// A new game: nothing, a GameTypeString or a GameString.
    NewGame(&'a str),
    /// Plays a MoveString.
    Play(&'a str),
    /// Plays `pass`.
    Pass,
    /// All legal moves.
    ValidMoves,
    /// The best move.
    BestMove(Measure),
    /// Takes back so many plies, at least one.
    Undo(usize),
    /// All options.
    Options,
    /// One option.
    GetOption(&'a str),
    /// Sets an option to a value.
    SetOption(&'a str, &'a str),
    /// The line the last search found; unofficial.
    Pv,
    /// Counts lines up to a depth; unofficial.
    Perft(Option<u32>),
    /// The list of commands; unofficial.
    Help,
    /// Ends the engine; unofficial.
    Exit,
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The first word is no command.
    #[error("there is no command \"{word}\": try 'help'")]
    Unknown {
        /// The word, shortened.
        word: String,
    },
    /// What follows the command cannot be understood.
    #[error("cannot read \"{line}\": write {wanted}")]
    Arguments {
        /// The whole line, shortened.
        line: String,
        /// The form it should have.
        wanted: &'static str,
    },
}

const BLANK: [char; 2] = [' ', '\t'];

/// The first word and the rest.
fn split(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(BLANK).unwrap_or((text, ""));
    (word, rest.trim_matches(BLANK))
}

impl<'a> Command<'a> {
    /// Reads a line; its end and spaces around it do not matter.
    ///
    /// # Errors
    /// When the first word is no command, or the rest does not fit it.
    pub fn read(line: &'a str) -> Result<Command<'a>, CommandError> {
        let line = line.trim_matches([' ', '\t', '\r', '\n']);
        let (word, rest) = split(line);
        let wanted = |wanted| CommandError::Arguments { line: shorten(line), wanted };
        let alone = |command, form| if rest.is_empty() { Ok(command) } else { Err(wanted(form)) };
        match word.to_ascii_lowercase().as_str() {
            "info" => alone(Command::Info, "info"),
            "newgame" => Ok(Command::NewGame(rest)),
            "play" if rest.is_empty() => Err(wanted("play MoveString")),
            "play" => Ok(Command::Play(rest)),
            "pass" => alone(Command::Pass, "pass"),
            "validmoves" => alone(Command::ValidMoves, "validmoves"),
            "bestmove" => read_measure(rest).map(Command::BestMove).ok_or_else(|| {
                wanted("bestmove time hh:mm:ss, bestmove depth N (1 or more), bestmove seconds X or bestmove")
            }),
            "undo" if rest.is_empty() => Ok(Command::Undo(1)),
            "undo" => read_count(rest).map(Command::Undo).ok_or_else(|| wanted("undo or undo N (1 or more)")),
            "options" => read_options(rest)
                .ok_or_else(|| wanted("options, options get OptionName or options set OptionName OptionValue")),
            "pv" => alone(Command::Pv, "pv"),
            "perft" if rest.is_empty() => Ok(Command::Perft(None)),
            "perft" => {
                let depth = read_count(rest).and_then(|depth| u32::try_from(depth).ok());
                depth.map(|depth| Command::Perft(Some(depth))).ok_or_else(|| wanted("perft or perft N (1 or more)"))
            }
            // Elsewhere help takes the name of a command; the list is short enough without.
            "help" | "?" => Ok(Command::Help),
            "exit" => alone(Command::Exit, "exit"),
            _ => Err(CommandError::Unknown { word: shorten(word) }),
        }
    }
}

fn read_measure(text: &str) -> Option<Measure> {
    if text.is_empty() {
        return Some(Measure::Own);
    }
    let (kind, value) = split(text);
    match kind.to_ascii_lowercase().as_str() {
        "time" => read_clock(value).map(Measure::Time),
        "seconds" => read_seconds(value).map(Measure::Seconds),
        "depth" => read_count(value).and_then(|depth| u32::try_from(depth).ok()).map(Measure::Depth),
        _ => None,
    }
}

fn read_options(text: &str) -> Option<Command<'_>> {
    if text.is_empty() {
        return Some(Command::Options);
    }
    let (verb, rest) = split(text);
    let (name, value) = split(rest);
    match verb.to_ascii_lowercase().as_str() {
        "get" if !name.is_empty() && value.is_empty() => Some(Command::GetOption(name)),
        "set" if !name.is_empty() && !value.is_empty() => Some(Command::SetOption(name, value)),
        _ => None,
    }
}

/// A number of at least one.
fn read_count(text: &str) -> Option<usize> {
    let plain = (1..=9).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten().filter(|&count| count > 0)
}

impl fmt::Display for Command<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Info => f.write_str("info"),
            Command::NewGame("") => f.write_str("newgame"),
            Command::NewGame(game) => write!(f, "newgame {game}"),
            Command::Play(text) => write!(f, "play {text}"),
            Command::Pass => f.write_str("pass"),
            Command::ValidMoves => f.write_str("validmoves"),
            Command::BestMove(measure) => match measure {
                Measure::Own => f.write_str("bestmove"),
                Measure::Time(time) => write!(f, "bestmove time {}", write_clock(*time)),
                Measure::Seconds(time) => write!(f, "bestmove seconds {}", write_seconds(*time)),
                Measure::Depth(depth) => write!(f, "bestmove depth {depth}"),
            },
            Command::Undo(1) => f.write_str("undo"),
            Command::Undo(plies) => write!(f, "undo {plies}"),
            Command::Options => f.write_str("options"),
            Command::GetOption(name) => write!(f, "options get {name}"),
            Command::SetOption(name, value) => write!(f, "options set {name} {value}"),
            Command::Pv => f.write_str("pv"),
            Command::Perft(None) => f.write_str("perft"),
            Command::Perft(Some(depth)) => write!(f, "perft {depth}"),
            Command::Help => f.write_str("help"),
            Command::Exit => f.write_str("exit"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_keyword_counts_in_any_case_and_blanks_do_not() {
        assert_eq!(Command::read("  InFo \t\r\n"), Ok(Command::Info));
        assert_eq!(Command::read("PLAY\t wA1  bQ-  "), Ok(Command::Play("wA1  bQ-")));
        assert_eq!(Command::read("newgame"), Ok(Command::NewGame("")));
        assert_eq!(
            Command::read("bestmove  TIME\t00:00:05"),
            Ok(Command::BestMove(Measure::Time(Duration::from_secs(5))))
        );
        assert_eq!(Command::read("options  set  A  b c"), Ok(Command::SetOption("A", "b c")));
        assert_eq!(Command::read("?"), Ok(Command::Help));
        assert_eq!(Command::read("help bestmove"), Ok(Command::Help));
    }

    #[test]
    fn wrong_arguments_are_refused_with_the_right_form() {
        for (line, form) in [
            ("play", "play MoveString"),
            ("info now", "write info"),
            ("undo 0", "undo N"),
            ("undo -1", "undo N"),
            ("undo 99999999999999999999", "undo N"),
            ("bestmove depth 0", "bestmove depth N"),
            ("bestmove time 5", "hh:mm:ss"),
            ("bestmove fast", "bestmove time"),
            ("bestmove depth", "bestmove depth N"),
            ("options get", "options get OptionName"),
            ("options set A", "options set OptionName"),
            ("options put A 1", "options"),
            ("perft x", "perft N"),
            ("pass now", "write pass"),
            ("exit 1", "write exit"),
        ] {
            let error = Command::read(line).expect_err(line).to_string();
            assert!(error.contains(form), "{line:?}: {error}");
        }
        for line in ["", "go", "playwA1", "stop", "\0", "info\0", "íńfo", "licenses"] {
            let error = Command::read(line).expect_err(line).to_string();
            assert!(error.contains("try 'help'"), "{line:?}: {error}");
        }
    }

    fn any_measure() -> impl Strategy<Value = Measure> {
        let time = (0..3_600_000_000u64).prop_map(Duration::from_millis);
        prop_oneof![
            Just(Measure::Own),
            time.clone().prop_map(Measure::Time),
            time.prop_map(Measure::Seconds),
            (1..1_000_000u32).prop_map(Measure::Depth),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            measure in any_measure(), word in "[a-zA-Z0-9;\\\\/-]{1,20}", value in "[!-~]{1,9}( [!-~]{1,9})?",
            count in 1..999_999_999usize
        ) {
            for command in [
                Command::Info, Command::NewGame(""), Command::NewGame(&word), Command::Play(&value), Command::Pass,
                Command::ValidMoves, Command::BestMove(measure), Command::Undo(count), Command::Options,
                Command::GetOption(&word), Command::SetOption(&word, &value), Command::Pv, Command::Perft(None),
                Command::Perft(Some(count as u32)), Command::Help, Command::Exit,
            ] {
                let line = command.to_string();
                prop_assert_eq!(Command::read(&line), Ok(command));
            }
        }

        #[test]
        fn any_line_is_read_or_refused_briefly(line in "\\PC*") {
            if let Err(error) = Command::read(&line) {
                prop_assert!(error.to_string().len() < 600);
            }
        }
    }
}
