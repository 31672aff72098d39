//! `schwarm inside-sandbox`: the launcher of bots that are guarded or jailed. Hidden, for the arena's own use.

use schwarm_arena::sandbox;

use crate::failure::Failure;

/// What the arena writes on the command line.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The orders of the arena
    #[arg(long, value_name = "JSON")]
    policy: String,

    /// The program to become, and its arguments
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    program: Vec<String>,
}

/// Gives up rights and becomes the program; comes back only if that fails.
///
/// # Errors
/// When a layer of the sandbox or the program cannot be entered.
pub fn run(args: &Args) -> anyhow::Result<()> {
    match sandbox::enter(&args.policy, &args.program) {
        Ok(never) => match never {},
        Err(error) => Err(Failure::usage(error.to_string()).into()),
    }
}
