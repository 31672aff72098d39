//! Recorded clients of the official servers at seats: they must hear the recorded messages, field
//! by field. Only ids differ, and the last state where the opponent made the last move.

mod common;
mod host;
mod table;

use std::net::SocketAddr;

use common::{assert_same, data_of, log, messages, stream};
use host::{Peer, kind, kinds};
use schwarm_core::Side;
use schwarm_play::{Playing, Termination, TimeControl};
use schwarm_socha::season::{RuleStyle, Season};
use schwarm_socha::xml::Element;
use table::{play, seat};

/// Says what a recorded client said, each move when it is asked; returns all it hears.
async fn speak(addr: SocketAddr, code: String, season: Season, moves: Vec<Element>) -> Vec<Element> {
    let mut peer = Peer::saying(addr, &format!(r#"<joinPrepared reservationCode="{code}"/>"#)).await;
    let mut heard = Vec::new();
    let mut moves = moves.into_iter();
    while let Some(message) = peer.next().await {
        if kind(&message) == host::request(season) {
            let room = message.attribute("roomId").expect("a room");
            let data = moves.next().expect("a move for every request");
            peer.say(&host::about(room, &data.to_string())).await;
        }
        let left = kind(&message) == "left";
        heard.push(message);
        if left {
            peer.say("</protocol>").await;
        }
    }
    heard
}

/// A message without what differs: the room's id, and the spelling of the other player's last move,
/// which Hive's server echoes and a seat cannot know.
fn comparable(message: &Element, season: Season) -> Element {
    let mut message = message.clone();
    message.attributes.retain(|(name, _)| name.as_str() != "roomId");
    if season == Season::Hive2020 && kind(&message) == "memento" {
        let state = &mut message.children[0].children[0];
        state.children.retain(|child| child.name != "lastMove");
    }
    message
}

async fn replay(season: Season) {
    let log = log(season);
    let first = data_of(&log, 1, false).into_iter().find_map(|data| season.read_memento(&data).cloned());
    let start = season.read_state(&first.expect("the observer sees a state")).expect("a readable state");
    let rules = table::rules(season.game(RuleStyle::Server));
    let session = rules.from_position(&start).expect("a position");
    let mut playing = Playing::new(&*rules, session, common::players(), TimeControl::None);
    let (mut one, addr_one, code_one) = seat("Anna", None);
    let (mut two, addr_two, code_two) = seat("Bert", None);
    // Whoever came first need not be red.
    let is_red = |connection: &u8| {
        let welcome = data_of(&log, *connection, false).iter().find_map(|data| season.read_welcome(data));
        welcome.expect("a welcome") == Side::One
    };
    let connections = if is_red(&2) { [2, 3] } else { [3, 2] };
    let speak = |addr, code, connection| tokio::spawn(speak(addr, code, season, data_of(&log, connection, true)));
    let clients = [speak(addr_one, code_one, connections[0]), speak(addr_two, code_two, connections[1])];
    let ending = play(&mut playing, [&mut one, &mut two]).await;
    assert_eq!(ending.termination, Termination::Rules);
    let (left_one, left_two) = tokio::join!(schwarm_play::Seat::leave(&mut one), schwarm_play::Seat::leave(&mut two));
    left_one.and(left_two).expect("they go");
    for ((client, connection), side) in clients.into_iter().zip(connections).zip(Side::BOTH) {
        let heard = client.await.expect("no panic");
        let mut wanted = messages(&stream(&log, connection, false));
        if playing.session().side_to_move() == side {
            let last = wanted.iter().rposition(|message| kind(message) == "memento").expect("states");
            wanted.remove(last);
        }
        // That server was recorded without its goodbye.
        if season == Season::Hive2020 {
            wanted.push(Element::new("left"));
        }
        assert_eq!(kinds(&heard), kinds(&wanted), "{season:?} {side:?}");
        assert!(heard.len() > 60, "only {} messages were compared", heard.len());
        for (heard, wanted) in heard.iter().zip(&wanted) {
            assert_same(&comparable(heard, season), &comparable(wanted, season));
        }
    }
}

#[tokio::test]
async fn a_client_of_piranhas_2019_hears_what_19_2_1_said() {
    replay(Season::Piranhas2019).await;
}

#[tokio::test]
async fn a_client_of_hive_2020_hears_what_20_final_said() {
    replay(Season::Hive2020).await;
}

#[tokio::test]
async fn a_client_of_ostseeschach_2022_hears_what_22_final_said() {
    replay(Season::Ostseeschach2022).await;
}

#[tokio::test]
async fn a_client_of_piranhas_2026_hears_what_26_1_0_said() {
    replay(Season::Piranhas2026).await;
}
