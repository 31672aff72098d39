//! A referee for seats, and games for them.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::time::{Duration, Instant};

use schwarm_core::{Rulebook, Setup};
use schwarm_play::house::Random;
use schwarm_play::{AnalystSeat, Ending, Playing, Seat, SeatFault, Termination, TimeControl, Turn};
use schwarm_socha::host::{Gone, Reception, ScSeat};

/// As long as a test waits for what must come; starting an interpreter on a busy machine included.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A game at its start.
pub fn game(id: &str, seed: u64, players: [&str; 2]) -> Playing {
    timed(id, seed, players, TimeControl::None)
}

pub fn timed(id: &str, seed: u64, players: [&str; 2], time: TimeControl) -> Playing {
    let rules = rules(id);
    let session = rules.start(Setup::Seed(seed)).expect("a start");
    Playing::new(&*rules, session, players.map(str::to_string), time)
}

pub fn rules(id: &str) -> Box<dyn Rulebook> {
    schwarm_catalog::open(id).expect("a game")
}

/// A seat for a client, where it must come to and with which code.
pub fn seat(name: &str, gone: Option<Gone>) -> (ScSeat, std::net::SocketAddr, String) {
    let reception = Reception::open().expect("a free port");
    let (addr, code) = (reception.addr(), reception.code().to_string());
    (ScSeat::new(name, reception, gone), addr, code)
}

/// A house player.
pub fn random(seed: u64) -> AnalystSeat {
    AnalystSeat::new(Box::new(Random::new(seed)))
}

pub async fn begin(playing: &Playing, seat: &mut dyn Seat) -> Result<(), SeatFault> {
    let begun = seat.begin(playing.started(), playing.session());
    tokio::time::timeout(PATIENCE, begun).await.expect("the seat is ready in time")
}

/// Plays a game to its end, with a clock where the game has one.
pub async fn play(playing: &mut Playing, seats: [&mut dyn Seat; 2]) -> Ending {
    let [one, two] = seats;
    for (side, seat) in [(schwarm_core::Side::One, &mut *one), (schwarm_core::Side::Two, &mut *two)] {
        if let Err(fault) = begin(playing, seat).await {
            playing.end(Termination::of_fault(side, fault));
        }
    }
    while let Some(side) = playing.to_move() {
        let seat: &mut dyn Seat = if side == schwarm_core::Side::One { &mut *one } else { &mut *two };
        let asked = Instant::now();
        let turn = Turn { session: playing.session(), time: playing.think_time() };
        match tokio::time::timeout(playing.patience().unwrap_or(PATIENCE), seat.choose(turn)).await {
            Ok(answer) => drop(playing.answer(answer, asked.elapsed())),
            Err(_) if playing.patience().is_some() => drop(playing.out_of_time()),
            Err(_) => panic!("{} did not answer for {PATIENCE:?}", seat.name()),
        }
    }
    let ending = playing.ending().expect("nobody is to move").clone();
    for seat in [one, two] {
        let told = tokio::time::timeout(PATIENCE, seat.end(&ending)).await;
        told.expect("a seat takes notice in time").expect("a seat takes notice");
    }
    ending
}
