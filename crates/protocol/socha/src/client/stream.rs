//! The connection of a guest: messages in, messages out, nothing lost when waiting is broken off.

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::wire::{Bounds, Wire, WireError};
use crate::xml::Element;

/// How long a server may take to take the call.
const CONNECT: Duration = Duration::from_secs(10);

/// Messages that may wait while the player thinks. A server sends two or three.
const WAITING: usize = 1000;

pub(super) struct Stream {
    socket: TcpStream,
    wire: Wire,
    heard: VecDeque<Element>,
    fault: Option<WireError>,
    ended: bool,
}

impl Stream {
    pub async fn connect(addr: &str) -> io::Result<Stream> {
        let socket = tokio::time::timeout(CONNECT, TcpStream::connect(addr)).await;
        let socket = socket.map_err(|_| io::Error::new(io::ErrorKind::TimedOut, "nobody answers"))??;
        socket.set_nodelay(true)?;
        let wire = Wire::new(Bounds::default());
        Ok(Stream { socket, wire, heard: VecDeque::new(), fault: None, ended: false })
    }

    /// Sends messages in one write. A server that is gone is noticed when it is listened to.
    pub async fn send(&mut self, before: &str, messages: &[&Element]) {
        let mut text = before.to_string();
        messages.iter().for_each(|message| message.write(&mut text, 1));
        if self.socket.write_all(text.as_bytes()).await.is_err() {
            tracing::debug!("the server does not listen any more");
        }
    }

    /// The next message; `None` when the server has said its last.
    pub async fn next(&mut self) -> Result<Option<Element>, WireError> {
        loop {
            if let Some(message) = self.heard.pop_front() {
                return Ok(Some(message));
            }
            if let Some(fault) = self.fault.clone() {
                return Err(fault);
            }
            if self.ended {
                return Ok(None);
            }
            self.listen().await;
        }
    }

    /// Waits until the game is over or the server gone. What is heard meanwhile is kept.
    pub async fn hear_of_the_end(&mut self) {
        loop {
            let ends = |message: &Element| {
                let class = message.child("data").and_then(|data| data.attribute("class"));
                message.name == "left" || class == Some("result")
            };
            if self.ended || self.fault.is_some() || self.heard.iter().any(ends) || self.heard.len() > WAITING {
                return;
            }
            self.listen().await;
        }
    }

    /// Safe to break off: a read that is dropped has read nothing.
    async fn listen(&mut self) {
        let mut buffer = [0; 16 * 1024];
        match self.socket.read(&mut buffer).await {
            Ok(0) | Err(_) => self.ended = true,
            Ok(read) => self.wire.feed(&buffer[..read]),
        }
        loop {
            match self.wire.next() {
                Ok(Some(message)) => self.heard.push_back(message),
                Ok(None) => break,
                Err(fault) => {
                    self.fault = Some(fault);
                    break;
                }
            }
        }
        self.ended |= self.wire.is_closed();
    }

    /// Closes the stream and waits a little for the server to do the same.
    pub async fn finish(mut self, patience: Duration) {
        let goodbye = async {
            let _ = self.socket.write_all(b"\n</protocol>\n").await;
            let _ = self.socket.shutdown().await;
            let mut buffer = [0; 4096];
            while matches!(self.socket.read(&mut buffer).await, Ok(read) if read > 0) {}
        };
        let _ = tokio::time::timeout(patience, goodbye).await;
    }
}
