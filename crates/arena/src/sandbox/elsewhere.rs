//! Systems other than Linux: a process group where there are such, and nothing else.

use std::convert::Infallible;
use std::process::{Command, ExitStatus};

use super::layers::{Layer, LayerName, available};
use super::policy::{Policy, SandboxError};

/// What is known of every layer here.
pub(super) fn probe(name: LayerName) -> Layer {
    match name {
        LayerName::Group if cfg!(unix) => Layer::on(name, "the bot is ended with everything it started"),
        _ => Layer::missing(name, "only Linux has it"),
    }
}

/// Nothing to enter.
///
/// # Errors
/// Always.
pub fn enter(_: &str, _: &[String]) -> Result<Infallible, SandboxError> {
    Err(SandboxError::failed("enter it", "only Linux has it"))
}

/// Nothing guards a bot here.
pub(crate) struct Guard;

impl Guard {
    pub(crate) fn watch(&mut self, _: Option<u32>) -> Result<(), SandboxError> {
        Ok(())
    }

    pub(crate) fn verdict(&self) -> Option<String> {
        None
    }

    pub(crate) fn explain(&self, _: ExitStatus) -> Option<String> {
        None
    }
}

/// A bot that is trusted, or whose missing layers are allowed, is started as it is.
pub(crate) fn prepare(words: &[String], policy: &Policy) -> Result<(Command, Guard), SandboxError> {
    policy.permit(available())?;
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    Ok((command, Guard))
}
