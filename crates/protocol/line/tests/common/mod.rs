//! Talks made for tests, and a referee without a clock.
#![allow(dead_code, reason = "every test uses a part of it")]

use std::collections::VecDeque;
use std::io::Read;
use std::sync::mpsc as threads;

use schwarm_core::{Rulebook, Session, Setup};
use schwarm_play::{Doing, GameEvent, Playing, Seat, SeatFault, Talk, Termination, TimeControl, Turn};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;

/// A bot made of a function from what it is told to the lines it says.
pub struct Script<F> {
    answer: F,
    said: VecDeque<String>,
    /// Everything it was told.
    pub heard: std::sync::Arc<std::sync::Mutex<Vec<String>>>,
    /// Whether its program ends once it was asked and has said everything.
    dies: bool,
    asked: bool,
}

impl<F: FnMut(&str) -> Vec<String> + Send> Script<F> {
    pub fn new(answer: F) -> Script<F> {
        Script { answer, said: VecDeque::new(), heard: Default::default(), dies: false, asked: false }
    }

    pub fn that_dies(answer: F) -> Script<F> {
        Script { dies: true, ..Script::new(answer) }
    }
}

impl<F: FnMut(&str) -> Vec<String> + Send> Talk for Script<F> {
    fn say<'a>(&'a mut self, text: &'a str) -> Doing<'a, ()> {
        assert!(text.ends_with('\n') && text.matches('\n').count() == 1, "one line: {text:?}");
        self.heard.lock().expect("no test panics with it").push(text.trim_end().to_string());
        self.asked |= text.contains("\"legal\"");
        self.said.extend((self.answer)(text));
        Box::pin(async { Ok(()) })
    }

    fn hear<'a>(&'a mut self) -> Doing<'a, String> {
        Box::pin(async {
            match self.said.pop_front() {
                Some(line) => Ok(line),
                None if self.dies && self.asked => Err(SeatFault::Crash("the script ended".to_string())),
                None => std::future::pending().await,
            }
        })
    }

    fn hang_up<'a>(&'a mut self) -> Doing<'a, ()> {
        Box::pin(async { Ok(()) })
    }
}

/// A talk over bytes. Dropping what it does loses nothing.
pub struct Bytes<R, W> {
    pub reader: R,
    pub writer: Option<W>,
    buffer: Vec<u8>,
}

impl<R, W> Bytes<R, W> {
    pub fn new(reader: R, writer: W) -> Bytes<R, W> {
        Bytes { reader, writer: Some(writer), buffer: Vec::new() }
    }
}

impl<R: AsyncRead + Unpin + Send, W: AsyncWrite + Unpin + Send> Talk for Bytes<R, W> {
    fn say<'a>(&'a mut self, text: &'a str) -> Doing<'a, ()> {
        Box::pin(async move {
            let gone = || SeatFault::Crash("does not listen".to_string());
            let writer = self.writer.as_mut().ok_or_else(gone)?;
            writer.write_all(text.as_bytes()).await.map_err(|_| gone())
        })
    }

    fn hear<'a>(&'a mut self) -> Doing<'a, String> {
        Box::pin(async {
            loop {
                if let Some(end) = self.buffer.iter().position(|byte| *byte == b'\n') {
                    let line: Vec<u8> = self.buffer.drain(..=end).collect();
                    return Ok(String::from_utf8_lossy(&line).trim_end().to_string());
                }
                match self.reader.read_buf(&mut self.buffer).await {
                    Ok(1..) => {}
                    _ => return Err(SeatFault::Crash("its output ended".to_string())),
                }
            }
        })
    }

    fn hang_up<'a>(&'a mut self) -> Doing<'a, ()> {
        self.writer = None;
        Box::pin(async { Ok(()) })
    }
}

/// A talk with a thread that reads and writes as a program does.
pub struct Thread {
    to: Option<threads::Sender<Vec<u8>>>,
    from: mpsc::UnboundedReceiver<Vec<u8>>,
    buffer: VecDeque<u8>,
}

impl Thread {
    /// Runs a program on a thread of its own.
    pub fn run(program: impl FnOnce(Input, Output) + Send + 'static) -> (Thread, std::thread::JoinHandle<()>) {
        let (to, input) = threads::channel();
        let (output, from) = mpsc::unbounded_channel();
        let running = std::thread::spawn(|| program(Input(input, VecDeque::new()), Output(output)));
        (Thread { to: Some(to), from, buffer: VecDeque::new() }, running)
    }
}

impl Talk for Thread {
    fn say<'a>(&'a mut self, text: &'a str) -> Doing<'a, ()> {
        let sent = self.to.as_ref().is_some_and(|to| to.send(text.as_bytes().to_vec()).is_ok());
        Box::pin(async move { if sent { Ok(()) } else { Err(SeatFault::Crash("it has gone".to_string())) } })
    }

    fn hear<'a>(&'a mut self) -> Doing<'a, String> {
        Box::pin(async {
            loop {
                if let Some(end) = self.buffer.iter().position(|byte| *byte == b'\n') {
                    let line: Vec<u8> = self.buffer.drain(..=end).collect();
                    return Ok(String::from_utf8_lossy(&line).trim_end().to_string());
                }
                let more = self.from.recv().await;
                self.buffer.extend(more.ok_or_else(|| SeatFault::Crash("it has gone".to_string()))?);
            }
        })
    }

    fn hang_up<'a>(&'a mut self) -> Doing<'a, ()> {
        self.to = None;
        Box::pin(async { Ok(()) })
    }
}

/// What a program on a thread reads.
pub struct Input(threads::Receiver<Vec<u8>>, VecDeque<u8>);

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.1.is_empty() {
            match self.0.recv() {
                Ok(more) => self.1.extend(more),
                Err(_) => return Ok(0),
            }
        }
        self.1.read(buffer)
    }
}

/// What it writes.
pub struct Output(mpsc::UnboundedSender<Vec<u8>>);

impl std::io::Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let sent = self.0.send(bytes.to_vec());
        sent.map(|()| bytes.len()).map_err(|_| std::io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

pub fn rules(id: &str) -> Box<dyn Rulebook> {
    schwarm_catalog::open(id).expect("a game of the catalog")
}

pub fn start(rules: &dyn Rulebook, seed: u64) -> Box<dyn Session> {
    rules.start(Setup::Seed(seed)).expect("a start")
}

/// Lets two players play a game.
pub async fn play(
    rules: &dyn Rulebook,
    seed: u64,
    names: [&str; 2],
    seats: [&mut dyn Seat; 2],
    most: u32,
) -> Vec<GameEvent> {
    let mut playing = Playing::new(rules, start(rules, seed), names.map(str::to_string), TimeControl::None);
    let mut events = playing.opening_events();
    let mut seats = seats;
    for seat in &mut seats {
        seat.begin(playing.started(), playing.session()).await.expect("it begins");
    }
    while let Some(side) = playing.to_move() {
        if events.len() as u32 > most {
            events.extend(playing.end(Termination::Abort { why: "long enough".to_string() }));
            break;
        }
        let turn = Turn { session: playing.session(), time: playing.think_time() };
        let answer = seats[side.index()].choose(turn).await;
        events.extend(playing.answer(answer, std::time::Duration::ZERO));
    }
    let ending = playing.ending().expect("nobody is to move").clone();
    for seat in &mut seats {
        let _ = seat.end(&ending).await;
    }
    events
}
