//! The watch: memory, processes and scratch folders of all bots, looked at many times a second.
//!
//! One thread looks after all bots. A bot over a bound is killed, and the reason kept.

use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use super::kin::{began, family, kill_descendants, usage};
use super::scratch::{MOST_FILES, used};
use crate::sandbox::policy::{Policy, SandboxError};

/// How often bots are looked at. A bot can write some hundred MiB in that time.
const INTERVAL: Duration = Duration::from_millis(20);

/// Every so many looks the scratch folder is looked at too.
const FOLDER_TURN: u32 = 5;

/// A bot that is watched until this is dropped.
pub(super) struct Watch(Arc<Watched>);

struct Watched {
    pid: u32,
    process: OwnedFd,
    /// When it began, to be sure that it is still the same.
    began: u64,
    memory_kib: u64,
    processes: u64,
    disk: Option<(PathBuf, u64)>,
    verdict: Mutex<Option<String>>,
}

impl Watch {
    /// Watches a process and whatever it starts. The folder is looked at if it is given.
    pub(super) fn new(pid: u32, policy: &Policy, folder: Option<PathBuf>) -> Result<Watch, SandboxError> {
        let failed = |why: &dyn std::fmt::Display| SandboxError::failed("watch the bot", why);
        let number = Pid::from_raw(pid.cast_signed()).ok_or_else(|| failed(&"it has no number"))?;
        let process = pidfd_open(number, PidfdFlags::empty()).map_err(|error| failed(&error))?;
        let watched = Watched {
            pid,
            process,
            began: began(pid).unwrap_or(0),
            memory_kib: policy.memory_mb.saturating_mul(1024),
            processes: u64::from(policy.processes),
            disk: folder.map(|folder| (folder, policy.disk_mb.saturating_mul(1 << 20))),
            verdict: Mutex::new(None),
        };
        let watched = Arc::new(watched);
        let sent = watcher().is_some_and(|watcher| watcher.send(Arc::downgrade(&watched)).is_ok());
        if sent { Ok(Watch(watched)) } else { Err(failed(&"the system gives no thread for it")) }
    }

    /// What it was killed for.
    pub(super) fn verdict(&self) -> Option<String> {
        self.0.verdict.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Watched {
    /// Looks once; kills it if it has to be.
    fn look(&self, at_folder: bool) {
        if self.verdict.lock().unwrap_or_else(PoisonError::into_inner).is_some() || began(self.pid) != Some(self.began)
        {
            return;
        }
        let family = family(self.pid);
        if let Some(verdict) = self.judge(&family, at_folder) {
            *self.verdict.lock().unwrap_or_else(PoisonError::into_inner) = Some(verdict);
            // The owner ends the rest of its group once it has seen it end.
            let _ = pidfd_send_signal(&self.process, Signal::KILL);
            kill_descendants(self.pid, &family);
        }
    }

    fn judge(&self, family: &[u32], at_folder: bool) -> Option<String> {
        let (mut memory, mut threads) = (0, 0);
        // A family that large is too large; its memory is not worth the time.
        if (family.len() as u64) <= self.processes {
            for usage in family.iter().filter_map(|&pid| usage(pid)) {
                memory += usage.memory_kib;
                threads += usage.threads;
            }
        }
        if threads.max(family.len() as u64) > self.processes {
            return Some(format!("ran more than {} processes and threads at once", self.processes));
        }
        if memory > self.memory_kib {
            return Some(format!("used more than {} MiB of memory", self.memory_kib / 1024));
        }
        let (folder, most) = self.disk.as_ref().filter(|_| at_folder)?;
        match used(folder) {
            None => Some(format!("made more than {MOST_FILES} files")),
            Some(bytes) if bytes > *most => Some(format!("wrote more than {} MiB of files", most >> 20)),
            Some(_) => None,
        }
    }
}

/// The thread that looks after all bots.
fn watcher() -> Option<&'static Sender<Weak<Watched>>> {
    static WATCHER: OnceLock<Option<Sender<Weak<Watched>>>> = OnceLock::new();
    let watcher = WATCHER.get_or_init(|| {
        let (sender, arrivals) = mpsc::channel::<Weak<Watched>>();
        let thread = std::thread::Builder::new().name("bot watch".into());
        let body = move || {
            let mut bots: Vec<Weak<Watched>> = Vec::new();
            let (mut next, mut turn) = (Instant::now(), 0_u32);
            loop {
                if bots.is_empty() {
                    // Nothing to do until somebody comes.
                    let Ok(bot) = arrivals.recv() else { return };
                    bots.push(bot);
                    next = Instant::now();
                }
                match arrivals.recv_timeout(next.saturating_duration_since(Instant::now())) {
                    Ok(bot) => {
                        bots.push(bot);
                        continue;
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return,
                }
                turn = turn.wrapping_add(1);
                bots.retain(|bot| match bot.upgrade() {
                    Some(bot) => {
                        bot.look(turn.is_multiple_of(FOLDER_TURN));
                        true
                    }
                    None => false,
                });
                // From now: a busy machine must not make it look all the time.
                next = Instant::now() + INTERVAL;
            }
        };
        thread.spawn(body).ok().map(|_| sender)
    });
    watcher.as_ref()
}
