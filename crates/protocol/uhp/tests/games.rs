//! Whole games between a host and our own guest, over pipes within the process.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::time::Duration;

use common::{TYPES, games, rules};
use schwarm_core::Setup;
use schwarm_play::house::{Greedy, Random};
use schwarm_play::{Analyst, Doing, Playing, Seat, SeatFault, Talk, Termination, TimeControl, Turn};
use schwarm_uhp::{Guest, HostConfig, UhpSeat};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines};

/// The two pipes to a guest that runs as a task.
struct Pipes {
    to: Option<DuplexStream>,
    from: Lines<BufReader<DuplexStream>>,
}

impl Pipes {
    fn to_guest(mut guest: Guest) -> Pipes {
        // Small pipes, so that texts come in pieces.
        let (to, input) = tokio::io::duplex(64);
        let (mut output, from) = tokio::io::duplex(64);
        tokio::spawn(async move {
            let mut text = String::new();
            guest.greet(&mut text);
            let mut lines = BufReader::new(input).lines();
            loop {
                output.write_all(text.as_bytes()).await.unwrap();
                let Some(line) = lines.next_line().await.unwrap() else { break };
                text.clear();
                if guest.line(line.as_bytes(), &mut text).is_break() {
                    break;
                }
            }
        });
        Pipes { to: Some(to), from: BufReader::new(from).lines() }
    }
}

impl Talk for Pipes {
    fn say<'a>(&'a mut self, text: &'a str) -> Doing<'a, ()> {
        Box::pin(async move {
            let to = self.to.as_mut().ok_or_else(|| SeatFault::Crash("hung up".to_string()))?;
            to.write_all(text.as_bytes()).await.map_err(|error| SeatFault::Crash(error.to_string()))
        })
    }

    fn hear<'a>(&'a mut self) -> Doing<'a, String> {
        Box::pin(async move {
            let line = self.from.next_line().await.map_err(|error| SeatFault::Crash(error.to_string()))?;
            line.ok_or_else(|| SeatFault::Crash("the engine ended".to_string()))
        })
    }

    fn hang_up<'a>(&'a mut self) -> Doing<'a, ()> {
        self.to = None;
        Box::pin(async { Ok(()) })
    }
}

fn seat(name: &str, analyst: Box<dyn Analyst>) -> UhpSeat {
    let guest = Guest::new(format!("{name} 1.0"), games(), analyst);
    UhpSeat::new(name, Box::new(Pipes::to_guest(guest)), HostConfig::default())
}

/// Plays a game to its end, or for so many plies.
async fn play(kind: &str, seats: &mut [UhpSeat; 2], most_plies: u32) -> Playing {
    let rules = rules(kind);
    let names = [seats[0].name().to_string(), seats[1].name().to_string()];
    let control = TimeControl::Total { base: Duration::from_secs(600), increment: Duration::ZERO };
    let mut playing = Playing::new(&*rules, rules.start(Setup::Default).unwrap(), names, control);
    let started = playing.started().clone();
    for seat in seats.iter_mut() {
        seat.begin(&started, playing.session()).await.unwrap();
    }
    while let Some(side) = playing.to_move().filter(|_| playing.session().turn() < most_plies) {
        let turn = Turn { session: playing.session(), time: playing.think_time() };
        let answer = seats[side.index()].choose(turn).await;
        playing.answer(answer, Duration::from_millis(1));
    }
    if let Some(ending) = playing.ending() {
        for seat in seats.iter_mut() {
            seat.end(ending).await.unwrap();
        }
    }
    playing
}

#[tokio::test]
async fn whole_games_end_by_the_rules_in_every_set() {
    let mut seats = [seat("random", Box::new(Random::new(5))), seat("greedy", Box::new(Greedy::new(6)))];
    let mut decided = 0;
    for kind in TYPES {
        let playing = play(kind, &mut seats, 5000).await;
        let ending = playing.ending().unwrap_or_else(|| panic!("{kind}: the game has no end"));
        assert_eq!(ending.termination, Termination::Rules, "{kind}: {}", playing.session().position());
        assert!(playing.session().position().starts_with(&format!("{kind};")));
        decided += u32::from(ending.winner.is_some());
        println!("{kind}: {} plies, {:?} won", playing.session().turn(), ending.winner);
    }
    assert!(decided > 0);
    for seat in &mut seats {
        seat.leave().await.unwrap();
    }
}

#[tokio::test]
async fn the_same_seeds_play_the_same_game() {
    let mut lines = Vec::new();
    for _ in 0..2 {
        let mut seats = [seat("one", Box::new(Random::new(1))), seat("two", Box::new(Random::new(2)))];
        lines.push(play("Base+MLP", &mut seats, 150).await.session().position());
    }
    assert_eq!(lines[0], lines[1]);
    assert!(lines[0].matches(';').count() > 20, "{}", lines[0]);
}
