//! Whole games with foreign clients at seats, over real sockets: our own client is the foreign one.

mod host;
mod table;

use std::net::SocketAddr;

use host::{Peer, kind};
use schwarm_core::{Setup, Side};
use schwarm_play::{Playing, Seat, Termination, TimeControl, Turn};
use schwarm_socha::client::{ClientConfig, ClientError, ClientReport};
use schwarm_socha::season::{RuleStyle, Season};
use table::{begin, game, play, random, seat};
use tokio::task::JoinHandle;

/// A client that plays one game.
fn client(addr: SocketAddr, code: &str, seed: u64) -> JoinHandle<Result<ClientReport, ClientError>> {
    let config = ClientConfig { reservation: Some(code.to_string()), ..ClientConfig::new(addr.to_string()) };
    joining(config, seed)
}

fn joining(config: ClientConfig, seed: u64) -> JoinHandle<Result<ClientReport, ClientError>> {
    tokio::spawn(async move { schwarm_socha::client::play(config, &mut random(seed)).await })
}

/// A game of a client on this side against a house player; everything the client saw is compared.
async fn whole_game(season: Season, style: RuleStyle, side: Side, seed: u64) {
    let (mut guest, addr, code) = seat("guest", None);
    let reservation = Some(code);
    let report = joining(ClientConfig { reservation, style, ..ClientConfig::new(addr.to_string()) }, seed);
    let mut house = random(seed + 1);
    let players = if side == Side::One { ["guest", "house"] } else { ["house", "guest"] };
    let mut playing = game(season.game(style), seed, players);
    let seats: [&mut dyn Seat; 2] = match side {
        Side::One => [&mut guest, &mut house],
        Side::Two => [&mut house, &mut guest],
    };
    let ending = play(&mut playing, seats).await;
    guest.leave().await.expect("it goes");
    let report = report.await.expect("no panic").expect("a result");
    assert_eq!(ending.termination, Termination::Rules, "{season:?} {style:?}");
    assert_eq!((report.season, report.side), (season, Some(side)));
    assert_eq!((report.result.winner, report.result.scores), (ending.winner, ending.scores));
    assert!(report.result.regular && report.complaints.is_empty(), "{:?} {:?}", report.result, report.complaints);
    // Nobody tells a seat of the opponent's last move.
    let mut moves = playing.session().moves();
    if playing.session().side_to_move() == side {
        moves.pop();
    }
    assert_eq!(report.moves, moves, "the client followed the whole line: {season:?} {style:?} {side:?}");
}

#[tokio::test]
async fn a_client_plays_whole_games_of_every_season_on_both_sides_by_both_rules() {
    for season in Season::ALL {
        for (style, side) in [(RuleStyle::Server, Side::One), (RuleStyle::Sheet, Side::Two)] {
            for seed in 0..3 {
                whole_game(season, style, side, 10 * seed).await;
            }
        }
    }
}

#[tokio::test]
async fn two_clients_of_one_name_learn_their_sides_when_they_are_to_move() {
    for season in Season::ALL {
        let (mut one, addr_one, code_one) = seat("twin", None);
        let (mut two, addr_two, code_two) = seat("twin", None);
        let (first, second) = (client(addr_one, &code_one, 1), client(addr_two, &code_two, 2));
        let mut playing = game(season.game(RuleStyle::Server), 3, ["twin", "twin"]);
        let ending = play(&mut playing, [&mut one, &mut two]).await;
        let (one, two) = tokio::join!(one.leave(), two.leave());
        one.and(two).expect("they go");
        let (first, second) = (first.await.expect("no panic"), second.await.expect("no panic"));
        let (first, second) = (first.expect("a result"), second.expect("a result"));
        assert_eq!(ending.termination, Termination::Rules);
        assert_eq!((first.side, second.side), (Some(Side::One), Some(Side::Two)), "{season:?}");
        assert_eq!((first.result.winner, &first.result), (ending.winner, &second.result));
    }
}

#[tokio::test]
async fn a_game_may_begin_in_the_middle() {
    for season in Season::ALL {
        let rules = table::rules(season.game(RuleStyle::Server));
        let mut session = rules.start(Setup::Seed(5)).expect("a start");
        for _ in 0..9 {
            let text = session.legal_moves().swap_remove(0);
            session.play(&text).expect("a legal move");
        }
        let players = ["house", "guest"].map(str::to_string);
        let mut playing = Playing::new(&*rules, session, players, TimeControl::None);
        let (mut guest, addr, code) = seat("guest", None);
        let report = client(addr, &code, 4);
        let ending = play(&mut playing, [&mut random(8), &mut guest]).await;
        guest.leave().await.expect("it goes");
        let report = report.await.expect("no panic").expect("a result");
        assert_eq!((ending.termination, report.result.winner), (Termination::Rules, ending.winner), "{season:?}");
    }
}

#[tokio::test]
async fn a_client_that_comes_again_with_its_code_plays_again_with_the_sides_swapped() {
    let (mut guest, addr, code) = seat("guest", None);
    let reports = tokio::spawn(async move {
        let mut reports = Vec::new();
        for round in 0..4 {
            reports.push(client(addr, &code, round).await.expect("no panic").expect("a result"));
        }
        reports
    });
    let mut endings = Vec::new();
    for round in 0..4 {
        let side = if round % 2 == 0 { Side::One } else { Side::Two };
        let players = if side == Side::One { ["guest", "house"] } else { ["house", "guest"] };
        let mut playing = game("piranhas-2026", round / 2, players);
        let mut house = random(9 + round);
        let seats: [&mut dyn Seat; 2] =
            if side == Side::One { [&mut guest, &mut house] } else { [&mut house, &mut guest] };
        let ending = play(&mut playing, seats).await;
        assert_eq!(ending.termination, Termination::Rules);
        endings.push((Some(side), ending.winner));
    }
    guest.leave().await.expect("it goes");
    let reports = reports.await.expect("no panic");
    assert_eq!(reports.iter().map(|report| (report.side, report.result.winner)).collect::<Vec<_>>(), endings);
}

#[tokio::test]
async fn a_client_that_stays_and_joins_again_plays_again() {
    let (mut guest, addr, code) = seat("guest", None);
    let mut peer = Peer::saying(addr, &format!(r#"<joinPrepared reservationCode="{code}"/>"#)).await;
    let mut rooms = Vec::new();
    for round in 0..2 {
        let mut playing = game("ostseeschach-2022-server", round, ["guest", "house"]);
        begin(&playing, &mut guest).await.expect("ready");
        let turn = Turn { session: playing.session(), time: playing.think_time() };
        let (choice, room) = tokio::join!(guest.choose(turn), async {
            let messages = peer.until("moveRequest").await;
            assert_eq!(host::kinds(&messages), ["joined", "welcomeMessage", "memento", "moveRequest"]);
            let room = messages[0].attribute("roomId").expect("a room").to_string();
            let data = host::first_move(Season::Ostseeschach2022, &messages);
            peer.say(&host::about(&room, &data)).await;
            room
        });
        assert_eq!(kind(&peer.next().await.expect("the state after its move")), "memento");
        playing.answer(choice, std::time::Duration::ZERO);
        let ending = Termination::Abort { why: "enough".to_string() };
        playing.end(ending).expect("the game goes on until now");
        guest.end(playing.ending().expect("it is over")).await.expect("told");
        peer.until("left").await;
        // A late move of a game that is over harms nobody.
        peer.say(&host::about(&room, r#"<data class="move"/>"#)).await;
        peer.say(r#"<join gameType="swc_2022_ostseeschach"/>"#).await;
        rooms.push(room);
    }
    assert_ne!(rooms[0], rooms[1]);
    let (gone, rest) = tokio::join!(guest.leave(), async {
        let rest = peer.rest().await;
        drop(peer);
        rest
    });
    gone.expect("it goes");
    assert_eq!(rest, [], "the stream is closed, and nothing else is said");
}

#[tokio::test]
async fn a_client_without_reservations_joins_as_the_first_one() {
    for (season, room) in [(Season::Hive2020, None), (Season::Piranhas2026, Some("any".to_string()))] {
        let (mut guest, addr, _) = seat("guest", None);
        let config = ClientConfig { game: Some(season), room, ..ClientConfig::new(addr.to_string()) };
        let report = joining(config, 1);
        let mut playing = game(season.game(RuleStyle::Server), 1, ["house", "guest"]);
        let ending = play(&mut playing, [&mut random(2), &mut guest]).await;
        guest.leave().await.expect("it goes");
        assert_eq!(report.await.expect("no panic").expect("a result").result.winner, ending.winner);
    }
}
