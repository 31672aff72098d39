//! The door: a port of its own for one client, and a code that opens it.
//!
//! A client joins with the code. Clients that know no reservations are let in too, by any join,
//! but only on the first connection that is made: whoever comes later might be somebody else's.
//! Everybody else is told why not and sent away. A connection that says nothing keeps nobody out.

use std::collections::VecDeque;
use std::hash::RandomState;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener as Socket};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinHandle, JoinSet};

use super::guest::{Guest, Parting};
use crate::server::lobby::{LobbyError, code};
use crate::server::request::Request;
use crate::server::room::text;
use crate::server::wording::error_packet;
use crate::xml::Element;

/// Connections that may stand at the door at once; the one that waited longest makes room.
const AT_THE_DOOR: usize = 16;

/// Clients that may wait for somebody to begin a game; there is one place, so there is hardly more than one.
const ARRIVALS: usize = 4;

/// How long the rest of a refused connection may take.
const GOODBYE: Duration = Duration::from_secs(2);

/// A place for one client to come to.
pub struct Reception {
    addr: SocketAddr,
    secret: RandomState,
    pass: Arc<Pass>,
    arrivals: mpsc::Receiver<Arrival>,
    door: JoinHandle<()>,
}

/// What opens the door.
struct Pass {
    code: String,
    /// Somebody is in.
    taken: AtomicBool,
    /// Why somebody was sent away last.
    refused: Mutex<Option<String>>,
}

/// A client that has joined but was not answered yet.
pub(super) struct Arrival {
    pub guest: Guest,
    /// How it asked.
    pub join: Element,
}

impl Reception {
    /// Opens a free port of this machine, inside of a runtime. Nobody else's machine can reach it.
    ///
    /// # Errors
    /// When the system has no port.
    pub fn open() -> io::Result<Reception> {
        let socket = Socket::bind((Ipv4Addr::LOCALHOST, 0))?;
        socket.set_nonblocking(true)?;
        let listener = TcpListener::from_std(socket)?;
        let (addr, secret) = (listener.local_addr()?, RandomState::new());
        let pass = Arc::new(Pass { code: code(&secret), taken: AtomicBool::new(false), refused: Mutex::default() });
        let (tell, arrivals) = mpsc::channel(ARRIVALS);
        let door = tokio::spawn(keep(listener, pass.clone(), tell));
        Ok(Reception { addr, secret, pass, arrivals, door })
    }

    /// Where the client must connect.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// The reservation it must join with.
    pub fn code(&self) -> &str {
        &self.pass.code
    }

    /// An id for a room.
    pub(super) fn room(&self) -> String {
        code(&self.secret)
    }

    /// The next client that joins. May be dropped: nothing is lost then.
    pub(super) async fn arrival(&mut self) -> Arrival {
        match self.arrivals.recv().await {
            Some(arrival) => arrival,
            // The door is kept as long as this lives.
            None => std::future::pending().await,
        }
    }

    /// Why somebody was sent away last.
    pub(super) fn refused(&self) -> Option<String> {
        self.pass.refused.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The place is taken or free again.
    pub(super) fn set_taken(&self, taken: bool) {
        self.pass.taken.store(taken, Ordering::Relaxed);
    }
}

impl Drop for Reception {
    fn drop(&mut self) {
        self.door.abort();
    }
}

async fn keep(listener: TcpListener, pass: Arc<Pass>, tell: mpsc::Sender<Arrival>) {
    let mut guests = JoinSet::new();
    let mut waiting = VecDeque::<AbortHandle>::new();
    let mut first = true;
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    waiting.retain(|guest| !guest.is_finished());
                    if waiting.len() >= AT_THE_DOOR && let Some(oldest) = waiting.pop_front() {
                        oldest.abort();
                    }
                    waiting.push_back(guests.spawn(greet(stream, first, pass.clone(), tell.clone())));
                    first = false;
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            },
            Some(_) = guests.join_next() => {}
        }
    }
}

/// Hears what somebody wants who has come to the door.
async fn greet(stream: TcpStream, first: bool, pass: Arc<Pass>, tell: mpsc::Sender<Arrival>) {
    let Ok(mut guest) = Guest::new(stream) else { return };
    let (error, why) = match guest.next().await {
        Ok(join) => match pass.opens_for(&join, first) {
            Ok(()) => {
                if tell.try_send(Arrival { guest, join }).is_err() {
                    tracing::warn!("a client joined, but too many wait already");
                }
                return;
            }
            Err(why) => (error_packet(&why, &join), why),
        },
        Err(Parting::Nonsense(why)) => (Element::new("errorpacket").with("message", &why), why),
        Err(Parting::Closed | Parting::Deaf) => return,
    };
    tracing::debug!(why, "a client was sent away");
    *pass.refused.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
    guest.send(&[&text(error)]);
    guest.part(GOODBYE).await;
}

impl Pass {
    /// Takes the place for a client, or says why not.
    fn opens_for(&self, message: &Element, first: bool) -> Result<(), String> {
        match Request::read(message, None) {
            Some(Request::JoinPrepared { code }) if code == self.code => {}
            Some(Request::JoinPrepared { .. }) => return Err(LobbyError::NoReservation.to_string()),
            Some(Request::Join { .. } | Request::JoinRoom { .. }) if first => {}
            Some(Request::Join { .. } | Request::JoinRoom { .. }) => {
                return Err("only the first connection may join here without the reservation".to_string());
            }
            _ => return Err(format!("{:?} is no way to join here", schwarm_core::error::shorten(&message.name))),
        }
        match self.taken.swap(true, Ordering::Relaxed) {
            false => Ok(()),
            true => Err(LobbyError::NoReservation.to_string()),
        }
    }
}
