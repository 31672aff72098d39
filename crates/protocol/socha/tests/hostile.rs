//! Hostile bytes for the codec, seeded, on stable Rust: a bounded run of what the fuzz targets in
//! `fuzz/` do without end.
//!
//! Damaged messages of recorded games, random trees, absurd numbers. What must hold is said in
//! `schwarm_socha::fuzzing`. `SCHWARM_LONG=1` runs for minutes.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use common::{data_of, file_name, log, stream, unpacked};
use proptest::prelude::*;
use schwarm_core::Rng;
use schwarm_core::conformance::mutate;
use schwarm_socha::fuzzing::{self, Tried};
use schwarm_socha::season::Season;
use schwarm_socha::wire::{Bounds, read_element};
use schwarm_socha::xml::Element;

fn rounds(usual: usize) -> usize {
    if std::env::var_os("SCHWARM_LONG").is_some() { usual * 50 } else { usual }
}

fn sound(tried: Result<Tried, String>, input: &dyn std::fmt::Debug) -> Tried {
    tried.unwrap_or_else(|broken| panic!("{broken}\n  input {input:?}"))
}

/// Damages a text near what has a meaning: words, numbers, tags.
fn damage(text: &str, rng: &mut Rng) -> String {
    const WORDS: &[&str] = &[
        "<",
        ">",
        "/>",
        "</",
        "\"",
        "&",
        "&amp;",
        "&#0;",
        "&#x110000;",
        "&lol;",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<?",
        "<!DOCTYPE",
        "class=\"x\"",
        "ONE",
        "TWO",
        "RED",
        "2147483647",
        "-2147483648",
        "99",
        "-6",
        "10",
        "<a>",
        "</a>",
        "x",
    ];
    match rng.below(3) {
        0 => mutate(text, rng),
        1 => {
            let mut at = rng.below(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            format!("{}{}{}", &text[..at], WORDS[rng.below(WORDS.len())], &text[at..])
        }
        _ => {
            // One value for another: the tree stays whole and its meaning changes.
            let quotes: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
            if quotes.len() < 2 {
                return mutate(text, rng);
            }
            let pair = 2 * rng.below(quotes.len() / 2);
            let word = WORDS[17 + rng.below(8)];
            format!("{}{word}{}", &text[..=quotes[pair]], &text[quotes[pair + 1]..])
        }
    }
}

/// Bytes that mean something to a reader of XML.
const ODD: &[u8] = b"<>/ab=\"'&; \xc3\xa4!-[]?x";

#[test]
fn damaged_streams_are_read_alike_however_they_are_split() {
    let mut rng = Rng::new(1);
    let mut tried = Tried::default();
    for season in Season::ALL {
        for connection in [2, 3] {
            let bytes = stream(&log(season), connection, true);
            let text = String::from_utf8(bytes).unwrap();
            for _ in 0..rounds(150) {
                let input = [&[rng.next_u64() as u8][..], damage(&text, &mut rng).as_bytes()].concat();
                tried += sound(fuzzing::wire(&input), &input);
            }
        }
    }
    for _ in 0..rounds(2000) {
        let random: Vec<u8> = (0..rng.below(200)).map(|_| ODD[rng.below(ODD.len())]).collect();
        let input = [&[3], &b"<protocol>"[..], &random].concat();
        tried += sound(fuzzing::wire(&input), &input);
    }
    println!("{tried:?}");
    assert!(tried.accepted > 1000 && tried.refused > 1000, "one-sided: {tried:?}");
}

#[test]
fn damaged_messages_are_refused_or_sound() {
    let mut rng = Rng::new(2);
    let mut tried = Tried::default();
    for (index, season) in Season::ALL.into_iter().enumerate() {
        let log = log(season);
        let said: Vec<String> = [(1, false), (2, true), (3, true)]
            .into_iter()
            .flat_map(|(connection, from_client)| data_of(&log, connection, from_client))
            .map(|data| data.to_string())
            .collect();
        for _ in 0..rounds(400) {
            let text = &said[rng.below(said.len())];
            let header = [index as u8, rng.next_u64() as u8, rng.next_u64() as u8];
            for text in [text.clone(), damage(text, &mut rng)] {
                let input = [&header[..], text.as_bytes()].concat();
                tried += sound(fuzzing::message(&input), &String::from_utf8_lossy(&input));
            }
        }
    }
    println!("{tried:?}");
    assert!(tried.accepted > 300 && tried.refused > 1000, "one-sided: {tried:?}");
}

#[test]
fn every_legal_move_of_many_positions_is_said_and_understood() {
    let mut moves = 0;
    for (index, season) in Season::ALL.into_iter().enumerate() {
        for seed in 0..12 {
            let session = fuzzing::game(season, seed, seed * 4);
            for text in session.legal_moves() {
                let said = season.write_move(&text, &*session).unwrap();
                assert_eq!(season.read_move(&said, &*session).as_ref(), Ok(&text));
                let input = [&[index as u8, seed, seed * 4][..], said.to_string().as_bytes()].concat();
                let tried = sound(fuzzing::message(&input), &text);
                assert_eq!(tried.accepted, 1, "{text}");
                moves += 1;
            }
        }
    }
    println!("{moves} moves");
    assert!(moves > 1000);
}

#[test]
fn damaged_replays_are_refused_or_sound() {
    let mut rng = Rng::new(3);
    let mut tried = Tried::default();
    for season in Season::ALL {
        let text = String::from_utf8(unpacked(&format!("{}-replay.xml.gz", file_name(season)))).unwrap();
        let start: String = text.chars().take(40_000).collect();
        for _ in 0..rounds(25) {
            let input = damage(&start, &mut rng).into_bytes();
            tried += sound(fuzzing::replay(&input), &"a damaged replay");
        }
        // Damage at the end: the result.
        for _ in 0..rounds(15) {
            let mut at = text.len() - 1200;
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let input = format!("{}{}", &text[..at], damage(&text[at..], &mut rng)).into_bytes();
            tried += sound(fuzzing::replay(&input), &"a damaged replay");
        }
    }
    println!("{tried:?}");
    assert!(tried.accepted > 20 && tried.refused > 20, "one-sided: {tried:?}");
}

fn any_element() -> impl Strategy<Value = Element> {
    let name = "[a-zA-Z_][a-zA-Z0-9_.-]{0,8}";
    let value = "[ -~äß∅🐝\n\t]{0,12}";
    let leaf = (name, proptest::collection::btree_map(name, value, 0..4), "([!-~ä∅]([ -~ä∅]{0,6}[!-~ä∅])?)?").prop_map(
        |(name, attributes, text)| {
            let mut element = Element::new(name).saying(text);
            element.attributes = attributes.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
            element
        },
    );
    leaf.prop_recursive(4, 40, 5, |inner| {
        (proptest::collection::vec(inner.clone(), 0..5), inner).prop_map(|(children, mut element)| {
            element.children = children;
            element
        })
    })
}

proptest! {
    #[test]
    fn every_tree_is_read_as_it_was_written(element in any_element(), indent in 0usize..4) {
        let mut text = String::new();
        element.write(&mut text, indent);
        let again = read_element(text.trim(), &Bounds::default()).unwrap();
        prop_assert_eq!(again, element);
    }

    #[test]
    fn any_text_is_refused_or_reads_back(text in "[<>/a-c=\"'&; äÄ0-9!-]{0,60}") {
        let input = [&b"\x04<protocol>"[..], text.as_bytes()].concat();
        prop_assert_eq!(fuzzing::wire(&input).err(), None);
    }
}
