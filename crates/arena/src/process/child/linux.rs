//! A child process that we wait for ourselves.
//!
//! Until its status is taken its number, and that of its group, cannot be given to anybody else.
//! So its group is killed before that, and nothing is ever sent to a number after it.

use std::io;
use std::os::fd::OwnedFd;
use std::process::{self, Command};
use std::sync::OnceLock;
use std::sync::mpsc::{self, Sender};

use rustix::process::{Pid, PidfdFlags, getpid, pidfd_open};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use wait4::Wait4 as _;

use super::{Ended, Pipes, kill_group};
use crate::process::notes::Resources;

/// A child process.
pub(in super::super) struct Child {
    /// Readable once it has ended.
    end: AsyncFd<OwnedFd>,
    state: State,
}

enum State {
    /// It runs, or its status is not yet taken.
    Ours(process::Child),
    /// It has ended.
    Ended(Ended),
    /// Its status was lost: somebody else in this program has taken it.
    Lost,
}

/// Whether the system has descriptors of processes: since Linux 5.3, unless a sandbox forbids them.
pub(super) fn is_possible() -> bool {
    static POSSIBLE: OnceLock<bool> = OnceLock::new();
    *POSSIBLE.get_or_init(|| pidfd_open(getpid(), PidfdFlags::empty()).is_ok())
}

impl Child {
    pub(super) fn start(command: Command) -> io::Result<(Child, Pipes)> {
        let mut child = spawn(command)?;
        let watched = watch(&child).and_then(|end| {
            let pipes = Pipes {
                stdin: child.stdin.take().map(ChildStdin::from_std).transpose()?,
                stdout: child.stdout.take().map(ChildStdout::from_std).transpose()?,
                stderr: child.stderr.take().map(ChildStderr::from_std).transpose()?,
            };
            Ok((end, pipes))
        });
        match watched {
            Ok((end, pipes)) => Ok((Child { end, state: State::Ours(child) }, pipes)),
            Err(error) => {
                // No descriptors left, most likely: nobody could tell when it ends.
                kill_group(child.id());
                bury(child);
                Err(error)
            }
        }
    }

    pub(super) fn id(&self) -> Option<u32> {
        match &self.state {
            State::Ours(child) => Some(child.id()),
            State::Ended(_) | State::Lost => None,
        }
    }

    pub(super) async fn wait(&mut self) -> io::Result<Ended> {
        if let State::Ours(_) = self.state {
            // The descriptor stays readable, so its readiness is not cleared.
            let _ready = self.end.readable().await?;
        }
        self.kill();
        match std::mem::replace(&mut self.state, State::Lost) {
            State::Ours(child) => {
                let used = child.wait4()?;
                let millis = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
                let resources = Resources {
                    user_ms: millis(used.rusage.utime),
                    system_ms: millis(used.rusage.stime),
                    peak_kib: used.rusage.maxrss / 1024,
                };
                self.state = State::Ended(Ended { status: used.status, resources: Some(resources) });
            }
            state => self.state = state,
        }
        match self.state {
            State::Ended(ended) => Ok(ended),
            _ => Err(io::Error::other("the status of the process was taken by somebody else")),
        }
    }

    pub(super) fn kill(&mut self) {
        if let State::Ours(child) = &self.state {
            kill_group(child.id());
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
        if let State::Ours(child) = std::mem::replace(&mut self.state, State::Lost) {
            bury(child);
        }
    }
}

#[expect(
    deprecated,
    reason = "its replacement is unsafe; what makes it unsound cannot happen with an owned descriptor"
)]
fn watch(child: &process::Child) -> io::Result<AsyncFd<OwnedFd>> {
    let pid = Pid::from_raw(child.id().cast_signed()).ok_or_else(|| io::Error::other("a process without a number"))?;
    let end = pidfd_open(pid, PidfdFlags::empty())?;
    AsyncFd::with_interest(end, Interest::READABLE)
}

/// Starts a program from a thread that never ends. A program that asks to end with its parent ends with the
/// thread that started it, and threads of a runtime come and go. It runs on the cores of the thread that asks.
fn spawn(command: Command) -> io::Result<process::Child> {
    type Birth = (Command, Option<CpuSet>, Sender<io::Result<process::Child>>);
    static BIRTHS: OnceLock<Option<Sender<Birth>>> = OnceLock::new();
    let births = BIRTHS.get_or_init(|| {
        let (sender, births) = mpsc::channel::<Birth>();
        let thread = std::thread::Builder::new().name("midwife".into());
        let thread = thread.spawn(move || {
            for (mut command, cores, answer) in births {
                // A program inherits the cores of the thread that starts it.
                let others = cores.filter(|cores| sched_getaffinity(None).ok() != Some(*cores));
                let moved = others.map_or(Ok(()), |cores| sched_setaffinity(None, &cores));
                // Whoever asked waits for it.
                let _ = answer.send(moved.map_err(io::Error::from).and_then(|()| command.spawn()));
            }
        });
        thread.ok().map(|_| sender)
    });
    let (answer, child) = mpsc::channel();
    let gone = || io::Error::other("the system gives no thread to start programs from");
    // A system with more cores than the set can name binds nobody to one of them.
    let cores = sched_getaffinity(None).ok();
    births.as_ref().ok_or_else(gone)?.send((command, cores, answer)).map_err(|_| gone())?;
    child.recv().map_err(|_| gone())?
}

/// Takes the status of a killed child, so that it does not stay in the list of processes. It dies
/// soon but not at once, and whoever drops it may not wait: a thread for all of them does.
fn bury(child: process::Child) {
    static DEAD: OnceLock<Option<Sender<process::Child>>> = OnceLock::new();
    let dead = DEAD.get_or_init(|| {
        let (sender, dead) = mpsc::channel::<process::Child>();
        let thread = std::thread::Builder::new().name("undertaker".into());
        let thread = thread.spawn(move || dead.into_iter().for_each(|child| drop(child.wait4())));
        thread.ok().map(|_| sender)
    });
    if let Some(dead) = dead {
        // Without the thread it stays a dead entry until this program ends.
        let _ = dead.send(child);
    }
}
