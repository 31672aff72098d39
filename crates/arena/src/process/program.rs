//! A program that was started, whatever its pipes are for: its name, its end, its last words.

use std::io;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use schwarm_play::SeatFault;
use tokio::process::{ChildStdin, ChildStdout};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::child::{Child, Pipes};
use super::notes::{Notes, Stream};
use crate::sandbox::{self, Guard, Policy, SandboxError};

/// How long a program has to end by itself once nobody needs it any longer.
const GRACE: Duration = Duration::from_millis(500);

/// Lines of a program that are its last words.
const LAST_LINES: usize = 5;

/// Why a bot's program was not started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The command line cannot be split into words.
    #[error("cannot read the command {0:?}: a quote is not closed, or there is no word in it")]
    Command(String),
    /// The system did not start it.
    #[error("cannot start {program:?}: {error}")]
    Start {
        /// The program.
        program: String,
        /// What the system said.
        error: io::Error,
    },
    /// Its sandbox cannot be made.
    #[error("cannot start {program:?}: {error}")]
    Sandbox {
        /// The program.
        program: String,
        /// What is missing or failed.
        error: SandboxError,
    },
}

/// A running program.
pub(super) struct Program {
    /// What it is called in messages.
    name: String,
    child: Child,
    notes: Notes,
    /// They read what is only kept, to its end.
    listeners: Vec<JoinHandle<()>>,
    /// Its sandbox. After the child here, for it has to outlive it.
    guard: Option<Guard>,
}

impl Program {
    /// Starts a program that is spoken with: both its other pipes are the caller's.
    pub(super) fn start_talking(
        command: &str,
        policy: Option<&Policy>,
    ) -> Result<(Program, ChildStdin, ChildStdout), StartError> {
        let (program, pipes) = Program::start(command, policy, Stdio::piped())?;
        let (Some(stdin), Some(stdout)) = (pipes.stdin, pipes.stdout) else {
            unreachable!("both were asked to be pipes")
        };
        Ok((program, stdin, stdout))
    }

    /// Starts a program that hears nothing and whose output is only kept.
    pub(super) fn start_alone(command: &str, policy: Option<&Policy>) -> Result<Program, StartError> {
        let (mut program, pipes) = Program::start(command, policy, Stdio::null())?;
        program
            .listeners
            .extend(pipes.stdout.map(|stdout| tokio::spawn(program.notes.clone().keep_end(Stream::Out, stdout))));
        Ok(program)
    }

    fn start(line: &str, policy: Option<&Policy>, stdin: Stdio) -> Result<(Program, Pipes), StartError> {
        let words = shlex::split(line).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| StartError::Command(line.chars().take(200).collect()))?;
        let not_shut_in = |error| StartError::Sandbox { program: words[0].clone(), error };
        let (mut command, mut guard) = match policy {
            Some(policy) => {
                let (command, guard) = sandbox::prepare(&words, policy).map_err(not_shut_in)?;
                (command, Some(guard))
            }
            None => {
                let mut command = Command::new(&words[0]);
                command.args(&words[1..]);
                (command, None)
            }
        };
        command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        let started = Child::start(command).map_err(|error| StartError::Start { program: words[0].clone(), error });
        let (child, mut pipes) = started?;
        if let Some(guard) = &mut guard {
            guard.watch(child.id()).map_err(not_shut_in)?;
        }
        let notes = Notes::new(line.to_string(), child.id());
        let errors = pipes.stderr.take().map(|errors| tokio::spawn(notes.clone().keep_end(Stream::Error, errors)));
        let name = words[0].rsplit(['/', '\\']).next().unwrap_or(&words[0]).to_string();
        Ok((Program { name, child, notes, listeners: errors.into_iter().collect(), guard }, pipes))
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Waits for its end. May be given up and asked again.
    pub(super) async fn wait(&mut self) -> io::Result<ExitStatus> {
        let ended = self.child.wait().await?;
        self.notes.ended(ended);
        Ok(ended.status)
    }

    /// What became of a program that is not to be heard any longer.
    pub(super) async fn fate(&mut self, seen: &str) -> SeatFault {
        let how = match timeout(GRACE, self.wait()).await {
            Ok(Ok(status)) => {
                // Its last words may still be in the pipes.
                for listener in self.listeners.iter_mut().filter(|listener| !listener.is_finished()) {
                    let _ = timeout(GRACE, listener).await;
                }
                match self.guard.as_ref().and_then(|guard| guard.verdict().or_else(|| guard.explain(status))) {
                    Some(reason) => format!("{} {reason} ({status})", self.name),
                    None => format!("{} ended ({status})", self.name),
                }
            }
            _ => format!("{} {seen} and still runs", self.name),
        };
        let mut said = self.notes.stderr();
        if said.trim().is_empty() {
            said = self.notes.stdout();
        }
        let lines: Vec<&str> = said.lines().collect();
        let last = &lines[lines.len().saturating_sub(LAST_LINES)..];
        match last.is_empty() {
            true => SeatFault::Crash(how),
            false => SeatFault::Crash(format!("{how}; its last words: {}", last.join(" | "))),
        }
    }

    /// Waits a moment for its end, then kills it.
    pub(super) async fn part(&mut self) {
        if timeout(GRACE, self.wait()).await.is_err() {
            self.child.kill();
            let _ = timeout(GRACE, self.wait()).await;
        }
    }
}
