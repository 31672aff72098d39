//! A program that is not spoken with through its pipes, such as a client that talks over TCP.

use std::io;
use std::process::ExitStatus;

use schwarm_play::SeatFault;

use super::notes::Notes;
use super::program::{Program, StartError};
use crate::sandbox::Policy;

/// A running program whose outputs are a log: they are read all the time, so that it never waits,
/// and their ends are kept. Its input is empty. Dropped, it is killed with everything it started.
pub struct LoneProcess(Program);

impl LoneProcess {
    /// Starts a program from a command line; quotes work as in a shell, nothing else does.
    ///
    /// # Errors
    /// When the command cannot be read or the program cannot be started.
    pub fn start(command: &str) -> Result<LoneProcess, StartError> {
        Program::start_alone(command, None).map(LoneProcess)
    }

    /// Starts a program in a sandbox. To talk to somebody over TCP a jailed one needs
    /// [`Policy::reach`](crate::sandbox::Policy::reach).
    ///
    /// # Errors
    /// When the command cannot be read, or the sandbox not be made or the program not be started.
    pub fn start_in(command: &str, policy: &Policy) -> Result<LoneProcess, StartError> {
        Program::start_alone(command, Some(policy)).map(LoneProcess)
    }

    /// A view of it that can be kept.
    pub fn notes(&self) -> &Notes {
        self.0.notes()
    }

    /// Waits for its end. May be given up and asked again.
    ///
    /// # Errors
    /// When the system does not tell of it.
    pub async fn wait(&mut self) -> io::Result<ExitStatus> {
        self.0.wait().await
    }

    /// What became of it, with its last words. `seen` is what the caller has seen of it, for the case that
    /// it still runs: `closed the connection`.
    pub async fn fate(&mut self, seen: &str) -> SeatFault {
        self.0.fate(seen).await
    }

    /// Gives it half a second to end by itself, then kills it with everything it started.
    pub async fn part(&mut self) {
        self.0.part().await;
    }
}
