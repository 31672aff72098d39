//! The client bytes of recorded games of the official servers, sent to this server: it must
//! answer with the recorded messages, field by field. Only ids differ.

mod common;
mod host;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use common::{assert_same, data_of, log};
use host::{Peer, config, kind};
use schwarm_play::Start;
use schwarm_socha::season::Season;
use schwarm_socha::server::Config;
use schwarm_socha::wire::{Bounds, Wire};
use schwarm_socha::xml::Element;

/// Replaces recorded ids by those of this server.
fn mapped(text: &str, ids: &[(String, String)]) -> String {
    ids.iter().fold(text.to_string(), |text, (recorded, ours)| text.replace(recorded, ours))
}

fn learn_ids(recorded: &Element, ours: &Element, ids: &mut Vec<(String, String)>) {
    let room = |message: &Element| message.attribute("roomId").expect("a room").to_string();
    ids.push((room(recorded), room(ours)));
    let codes = recorded.children.iter().zip(&ours.children);
    ids.extend(codes.map(|(recorded, ours)| (recorded.text.to_string(), ours.text.to_string())));
}

async fn replay(season: Season) -> Vec<String> {
    let log = log(season);
    let first = data_of(&log, 1, false).into_iter().find_map(|data| season.read_memento(&data).cloned());
    let start = season.read_state(&first.expect("the observer sees a state")).expect("a readable state");
    let (addr, _) = host::host(Config { starts: vec![(season, Start::Position(start))], ..config() }).await;
    let mut peers: HashMap<u8, Peer> = HashMap::new();
    let mut recorded: HashMap<u8, Wire> = HashMap::new();
    let mut ids = Vec::new();
    let mut compared = 0;
    for chunk in &log {
        if chunk.from_client {
            let peer = match peers.entry(chunk.connection) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(Peer::silent(addr).await),
            };
            peer.say(&mapped(std::str::from_utf8(&chunk.bytes).expect("text"), &ids)).await;
            continue;
        }
        let wire = recorded.entry(chunk.connection).or_insert_with(|| Wire::new(Bounds::default()));
        for wanted in common::take(wire, &chunk.bytes) {
            let peer = peers.get_mut(&chunk.connection).expect("a client speaks first");
            let found = peer.next().await.unwrap_or_else(|| panic!("closed instead of {wanted}"));
            if wanted.name == "prepared" {
                assert_eq!(found.children.len(), wanted.children.len());
                learn_ids(&wanted, &found, &mut ids);
                continue;
            }
            let wanted = mapped(&wanted.to_string(), &ids);
            let wanted = schwarm_socha::wire::read_element(&wanted, &Bounds::default()).expect("an element");
            assert_same(&found, &wanted);
            compared += 1;
        }
    }
    assert!(compared > 60, "only {compared} messages were compared");
    let mut extra = Vec::new();
    for peer in peers.values_mut() {
        peer.say("</protocol>").await;
        extra.extend(peer.rest().await.iter().map(|message| kind(message).to_string()));
    }
    extra
}

#[tokio::test]
async fn piranhas_2019_gets_the_messages_of_19_2_1() {
    assert_eq!(replay(Season::Piranhas2019).await, [""; 0]);
}

#[tokio::test]
async fn hive_2020_gets_the_messages_of_20_final_and_a_goodbye_it_forgets() {
    assert_eq!(replay(Season::Hive2020).await, ["left"; 3]);
}

#[tokio::test]
async fn ostseeschach_2022_gets_the_messages_of_22_final() {
    assert_eq!(replay(Season::Ostseeschach2022).await, [""; 0]);
}

#[tokio::test]
async fn piranhas_2026_gets_the_messages_of_26_1_0() {
    assert_eq!(replay(Season::Piranhas2026).await, [""; 0]);
}
