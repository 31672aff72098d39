//! A guest at a stream of bytes, such as standard input and output.
//!
//! Commands are read and answered on the calling thread, so that a quick answer costs no change
//! of threads. While a command takes long, a second thread reads ahead: lines wait for their turn,
//! and the end of the input stops the search. All answers that need not wait for more input leave
//! in one piece.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::Thread;
use std::time::Duration;

use schwarm_play::Stop;

use super::{Guest, LONGEST_LINE, Voice};

/// A command that takes longer than one to two of these is watched.
const TICK: Duration = Duration::from_millis(20);
/// Ticks without a long command after which the watcher sleeps until the next command.
const QUIET_TICKS: u32 = 50;
/// Most lines that wait while a command runs; more stay in the pipe.
const MOST_WAITING: usize = 64;
/// Bytes asked for at once.
const CHUNK: usize = 1 << 14;

/// Says who the guest is, then answers what comes in until `exit` or the end of the input.
///
/// Nothing but answers is written. A host that has gone away is no error.
///
/// # Errors
/// When reading or writing fails for another reason.
pub fn run(guest: &mut Guest, input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let feed = Arc::new(Feed::new(input));
    let watcher = {
        let (feed, stop) = (Arc::clone(&feed), guest.stop());
        std::thread::Builder::new().name("uhp input".to_string()).spawn(move || feed.watch(&stop))?
    };
    let mut mouth = Mouth { text: String::new(), output, failed: None };
    guest.greet(&mut mouth);
    let result = talk(guest, &feed, watcher.thread(), &mut mouth);
    // The watcher may be waiting for input that never comes; it ends with the process.
    feed.over.store(true, Ordering::SeqCst);
    watcher.thread().unpark();
    mouth.flush();
    match mouth.failed {
        Some(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Some(error) => Err(error),
        None => result,
    }
}

fn talk<R: Read, W: Write>(
    guest: &mut Guest,
    feed: &Feed<R>,
    watcher: &Thread,
    mouth: &mut Mouth<W>,
) -> io::Result<()> {
    while let Some(line) = feed.next(|| mouth.flush())? {
        feed.begin_command(watcher);
        let flow = guest.line(&line, mouth);
        feed.commands.fetch_add(1, Ordering::SeqCst);
        if flow == ControlFlow::Break(()) || mouth.failed.is_some() {
            break;
        }
    }
    Ok(())
}

/// The input, shared by the two threads that read it in turn.
struct Feed<R> {
    source: Mutex<Source<R>>,
    /// Lines the watcher has read ahead; filled only by who holds the source.
    waiting: Mutex<VecDeque<Vec<u8>>>,
    /// Commands begun and ended: odd while one runs.
    commands: AtomicU64,
    /// The watcher waits to be woken.
    asleep: AtomicBool,
    over: AtomicBool,
}

impl<R: Read> Feed<R> {
    fn new(input: R) -> Feed<R> {
        Feed {
            source: Mutex::new(Source { input, bytes: Vec::new(), at: 0, scanned: 0, ended: false }),
            waiting: Mutex::default(),
            commands: AtomicU64::new(0),
            asleep: AtomicBool::new(false),
            over: AtomicBool::new(false),
        }
    }

    /// The next line; `None` at the end of the input. `before_waiting` is called if there is none yet.
    fn next(&self, mut before_waiting: impl FnMut()) -> io::Result<Option<Vec<u8>>> {
        if let Some(line) = lock(&self.waiting).pop_front() {
            return Ok(Some(line));
        }
        let mut source = match self.source.try_lock() {
            Ok(source) => source,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                before_waiting();
                lock(&self.source)
            }
        };
        // The watcher may have read it in the meantime.
        if let Some(line) = lock(&self.waiting).pop_front() {
            return Ok(Some(line));
        }
        if let Some(line) = source.buffered() {
            return Ok(Some(line));
        }
        before_waiting();
        source.line()
    }

    fn begin_command(&self, watcher: &Thread) {
        self.commands.fetch_add(1, Ordering::SeqCst);
        if self.asleep.swap(false, Ordering::SeqCst) {
            watcher.unpark();
        }
    }

    /// Reads ahead while a command takes long; the end of the input stops it.
    fn watch(&self, stop: &Stop) {
        let mut quiet = 0;
        while !self.over.load(Ordering::SeqCst) {
            let seen = self.commands.load(Ordering::SeqCst);
            if seen.is_multiple_of(2) && quiet > QUIET_TICKS {
                self.asleep.store(true, Ordering::SeqCst);
                // Whoever begins a command now sees the flag, or has begun it already.
                if self.commands.load(Ordering::SeqCst) == seen && !self.over.load(Ordering::SeqCst) {
                    std::thread::park();
                }
                quiet = 0;
                continue;
            }
            std::thread::park_timeout(TICK);
            let running = || seen % 2 == 1 && self.commands.load(Ordering::SeqCst) == seen;
            quiet = if running() { 0 } else { quiet + 1 };
            if running() && self.read_ahead(&running) {
                stop.stop();
                return;
            }
        }
    }

    /// Whether the input came to its end.
    fn read_ahead(&self, running: &impl Fn() -> bool) -> bool {
        let mut source = lock(&self.source);
        while running() && lock(&self.waiting).len() < MOST_WAITING {
            match source.line() {
                Ok(Some(line)) => lock(&self.waiting).push_back(line),
                Ok(None) | Err(_) => return true,
            }
        }
        false
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Cuts bytes into lines. A line that is too long is cut short; the guest refuses it.
struct Source<R> {
    input: R,
    bytes: Vec<u8>,
    /// Where the next line begins.
    at: usize,
    /// How far the end of that line was looked for.
    scanned: usize,
    ended: bool,
}

impl<R: Read> Source<R> {
    /// A line that is there already.
    fn buffered(&mut self) -> Option<Vec<u8>> {
        let end = self.scanned + self.bytes[self.scanned..].iter().position(|&byte| byte == b'\n')?;
        let line = self.bytes[self.at..end].to_vec();
        self.at = end + 1;
        self.scanned = self.at;
        Some(line)
    }

    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            if let Some(line) = self.buffered() {
                return Ok(Some(line));
            }
            self.bytes.drain(..self.at);
            self.at = 0;
            // Enough is kept for the guest to see that it is too long.
            if self.bytes.len() > LONGEST_LINE {
                self.bytes.truncate(LONGEST_LINE + 1);
            }
            self.scanned = self.bytes.len();
            if self.ended {
                let rest = std::mem::take(&mut self.bytes);
                self.scanned = 0;
                return Ok((!rest.is_empty()).then_some(rest));
            }
            self.fill()?;
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        let kept = self.bytes.len();
        self.bytes.resize(kept + CHUNK, 0);
        let read = self.input.read(&mut self.bytes[kept..]);
        self.bytes.truncate(kept + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(read) => self.ended = read == 0,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// Collects answers and writes them in one piece.
struct Mouth<W: Write> {
    text: String,
    output: W,
    failed: Option<io::Error>,
}

impl<W: Write> Mouth<W> {
    fn flush(&mut self) {
        if self.text.is_empty() || self.failed.is_some() {
            return;
        }
        let written = self.output.write_all(self.text.as_bytes()).and_then(|()| self.output.flush());
        self.text.clear();
        self.failed = written.err();
    }
}

impl<W: Write> Voice for Mouth<W> {
    fn line(&mut self, text: &str) {
        self.text.line(text);
        // Many commands at once must not make the text grow without bounds.
        if self.text.len() > LONGEST_LINE {
            self.flush();
        }
    }

    fn early(&mut self, text: &str) {
        self.line(text);
        self.flush();
    }
}
