//! Clients that are broken or hostile: they get an answer or the door, and nobody else notices.

mod host;

use std::net::SocketAddr;
use std::time::Duration;

use host::{Peer, Table, about, config, kinds, request, table};
use schwarm_play::AnalystSeat;
use schwarm_play::house::Random;
use schwarm_socha::client::{ClientConfig, play};
use schwarm_socha::season::Season;
use schwarm_socha::server::Config;

/// Plays a whole game of two random players.
async fn whole_game(addr: SocketAddr, season: Season, seed: u64) {
    let config = ClientConfig { game: Some(season), ..ClientConfig::new(addr.to_string()) };
    let (mut one, mut two) =
        (AnalystSeat::new(Box::new(Random::new(seed))), AnalystSeat::new(Box::new(Random::new(seed + 1))));
    let (one, two) = tokio::join!(play(config.clone(), &mut one), play(config, &mut two));
    let (one, two) = (one.expect("a result"), two.expect("a result"));
    assert!(one.result.regular, "{:?}", one.result);
    assert_eq!(one.result, two.result);
}

fn hostile() -> Vec<Vec<u8>> {
    let long = "a".repeat(1 << 20);
    let deep = "<a>".repeat(10_000);
    let wide = format!("<protocol><room roomId=\"x\"><data>{}", "<a/>".repeat(50_000));
    let many = (0..5_000).map(|n| format!(" a{n}=\"\"")).collect::<String>();
    let bomb = "<!DOCTYPE l [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]><protocol><join gameType=\"&b;\"/>";
    let texts = [
        String::new(),
        "<".to_string(),
        "GET / HTTP/1.1\r\nHost: x\r\n\r\n".to_string(),
        "{\"join\":true}".to_string(),
        "<protocol></protocol>".to_string(),
        "<protocol></wrong>".to_string(),
        "<protocol><join gameType=\"swc_2026_piranhas\"".to_string(),
        "<protocol><join gameType='&unknown;'/>".to_string(),
        "<protocol><join gameType='&#0;'/>".to_string(),
        "<protocol><join/>".to_string(),
        "<protocol><prepare/><observe/><room/>".to_string(),
        "<protocol><room roomId='x'><data/></room>".to_string(),
        "<protocol><?php exit ?>".to_string(),
        "<protocol><![CDATA[x]]><!-- x --><x/>".to_string(),
        format!("<protocol><join gameType=\"{long}\"/>"),
        format!("<protocol><authenticate password=\"{long}\"/>"),
        format!("<protocol>{long}"),
        format!("<protocol>{deep}"),
        format!("<protocol><x{many}/>"),
        wide,
        bomb.to_string(),
    ];
    let mut all: Vec<_> = texts.into_iter().map(String::into_bytes).collect();
    all.push(vec![0; 100_000]);
    all.push(vec![0xff; 100_000]);
    all.push(b"<protocol><join gameType=\"\xff\xfe\"/>".to_vec());
    all
}

#[tokio::test]
async fn games_go_on_beside_hostile_connections() {
    let (addr, handle) = host::host(config()).await;
    let attack = async {
        for _ in 0..3 {
            for bytes in hostile() {
                let mut peer = Peer::silent(addr).await;
                peer.say_bytes(&bytes).await;
                peer.half_close().await;
                let said = peer.rest().await;
                assert!(kinds(&said).iter().all(|kind| *kind == "errorpacket"), "{said:?}");
            }
        }
    };
    let games = async {
        for seed in 0..3 {
            tokio::join!(whole_game(addr, Season::Piranhas2026, seed), whole_game(addr, Season::Hive2020, seed));
        }
    };
    tokio::join!(attack, games);
    assert_eq!((handle.rooms(), alone(&handle).await), (0, true));
}

/// Whether all connections are gone, after a moment.
async fn alone(handle: &schwarm_socha::server::Handle) -> bool {
    for _ in 0..100 {
        if handle.connections() == 0 {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    false
}

#[tokio::test]
async fn a_newcomer_that_cannot_be_understood_is_told_why() {
    let (addr, _) = host::host(config()).await;
    for (said, wanted) in [
        ("<dance/>", "dance"),
        ("<join/>", "join"),
        ("<a></b>", "malformed"),
        (r#"<join gameType="swc_2025_hase"/>"#, "swc_2026_piranhas"),
    ] {
        let mut peer = Peer::saying(addr, said).await;
        let answers = peer.rest().await;
        assert_eq!(kinds(&answers), ["errorpacket"], "{said}");
        let message = answers[0].attribute("message").expect("a message");
        assert!(message.contains(wanted), "{said}: {message}");
    }
}

#[tokio::test]
async fn a_move_for_somebody_elses_room_changes_nothing_there() {
    let (addr, handle) = host::host(config()).await;
    for season in Season::ALL {
        let Table { room, mut one, mut two, .. } = table(addr, season, "", "").await;
        let asked = one.until(&request(season)).await;
        let data = host::first_move(season, &asked);
        let mut stranger = Peer::saying(addr, &about(&room, &data)).await;
        let answer = stranger.next().await.expect("an answer");
        match season {
            Season::Piranhas2019 | Season::Hive2020 => {
                assert_eq!(answer.name, "sc.protocol.responses.CloseConnection", "those servers close the door");
            }
            _ => assert_eq!(answer.name, "errorpacket"),
        }
        // A player of another game is no better.
        let mut player = Peer::saying(addr, r#"<join gameType="swc_2026_piranhas"/>"#).await;
        player.until("joined").await;
        player.say(&about(&room, &data)).await;
        player.until("errorpacket").await;
        assert_eq!(two.until("memento").await.len(), 3, "joined, welcome, the first state, nothing else");
        one.say(&about(&room, &data)).await;
        assert_eq!(kinds(&two.until(&request(season)).await)[0], "memento", "the game goes on");
        player.half_close().await;
        one.half_close().await;
        two.until("left").await;
    }
    assert_eq!(handle.rooms(), 0);
}

#[tokio::test]
async fn a_second_join_is_refused_while_the_first_game_lasts() {
    let (addr, handle) = host::host(config()).await;
    let join = r#"<join gameType="swc_2026_piranhas"/>"#;
    let mut greedy = Peer::saying(addr, join).await;
    greedy.until("joined").await;
    greedy.say(join).await;
    let answer = greedy.next().await.expect("an answer");
    assert!(answer.attribute("message").is_some_and(|message| message.contains("already plays")), "{answer}");
    assert_eq!(handle.rooms(), 1, "it does not play against itself");
    let mut other = Peer::saying(addr, join).await;
    greedy.until("moveRequest").await;
    other.half_close().await;
    greedy.until("left").await;
    greedy.say(join).await;
    greedy.until("joined").await;
}

#[tokio::test]
async fn a_half_closed_socket_still_gets_what_was_said() {
    let (addr, _) = host::host(config()).await;
    let Table { mut one, mut two, .. } = table(addr, Season::Piranhas2026, "", "").await;
    one.half_close().await;
    let heard = one.rest().await;
    assert_eq!(kinds(&heard)[..2], ["joined", "welcomeMessage"]);
    assert_eq!(kinds(&two.until("left").await).last(), Some(&"left"));
}

#[tokio::test]
async fn a_client_may_send_byte_by_byte() {
    let (addr, _) = host::host(config()).await;
    let mut slow = Peer::silent(addr).await;
    let text = r#"<?xml version="1.0"?><protocol><!-- hello --> <join gameType="swc_2026_piranhas"/>"#;
    for byte in text.as_bytes() {
        slow.say_bytes(&[*byte]).await;
        tokio::task::yield_now().await;
    }
    assert_eq!(slow.next().await.expect("an answer").name, "joined");
}

#[tokio::test]
async fn whoever_says_nothing_at_all_is_sent_away_and_others_are_not() {
    let (addr, handle) = host::host(Config { silence: Duration::from_millis(300), ..config() }).await;
    let mut waiting = Peer::saying(addr, "").await;
    let mut silent = Vec::new();
    for _ in 0..1000 {
        silent.push(Peer::silent(addr).await);
    }
    whole_game(addr, Season::Ostseeschach2022, 1).await;
    for peer in &mut silent {
        assert_eq!(kinds(&peer.rest().await), [""; 0]);
    }
    drop(silent);
    waiting.say(r#"<join gameType="swc_2026_piranhas"/>"#).await;
    assert_eq!(waiting.next().await.expect("an answer").name, "joined", "it had opened its stream");
    drop(waiting);
    assert!(alone(&handle).await);
}

#[tokio::test]
async fn a_client_that_does_not_read_is_cut_off() {
    let (addr, handle) = host::host(Config { outbox_bytes: 64 * 1024, ..config() }).await;
    let mut deaf = Peer::saying(addr, "").await;
    let request = format!(r#"<joinPrepared reservationCode="{}"/>"#, "x".repeat(4000)).repeat(64);
    let flood = async {
        // Each request is answered with a copy of itself; the kernel holds some megabytes.
        for _ in 0..400 {
            deaf.say(&request).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), flood).await.expect("the server never stops reading");
    assert!(alone(&handle).await, "the server let go");
}

#[tokio::test]
async fn a_full_house_turns_newcomers_away() {
    let (addr, _) = host::host(Config { connections: 2, rooms: 1, ..config() }).await;
    let mut one = Peer::saying(addr, r#"<join gameType="swc_2026_piranhas"/>"#).await;
    one.until("joined").await;
    let mut two = Peer::saying(addr, r#"<join gameType="swc_2022_ostseeschach"/>"#).await;
    let answer = two.next().await.expect("an answer");
    assert!(answer.attribute("message").is_some_and(|message| message.contains("as many rooms")), "{answer}");
    let mut three = Peer::saying(addr, r#"<join gameType="swc_2026_piranhas"/>"#).await;
    assert_eq!(kinds(&three.rest().await), [""; 0]);
    two.say(r#"<join gameType="swc_2026_piranhas"/>"#).await;
    two.until("memento").await;
}
