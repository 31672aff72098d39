//! The server: all four seasons on one port.
//!
//! Each connection is served by a task (`connection`), each room is a machine without sockets
//! (`room`) behind a lock (`cell`), and the `lobby` knows them all. Where the official servers
//! are plainly broken this one is not; docs/software-challenge.md lists every such point.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! use schwarm_socha::server::{Config, Server};
//! let server = Server::bind(Config::default()).await?;
//! println!("listening on {}", server.local_addr()?);
//! server.run().await;
//! # Ok(())
//! # }
//! ```

mod cell;
pub(crate) mod connection;
pub(crate) mod lobby;
pub(crate) mod outbox;
mod replays;
pub(crate) mod request;
pub(crate) mod room;
mod tally;
pub(crate) mod wording;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use schwarm_play::{GameEvent, Start, TimeControl};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinSet;

use crate::season::{RuleStyle, Season};
use crate::wire::Bounds;
use lobby::Hub;

/// The port of the official servers.
pub const PORT: u16 = 13050;

/// Hears of everything that happens in every room.
pub trait Observer: Send + Sync {
    /// Something happened. Events of one room come in order; the room waits for this call, so it
    /// should only hand the event on.
    fn event(&self, room: &RoomInfo, event: &GameEvent);
}

/// Which room an event is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomInfo {
    /// As on the wire.
    pub id: String,
    /// Counted from 0 since the server began.
    pub number: u64,
    /// What is played in it.
    pub season: Season,
}

/// How the server runs.
#[derive(Clone)]
pub struct Config {
    /// Where it listens; port 0 takes any free one.
    pub addr: SocketAddr,
    /// Whose rules count where sheet and official server differ.
    pub style: RuleStyle,
    /// What administrators must know.
    pub password: String,
    /// The clock of every game.
    pub time: TimeControl,
    /// Together with the number of a room it draws the room's start position.
    pub seed: u64,
    /// Start positions to be used in turn instead, for the seasons that have some here.
    pub starts: Vec<(Season, Start)>,
    /// A folder for replays of finished games.
    pub replays: Option<PathBuf>,
    /// How long a connection may say nothing at all before its `<protocol>`.
    pub silence: Duration,
    /// Connections at once.
    pub connections: usize,
    /// Rooms at once.
    pub rooms: usize,
    /// Bytes that may wait for a client that does not read.
    pub outbox_bytes: usize,
    /// How much a client may say in one message.
    pub bounds: Bounds,
    /// Who hears of every event.
    pub observer: Option<Arc<dyn Observer>>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            addr: SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)),
            style: RuleStyle::default(),
            password: "examplepassword".to_string(),
            time: TimeControl::SOFTWARE_CHALLENGE,
            seed: 0,
            starts: Vec::new(),
            replays: None,
            silence: Duration::from_secs(60),
            connections: 20_000,
            rooms: 10_000,
            outbox_bytes: 128 * 1024,
            bounds: Bounds { message_bytes: 16 * 1024, depth: 16, elements: 128, attributes: 256 },
            observer: None,
        }
    }
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    hub: Arc<Hub>,
    stop: Arc<Notify>,
}

/// A way to look at a running server and to stop it.
#[derive(Clone)]
pub struct Handle {
    hub: Arc<Hub>,
    stop: Arc<Notify>,
}

impl Handle {
    /// Ends the server: games are broken off, connections closed.
    pub fn stop(&self) {
        self.stop.notify_one();
    }

    /// Rooms that are not over.
    pub fn rooms(&self) -> usize {
        self.hub.count().0
    }

    /// Connections.
    pub fn connections(&self) -> usize {
        self.hub.count().1
    }
}

impl Server {
    /// Opens the port.
    ///
    /// # Errors
    /// When the port cannot be had, a start position cannot be read, or there is no folder for
    /// replays.
    pub async fn bind(config: Config) -> io::Result<Server> {
        let invalid = |why: String| io::Error::new(io::ErrorKind::InvalidInput, why);
        for (season, start) in &config.starts {
            let opened = start.open(&*season.rulebook(config.style));
            opened.map_err(|error| invalid(format!("start position for {}: {error}", season.game_type())))?;
        }
        if let Some(folder) = &config.replays {
            std::fs::create_dir_all(folder)?;
        }
        let listener = TcpListener::bind(config.addr).await?;
        Ok(Server { listener, hub: Arc::new(Hub::new(config)), stop: Arc::default() })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// A way to look at it and to stop it.
    pub fn handle(&self) -> Handle {
        Handle { hub: self.hub.clone(), stop: self.stop.clone() }
    }

    /// Serves until it is stopped.
    pub async fn run(self) {
        let mut connections = JoinSet::new();
        loop {
            tokio::select! {
                accepted = self.listener.accept() => match accepted {
                    Ok((stream, _)) => drop(connections.spawn(connection::serve(self.hub.clone(), stream))),
                    Err(error) => {
                        // Out of file handles, most likely: others go home soon.
                        tracing::warn!(%error, "cannot accept a connection");
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    }
                },
                Some(ended) = connections.join_next() => {
                    if let Err(error) = ended {
                        tracing::error!(%error, "a connection failed");
                    }
                }
                () = self.stop.notified() => break,
            }
        }
        drop(self.listener);
        self.hub.close_all();
        let all_gone = async { while connections.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(Duration::from_secs(3), all_gone).await;
        connections.abort_all();
    }
}
