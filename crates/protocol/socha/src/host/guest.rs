//! One client: messages in, messages out.
//!
//! Safe to break off: a wait that is dropped has lost nothing. Memory is bounded on the way in by
//! the wire and on the way out by the outbox.

use std::io;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;

use crate::server::connection::{drain, flush, read};
use crate::server::outbox::{Duty, Outbox};
use crate::wire::{Bounds, Wire};
use crate::xml::Element;

/// How much a client may say in one message; states, the long ones, go the other way.
const BOUNDS: Bounds = Bounds { message_bytes: 16 * 1024, depth: 16, elements: 128, attributes: 256 };

/// Bytes that may wait for a client that does not read.
const OUTBOX: usize = 128 * 1024;

/// Why nothing more is to be heard of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Parting {
    /// It closed its stream.
    Closed,
    /// It cannot be understood.
    Nonsense(String),
    /// It does not take what it is sent.
    Deaf,
}

pub(super) struct Guest {
    reading: OwnedReadHalf,
    outbox: Outbox,
    wire: Wire,
    ended: bool,
}

impl Guest {
    pub fn new(stream: TcpStream) -> io::Result<Guest> {
        stream.set_nodelay(true)?;
        let (reading, writing) = stream.into_split();
        Ok(Guest { reading, outbox: Outbox::new(writing, OUTBOX), wire: Wire::new(BOUNDS), ended: false })
    }

    /// Sends messages without waiting; what the socket does not take goes out while listening.
    pub fn send(&self, messages: &[&str]) {
        for batch in messages.chunks(6) {
            self.outbox.send(batch);
        }
    }

    /// The next message.
    pub async fn next(&mut self) -> Result<Element, Parting> {
        loop {
            if let Some(heard) = self.heard() {
                return heard;
            }
            let flushing = match self.outbox.duty() {
                Duty::Rest => false,
                Duty::Flush => true,
                Duty::Close => return Err(Parting::Deaf),
            };
            let Guest { reading, outbox, wire, .. } = self;
            tokio::select! {
                alive = read(reading, |bytes| wire.feed(bytes)) => self.ended |= !alive,
                () = outbox.writable(), if flushing => outbox.flush(),
            }
        }
    }

    /// A message that is there already, if the system has said so.
    pub fn next_at_once(&mut self) -> Option<Result<Element, Parting>> {
        let heard = self.heard();
        if heard.is_some() {
            return heard;
        }
        let mut space = [0; 8 * 1024];
        match self.reading.try_read(&mut space) {
            Ok(0) => self.ended = true,
            Ok(count) => self.wire.feed(&space[..count]),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return None,
            Err(_) => self.ended = true,
        }
        self.heard()
    }

    fn heard(&mut self) -> Option<Result<Element, Parting>> {
        match self.wire.next() {
            Ok(Some(message)) => Some(Ok(message)),
            Err(error) => Some(Err(Parting::Nonsense(error.to_string()))),
            Ok(None) if self.ended || self.wire.is_closed() => Some(Err(Parting::Closed)),
            Ok(None) => None,
        }
    }

    /// Sends everything that waits, as long as the client takes it.
    pub async fn flush(&self) {
        flush(&self.outbox).await;
    }

    /// Closes the stream to a client that has closed its own.
    pub fn close(self) {
        self.outbox.close();
    }

    /// Closes the stream and waits a little for the client to do the same. Closing with unread bytes
    /// would take back what was just sent.
    pub async fn part(self, patience: Duration) {
        let Guest { mut reading, outbox, .. } = self;
        outbox.close();
        let goodbye = async {
            flush(&outbox).await;
            // The last owner of the writing half says goodbye to the other side.
            drop(outbox);
            drain(&mut reading).await;
        };
        let _ = tokio::time::timeout(patience, goodbye).await;
    }
}
