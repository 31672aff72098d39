//! Whole games between two guests at this server, over real sockets.

mod host;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use host::{Peer, Prepared, config, kind, prepare};
use schwarm_play::house::Random;
use schwarm_play::{AnalystSeat, GameEvent, GameRecord};
use schwarm_socha::client::{ClientConfig, ClientError, ClientReport, play};
use schwarm_socha::replay;
use schwarm_socha::season::{RuleStyle, Season};
use schwarm_socha::server::{Config, Observer, RoomInfo};
use tokio::io::AsyncWriteExt;

async fn random(config: ClientConfig, seed: u64) -> Result<ClientReport, ClientError> {
    play(config, &mut AnalystSeat::new(Box::new(Random::new(seed)))).await
}

fn joining(addr: SocketAddr, season: Season, style: RuleStyle) -> ClientConfig {
    ClientConfig { game: Some(season), style, ..ClientConfig::new(addr.to_string()) }
}

#[derive(Default)]
struct Log(Mutex<Vec<(RoomInfo, GameEvent)>>);

impl Observer for Log {
    fn event(&self, room: &RoomInfo, event: &GameEvent) {
        self.0.lock().expect("no test panics while holding it").push((room.clone(), event.clone()));
    }
}

async fn whole_game(season: Season, style: RuleStyle, seed: u64) {
    let log = Arc::new(Log::default());
    let config = Config { style, seed, observer: Some(log.clone()), ..config() };
    let (addr, handle) = host::host(config).await;
    let joining = joining(addr, season, style);
    let (one, two) = tokio::join!(random(joining.clone(), seed), random(joining, seed + 1));
    let (one, two) = (one.expect("a result"), two.expect("a result"));
    assert_eq!(one.result, two.result);
    assert_eq!(one.season, season);
    assert_eq!(one.room, two.room);
    assert_eq!(one.side.map(schwarm_core::Side::other), two.side);
    assert!(one.result.regular, "{:?}", one.result);
    assert_eq!(one.complaints, [""; 0]);
    let events: Vec<_> = log.0.lock().expect("nobody panicked").iter().map(|(_, event)| event.clone()).collect();
    let record = GameRecord::from_events(&events).expect("the events are a game");
    let moves: Vec<_> = record.moves.iter().map(|played| played.text.clone()).collect();
    assert_eq!(one.moves, moves, "the guest followed the whole line");
    let session = record.replay(&*season.rulebook(style)).expect("legal moves");
    let outcome = session.outcome().expect("the game is over by the rules");
    assert_eq!((one.result.winner, one.result.scores), (outcome.winner, outcome.scores));
    assert_eq!(handle.rooms(), 0);
}

#[tokio::test]
async fn whole_games_of_every_season_end_with_the_same_result_for_both() {
    for season in Season::ALL {
        for (seed, style) in [RuleStyle::Server, RuleStyle::Sheet, RuleStyle::Server].into_iter().enumerate() {
            whole_game(season, style, 10 * seed as u64).await;
        }
    }
}

#[tokio::test]
async fn a_guest_sees_whose_set_of_pieces_is_played() {
    for (played, thought) in [(RuleStyle::Sheet, RuleStyle::Server), (RuleStyle::Server, RuleStyle::Sheet)] {
        let (addr, _) = host::host(Config { style: played, seed: 5, ..config() }).await;
        let joining = joining(addr, Season::Hive2020, thought);
        let (one, two) = tokio::join!(random(joining.clone(), 1), random(joining, 2));
        let (one, two) = (one.expect("a result"), two.expect("a result"));
        assert!(one.result.regular && one.complaints.is_empty(), "{:?} {:?}", one.result, one.complaints);
        assert_eq!(one.result, two.result);
    }
}

#[tokio::test]
async fn all_seasons_are_played_side_by_side_on_one_port() {
    let (addr, handle) = host::host(config()).await;
    let games = Season::ALL.into_iter().flat_map(|season| [season; 8]).enumerate();
    let games: Vec<_> = games
        .map(|(seed, season)| (season, tokio::spawn(random(joining(addr, season, RuleStyle::Server), seed as u64))))
        .collect();
    let mut by_room = std::collections::HashMap::<_, Vec<_>>::new();
    for (season, game) in games {
        let report = game.await.expect("no panic").expect("a result");
        assert_eq!(report.season, season);
        by_room.entry(report.room).or_default().push(report.result);
    }
    assert_eq!(by_room.len(), 16);
    assert!(by_room.values().all(|results| results.len() == 2 && results[0] == results[1]));
    assert_eq!(handle.rooms(), 0);
}

#[tokio::test]
async fn a_reservation_tells_the_season_and_the_colour() {
    for season in Season::ALL {
        let (addr, _) = host::host(config()).await;
        let mut administrator = Peer::administrator(addr).await;
        let Prepared { room, codes } = prepare(&mut administrator, season, "", "").await;
        let with =
            |code: &String| ClientConfig { reservation: Some(code.clone()), ..ClientConfig::new(addr.to_string()) };
        let (one, two) = tokio::join!(random(with(&codes[1]), 1), random(with(&codes[0]), 2));
        let (one, two) = (one.expect("a result"), two.expect("a result"));
        assert_eq!((one.season, &one.room, &one.result), (season, &room, &two.result));
        assert_eq!((one.side, two.side), (Some(schwarm_core::Side::Two), Some(schwarm_core::Side::One)));
        // The older results name the winner only.
        if matches!(season, Season::Ostseeschach2022 | Season::Piranhas2026) {
            assert_eq!(one.result.players, ["Anna", "Bert"].map(str::to_string), "{season:?}");
        }
    }
}

#[tokio::test]
async fn a_known_room_can_be_joined() {
    let (addr, _) = host::host(config()).await;
    let mut first = Peer::saying(addr, r#"<join gameType="swc_2026_piranhas"/>"#).await;
    let room = first.next().await.expect("an answer").attribute("roomId").expect("a room").to_string();
    drop(first);
    // The room went with its only player; a prepared one with open slots stays.
    let gone = random(ClientConfig { room: Some(room.clone()), ..ClientConfig::new(addr.to_string()) }, 1).await;
    assert!(matches!(&gone, Err(ClientError::Refused { message }) if message.contains(&room)), "{gone:?}");
    let mut administrator = Peer::administrator(addr).await;
    let slot = r#"reserved="false""#;
    let Prepared { room, codes } = prepare(&mut administrator, Season::Ostseeschach2022, slot, "").await;
    assert_eq!(codes, [""; 0]);
    let config = ClientConfig { room: Some(room.clone()), ..ClientConfig::new(addr.to_string()) };
    let (one, two) = tokio::join!(random(config.clone(), 1), random(config, 2));
    assert_eq!(one.expect("a result").result, two.expect("a result").result);
}

#[tokio::test]
async fn a_saved_replay_is_the_whole_game() {
    for season in Season::ALL {
        let folder = std::env::temp_dir().join(format!("schwarm-replays-{}-{season:?}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let (addr, _) = host::host(Config { replays: Some(folder.clone()), ..config() }).await;
        let joining = joining(addr, season, RuleStyle::Server);
        let (one, two) = tokio::join!(random(joining.clone(), 3), random(joining, 4));
        let (one, _) = (one.expect("a result"), two.expect("a result"));
        let path = saved(&folder).await;
        let (read, record) = replay::read(&std::fs::read(&path).expect("the file")).expect("a replay");
        let moves: Vec<_> = record.moves.iter().map(|played| played.text.clone()).collect();
        assert_eq!((read, moves), (season, one.moves));
        assert_eq!(record.ending.expect("the tail is not lost").winner, one.result.winner);
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }
}

/// The one replay in a folder, once it is there: it is written beside the game.
async fn saved(folder: &std::path::Path) -> std::path::PathBuf {
    for _ in 0..200 {
        let files = std::fs::read_dir(folder).expect("the folder").flatten().map(|entry| entry.path());
        if let Some(path) = files.into_iter().find(|path| path.extension().is_some_and(|end| end == "xml")) {
            return path;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("no replay in {}", folder.display());
}

#[tokio::test]
async fn a_guest_says_clearly_why_there_is_no_game() {
    let (addr, handle) = host::host(config()).await;
    let nothing = random(ClientConfig::new(addr.to_string()), 1).await;
    assert!(matches!(nothing, Err(ClientError::NothingToJoin)), "{nothing:?}");
    let wrong = ClientConfig { reservation: Some("4711".to_string()), ..ClientConfig::new(addr.to_string()) };
    let wrong = random(wrong, 1).await;
    assert!(matches!(&wrong, Err(ClientError::Refused { message }) if message.contains("reservation")), "{wrong:?}");
    // Nobody listens on the port of a server that has stopped.
    let waiting = tokio::spawn(random(joining(addr, Season::Hive2020, RuleStyle::Server), 1));
    let mut watching = Peer::administrator(addr).await;
    watching.until("joinedGameRoom").await;
    handle.stop();
    let stopped = waiting.await.expect("no panic");
    assert!(matches!(stopped, Err(ClientError::Cancelled | ClientError::Closed { .. })), "{stopped:?}");
    watching.rest().await;
    let gone = random(joining(addr, Season::Hive2020, RuleStyle::Server), 1).await;
    assert!(matches!(&gone, Err(ClientError::Connect { .. })), "{gone:?}");
}

#[tokio::test]
async fn a_guest_bears_servers_that_talk_nonsense() {
    let welcome = r#"<protocol><joined roomId="r"/>"#;
    let nonsense = [
        ("", "closed"),
        ("<protocol>", "closed"),
        ("<protocol></protocol>", "closed"),
        ("<protocol><joined roomId=\"r\"/><", "closed"),
        ("GET / HTTP/1.1\r\n\r\n", "cannot understand"),
        ("<protocol><a></b>", "cannot understand"),
        ("<!DOCTYPE x [<!ENTITY a \"b\">]><protocol>", "cannot understand"),
        (r#"<room roomId="r"/>"#, "sent"),
        (r#"<room roomId="r"><data class="memento"/></room>"#, "sent"),
        (r#"<room roomId="r"><data class="memento"><state class="state"/></data></room>"#, "sent"),
        (
            r#"<room roomId="r"><data class="memento"><state startTeam="ONE" turn="0"/></data></room>"#,
            "cannot understand",
        ),
        (r#"<room roomId="r"><data class="result"/></room>"#, "sent"),
        (r#"<errorpacket message="no chairs"/>"#, "refused: no chairs"),
        (r#"<left roomId="r"/>"#, "cancelled"),
    ];
    for (text, wanted) in nonsense {
        let text = if text.starts_with("<room") || text.starts_with("<left") || text.starts_with("<error") {
            format!("{welcome}{text}")
        } else {
            text.to_string()
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let addr = listener.local_addr().expect("an address");
        let said = text.clone();
        tokio::spawn(async move {
            let (mut socket, _) = listener.accept().await.expect("the guest comes");
            let _ = socket.write_all(said.as_bytes()).await;
            let _ = socket.shutdown().await;
        });
        let report = random(joining(addr, Season::Piranhas2026, RuleStyle::Server), 1).await;
        let error = report.expect_err(&text).to_string();
        assert!(error.contains(wanted), "{text}: {error}");
    }
}

#[tokio::test]
async fn a_cancelled_game_ends_for_the_guest() {
    let (addr, _) = host::host(config()).await;
    for season in Season::ALL {
        let mut administrator = Peer::administrator(addr).await;
        let Prepared { room, codes } = prepare(&mut administrator, season, "", "").await;
        let config = ClientConfig { reservation: Some(codes[0].clone()), ..ClientConfig::new(addr.to_string()) };
        let guest = tokio::spawn(random(config, 1));
        administrator.say(&format!(r#"<observe roomId="{room}"/>"#)).await;
        let mut other = Peer::saying(addr, &format!(r#"<joinPrepared reservationCode="{}"/>"#, codes[1])).await;
        other.until(&host::request(season)).await;
        administrator.say(&format!(r#"<cancel roomId="{room}"/>"#)).await;
        let seen = administrator.until("left").await;
        let report = guest.await.expect("no panic");
        match season {
            Season::Piranhas2019 | Season::Hive2020 => {
                assert!(matches!(report, Err(ClientError::Cancelled)), "{report:?}");
                assert!(seen.iter().all(|message| kind(message) != "result"));
            }
            Season::Ostseeschach2022 => {
                let result = report.expect("a result").result;
                assert_eq!((result.winner, result.scores[0].parts()[0], result.scores[1].parts()[0]), (None, 0, 0));
            }
            Season::Piranhas2026 => assert!(report.expect("a result").result.regular),
        }
    }
}
