//! Administrators: prepare, observe, pause, cancel, and the requests only older servers knew.

mod host;

use host::{Peer, Prepared, Table, about, config, first_move, kind, kinds, prepare, request, table};
use schwarm_core::Side;
use schwarm_socha::season::Season;
use schwarm_socha::server::Config;

#[tokio::test]
async fn an_observer_sees_a_prepared_game_from_the_first_state_to_the_goodbye() {
    for season in Season::ALL {
        let (addr, handle) = host::host(config()).await;
        let Table { room, mut administrator, mut one, mut two } = table(addr, season, "", "").await;
        let request = request(season);
        let mut plies = 0;
        loop {
            let mover = if plies % 2 == 0 { &mut one } else { &mut two };
            let heard = mover.until(&request).await;
            if plies == 6 {
                break;
            }
            mover.say(&about(&room, &first_move_anywhere(season, &heard))).await;
            plies += 1;
        }
        let mover = if plies % 2 == 0 { &mut one } else { &mut two };
        mover.half_close().await;
        let seen = administrator.until("left").await;
        let mut wanted = vec!["memento"; 7];
        wanted.extend(["result", "left"]);
        assert_eq!(kinds(&seen), wanted, "{season:?}");
        let data = seen[7].child("data").expect("data");
        assert_eq!(season.read_result(data).expect("a result").winner, Some(Side::Two));
        assert_eq!(handle.rooms(), 0);
    }
}

/// Any legal move.
fn first_move_anywhere(season: Season, heard: &[schwarm_socha::xml::Element]) -> String {
    let memento = heard.iter().rev().find(|message| kind(message) == "memento").expect("a state");
    let state = memento.child("data").and_then(|data| data.child("state")).expect("a state");
    let rules = season.rulebook(schwarm_socha::season::RuleStyle::Server);
    let session = rules.from_position(&season.read_state(state).expect("readable")).expect("a position");
    season.write_move(&session.legal_moves()[0], &*session).expect("a move").to_string()
}

#[tokio::test]
async fn only_who_knows_the_password_may_give_orders() {
    let (addr, _) = host::host(Config { password: "secret".to_string(), ..config() }).await;
    let orders = [
        r#"<prepare gameType="swc_2026_piranhas"/>"#,
        r#"<observe roomId="x"/>"#,
        r#"<pause roomId="x" pause="true"/>"#,
        r#"<step roomId="x"/>"#,
        r#"<cancel roomId="x"/>"#,
    ];
    for order in orders {
        let mut stranger = Peer::saying(addr, order).await;
        let answer = stranger.next().await.expect("an answer");
        assert_eq!(answer.name, "errorpacket", "{order}");
        let message = answer.attribute("message").expect("a message");
        assert!(message.ends_with("requires authentication"), "{message}");
    }
    let mut administrator = Peer::saying(addr, r#"<authenticate password="secret"/>"#).await;
    prepare(&mut administrator, Season::Piranhas2026, "", "").await;
    // In 2019 the word had another name.
    let mut old = Peer::saying(addr, r#"<authenticate passphrase="secret"/>"#).await;
    prepare(&mut old, Season::Piranhas2019, "", "").await;
}

#[tokio::test]
async fn wrong_passwords_in_a_loop_are_answered_ten_times_and_then_no_more() {
    let (addr, _) = host::host(config()).await;
    let mut guesser = Peer::saying(addr, "").await;
    for _ in 0..50 {
        guesser.say(r#"<authenticate password="guess"/>"#).await;
    }
    assert_eq!(kinds(&guesser.rest().await), ["errorpacket"; 10]);
    let mut old = Peer::saying(addr, r#"<authenticate passphrase="guess"/>"#).await;
    assert_eq!(kinds(&old.rest().await), ["sc.protocol.responses.CloseConnection"], "as in 2019");
}

#[tokio::test]
async fn administrators_hear_of_plain_joins() {
    let (addr, _) = host::host(config()).await;
    let mut administrator = Peer::administrator(addr).await;
    administrator.so_far().await;
    let _one = Peer::saying(addr, r#"<join gameType="swc_2022_ostseeschach"/>"#).await;
    let notice = administrator.next().await.expect("a notice");
    assert_eq!((notice.name.as_str(), notice.attribute("playerCount")), ("joinedGameRoom", Some("1")));
    let _two = Peer::saying(addr, r#"<join gameType="swc_2022_ostseeschach"/>"#).await;
    let second = administrator.next().await.expect("a notice");
    assert_eq!(second.attribute("roomId"), notice.attribute("roomId"));
    assert_eq!(second.attribute("playerCount"), Some("2"));
}

#[tokio::test]
async fn a_join_finds_only_rooms_of_its_game() {
    let (addr, handle) = host::host(config()).await;
    let mut waiting = Peer::saying(addr, r#"<join gameType="swc_2026_piranhas"/>"#).await;
    waiting.until("joined").await;
    let mut other = Peer::saying(addr, r#"<join gameType="swc_2022_ostseeschach"/>"#).await;
    other.until("joined").await;
    assert_eq!(handle.rooms(), 2);
    let mut second = Peer::saying(addr, r#"<join gameType="swc_2026_piranhas"/>"#).await;
    second.until("memento").await;
    waiting.until("moveRequest").await;
    assert_eq!(handle.rooms(), 2);
}

#[tokio::test]
async fn a_reservation_is_good_for_one_seat_and_again_when_its_player_goes_early() {
    let (addr, _) = host::host(config()).await;
    let mut administrator = Peer::administrator(addr).await;
    let Prepared { room, codes } = prepare(&mut administrator, Season::Piranhas2026, "", "").await;
    let join = format!(r#"<joinPrepared reservationCode="{}"/>"#, codes[0]);
    let mut first = Peer::saying(addr, &join).await;
    first.until("joined").await;
    let mut second = Peer::saying(addr, &join).await;
    assert_eq!(second.next().await.expect("an answer").name, "errorpacket", "the seat is taken");
    // Reserved slots are not open to others, neither by room nor by game.
    second.say(&format!(r#"<joinRoom roomId="{room}"/>"#)).await;
    assert_eq!(second.next().await.expect("an answer").name, "errorpacket");
    first.half_close().await;
    first.rest().await;
    second.say(&join).await;
    assert_eq!(second.next().await.expect("an answer").name, "joined");
}

#[tokio::test]
async fn open_slots_of_a_prepared_game_are_found_by_a_join() {
    let (addr, _) = host::host(config()).await;
    let mut administrator = Peer::administrator(addr).await;
    let slots = r#"<slot displayName="Anna" reserved="true"/><slot displayName="Bert" reserved="false"/>"#;
    administrator.say(&format!(r#"<prepare gameType="swc_2026_piranhas">{slots}</prepare>"#)).await;
    let prepared = administrator.next().await.expect("an answer");
    assert_eq!(prepared.children.len(), 1, "one code for one reserved slot");
    let mut guest = Peer::saying(addr, r#"<join gameType="swc_2026_piranhas"/>"#).await;
    let joined = guest.next().await.expect("an answer");
    assert_eq!(joined.attribute("roomId"), prepared.attribute("roomId"));
    let code = &prepared.children[0].text;
    let mut anna = Peer::saying(addr, &format!(r#"<joinPrepared reservationCode="{code}"/>"#)).await;
    anna.until("moveRequest").await;
}

#[tokio::test]
async fn a_freed_reservation_opens_its_slot() {
    let (addr, _) = host::host(config()).await;
    let mut administrator = Peer::administrator(addr).await;
    let Prepared { room, codes } = prepare(&mut administrator, Season::Hive2020, "", "").await;
    administrator.say(&format!(r#"<freeReservation reservation="{}"/>"#, codes[1])).await;
    administrator.so_far().await;
    let _one = Peer::saying(addr, &format!(r#"<joinPrepared reservationCode="{}"/>"#, codes[0])).await;
    let mut two = Peer::saying(addr, r#"<join gameType="swc_2020_hive"/>"#).await;
    let joined = two.next().await.expect("an answer");
    assert_eq!(joined.attribute("roomId"), Some(room.as_str()));
    let mut late = Peer::saying(addr, &format!(r#"<joinPrepared reservationCode="{}"/>"#, codes[1])).await;
    assert_eq!(late.next().await.expect("an answer").name, "errorpacket");
}

#[tokio::test]
async fn clocks_can_be_switched_off_for_a_slot() {
    let time = "0.05..0.15/move".parse().expect("a time control");
    let (addr, _) = host::host(Config { time, ..config() }).await;
    for season in Season::ALL {
        let Table { room, mut administrator, mut one, two: _two } =
            table(addr, season, r#"canTimeout="false""#, "").await;
        let asked = one.until(&request(season)).await;
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        one.say(&about(&room, &first_move(season, &asked))).await;
        assert_eq!(
            one.next().await.map(|message| kind(&message).to_string()).as_deref(),
            Some("memento"),
            "{season:?}"
        );
        administrator.say(&format!(r#"<cancel roomId="{room}"/>"#)).await;
        one.until("left").await;
    }
    // Only the older servers switch it later.
    let Table { room, mut administrator, mut one, two: _two } =
        table(addr, Season::Piranhas2019, r#"canTimeout="false""#, "").await;
    one.until(&request(Season::Piranhas2019)).await;
    administrator.say(&format!(r#"<timeout roomId="{room}" activate="true" slot="0"/>"#)).await;
    let ended = one.until("left").await;
    assert_eq!(kinds(&ended), ["result", "left"]);
}

#[tokio::test]
async fn test_mode_counts_points_by_name() {
    let (addr, _) = host::host(config()).await;
    let Table { mut administrator, mut one, mut two, .. } = {
        let mut administrator = Peer::administrator(addr).await;
        administrator.say(r#"<testMode testMode="true"/>"#).await;
        let answer = administrator.next().await.expect("an answer");
        assert_eq!((answer.name.as_str(), answer.attribute("testMode")), ("testing", Some("true")));
        administrator.say(r#"<scoreForPlayer displayName="Bert"/>"#).await;
        assert_eq!(administrator.next().await.expect("an answer").name, "errorpacket", "nobody has played");
        table(addr, Season::Piranhas2019, "", "").await
    };
    one.until(&request(Season::Piranhas2019)).await;
    one.half_close().await;
    two.until("left").await;
    administrator.until("left").await;
    administrator.say(r#"<scoreForPlayer displayName="Bert"/>"#).await;
    let answer = administrator.next().await.expect("an answer");
    assert_eq!(answer.name, "playerScore");
    let score = &answer.children[0];
    assert_eq!((score.attribute("displayName"), score.attribute("numberOfTests")), (Some("Bert"), Some("1")));
    assert_eq!(score.children[0].child("value").expect("a value").text, "2");
}

#[tokio::test]
async fn orders_that_make_no_sense_are_refused_and_change_nothing() {
    let (addr, handle) = host::host(config()).await;
    let Table { room, mut administrator, mut one, two: _two } = table(addr, Season::Piranhas2026, "", "").await;
    one.until("moveRequest").await;
    administrator.until("memento").await;
    let orders = [
        format!(r#"<step roomId="{room}" forced="true"/>"#),
        format!(r#"<timeout roomId="{room}" activate="true" slot="7"/>"#),
        r#"<pause roomId="nope" pause="true"/>"#.to_string(),
        r#"<observe roomId="nope"/>"#.to_string(),
        r#"<cancel roomId="nope"/>"#.to_string(),
        r#"<freeReservation reservation="nope"/>"#.to_string(),
        r#"<prepare gameType="swc_2026_piranhas"><slot/><slot/><slot/></prepare>"#.to_string(),
    ];
    for order in orders {
        administrator.say(&order).await;
        assert_eq!(administrator.next().await.expect("an answer").name, "errorpacket", "{order}");
    }
    assert_eq!(handle.rooms(), 1);
}

#[tokio::test]
async fn a_stopped_server_says_goodbye_to_everybody() {
    let (addr, handle) = host::host(config()).await;
    let Table { mut administrator, mut one, mut two, .. } = table(addr, Season::Hive2020, "", "").await;
    one.until(&request(Season::Hive2020)).await;
    two.until("memento").await;
    administrator.until("memento").await;
    handle.stop();
    for peer in [&mut one, &mut two, &mut administrator] {
        assert_eq!(kinds(&peer.rest().await), ["left"]);
    }
}

#[tokio::test]
async fn a_server_refuses_a_start_it_cannot_read() {
    let start = schwarm_play::Start::Position("nonsense".to_string());
    let config = Config { starts: vec![(Season::Hive2020, start)], ..config() };
    let error = schwarm_socha::server::Server::bind(config).await.err().expect("no start");
    assert!(error.to_string().contains("swc_2020_hive"), "{error}");
}
