//! A store that fails: nothing is shown that is not stored, and the game goes on when the store does.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;

use std::sync::atomic::Ordering;

use client::{Arena, Switches, fresh_file, generous};
use serde_json::json;

#[test]
fn what_is_not_stored_is_not_shown() {
    let switches = Switches::default();
    let is_full = switches.is_full.clone();
    let arena = Arena::with_store(fresh_file(), generous(), |store| switches.before(store));
    let (mut ann, mut bob) = (arena.browser(), arena.browser());
    let id = ann.make("hive", "person", "one", "none");
    let link = ann.look(id)["join"].as_str().unwrap().to_string();
    bob.join(&link);
    ann.play(id, "wS1");
    let mut events = arena.browser().listen(id, None);
    let last = events.next().unwrap();
    is_full.store(true, Ordering::SeqCst);
    bob.act(id, "move", json!({ "move": "bS1 wS1-" })).refused(500, "failed");
    bob.act(id, "resign", json!({})).refused(500, "failed");
    assert!(events.next().is_none(), "watchers are sent away, and heard nothing");
    let state = ann.look(id);
    assert_eq!((&state["shown"]["ply"], &state["status"]), (&json!(1), &json!("playing")));
    is_full.store(false, Ordering::SeqCst);
    let mut events = arena.browser().listen(id, last["seq"].as_u64());
    bob.play(id, "bA1 wS1-");
    assert_eq!(events.until("moved")["move"]["move"], "bA1 wS1-");
}
