//! A child process: its end is noticed without polling, and everything it started ends with it.
//!
//! On Linux a file descriptor of the process tells of its end and we take its status ourselves, for
//! only then the system says what it has used up. Elsewhere, and on a Linux without such
//! descriptors, tokio does the waiting and nothing is known of what was used up.
//!
//! Not here: pipes (`program`), what is remembered of it (`notes`).

#[cfg(target_os = "linux")]
mod linux;
mod portable;

use std::io;
use std::process::{Command, ExitStatus};

use tokio::process::{ChildStderr, ChildStdin, ChildStdout};

use super::notes::Resources;

/// How a process ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    pub(super) status: ExitStatus,
    /// What it had used up, where the system says so.
    pub(super) resources: Option<Resources>,
}

/// The near ends of the pipes that were asked for.
pub(super) struct Pipes {
    pub(super) stdin: Option<ChildStdin>,
    pub(super) stdout: Option<ChildStdout>,
    pub(super) stderr: Option<ChildStderr>,
}

/// A child process in a group of its own. Dropped, it is killed with that group.
pub(super) enum Child {
    /// Waited for by us.
    #[cfg(target_os = "linux")]
    Linux(linux::Child),
    /// Waited for by tokio.
    Portable(portable::Child),
}

impl Child {
    /// Starts a program, inside of a runtime.
    pub(super) fn start(mut command: Command) -> io::Result<(Child, Pipes)> {
        // Its own group, so that everything it starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(target_os = "linux")]
        if linux::is_possible() {
            return linux::Child::start(command).map(|(child, pipes)| (Child::Linux(child), pipes));
        }
        portable::Child::start(command).map(|(child, pipes)| (Child::Portable(child), pipes))
    }

    /// Its number, while it is its own.
    pub(super) fn id(&self) -> Option<u32> {
        match self {
            #[cfg(target_os = "linux")]
            Child::Linux(child) => child.id(),
            Child::Portable(child) => child.id(),
        }
    }

    /// Waits for its end, which is also the end of everything it started. May be given up and
    /// asked again.
    pub(super) async fn wait(&mut self) -> io::Result<Ended> {
        match self {
            #[cfg(target_os = "linux")]
            Child::Linux(child) => child.wait().await,
            Child::Portable(child) => child.wait().await,
        }
    }

    /// Kills it and everything it started.
    pub(super) fn kill(&mut self) {
        match self {
            #[cfg(target_os = "linux")]
            Child::Linux(child) => child.kill(),
            Child::Portable(child) => child.kill(),
        }
    }
}

/// Kills a process group. The caller knows that the number is still that of the group.
#[cfg(unix)]
fn kill_group(group: u32) {
    if let Some(group) = rustix::process::Pid::from_raw(group.cast_signed()) {
        // Everything may have ended by itself in the meantime.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Stdio;
    use std::time::Duration;

    use super::*;

    fn script(text: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", text]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// A child for each way of waiting.
    fn both(text: &str) -> impl Iterator<Item = Child> {
        [true, false].into_iter().map(move |usual| {
            let mut command = script(text);
            if usual {
                return Child::start(command).expect("it starts").0;
            }
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
            Child::Portable(portable::Child::start(command).expect("it starts").0)
        })
    }

    fn run<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(future)
    }

    fn is_running(pid: u32) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        !stat.is_empty() && !stat.contains(") Z ")
    }

    #[test]
    fn the_end_is_told_as_often_as_it_is_asked_for() {
        run(async {
            for mut child in both("exit 5") {
                for _ in 0..2 {
                    assert_eq!(child.wait().await.expect("an end").status.code(), Some(5));
                }
                assert_eq!(child.id(), None, "the number is no longer its own");
                child.kill();
            }
        });
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_runs_on_the_cores_of_the_thread_that_starts_it() {
        use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
        let all = sched_getaffinity(None).expect("cores");
        let one = |cpu: usize| {
            let mut set = CpuSet::new();
            set.set(cpu);
            set
        };
        let cpus: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&cpu| all.is_set(cpu)).collect();
        let (first, last) = (one(cpus[0]), one(cpus[cpus.len() - 1]));
        for wanted in [first, last, all, first] {
            let start = move || {
                sched_setaffinity(None, &wanted).expect("cores that may be used");
                run(async {
                    let mut child = Child::start(script("sleep 10")).expect("it starts").0;
                    let pid = child.id().and_then(|id| rustix::process::Pid::from_raw(id.cast_signed()));
                    let found = sched_getaffinity(pid).expect("cores of the program");
                    child.kill();
                    found
                })
            };
            let found = std::thread::spawn(start).join().expect("a thread");
            assert!(found == wanted, "{} of {} cores", found.count(), wanted.count());
        }
    }

    #[test]
    fn a_wait_may_be_given_up() {
        run(async {
            for mut child in both("sleep 0.5; exit 6") {
                assert!(tokio::time::timeout(Duration::from_millis(10), child.wait()).await.is_err());
                assert!(child.id().is_some_and(is_running));
                assert_eq!(child.wait().await.expect("an end").status.code(), Some(6));
            }
        });
    }

    #[test]
    fn whatever_is_dropped_is_killed_and_leaves_nothing_behind() {
        run(async {
            for child in both("sleep 100") {
                let pid = child.id().expect("it runs");
                drop(child);
                // Gone from the list of processes, not only dead.
                for _ in 0..300 {
                    if !std::path::Path::new(&format!("/proc/{pid}")).exists() {
                        break;
                    }
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
                assert!(!is_running(pid), "process {pid} still runs");
            }
        });
    }
}
