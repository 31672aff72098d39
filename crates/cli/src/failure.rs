//! How a command fails: a sentence for people, advice, and an exit code.
//!
//! A move the rules refuse is the answer "no"; everything else is wrong usage or
//! unreadable input. A reader that went away (broken pipe) is no failure at all.

use std::fmt;
use std::io::ErrorKind;
use std::process::ExitCode;

use schwarm_core::{MoveError, PositionError};

/// Exit code of "the answer is no".
pub const NO: u8 = 1;
/// Exit code of wrong usage or unreadable input.
pub const USAGE: u8 = 2;

/// Exit code of a command that was stopped before its end, as shells have it for Ctrl-C.
pub const STOPPED: u8 = 130;

/// An error as the user reads it.
#[derive(Debug)]
pub struct Failure {
    /// What happened and why.
    pub message: String,
    /// What to do next.
    pub advice: Option<String>,
    /// The exit code.
    pub code: u8,
}

impl Failure {
    /// Wrong usage or unreadable input.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), advice: None, code: USAGE }
    }

    /// The answer is no, and the command has said so already.
    pub fn told() -> Failure {
        Failure { message: String::new(), advice: None, code: NO }
    }

    /// Stopped before the end by the user, who has been told.
    pub fn stopped() -> Failure {
        Failure { message: String::new(), advice: None, code: STOPPED }
    }

    /// The same failure with advice.
    pub fn advise(mut self, advice: impl Into<String>) -> Failure {
        self.advice = Some(advice.into());
        self
    }

    /// The same failure with a place put before its message.
    pub fn at(mut self, place: impl fmt::Display) -> Failure {
        self.message = format!("{place}: {}", self.message);
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

impl From<&MoveError> for Failure {
    fn from(error: &MoveError) -> Failure {
        let message = match rule(error) {
            Some(rule) => format!("{error} [{rule}]"),
            None => error.to_string(),
        };
        let code = if matches!(error, MoveError::Syntax { .. }) { USAGE } else { NO };
        Failure { message, advice: None, code }
    }
}

impl From<&PositionError> for Failure {
    fn from(error: &PositionError) -> Failure {
        match error {
            PositionError::Move { ply, error } => Failure::from(error).at(format_args!("move {ply} of the position")),
            error => Failure::usage(error.to_string()),
        }
    }
}

/// The id of the rule an illegal move breaks.
pub fn rule(error: &MoveError) -> Option<&'static str> {
    match error {
        MoveError::Illegal { rule, .. } => Some(rule.id),
        _ => None,
    }
}

/// Tells the user on stderr and chooses the exit code.
pub fn report(error: &anyhow::Error) -> ExitCode {
    if error.chain().any(is_broken_pipe) {
        return ExitCode::SUCCESS;
    }
    let failure = error.downcast_ref::<Failure>();
    if let Some(told) = failure.filter(|failure| failure.message.is_empty()) {
        return ExitCode::from(told.code);
    }
    eprintln!("error: {error:#}");
    let Some(failure) = failure else { return ExitCode::from(USAGE) };
    if let Some(advice) = &failure.advice {
        eprintln!("  {advice}");
    }
    ExitCode::from(failure.code)
}

fn is_broken_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    let kind = error
        .downcast_ref::<std::io::Error>()
        .map(std::io::Error::kind)
        .or_else(|| error.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind));
    kind == Some(ErrorKind::BrokenPipe)
}
