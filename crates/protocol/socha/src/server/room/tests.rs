//! The room without sockets: who hears what, and when.

use schwarm_core::Setup;
use schwarm_play::{GameEvent, TimeFault};

use super::*;
use crate::season::RuleStyle;
use crate::wire::{Bounds, read_element};

const ONE: Peer = 1;
const TWO: Peer = 2;
const WATCHER: Peer = 9;

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn room(season: Season, change: impl FnOnce(&mut Plan)) -> Room {
    let rules: Arc<dyn Rulebook> = Arc::from(season.rulebook(RuleStyle::Server));
    let start = rules.start(Setup::Seed(1)).expect("a seed is a start");
    let slot = |name: &str| Slot { name: name.to_string(), ..Slot::open() };
    let mut plan = Plan {
        id: "r".to_string(),
        season,
        rules,
        start,
        slots: [slot("Anna"), slot("Bert")],
        paused: false,
        prepared: true,
        time: TimeControl::SOFTWARE_CHALLENGE,
    };
    change(&mut plan);
    Room::new(plan)
}

/// A room whose game has begun at time 0.
fn begun(season: Season, change: impl FnOnce(&mut Plan)) -> (Room, Effects) {
    let mut room = room(season, change);
    room.observe(WATCHER);
    let mut effects = room.sit(Side::One, ONE, ms(0));
    let second = room.sit(Side::Two, TWO, ms(0));
    effects.sends.extend(second.sends);
    effects.events.extend(second.events);
    (room, effects)
}

fn heard(effects: &Effects, peer: Peer) -> Vec<String> {
    let to_peer = effects.sends.iter().filter(|(to, _)| *to == peer);
    to_peer
        .map(|(_, text)| {
            let message = read_element(text.trim(), &Bounds::default()).expect("XML");
            let class = message.child("data").and_then(|data| data.attribute("class"));
            class.unwrap_or(&message.name).to_string()
        })
        .collect()
}

fn request(season: Season) -> String {
    season.move_request().attribute("class").unwrap_or_default().to_string()
}

fn legal(room: &Room) -> Element {
    let session = room.playing().expect("a game").session();
    let text = session.legal_moves().swap_remove(0);
    room.season().write_move(&text, session).expect("a move")
}

fn ending(effects: &Effects) -> &schwarm_play::Ending {
    match effects.events.last() {
        Some(GameEvent::Ended { ending }) => ending,
        other => panic!("the game has not ended: {other:?}"),
    }
}

#[test]
fn a_game_begins_when_both_are_there() {
    for season in Season::ALL {
        let mut room = room(season, |_| {});
        let first = room.sit(Side::One, ONE, ms(0));
        // The older servers say nothing before both are there.
        assert_eq!(heard(&first, ONE).len(), usize::from(!is_old(season)), "{season:?}");
        assert!(room.playing().is_none() && first.events.is_empty());
        let (room, effects) = begun(season, |_| {});
        assert_eq!(heard(&effects, ONE), ["joined", "welcomeMessage", "memento", &request(season)]);
        assert_eq!(heard(&effects, TWO), ["joined", "welcomeMessage", "memento"]);
        assert_eq!(heard(&effects, WATCHER), ["memento"]);
        assert_eq!(effects.events.len(), 1);
        assert_eq!(room.deadline(), Some(ms(10_000)));
    }
}

#[test]
fn a_plain_join_is_answered_at_once_in_every_season() {
    for season in Season::ALL {
        let mut room = room(season, |plan| plan.prepared = false);
        assert_eq!(heard(&room.sit(Side::One, ONE, ms(0)), ONE), ["joined"], "{season:?}");
    }
}

#[test]
fn a_move_shows_everybody_the_state_and_asks_the_other() {
    for season in Season::ALL {
        let (mut room, _) = begun(season, |_| {});
        let data = legal(&room);
        let effects = room.message(ONE, &data, ms(500)).expect("a player");
        assert_eq!(heard(&effects, ONE), ["memento"]);
        assert_eq!(heard(&effects, TWO), ["memento".to_string(), request(season)]);
        assert_eq!(heard(&effects, WATCHER), ["memento"]);
        assert!(matches!(&effects.events[..], [GameEvent::Moved { ply: 0, .. }]), "{:?}", effects.events);
        assert_eq!(room.deadline(), Some(ms(10_500)));
    }
}

#[test]
fn a_state_is_written_once_for_everybody() {
    let (mut room, _) = begun(Season::Piranhas2026, |_| {});
    let data = legal(&room);
    let effects = room.message(ONE, &data, ms(1)).expect("a player");
    let texts: Vec<_> = effects.sends.iter().filter(|(_, text)| text.contains("memento")).collect();
    assert_eq!(texts.len(), 3);
    assert!(texts.iter().all(|(_, text)| Arc::ptr_eq(text, &texts[0].1)));
}

#[test]
fn an_answer_after_two_seconds_loses_and_is_not_played() {
    for season in Season::ALL {
        let (mut room, _) = begun(season, |_| {});
        let data = legal(&room);
        let effects = room.message(ONE, &data, ms(2001)).expect("a player");
        assert_eq!(heard(&effects, TWO), ["result", "left"], "{season:?}");
        assert_eq!(ending(&effects).termination, Termination::Time { side: Side::One, fault: TimeFault::Late });
        assert_eq!((ending(&effects).winner, effects.over), (Some(Side::Two), true));
    }
}

#[test]
fn nobody_waits_longer_than_ten_seconds() {
    let (mut room, _) = begun(Season::Ostseeschach2022, |_| {});
    assert!(room.tick(ms(9_999)).sends.is_empty());
    let effects = room.tick(ms(10_000));
    assert_eq!(heard(&effects, ONE), ["result", "left"]);
    assert_eq!(ending(&effects).termination, Termination::Time { side: Side::One, fault: TimeFault::None });
    assert!(room.is_over() && room.tick(ms(99_999)).sends.is_empty());
}

#[test]
fn a_player_who_cannot_time_out_has_all_the_time() {
    let (mut room, _) = begun(Season::Piranhas2026, |plan| plan.slots[0].can_timeout = false);
    assert_eq!(room.deadline(), None);
    let data = legal(&room);
    room.message(ONE, &data, ms(1_000_000)).expect("a player");
    assert_eq!(room.deadline(), Some(ms(1_010_000)), "the clock of the other one runs");
    room.set_timeout(1, false).expect("a slot");
    assert_eq!(room.deadline(), None);
    assert_eq!(room.set_timeout(2, false), Err(Refusal::NoSlot("r".to_string(), 2)));
}

#[test]
fn an_illegal_move_loses_and_the_older_servers_close_the_door() {
    for season in Season::ALL {
        let (mut room, _) = begun(season, |_| {});
        let data = match season {
            Season::Hive2020 => Element::new("data")
                .with("class", "dragmove")
                .containing(Element::new("start").with("x", 0).with("y", 0).with("z", 0))
                .containing(Element::new("destination").with("x", 1).with("y", -1).with("z", 0)),
            Season::Piranhas2019 => {
                Element::new("data").with("class", "move").with("x", 5).with("y", 5).with("direction", "UP")
            }
            _ => {
                let data = Element::new("data").with("class", "move");
                let data = data.containing(Element::new("from").with("x", 4).with("y", 4));
                match season {
                    Season::Ostseeschach2022 => data.containing(Element::new("to").with("x", 5).with("y", 4)),
                    _ => data.containing(Element::new("direction").saying("UP")),
                }
            }
        };
        let effects = room.message(ONE, &data, ms(1)).expect("a player");
        assert_eq!(heard(&effects, ONE), ["error", "result", "left"], "{season:?}");
        assert_eq!(heard(&effects, TWO), ["result", "left"]);
        assert_eq!(heard(&effects, WATCHER), ["error", "result", "left"]);
        assert_eq!(effects.closes.contains(&ONE), is_old(season));
        assert_eq!(ending(&effects).winner, Some(Side::Two));
    }
}

#[test]
fn a_move_out_of_turn_loses_in_every_season() {
    for season in Season::ALL {
        let (mut room, _) = begun(season, |_| {});
        let data = legal(&room);
        let effects = room.message(TWO, &data, ms(1)).expect("a player");
        assert_eq!(heard(&effects, TWO), ["error", "result", "left"], "{season:?}");
        assert_eq!(heard(&effects, ONE), ["result", "left"]);
        assert_eq!(ending(&effects).winner, Some(Side::One));
    }
}

#[test]
fn a_move_in_a_pause_that_nobody_asked_for_loses() {
    for season in Season::ALL {
        let (mut room, effects) = begun(season, |plan| plan.paused = true);
        assert_eq!(heard(&effects, ONE), ["joined", "welcomeMessage"]);
        let data = legal(&room);
        let effects = room.message(ONE, &data, ms(1)).expect("a player");
        assert!(effects.sends[0].1.contains("request a move"), "{}", effects.sends[0].1);
        assert_eq!(ending(&effects).winner, Some(Side::Two));
    }
}

#[test]
fn what_is_no_move_at_all_is_nonsense_and_strangers_are_refused() {
    let (mut room, _) = begun(Season::Piranhas2026, |_| {});
    let data = Element::new("data").with("class", "setmove");
    assert!(matches!(room.message(ONE, &data, ms(1)), Err(Refusal::Nonsense(_))));
    assert!(matches!(room.message(77, &data, ms(1)), Err(Refusal::Stranger(_))));
    assert!(!room.is_over(), "the caller decides what nonsense costs");
    let mut waiting = self::room(Season::Piranhas2026, |_| {});
    waiting.sit(Side::One, ONE, ms(0));
    assert!(matches!(waiting.message(ONE, &data, ms(1)), Err(Refusal::NotBegun(_))));
}

#[test]
fn who_leaves_loses_and_hears_no_more() {
    for (how, word) in [
        (Leaving::Lost, "LOST_CONNECTION"),
        (Leaving::Closed, "RECEIVED_DISCONNECT"),
        (Leaving::Nonsense, "PROTOCOL_ERROR"),
    ] {
        let (mut room, _) = begun(Season::Ostseeschach2022, |_| {});
        let effects = room.leave(TWO, how);
        assert_eq!(heard(&effects, TWO), [""; 0]);
        assert_eq!(heard(&effects, ONE), ["result", "left"]);
        assert!(effects.sends[0].1.contains(word), "{}", effects.sends[0].1);
    }
    let (mut room, _) = begun(Season::Piranhas2026, |_| {});
    assert!(room.leave(WATCHER, Leaving::Lost).sends.is_empty(), "nobody misses an observer");
    let data = legal(&room);
    assert_eq!(heard(&room.message(ONE, &data, ms(1)).expect("a player"), WATCHER), [""; 0]);
}

#[test]
fn a_slot_left_before_the_game_is_free_again() {
    let mut prepared = room(Season::Piranhas2026, |_| {});
    prepared.sit(Side::One, ONE, ms(0));
    assert!(!prepared.leave(ONE, Leaving::Lost).over && prepared.is_empty(Side::One));
    let mut plain = room(Season::Piranhas2026, |plan| plan.prepared = false);
    plain.sit(Side::One, ONE, ms(0));
    assert!(plain.leave(ONE, Leaving::Lost).over, "an empty room that nobody prepared is gone");
}

#[test]
fn a_pause_waits_for_the_ply_and_a_step_plays_one() {
    let (mut room, _) = begun(Season::Piranhas2026, |_| {});
    assert_eq!(room.step(false, ms(0)).err(), Some(Refusal::NotPaused("r".to_string())));
    assert_eq!(heard(&room.pause(true, ms(1)), WATCHER), ["paused"]);
    assert!(room.pause(true, ms(1)).sends.is_empty(), "once is enough");
    assert_eq!(room.deadline(), Some(ms(10_000)), "the clock keeps running");
    assert_eq!(room.step(false, ms(1)).err(), Some(Refusal::Asked("r".to_string())));
    let data = legal(&room);
    let effects = room.message(ONE, &data, ms(2)).expect("a player");
    assert_eq!((heard(&effects, TWO).len(), heard(&effects, WATCHER)), (0, vec!["memento".to_string()]));
    assert_eq!(room.deadline(), None);
    let effects = room.step(false, ms(60_000)).expect("a paused game");
    assert_eq!(heard(&effects, TWO), ["memento", "moveRequest"]);
    let data = legal(&room);
    room.message(TWO, &data, ms(60_001)).expect("a player");
    let effects = room.pause(false, ms(90_000));
    assert_eq!(heard(&effects, ONE), ["memento", "moveRequest"]);
    assert_eq!(heard(&effects, WATCHER), ["paused", "memento"]);
    // Pausing and resuming while a request is open must not ask twice.
    room.pause(true, ms(90_001));
    assert_eq!(heard(&room.pause(false, ms(90_002)), ONE), [""; 0]);
}

#[test]
fn a_forced_step_breaks_off_a_game_that_lacks_players() {
    let mut room = room(Season::Piranhas2026, |plan| plan.paused = true);
    room.sit(Side::One, ONE, ms(0));
    assert_eq!(room.step(false, ms(1)).err(), Some(Refusal::NotBegun("r".to_string())));
    let effects = room.step(true, ms(1)).expect("a forced step");
    assert_eq!((heard(&effects, ONE), effects.over), (vec!["left".to_string()], true));
}

#[test]
fn every_season_cancels_in_its_own_way() {
    for season in Season::ALL {
        let (mut room, _) = begun(season, |_| {});
        let effects = room.cancel();
        let ending = ending(&effects);
        assert_eq!(ending.counts(), season == Season::Piranhas2026, "{season:?}");
        let result: &[&str] = if is_old(season) { &["left"] } else { &["result", "left"] };
        assert_eq!(heard(&effects, ONE), result);
        assert!(room.cancel().sends.is_empty() && room.is_over(), "once is enough");
    }
}

#[test]
fn an_observer_who_comes_late_sees_how_the_game_stands() {
    let (mut room, _) = begun(Season::Hive2020, |_| {});
    assert_eq!(heard(&room.observe(8), 8), ["observed", "memento"]);
}

#[test]
fn a_game_of_random_moves_ends_with_one_result_for_everybody() {
    for season in Season::ALL {
        let (mut room, _) = begun(season, |_| {});
        let mut rng = schwarm_core::Rng::new(5);
        for ply in 0.. {
            assert!(ply <= 60, "{season:?} does not end");
            let session = room.playing().expect("a game").session();
            let text = session.random_move(&mut rng).expect("a move");
            let data = season.write_move(&text, session).expect("a move");
            let mover = if session.side_to_move() == Side::One { ONE } else { TWO };
            let effects = room.message(mover, &data, ms(1)).expect("a player");
            if effects.over {
                for peer in [ONE, TWO, WATCHER] {
                    assert_eq!(heard(&effects, peer), ["memento", "result", "left"]);
                }
                assert_eq!(ending(&effects).termination, Termination::Rules);
                break;
            }
        }
    }
}
