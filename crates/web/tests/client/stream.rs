//! A stream of server-sent events, read one after the other.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

use super::Browser;

/// A listener.
pub struct Stream {
    lines: BufReader<TcpStream>,
    /// What is left of the current chunk.
    left: usize,
    pub status: u16,
}

impl Stream {
    pub fn open(browser: &Browser, path: &str) -> Stream {
        let mut stream = TcpStream::connect(browser.addr).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let head = browser.head("GET", path, 0) + "\r\n";
        stream.write_all(head.as_bytes()).unwrap();
        let mut lines = BufReader::new(stream);
        let mut status = 0;
        loop {
            let mut line = String::new();
            lines.read_line(&mut line).unwrap();
            if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
                status = rest[..3].parse().unwrap();
            }
            if line.trim().is_empty() {
                break;
            }
        }
        Stream { lines, left: 0, status }
    }

    /// The next event with data; `None` at the end of the stream.
    pub fn next(&mut self) -> Option<Value> {
        loop {
            let line = self.line()?;
            if let Some(data) = line.strip_prefix("data: ") {
                return Some(serde_json::from_str(data).unwrap());
            }
        }
    }

    /// The next event of a kind.
    #[track_caller]
    pub fn until(&mut self, kind: &str) -> Value {
        loop {
            let event = self.next().unwrap_or_else(|| panic!("the stream ended without {kind}"));
            if event["kind"] == kind {
                return event;
            }
        }
    }

    fn line(&mut self) -> Option<String> {
        let mut line = Vec::new();
        loop {
            match self.byte()? {
                b'\n' => return Some(String::from_utf8(line).unwrap()),
                byte => line.push(byte),
            }
        }
    }

    /// The next byte inside of the chunks.
    fn byte(&mut self) -> Option<u8> {
        while self.left == 0 {
            let mut size = String::new();
            self.lines.read_line(&mut size).ok().filter(|read| *read > 0)?;
            if size.trim().is_empty() {
                continue;
            }
            self.left = usize::from_str_radix(size.trim(), 16).unwrap();
            if self.left == 0 {
                return None;
            }
        }
        let mut byte = [0];
        self.lines.read_exact(&mut byte).ok()?;
        self.left -= 1;
        Some(byte[0])
    }
}
