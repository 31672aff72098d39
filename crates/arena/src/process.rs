//! The process of a bot: started, spoken to in lines, kept in bounds, and ended with all its
//! children.
//!
//! A [`Process`] is spoken with through its pipes, a [`LoneProcess`] in some other way. [`Notes`] are
//! what is known of either, also after its end.

mod alone;
mod child;
mod notes;
mod program;

use std::time::Duration;

use schwarm_play::{Doing, SeatFault, Talk};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::time::timeout;

pub use alone::LoneProcess;
pub use notes::{KEPT_OUTPUT, Notes, Resources};
use program::Program;
pub use program::StartError;

use crate::sandbox::Policy;

/// The longest line a bot may say.
pub const LONGEST_LINE: usize = 1 << 20;

/// How long a program that has ended is still listened to: a child of it may hold its output open.
const LAST_WORDS: Duration = Duration::from_millis(20);

/// A running program that is spoken with in lines. Dropped, it is killed with everything it started.
pub struct Process {
    program: Program,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// Bytes heard but not yet taken; lines end at `\n`.
    heard: Vec<u8>,
    /// Where in `heard` the next line begins.
    next: usize,
    /// It was seen to end.
    ended: bool,
}

impl Process {
    /// Starts a program from a command line; quotes work as in a shell, nothing else does.
    ///
    /// # Errors
    /// When the command cannot be read or the program cannot be started.
    pub fn start(command: &str) -> Result<Process, StartError> {
        Process::open(command, None)
    }

    /// Starts a program in a sandbox. A program that is not there is seen only when it is heard: the launcher
    /// of the sandbox is started in any case, and says so in its last words.
    ///
    /// # Errors
    /// When the command cannot be read, or the sandbox not be made or its launcher not be started.
    pub fn start_in(command: &str, policy: &Policy) -> Result<Process, StartError> {
        Process::open(command, Some(policy))
    }

    fn open(command: &str, policy: Option<&Policy>) -> Result<Process, StartError> {
        let (program, stdin, stdout) = Program::start_talking(command, policy)?;
        Ok(Process { program, stdin: Some(stdin), stdout, heard: Vec::new(), next: 0, ended: false })
    }

    /// The end of what it wrote to its standard error.
    pub fn stderr(&self) -> String {
        self.notes().stderr()
    }

    /// A view of it that can be kept.
    pub fn notes(&self) -> &Notes {
        self.program.notes()
    }

    async fn next_line(&mut self) -> Result<String, SeatFault> {
        let mut searched = self.next;
        loop {
            if let Some(end) = self.heard[searched..].iter().position(|&byte| byte == b'\n') {
                let line = &self.heard[self.next..searched + end];
                let line = line.strip_suffix(b"\r").unwrap_or(line);
                let line = String::from_utf8_lossy(line).into_owned();
                self.next = searched + end + 1;
                if self.next == self.heard.len() {
                    self.heard.clear();
                    self.next = 0;
                }
                return Ok(line);
            }
            if self.heard.len() - self.next > LONGEST_LINE {
                return Err(SeatFault::Silence(format!(
                    "{} wrote a line of more than {LONGEST_LINE} bytes",
                    self.program.name()
                )));
            }
            self.heard.drain(..self.next);
            self.next = 0;
            searched = self.heard.len();
            self.heard.reserve(4096);
            match self.read_more().await {
                Ok(0) => return Err(self.program.fate("closed its output").await),
                Ok(_) => {}
                Err(error) => return Err(self.program.fate(&format!("cannot be read: {error}")).await),
            }
        }
    }

    /// Reads what there is. A program that has ended says nothing more, even if a child of it keeps
    /// its output open.
    async fn read_more(&mut self) -> std::io::Result<usize> {
        if !self.ended {
            tokio::select! {
                biased;
                count = self.stdout.read_buf(&mut self.heard) => return count,
                status = self.program.wait() => {
                    self.ended = true;
                    status?;
                }
            }
        }
        timeout(LAST_WORDS, self.stdout.read_buf(&mut self.heard)).await.unwrap_or(Ok(0))
    }
}

impl Talk for Process {
    fn say<'a>(&'a mut self, text: &'a str) -> Doing<'a, ()> {
        Box::pin(async move {
            let Some(stdin) = &mut self.stdin else {
                return Err(SeatFault::Crash(format!("{} was sent home already", self.program.name())));
            };
            match stdin.write_all(text.as_bytes()).await {
                Ok(()) => Ok(()),
                Err(error) => Err(self.program.fate(&format!("does not listen: {error}")).await),
            }
        })
    }

    fn hear<'a>(&'a mut self) -> Doing<'a, String> {
        Box::pin(self.next_line())
    }

    fn hang_up<'a>(&'a mut self) -> Doing<'a, ()> {
        Box::pin(async move {
            self.stdin = None;
            self.program.part().await;
            Ok(())
        })
    }
}
