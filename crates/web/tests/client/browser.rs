//! Requests over TCP, with cookies.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};

use super::{Contract, Stream};

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    /// Reads an answer that ends with its connection.
    fn read(stream: &mut TcpStream) -> Answer {
        let mut bytes = Vec::new();
        // A server that cuts the connection off has still said something before.
        let _ = stream.read_to_end(&mut bytes);
        let split = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..split]).to_ascii_lowercase();
        let body = bytes.get(split + 4..).unwrap_or_default().to_vec();
        let body = if head.contains("transfer-encoding: chunked") { dechunk(&body) } else { body };
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head, body }
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The answer must be a success; its JSON.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert!((200..300).contains(&self.status), "{} {}", self.status, self.text());
        self.json()
    }

    /// The answer must be a refusal of this kind.
    #[track_caller]
    pub fn refused(&self, status: u16, kind: &str) {
        let told = self.text();
        assert_eq!((self.status, self.json()["error"]["kind"].as_str()), (status, Some(kind)), "{told}");
        assert!(!told.contains('⟦') && !self.json()["error"]["message"].as_str().unwrap().is_empty(), "{told}");
    }

    /// The values of a header.
    pub fn header(&self, name: &str) -> Vec<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(other, _)| *other == name).map(|(_, value)| value).collect()
    }
}

fn dechunk(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&rest[..end]).ok().and_then(|size| usize::from_str_radix(size, 16).ok());
        let Some(size) = size.filter(|size| *size > 0 && rest.len() >= end + 2 + size) else { break };
        body.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = rest.get(end + 4 + size..).unwrap_or_default();
    }
    body
}

/// Sends bytes as they are and reads what comes back.
pub fn raw(addr: SocketAddr, bytes: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(addr).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // A server that has heard enough may hang up before all is said.
    let _ = stream.write_all(bytes);
    Answer::read(&mut stream)
}

/// Somebody who asks, with cookies and a language.
#[derive(Clone)]
pub struct Browser {
    pub addr: SocketAddr,
    pub cookies: BTreeMap<String, String>,
    pub lang: &'static str,
    /// Headers beside the usual ones.
    pub extra: Vec<(String, String)>,
}

impl Browser {
    pub fn new(addr: SocketAddr) -> Browser {
        Browser { addr, cookies: BTreeMap::new(), lang: "en", extra: Vec::new() }
    }

    /// The head of a request as a browser of ours sends it.
    pub fn head(&self, method: &str, path: &str, length: usize) -> String {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nAccept-Language: {}\r\n", self.addr, self.lang);
        if !self.cookies.is_empty() {
            let pairs: Vec<_> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            head += &format!("Cookie: {}\r\n", pairs.join("; "));
        }
        if method == "POST" {
            head += &format!("Content-Type: application/json\r\nContent-Length: {length}\r\n");
            head += &format!("Origin: http://{}\r\nSec-Fetch-Site: same-origin\r\n", self.addr);
        }
        for (name, value) in &self.extra {
            head += &format!("{name}: {value}\r\n");
        }
        head
    }

    fn send(&mut self, method: &str, path: &str, body: &str) -> Answer {
        let request = self.head(method, path, body.len()) + "Connection: close\r\n\r\n" + body;
        let answer = raw(self.addr, request.as_bytes());
        Contract::of(self.addr).check(method, path, &answer);
        for cookie in answer.header("set-cookie") {
            let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.insert(name.to_string(), value.to_string());
        }
        answer
    }

    pub fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, "")
    }

    pub fn post(&mut self, path: &str, body: Value) -> Answer {
        self.send("POST", path, &body.to_string())
    }

    /// Sends a form.
    pub fn form(&mut self, path: &str, body: &str) -> Answer {
        let head = self.head("POST", path, body.len()).replace("application/json", "application/x-www-form-urlencoded");
        raw(self.addr, (head + "Connection: close\r\n\r\n" + body).as_bytes())
    }

    /// Sends a file.
    pub fn hand_in(&mut self, path: &str, kind: &str, bytes: &[u8]) -> Answer {
        let head = self.head("POST", path, bytes.len()).replace("application/json", kind) + "Connection: close\r\n\r\n";
        raw(self.addr, &[head.as_bytes(), bytes].concat())
    }

    /// Makes a game; its number.
    pub fn make(&mut self, game: &str, opponent: &str, side: &str, time: &str) -> i64 {
        let wish = json!({ "game": game, "opponent": opponent, "side": side, "time": time });
        self.post("/api/games", wish).ok()["id"].as_i64().unwrap()
    }

    pub fn look(&mut self, id: i64) -> Value {
        self.get(&format!("/api/games/{id}")).ok()
    }

    pub fn act(&mut self, id: i64, deed: &str, body: Value) -> Answer {
        self.post(&format!("/api/games/{id}/{deed}"), body)
    }

    /// Plays a move that must be fine.
    #[track_caller]
    pub fn play(&mut self, id: i64, text: &str) -> Value {
        self.act(id, "move", json!({ "move": text })).ok()
    }

    /// Takes the free seat a friend has offered.
    pub fn join(&mut self, link: &str) -> Answer {
        self.send("POST", link, "")
    }

    /// Listens to a game.
    pub fn listen(&self, id: i64, after: Option<u64>) -> Stream {
        let query = after.map_or_else(String::new, |after| format!("?after={after}"));
        self.stream(&format!("/api/games/{id}/events{query}"))
    }

    pub fn stream(&self, path: &str) -> Stream {
        Stream::open(self, path)
    }
}
