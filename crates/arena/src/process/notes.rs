//! What is known of a bot's process, for whoever looks at it from outside.

use std::collections::VecDeque;
use std::process::ExitStatus;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tokio::io::AsyncReadExt;
use tokio::process::ChildStderr;

/// How much of what a bot writes to its standard error is kept: the end of it.
pub const KEPT_STDERR: usize = 16 << 10;

/// A shared view of a process; it outlives it.
#[derive(Clone, Debug)]
pub struct Notes(Arc<Mutex<Noted>>);

#[derive(Debug)]
struct Noted {
    command: String,
    pid: Option<u32>,
    stderr: VecDeque<u8>,
    exit: Option<ExitStatus>,
}

/// What a process has used up so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Resources {
    /// Milliseconds of processor time in the program.
    pub user_ms: u64,
    /// Milliseconds of processor time in the system.
    pub system_ms: u64,
    /// The most memory it had at once, in KiB.
    pub peak_kib: u64,
}

impl Notes {
    pub(super) fn new(command: String, pid: Option<u32>) -> Notes {
        Notes(Arc::new(Mutex::new(Noted { command, pid, stderr: VecDeque::new(), exit: None })))
    }

    fn lock(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The command it was started with.
    pub fn command(&self) -> String {
        self.lock().command.clone()
    }

    /// Its number.
    pub fn pid(&self) -> Option<u32> {
        self.lock().pid
    }

    /// The end of what it wrote to its standard error.
    pub fn stderr(&self) -> String {
        let mut noted = self.lock();
        String::from_utf8_lossy(noted.stderr.make_contiguous()).into_owned()
    }

    /// How it ended, if it was seen to.
    pub fn exit(&self) -> Option<String> {
        self.lock().exit.map(|status| status.to_string())
    }

    pub(super) fn ended(&self, status: ExitStatus) {
        self.lock().exit = Some(status);
    }

    /// What it has used up, while it lives and where the system says so.
    #[cfg(target_os = "linux")]
    pub fn resources(&self) -> Option<Resources> {
        let (pid, exit) = {
            let noted = self.lock();
            (noted.pid?, noted.exit)
        };
        if exit.is_some() {
            // The number may be another's by now.
            return None;
        }
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name of the program stands in brackets and may hold anything; fields count from there.
        let mut fields = stat.rsplit_once(") ")?.1.split(' ').skip(11);
        let ticks = rustix::param::clock_ticks_per_second().max(1);
        let mut millis = || Some(fields.next()?.parse::<u64>().ok()? * 1000 / ticks);
        let (user_ms, system_ms) = (millis()?, millis()?);
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak_kib = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse().ok()).unwrap_or(0);
        Some(Resources { user_ms, system_ms, peak_kib })
    }

    /// Nothing: this system has no such files.
    #[cfg(not(target_os = "linux"))]
    pub fn resources(&self) -> Option<Resources> {
        None
    }

    /// Reads to the end and keeps the last part.
    pub(super) async fn keep_end(self, mut errors: ChildStderr) {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = errors.read(&mut buffer).await {
            let kept = &mut self.lock().stderr;
            kept.extend(&buffer[..count]);
            let surplus = kept.len().saturating_sub(KEPT_STDERR);
            kept.drain(..surplus);
        }
    }
}
