//! What is still to be sent to one connection.
//!
//! A message goes straight to the socket if that takes it; only what the socket does not take
//! waits here, and a task is woken to send the rest. Invariant: no more than `limit` bytes wait;
//! a client that does not read is cut off, not buffered.

use std::io::{self, IoSlice};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::net::tcp::OwnedWriteHalf;
use tokio::sync::Notify;

const OPENING: &str = "<protocol>";
const CLOSING: &str = "\n</protocol>";

/// The way out to one client.
pub(crate) struct Outbox {
    socket: OwnedWriteHalf,
    limit: usize,
    state: Mutex<State>,
    /// Something happened that the connection's task must see.
    pub changed: Notify,
}

#[derive(Default)]
struct State {
    opened: bool,
    waiting: Vec<u8>,
    /// Nothing more may be said; the connection closes when the rest is sent.
    closing: bool,
    /// The socket is of no more use.
    dead: bool,
}

/// What the connection's task must do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Duty {
    /// Nothing is to be sent.
    Rest,
    /// The socket did not take everything.
    Flush,
    /// Everything is said: close.
    Close,
}

impl Outbox {
    pub fn new(socket: OwnedWriteHalf, limit: usize) -> Outbox {
        Outbox { socket, limit, state: Mutex::default(), changed: Notify::new() }
    }

    /// Sends messages, all in one write where the socket takes them.
    pub fn send(&self, messages: &[&str]) {
        let mut state = self.lock();
        if state.closing || state.dead {
            return;
        }
        let opening = if state.opened { "" } else { OPENING };
        state.opened = true;
        self.put(&mut state, opening, messages);
    }

    /// Ends the stream after what was said.
    pub fn close(&self) {
        let mut state = self.lock();
        if state.closing || state.dead {
            return;
        }
        let opening = if state.opened { "" } else { OPENING };
        self.put(&mut state, opening, &[CLOSING]);
        state.opened = true;
        state.closing = true;
        self.changed.notify_one();
    }

    fn put(&self, state: &mut State, opening: &str, messages: &[&str]) {
        let mut sent = 0;
        if state.waiting.is_empty() {
            let mut slices = [IoSlice::new(&[]); 8];
            let parts = [opening].into_iter().chain(messages.iter().copied());
            let count = parts.zip(&mut slices).map(|(part, slice)| *slice = IoSlice::new(part.as_bytes())).count();
            match self.socket.try_write_vectored(&slices[..count]) {
                Ok(taken) => sent = taken,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(_) => return self.give_up(state),
            }
        }
        let mut skip = sent;
        for part in [opening].iter().chain(messages) {
            let rest = &part.as_bytes()[skip.min(part.len())..];
            skip -= skip.min(part.len());
            state.waiting.extend_from_slice(rest);
        }
        if state.waiting.len() > self.limit {
            return self.give_up(state);
        }
        if !state.waiting.is_empty() {
            self.changed.notify_one();
        }
    }

    fn give_up(&self, state: &mut State) {
        state.dead = true;
        state.waiting = Vec::new();
        self.changed.notify_one();
    }

    /// What is to be done.
    pub fn duty(&self) -> Duty {
        let state = self.lock();
        match () {
            () if state.dead => Duty::Close,
            () if !state.waiting.is_empty() => Duty::Flush,
            () if state.closing => Duty::Close,
            () => Duty::Rest,
        }
    }

    /// Sends what waits, as far as the socket takes it.
    pub fn flush(&self) {
        let mut state = self.lock();
        while !state.waiting.is_empty() {
            match self.socket.try_write(&state.waiting) {
                Ok(taken) => drop(state.waiting.drain(..taken)),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => return self.give_up(&mut state),
            }
        }
        // A burst is over: its memory goes back.
        state.waiting = Vec::new();
    }

    /// The socket takes bytes again.
    pub async fn writable(&self) {
        if self.socket.writable().await.is_err() {
            let mut state = self.lock();
            self.give_up(&mut state);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
