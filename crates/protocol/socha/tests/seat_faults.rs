//! Clients that are late, lost, hostile or confused, at seats.

mod host;
mod table;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use host::{Peer, about, first_move, kind, kinds};
use schwarm_core::{Session, Side};
use schwarm_play::{Choice, Playing, Seat, SeatFault, Termination, TimeControl, Turn};
use schwarm_socha::host::{ScSeat, Speaker};
use schwarm_socha::season::Season;
use schwarm_socha::xml::Element;
use table::{begin, game, play, random, seat};

const SEASON: Season = Season::Piranhas2026;

/// A client that has joined a game and is to move.
struct Joined {
    seat: ScSeat,
    playing: Playing,
    peer: Peer,
}

fn join(code: &str) -> String {
    format!(r#"<joinPrepared reservationCode="{code}"/>"#)
}

async fn joined(id: &str) -> Joined {
    let (mut seat, addr, code) = seat("guest", None);
    let peer = Peer::saying(addr, &join(&code)).await;
    let playing = game(id, 1, ["guest", "house"]);
    begin(&playing, &mut seat).await.expect("it has joined");
    Joined { seat, playing, peer }
}

async fn ask(seat: &mut ScSeat, session: &dyn Session, limit: Option<Duration>) -> Result<Choice, SeatFault> {
    let time = limit.map(schwarm_play::ThinkTime::within).unwrap_or_default();
    let choice = seat.choose(Turn { session, time });
    tokio::time::timeout(table::PATIENCE, choice).await.expect("an answer in time")
}

/// Lets the client say something when it is asked; returns what comes of it.
async fn saying(id: &str, text: impl Fn(&str, &[Element]) -> String) -> (Result<Choice, SeatFault>, Vec<Element>) {
    let Joined { mut seat, playing, mut peer } = joined(id).await;
    let request = host::request(Season::of_game(id).expect("a season"));
    let (choice, _) = tokio::join!(ask(&mut seat, playing.session(), None), async {
        let messages = peer.until(&request).await;
        let room = messages[0].attribute("roomId").expect("a room").to_string();
        peer.say(&text(&room, &messages)).await;
    });
    let (gone, rest) = tokio::join!(seat.leave(), async move { peer.rest().await });
    gone.expect("it goes");
    (choice, rest)
}

#[tokio::test]
async fn what_the_client_says_in_the_middle_of_a_game_has_its_own_fault() {
    let nonsense = [
        "<a></b>",
        "<!DOCTYPE x [<!ENTITY a \"b\">]>",
        "GET / HTTP/1.1\r\n\r\n<",
        "<dance/>",
        "<room/>",
        r#"<room roomId="another"><data class="move"/></room>"#,
        "\u{0}\u{1}<",
    ];
    for text in nonsense {
        let (fault, _) = saying("piranhas-2026", |_, _| text.to_string()).await;
        assert!(matches!(&fault, Err(SeatFault::Silence(why)) if why.contains("guest")), "{text}: {fault:?}");
    }
    let (fault, _) = saying("piranhas-2026", |_, _| format!("<room roomId=\"{}\">", "x".repeat(20_000))).await;
    assert!(matches!(&fault, Err(SeatFault::Silence(why)) if why.contains("16384")), "{fault:?}");
    for (id, goodbye) in [("piranhas-2026", "<close/>"), ("hive-2020", "<sc.protocol.responses.CloseConnection/>")] {
        let (fault, _) = saying(id, |_, _| goodbye.to_string()).await;
        assert!(matches!(fault, Err(SeatFault::Left(_))), "{fault:?}");
    }
    let (fault, _) = saying("piranhas-2026", |_, _| "</protocol>".to_string()).await;
    assert!(matches!(&fault, Err(SeatFault::Crash(why)) if why.contains("closed its connection")), "{fault:?}");
}

#[tokio::test]
async fn a_move_that_is_none_is_told_to_the_client_and_shown_as_it_came() {
    let moves = [
        ("piranhas-2026", r#"<data class="move"><from x="44" y="0"/><direction>UP</direction></data>"#, "44"),
        ("piranhas-2026", r#"<data class="move"><from x="1" y="0"/></data>"#, ""),
        ("piranhas-2026", r#"<data class="surrender"/>"#, "surrender"),
        ("hive-2020-server", r#"<data class="setmove"><piece owner="RED" type="SHARK"/></data>"#, "SHARK"),
    ];
    for (id, data, shown) in moves {
        let (fault, told) = saying(id, |room, _| about(room, data)).await;
        let Err(SeatFault::Nonsense { text, why }) = fault else { panic!("{data}: {fault:?}") };
        assert!(text.contains(shown) && !why.is_empty(), "{data}: {text} {why}");
        assert_eq!(kinds(&told), ["error"], "{data}");
    }
}

#[tokio::test]
async fn an_illegal_move_goes_to_the_referee_and_the_client_is_told() {
    // Blue's fish; red is to move.
    let data = r#"<data class="move"><from x="1" y="0"/><direction>UP</direction></data>"#;
    let (choice, told) = saying("piranhas-2026", |room, _| about(room, data)).await;
    let choice = choice.expect("a move text");
    let mut playing = game("piranhas-2026", 1, ["guest", "house"]);
    playing.answer(Ok(choice), Duration::ZERO);
    let termination = &playing.ending().expect("it is over").termination;
    assert!(matches!(termination, Termination::IllegalMove { side: Side::One, .. }), "{termination:?}");
    assert_eq!(kinds(&told), ["error"]);
    let message = told[0].child("data").and_then(|data| data.attribute("message")).expect("words");
    assert!(message.contains("WRONG_START") && message.contains("guest"), "{message}");
}

#[tokio::test]
async fn a_good_move_is_shown_on_the_board_at_once_with_what_the_client_says_about_it() {
    let hinted = |room: &str, messages: &[Element]| {
        let data = first_move(Season::Piranhas2019, messages);
        let data = data.replace("/>", r#"><hint content="deep"/><hint content="thought"/></data>"#);
        about(room, &data)
    };
    let (choice, told) = saying("piranhas-2019-server", hinted).await;
    assert_eq!(choice.expect("a move").note.as_deref(), Some("deep; thought"));
    assert_eq!(kinds(&told), ["memento"]);
}

#[tokio::test]
async fn a_client_that_closes_its_connection_has_crashed() {
    let Joined { mut seat, mut playing, mut peer } = joined("piranhas-2026").await;
    let (choice, _) = tokio::join!(ask(&mut seat, playing.session(), None), async {
        let messages = peer.until("moveRequest").await;
        let room = messages[0].attribute("roomId").expect("a room").to_string();
        peer.say(&about(&room, &first_move(SEASON, &messages))).await;
    });
    playing.answer(choice, Duration::ZERO);
    // It goes while the other one thinks.
    drop(peer);
    let reply = playing.session().legal_moves().swap_remove(0);
    playing.answer(Ok(Choice::plain(reply)), Duration::ZERO);
    let fault = ask(&mut seat, playing.session(), None).await;
    assert!(
        matches!(&fault, Err(SeatFault::Crash(why)) if why.contains("closed") || why.contains("take")),
        "{fault:?}"
    );
    // The same again, and nobody waits for a goodbye.
    assert!(matches!(ask(&mut seat, playing.session(), None).await, Err(SeatFault::Crash(_))));
    let since = Instant::now();
    seat.leave().await.expect("it goes");
    assert!(since.elapsed() < Duration::from_millis(900), "{:?}", since.elapsed());
}

#[tokio::test]
async fn the_last_words_of_a_program_are_in_the_fault() {
    let (say, gone) = tokio::sync::oneshot::channel::<String>();
    let gone = Box::pin(async { gone.await.unwrap_or_default() });
    let (mut seat, addr, code) = seat("guest", Some(gone));
    let peer = Peer::saying(addr, &join(&code)).await;
    let playing = game("piranhas-2026", 1, ["guest", "house"]);
    begin(&playing, &mut seat).await.expect("it has joined");
    let (fault, ()) = tokio::join!(ask(&mut seat, playing.session(), Some(Duration::from_secs(2))), async {
        drop(peer);
        tokio::task::yield_now().await;
        say.send("exit status 3; its last words: out of fish".to_string()).expect("somebody listens");
    });
    assert!(matches!(&fault, Err(SeatFault::Crash(why)) if why.contains("out of fish")), "{fault:?}");
}

#[tokio::test]
async fn a_program_that_ends_before_it_joins_is_not_waited_for() {
    let gone = Box::pin(async { "exit status 1".to_string() });
    let (mut absent, addr, _) = seat("guest", Some(gone));
    let playing = game("piranhas-2026", 1, ["guest", "house"]);
    let since = Instant::now();
    let fault = begin(&playing, &mut absent).await;
    assert!(matches!(&fault, Err(SeatFault::Crash(why)) if why.contains("exit status 1")), "{fault:?}");
    assert!(since.elapsed() < Duration::from_secs(5));
    drop((absent, addr));
    // Somebody who was not let in is told why, and so is the author.
    let (say, gone) = tokio::sync::oneshot::channel::<String>();
    let gone = Box::pin(async { gone.await.unwrap_or_default() });
    let (mut seat, addr, _) = seat("guest", Some(gone));
    let mut peer = Peer::saying(addr, &join("4711")).await;
    assert_eq!(kinds(&peer.rest().await), ["errorpacket"]);
    say.send("exit status 2".to_string()).expect("somebody listens");
    let fault = begin(&playing, &mut seat).await;
    assert!(matches!(&fault, Err(SeatFault::Crash(why)) if why.contains("reservation")), "{fault:?}");
}

#[tokio::test]
async fn whoever_is_not_the_client_is_sent_away_and_the_client_plays() {
    let (mut guest, addr, code) = seat("guest", None);
    // The first one says nothing, and neither do many others.
    let mut silent = Vec::new();
    for _ in 0..40 {
        silent.push(Peer::silent(addr).await);
    }
    let strangers = [
        join("4711"),
        r#"<join gameType="swc_2026_piranhas"/>"#.to_string(),
        r#"<joinRoom roomId="r"/>"#.to_string(),
        r#"<authenticate password="examplepassword"/>"#.to_string(),
        "<dance/>".to_string(),
        "<a></b>".to_string(),
        "GET / HTTP/1.1\r\n\r\n<x".to_string(),
    ];
    for stranger in strangers {
        let mut peer = Peer::saying(addr, &stranger).await;
        assert_eq!(kinds(&peer.rest().await), ["errorpacket"], "{stranger}");
    }
    let mut peer = Peer::saying(addr, &join(&code)).await;
    let playing = game("piranhas-2026", 1, ["guest", "house"]);
    begin(&playing, &mut guest).await.expect("it has joined");
    assert_eq!(kinds(&peer.until("memento").await), ["joined", "welcomeMessage", "memento"]);
    // The place is taken, even for the right word.
    let mut second = Peer::saying(addr, &join(&code)).await;
    assert_eq!(kinds(&second.rest().await), ["errorpacket"]);
    let (choice, ()) = tokio::join!(ask(&mut guest, playing.session(), None), async {
        let request = peer.until("moveRequest").await.pop().expect("a request");
        let room = request.attribute("roomId").expect("a room").to_string();
        let text = playing.session().legal_moves().swap_remove(0);
        let data = SEASON.write_move(&text, playing.session()).expect("a move");
        peer.say(&about(&room, &data.to_string())).await;
    });
    assert!(playing.session().check(&choice.expect("a move").text).is_ok());
    drop(silent);
}

#[tokio::test]
async fn a_client_of_another_season_is_told_which_is_played() {
    let (mut seat, addr, _) = seat("guest", None);
    let mut peer = Peer::saying(addr, r#"<join gameType="swc_2020_hive"/>"#).await;
    let playing = game("piranhas-2026", 1, ["guest", "house"]);
    let fault = begin(&playing, &mut seat).await;
    assert!(matches!(&fault, Err(SeatFault::Silence(why)) if why.contains("swc_2026_piranhas")), "{fault:?}");
    assert_eq!(kind(&peer.next().await.expect("an answer")), "errorpacket");
}

#[tokio::test]
async fn a_game_no_season_played_is_refused() {
    let (mut seat, _, _) = seat("guest", None);
    let fault = begin(&game("hive+mlp", 1, ["guest", "house"]), &mut seat).await;
    assert!(matches!(&fault, Err(SeatFault::Crash(why)) if why.contains("piranhas-2026")), "{fault:?}");
}

#[tokio::test]
async fn a_wait_that_was_broken_off_loses_nothing() {
    let (mut seat, addr, code) = seat("guest", None);
    let mut playing = game("piranhas-2026", 1, ["guest", "house"]);
    let moment = Duration::from_millis(20);
    assert!(tokio::time::timeout(moment, seat.begin(playing.started(), playing.session())).await.is_err());
    let mut peer = Peer::saying(addr, &join(&code)).await;
    begin(&playing, &mut seat).await.expect("it has joined");
    // Asked twice about the same position, the client hears one request.
    for _ in 0..2 {
        let turn = Turn { session: playing.session(), time: playing.think_time() };
        assert!(tokio::time::timeout(moment, seat.choose(turn)).await.is_err());
    }
    let messages = peer.until("moveRequest").await;
    let room = messages[0].attribute("roomId").expect("a room").to_string();
    let old = first_move(SEASON, &messages);
    // The game goes on without its answer, and two requests are open.
    for _ in 0..2 {
        let text = playing.session().legal_moves().pop().expect("a move");
        playing.answer(Ok(Choice::plain(text)), Duration::ZERO);
    }
    let (choice, new) = tokio::join!(ask(&mut seat, playing.session(), None), async {
        let messages = peer.until("moveRequest").await;
        assert_eq!(kinds(&messages), ["memento", "memento", "moveRequest"], "one request, and both plies");
        let new = first_move(SEASON, &messages);
        peer.say(&about(&room, &old)).await;
        peer.say(&about(&room, &new)).await;
        new
    });
    let played = SEASON.write_move(&choice.expect("the second answer").text, playing.session()).expect("a move");
    assert_eq!(played.to_string(), new);
}

#[tokio::test]
async fn a_late_answer_loses_on_time_and_the_next_game_is_not_disturbed() {
    let time = TimeControl::per_move(Duration::from_millis(50));
    let (mut guest, addr, code) = seat("guest", None);
    let mut peer = Peer::saying(addr, &join(&code)).await;
    let mut playing = table::timed("piranhas-2026", 1, ["guest", "house"], time);
    let ending = play(&mut playing, [&mut guest, &mut random(1)]).await;
    assert!(matches!(ending.termination, Termination::Time { side: Side::One, .. }), "{ending:?}");
    let messages = peer.until("left").await;
    assert_eq!(kinds(&messages), ["joined", "welcomeMessage", "memento", "moveRequest", "result", "left"]);
    let room = messages[0].attribute("roomId").expect("a room").to_string();
    peer.say(&about(&room, &first_move(SEASON, &messages))).await;
    peer.say(&join(&code)).await;
    let playing = game("piranhas-2026", 2, ["guest", "house"]);
    begin(&playing, &mut guest).await.expect("it has joined again");
    let (choice, ()) = tokio::join!(ask(&mut guest, playing.session(), None), async {
        let messages = peer.until("moveRequest").await;
        let next = messages[0].attribute("roomId").expect("a room").to_string();
        peer.say(&about(&room, r#"<data class="move"/>"#)).await;
        peer.say(&about(&next, &first_move(SEASON, &messages))).await;
    });
    assert!(playing.session().check(&choice.expect("a move").text).is_ok());
}

#[tokio::test]
async fn a_move_nobody_asked_for_loses() {
    let Joined { mut seat, playing, mut peer } = joined("piranhas-2026").await;
    let messages = peer.until("memento").await;
    let room = messages[0].attribute("roomId").expect("a room").to_string();
    peer.say(&about(&room, &first_move(SEASON, &messages))).await;
    // The system tells of bytes when it is asked; a moment is enough for it.
    tokio::time::sleep(Duration::from_millis(50)).await;
    let fault = ask(&mut seat, playing.session(), None).await;
    assert!(matches!(&fault, Err(SeatFault::Nonsense { why, .. }) if why.contains("nobody had asked")), "{fault:?}");
    assert_eq!(kinds(&peer.until("error").await), ["error"]);
}

#[tokio::test]
async fn a_client_that_talks_without_end_is_out_of_time_like_any_other() {
    let time = TimeControl::per_move(Duration::from_millis(100));
    let (mut guest, addr, code) = seat("guest", None);
    let mut peer = Peer::saying(addr, &join(&code)).await;
    let flood = tokio::spawn(async move {
        let chatter = r#"<join gameType="swc_2026_piranhas"/>"#.repeat(200);
        loop {
            peer.say(&chatter).await;
            tokio::task::yield_now().await;
        }
    });
    let mut playing = table::timed("piranhas-2026", 1, ["guest", "house"], time);
    let ending = play(&mut playing, [&mut guest, &mut random(1)]).await;
    assert!(matches!(ending.termination, Termination::Time { side: Side::One, .. }), "{ending:?}");
    let since = Instant::now();
    guest.leave().await.expect("it goes");
    assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
    flood.abort();
}

#[tokio::test]
async fn a_client_that_does_not_read_is_given_up_and_nothing_piles_up() {
    let (mut guest, addr, code) = seat("guest", None);
    let mut peer = Peer::saying(addr, &join(&code)).await;
    let mut playing = game("hive-2020-server", 1, ["guest", "house"]);
    begin(&playing, &mut guest).await.expect("it has joined");
    // States of ten thousand bytes, and nobody reads them: the system's buffers fill first.
    let moment = Duration::from_millis(2);
    let mut given_up = None;
    for _ in 0..3000 {
        let turn = Turn { session: playing.session(), time: playing.think_time() };
        match tokio::time::timeout(moment, guest.choose(turn)).await {
            Err(_) => {}
            Ok(answer) => {
                given_up = Some(answer);
                break;
            }
        }
        for _ in 0..2 {
            let text = playing.session().legal_moves().swap_remove(0);
            playing.answer(Ok(Choice::plain(text)), Duration::ZERO);
        }
        if playing.ending().is_some() {
            playing = game("hive-2020-server", 1, ["guest", "house"]);
        }
    }
    let fault = given_up.expect("the seat gives up");
    assert!(matches!(&fault, Err(SeatFault::Crash(why)) if why.contains("take")), "{fault:?}");
    peer.half_close().await;
}

#[tokio::test]
async fn everything_that_is_said_is_overheard() {
    let (mut guest, addr, code) = seat("guest", None);
    let heard = Arc::new(Mutex::new(Vec::new()));
    let kept = heard.clone();
    guest.overheard_by(Box::new(move |who, text: &str| {
        kept.lock().expect("no test panics with it").push((who, text.trim().chars().take(20).collect::<String>()));
    }));
    let mut peer = Peer::saying(addr, &join(&code)).await;
    let playing = game("piranhas-2026", 1, ["guest", "house"]);
    begin(&playing, &mut guest).await.expect("it has joined");
    let (choice, ()) = tokio::join!(ask(&mut guest, playing.session(), None), async {
        let messages = peer.until("moveRequest").await;
        let room = messages[0].attribute("roomId").expect("a room").to_string();
        peer.say(&about(&room, &first_move(SEASON, &messages))).await;
    });
    choice.expect("a move");
    let heard = heard.lock().expect("nobody panicked");
    let speakers: Vec<Speaker> = heard.iter().map(|(who, _)| *who).collect();
    let (host, client) = (Speaker::Host, Speaker::Client);
    // The join; joined, welcome and state; the request; the move; the state after it.
    assert_eq!(speakers, [client, host, host, host, host, client, host], "{heard:?}");
    assert!(heard[0].1.starts_with("<joinPrepared") && heard[1].1.starts_with("<joined"), "{heard:?}");
}

#[tokio::test]
async fn a_program_that_stays_is_ended_when_the_player_leaves() {
    struct Flag(Arc<Mutex<bool>>);
    impl Drop for Flag {
        fn drop(&mut self) {
            *self.0.lock().expect("no test panics with it") = true;
        }
    }
    let ended = Arc::new(Mutex::new(false));
    let flag = Flag(ended.clone());
    let gone = Box::pin(async move {
        std::future::pending::<()>().await;
        drop(flag);
        String::new()
    });
    let (mut seat, addr, code) = seat("guest", Some(gone));
    let peer = Peer::saying(addr, &join(&code)).await;
    begin(&game("piranhas-2026", 1, ["guest", "house"]), &mut seat).await.expect("it has joined");
    let since = Instant::now();
    seat.leave().await.expect("it goes");
    assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
    assert!(*ended.lock().expect("nobody panicked"), "dropping the future ends the program");
    drop(peer);
}
