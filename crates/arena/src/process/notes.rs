//! What is known of a bot's process, for whoever looks at it from outside.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tokio::io::{AsyncRead, AsyncReadExt};

use super::child::Ended;

/// How many bytes of what a bot writes to its standard error are kept: the end of it. So many of its
/// standard output too, where that is no talk.
pub const KEPT_OUTPUT: usize = 16 << 10;

/// A shared view of a process; it outlives it.
#[derive(Clone, Debug)]
pub struct Notes(Arc<Mutex<Noted>>);

#[derive(Debug)]
struct Noted {
    command: String,
    pid: Option<u32>,
    /// By [`Stream`].
    said: [VecDeque<u8>; 2],
    end: Option<Ended>,
}

/// What is kept of a process.
#[derive(Clone, Copy)]
pub(super) enum Stream {
    Out,
    Error,
}

/// What a process has used up, children that it has waited for included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Resources {
    /// Milliseconds of processor time in the program.
    pub user_ms: u64,
    /// Milliseconds of processor time in the system.
    pub system_ms: u64,
    /// The most memory it had at once, in KiB. Of a program that has ended Linux knows only a bound: it is
    /// never below what the arena itself had used when it started the program.
    pub peak_kib: u64,
}

impl Notes {
    pub(super) fn new(command: String, pid: Option<u32>) -> Notes {
        Notes(Arc::new(Mutex::new(Noted { command, pid, said: Default::default(), end: None })))
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
        self.said(Stream::Error)
    }

    /// The end of what it wrote to its standard output; empty for a program that is spoken with.
    pub fn stdout(&self) -> String {
        self.said(Stream::Out)
    }

    fn said(&self, stream: Stream) -> String {
        String::from_utf8_lossy(self.lock().said[stream as usize].make_contiguous()).into_owned()
    }

    /// How it ended, if it was seen to.
    pub fn exit(&self) -> Option<String> {
        self.lock().end.map(|end| end.status.to_string())
    }

    pub(super) fn ended(&self, end: Ended) {
        self.lock().end = Some(end);
    }

    /// What it has used up, so far or until its end, where the system says so: Linux does.
    pub fn resources(&self) -> Option<Resources> {
        let (pid, end) = {
            let noted = self.lock();
            (noted.pid?, noted.end)
        };
        match end {
            // The number may be another's by now.
            Some(end) => end.resources,
            None => so_far(pid),
        }
    }

    /// Reads to the end and keeps the last part.
    pub(super) async fn keep_end(self, stream: Stream, mut from: impl AsyncRead + Unpin) {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = from.read(&mut buffer).await {
            let kept = &mut self.lock().said[stream as usize];
            kept.extend(&buffer[..count]);
            let surplus = kept.len().saturating_sub(KEPT_OUTPUT);
            kept.drain(..surplus);
        }
    }
}

/// What a process that lives has used up.
#[cfg(target_os = "linux")]
fn so_far(pid: u32) -> Option<Resources> {
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
fn so_far(_: u32) -> Option<Resources> {
    None
}
