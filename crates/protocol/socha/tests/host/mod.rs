//! A server on a free port, and clients that say exactly what a test wants.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::VecDeque;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use schwarm_play::TimeControl;
use schwarm_socha::season::{RuleStyle, Season};
use schwarm_socha::server::{Config, Handle, Server};
use schwarm_socha::wire::{Bounds, Wire};
use schwarm_socha::xml::Element;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// As long as a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(20);

/// A configuration for tests: any port, the official rules, no clock.
pub fn config() -> Config {
    Config {
        addr: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        style: RuleStyle::Server,
        time: TimeControl::None,
        seed: 7,
        ..Config::default()
    }
}

/// Starts a server.
pub async fn host(config: Config) -> (SocketAddr, Handle) {
    let server = Server::bind(config).await.expect("a free port");
    let (addr, handle) = (server.local_addr().expect("an address"), server.handle());
    tokio::spawn(server.run());
    (addr, handle)
}

/// A client without any sense of its own.
pub struct Peer {
    socket: TcpStream,
    wire: Wire,
    heard: VecDeque<Element>,
    ended: bool,
}

impl Peer {
    pub async fn silent(addr: SocketAddr) -> Peer {
        let socket = TcpStream::connect(addr).await.expect("the server listens");
        socket.set_nodelay(true).expect("a live socket");
        Peer { socket, wire: Wire::new(Bounds::default()), heard: VecDeque::new(), ended: false }
    }

    /// Connects and says something.
    pub async fn saying(addr: SocketAddr, text: &str) -> Peer {
        let mut peer = Peer::silent(addr).await;
        peer.say(&format!("<protocol>{text}")).await;
        peer
    }

    pub async fn administrator(addr: SocketAddr) -> Peer {
        Peer::saying(addr, r#"<authenticate password="examplepassword"/>"#).await
    }

    pub async fn say(&mut self, text: &str) {
        self.say_bytes(text.as_bytes()).await;
    }

    pub async fn say_bytes(&mut self, bytes: &[u8]) {
        // A server that has closed already is part of some tests.
        let _ = self.socket.write_all(bytes).await;
    }

    /// Closes the writing half.
    pub async fn half_close(&mut self) {
        let _ = self.socket.shutdown().await;
    }

    /// The next message, or `None` at the end.
    pub async fn next(&mut self) -> Option<Element> {
        match tokio::time::timeout(PATIENCE, self.listen()).await {
            Ok(message) => message,
            Err(_) => panic!("nothing came for {PATIENCE:?}"),
        }
    }

    async fn listen(&mut self) -> Option<Element> {
        loop {
            while let Ok(Some(message)) = self.wire.next() {
                self.heard.push_back(message);
            }
            if let Some(message) = self.heard.pop_front() {
                return Some(message);
            }
            if self.ended {
                return None;
            }
            let mut buffer = [0; 16 * 1024];
            match self.socket.read(&mut buffer).await {
                Ok(0) | Err(_) => self.ended = true,
                Ok(read) => self.wire.feed(&buffer[..read]),
            }
        }
    }

    /// Everything until a message that says this; that one comes last.
    pub async fn until(&mut self, wanted: &str) -> Vec<Element> {
        let mut messages = Vec::new();
        while messages.last().is_none_or(|last| kind(last) != wanted) {
            let Some(message) = self.next().await else { panic!("the stream ended without {wanted}: {messages:?}") };
            messages.push(message);
        }
        messages
    }

    /// Everything until the server closes the connection.
    pub async fn rest(&mut self) -> Vec<Element> {
        let mut messages = Vec::new();
        while let Some(message) = self.next().await {
            messages.push(message);
        }
        messages
    }

    /// Everything that came so far. Nothing more is on its way, for the server has answered a
    /// question asked after it.
    pub async fn so_far(&mut self) -> Vec<Element> {
        self.say(r#"<joinPrepared reservationCode="is anything on its way?"/>"#).await;
        let mut messages = self.until("errorpacket").await;
        messages.pop();
        messages
    }
}

/// What a message is: the class of its data, or its name.
pub fn kind(message: &Element) -> &str {
    let class = message.child("data").and_then(|data| data.attribute("class"));
    class.unwrap_or(message.name.as_str())
}

pub fn kinds(messages: &[Element]) -> Vec<&str> {
    messages.iter().map(kind).collect()
}

/// A prepared game: its room and the codes.
pub struct Prepared {
    pub room: String,
    pub codes: Vec<String>,
}

/// Lets an administrator prepare a game of Anna and Bert.
pub async fn prepare(administrator: &mut Peer, season: Season, slot: &str, pause: &str) -> Prepared {
    let slots = ["Anna", "Bert"].map(|name| format!(r#"<slot displayName="{name}" {slot}/>"#)).concat();
    let game = season.game_type();
    administrator.say(&format!(r#"<prepare gameType="{game}" {pause}>{slots}</prepare>"#)).await;
    let answer = administrator.until("prepared").await.pop().expect("an answer");
    let codes = answer.children.iter().map(|code| code.text.to_string()).collect();
    Prepared { room: answer.attribute("roomId").expect("a room").to_string(), codes }
}

/// A prepared game with an observing administrator and both players at the table.
pub struct Table {
    pub room: String,
    pub administrator: Peer,
    pub one: Peer,
    pub two: Peer,
}

pub async fn table(addr: SocketAddr, season: Season, slot: &str, pause: &str) -> Table {
    let mut administrator = Peer::administrator(addr).await;
    let Prepared { room, codes } = prepare(&mut administrator, season, slot, pause).await;
    administrator.say(&format!(r#"<observe roomId="{room}"/>"#)).await;
    administrator.until("observed").await;
    let one = Peer::saying(addr, &format!(r#"<joinPrepared reservationCode="{}"/>"#, codes[0])).await;
    let two = Peer::saying(addr, &format!(r#"<joinPrepared reservationCode="{}"/>"#, codes[1])).await;
    Table { room, administrator, one, two }
}

/// A message about a room.
pub fn about(room: &str, data: &str) -> String {
    format!(r#"<room roomId="{room}">{data}</room>"#)
}

/// A legal first move, by the rules and the state that came; in Ostseeschach one that brings a
/// light piece one step forward.
pub fn first_move(season: Season, messages: &[Element]) -> String {
    let memento = messages.iter().rev().find(|message| kind(message) == "memento").expect("a state came");
    let state = memento.child("data").and_then(|data| data.child("state")).expect("a state");
    let text = season.read_state(state).expect("a readable state");
    let session = season.rulebook(RuleStyle::Server).from_position(&text).expect("a position");
    let one_step = |text: &String| {
        let mut next = session.clone_box();
        next.play(text).is_ok() && next.scores(None)[session.side_to_move().index()].parts().last() == Some(&1)
    };
    let wanted = |text: &String| season != Season::Ostseeschach2022 || one_step(text);
    let text = session.legal_moves().into_iter().find(wanted).expect("a move");
    season.write_move(&text, &*session).expect("a move of the game").to_string()
}

/// The class a move request has.
pub fn request(season: Season) -> String {
    season.move_request().attribute("class").unwrap_or_default().to_string()
}
