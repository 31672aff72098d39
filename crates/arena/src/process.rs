//! The process of a bot: started, spoken to in lines, kept in bounds, and ended with all its
//! children.

mod notes;

use std::process::Stdio;
use std::time::Duration;

use schwarm_play::{Doing, SeatFault, Talk};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;

pub use notes::{KEPT_STDERR, Notes, Resources};

/// The longest line a bot may say.
pub const LONGEST_LINE: usize = 1 << 20;

/// How long a bot has to end by itself once nobody speaks to it any longer.
const GRACE: Duration = Duration::from_millis(500);

/// How long a program that has ended is still listened to: a child of it may hold its output open.
const LAST_WORDS: Duration = Duration::from_millis(20);

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
        error: std::io::Error,
    },
}

/// A running program.
pub struct Process {
    /// What it is called in messages.
    program: String,
    child: Child,
    /// Its process group, until that was ended.
    group: Option<u32>,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// Bytes heard but not yet taken; lines end at `\n`.
    heard: Vec<u8>,
    /// Where in `heard` the next line begins.
    next: usize,
    notes: Notes,
    /// It was seen to end.
    ended: bool,
    /// Reads the standard error to its end.
    listener: JoinHandle<()>,
}

impl Process {
    /// Starts a program from a command line; quotes work as in a shell, nothing else does.
    ///
    /// # Errors
    /// When the command cannot be read or the program cannot be started.
    pub fn start(command: &str) -> Result<Process, StartError> {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| StartError::Command(command.chars().take(200).collect()))?;
        let line = command.to_string();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.kill_on_drop(true);
        // Its own group, so that everything it starts can be ended with it.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn().map_err(|error| StartError::Start { program: words[0].clone(), error })?;
        let (Some(stdin), Some(stdout), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            unreachable!("all three were asked to be pipes")
        };
        let notes = Notes::new(line, child.id());
        let listener = tokio::spawn(notes.clone().keep_end(errors));
        let program = words[0].rsplit(['/', '\\']).next().unwrap_or(&words[0]).to_string();
        let group = child.id();
        Ok(Process {
            program,
            child,
            group,
            stdin: Some(stdin),
            stdout,
            heard: Vec::new(),
            next: 0,
            notes,
            ended: false,
            listener,
        })
    }

    /// The end of what it wrote to its standard error.
    pub fn stderr(&self) -> String {
        self.notes.stderr()
    }

    /// A view of it that can be kept.
    pub fn notes(&self) -> &Notes {
        &self.notes
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
                    self.program
                )));
            }
            self.heard.drain(..self.next);
            self.next = 0;
            searched = self.heard.len();
            self.heard.reserve(4096);
            match self.read_more().await {
                Ok(0) => return Err(self.fate("closed its output").await),
                Ok(_) => {}
                Err(error) => return Err(self.fate(&format!("cannot be read: {error}")).await),
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
                status = self.child.wait() => {
                    self.ended = true;
                    self.notes.ended(status?);
                }
            }
        }
        timeout(LAST_WORDS, self.stdout.read_buf(&mut self.heard)).await.unwrap_or(Ok(0))
    }

    /// What became of a program that is not to be heard any longer.
    async fn fate(&mut self, seen: &str) -> SeatFault {
        let ended = timeout(GRACE, self.child.wait()).await;
        let how = match ended {
            Ok(Ok(status)) => {
                self.notes.ended(status);
                self.kill_group();
                // Its last words may still be in the pipe.
                if !self.listener.is_finished() {
                    let _ = timeout(GRACE, &mut self.listener).await;
                }
                format!("{} ended ({status})", self.program)
            }
            _ => format!("{} {seen} and still runs", self.program),
        };
        let stderr = self.stderr();
        let last: Vec<&str> = stderr.lines().rev().take(5).collect();
        let last: Vec<&str> = last.into_iter().rev().collect();
        match last.is_empty() {
            true => SeatFault::Crash(how),
            false => SeatFault::Crash(format!("{how}; its last words: {}", last.join(" | "))),
        }
    }

    /// Kills it and everything it started. Once is enough: later the number of the group may
    /// be another's.
    fn kill_group(&mut self) {
        #[cfg(unix)]
        if let Some(group) = self.group.take().and_then(|id| rustix::process::Pid::from_raw(id.cast_signed())) {
            // Everything may have ended by itself in the meantime.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.start_kill();
    }
}

impl Talk for Process {
    fn say<'a>(&'a mut self, text: &'a str) -> Doing<'a, ()> {
        Box::pin(async move {
            let Some(stdin) = &mut self.stdin else {
                return Err(SeatFault::Crash(format!("{} was sent home already", self.program)));
            };
            match stdin.write_all(text.as_bytes()).await {
                Ok(()) => Ok(()),
                Err(error) => Err(self.fate(&format!("does not listen: {error}")).await),
            }
        })
    }

    fn hear<'a>(&'a mut self) -> Doing<'a, String> {
        Box::pin(self.next_line())
    }

    fn hang_up<'a>(&'a mut self) -> Doing<'a, ()> {
        Box::pin(async move {
            self.stdin = None;
            let mut ended = timeout(GRACE, self.child.wait()).await;
            self.kill_group();
            if ended.is_err() {
                ended = timeout(GRACE, self.child.wait()).await;
            }
            if let Ok(Ok(status)) = ended {
                self.notes.ended(status);
            }
            Ok(())
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill_group();
    }
}
