//! Recorded games, taken apart.
#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::io::Read;
use std::path::PathBuf;

use schwarm_socha::season::Season;
use schwarm_socha::wire::{Bounds, Wire};
use schwarm_socha::xml::Element;

/// The names of the players in every recorded game.
pub fn players() -> [String; 2] {
    ["Anna".to_string(), "Bert".to_string()]
}

/// The names of the files of a season, without their ends.
pub fn file_name(season: Season) -> &'static str {
    match season {
        Season::Piranhas2019 => "piranhas2019-server19.2.1",
        Season::Hive2020 => "hive2020-server20.final",
        Season::Ostseeschach2022 => "ostseeschach2022-server22.final",
        Season::Piranhas2026 => "piranhas2026-server26.1.0",
    }
}

pub fn packed(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub fn unpacked(name: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(&packed(name)[..]).read_to_end(&mut bytes).unwrap();
    bytes
}

/// Bytes that came in one read.
pub struct Chunk {
    pub connection: u8,
    pub from_client: bool,
    pub bytes: Vec<u8>,
}

/// The recorded game of a season.
pub fn log(season: Season) -> Vec<Chunk> {
    let bytes = unpacked(&format!("{}-full-game.log.gz", file_name(season)));
    let mut rest = &bytes[..];
    let mut chunks = Vec::new();
    while !rest.is_empty() {
        let end = rest.iter().position(|&byte| byte == b'\n').unwrap();
        let header = std::str::from_utf8(&rest[..end]).unwrap();
        let fields: Vec<&str> = header.split_whitespace().collect();
        assert_eq!(fields[0], "===", "{header}");
        rest = &rest[end + 1..];
        let Some(length) = fields[4].strip_suffix('B') else { continue };
        let length: usize = length.parse().unwrap();
        let connection = fields[2].strip_prefix("conn").unwrap().parse().unwrap();
        chunks.push(Chunk { connection, from_client: fields[3] == "C->S", bytes: rest[..length].to_vec() });
        assert_eq!(rest[length], b'\n', "{header}");
        rest = &rest[length + 1..];
    }
    chunks
}

/// All bytes of one direction of a connection.
pub fn stream(log: &[Chunk], connection: u8, from_client: bool) -> Vec<u8> {
    let chunks = log.iter().filter(|chunk| (chunk.connection, chunk.from_client) == (connection, from_client));
    chunks.flat_map(|chunk| chunk.bytes.iter().copied()).collect()
}

/// Feeds a reader and takes everything out of it.
pub fn take(wire: &mut Wire, bytes: &[u8]) -> Vec<Element> {
    wire.feed(bytes);
    std::iter::from_fn(|| wire.next().unwrap()).collect()
}

/// The messages of a stream.
pub fn messages(bytes: &[u8]) -> Vec<Element> {
    take(&mut Wire::new(Bounds::default()), bytes)
}

/// The `data` elements of what one direction of a connection says about the room.
pub fn data_of(log: &[Chunk], connection: u8, from_client: bool) -> Vec<Element> {
    let messages = messages(&stream(log, connection, from_client));
    messages.into_iter().filter(|message| message.name == "room").map(|room| room.children[0].clone()).collect()
}

/// The moves of both players, in the order they came.
pub fn moves(log: &[Chunk]) -> Vec<Element> {
    let mut wires = [Wire::new(Bounds::default()), Wire::new(Bounds::default())];
    let mut moves = Vec::new();
    for chunk in log.iter().filter(|chunk| chunk.from_client && chunk.connection > 1) {
        for message in take(&mut wires[usize::from(chunk.connection) - 2], &chunk.bytes) {
            moves.extend(message.child("data").cloned());
        }
    }
    moves
}

/// The same element whatever order its attributes, and the entries of a map, have.
pub fn plain(element: &Element) -> Element {
    let mut element = element.clone();
    element.attributes.sort();
    element.children = element.children.iter().map(plain).collect();
    if element.name == "pieces" {
        element.children.sort_by_key(|entry| entry.to_string());
    }
    element
}

/// Whether two elements say the same, field by field.
#[track_caller]
pub fn assert_same(found: &Element, wanted: &Element) {
    let (found, wanted) = (plain(found), plain(wanted));
    if found != wanted {
        let (found, wanted) = (found.to_string(), wanted.to_string());
        let line = found.lines().zip(wanted.lines()).position(|(one, two)| one != two);
        let line = line.unwrap_or(found.lines().count().min(wanted.lines().count()));
        let near = |text: &str| text.lines().skip(line.saturating_sub(2)).take(6).collect::<Vec<_>>().join("\n");
        panic!("line {line}: found\n{}\nwanted\n{}", near(&found), near(&wanted));
    }
}
