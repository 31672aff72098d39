//! What several tests need: guests of every game, and engines made of a script.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use schwarm_core::{Rng, Rulebook, Session, Setup};
use schwarm_play::house::Random;
use schwarm_play::{Doing, GameEvent, SeatFault, Start, Talk, TimeControl};
use schwarm_uhp::Guest;
use schwarm_uhp::guest::Games;
use tokio::time::Instant;

/// Every game type there is.
pub const TYPES: [&str; 8] = ["Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP"];

/// All games of the catalog.
pub fn games() -> Games {
    Box::new(|kind| schwarm_catalog::open(kind).ok())
}

/// A guest that plays at random.
pub fn guest() -> Guest {
    Guest::new("tester 1.0", games(), Box::new(Random::new(7)))
}

/// The rules of a game type.
pub fn rules(kind: &str) -> Box<dyn Rulebook> {
    schwarm_catalog::open(kind).unwrap()
}

/// A session after so many random plies, fewer where the game ends.
pub fn random_session(kind: &str, plies: usize, rng: &mut Rng) -> Box<dyn Session> {
    let mut session = rules(kind).start(Setup::Default).unwrap();
    for _ in 0..plies {
        let Some(mv) = session.random_move(rng) else { break };
        session.play(&mv).unwrap();
    }
    session
}

/// The first event of a game of this type.
pub fn started(kind: &str) -> GameEvent {
    GameEvent::Started {
        game: rules(kind).id(),
        start: Start::Default,
        players: ["one".to_string(), "two".to_string()],
        time: TimeControl::None,
    }
}

/// Whether the long run was asked for.
pub fn is_long() -> bool {
    std::env::var("SCHWARM_LONG").is_ok_and(|value| value == "1")
}

/// What a scripted engine does next.
#[derive(Clone, Debug)]
pub enum Act {
    Print(String),
    Wait(Duration),
    Die,
}

pub fn print(lines: &[&str]) -> Vec<Act> {
    lines.iter().map(|line| Act::Print((*line).to_string())).collect()
}

/// What it does about a command line.
pub type Behaviour = Box<dyn FnMut(&str) -> Vec<Act> + Send>;

/// An engine made of a script.
pub struct Puppet {
    behaviour: Behaviour,
    acts: VecDeque<Act>,
    until: Option<Instant>,
    /// What it was told, one entry for each piece of text.
    pub told: Arc<Mutex<Vec<String>>>,
    /// Does not take in any more than this many pieces.
    deaf_after: usize,
}

impl Puppet {
    /// It does `first`, and then what the behaviour says.
    pub fn new(first: Vec<Act>, behaviour: impl FnMut(&str) -> Vec<Act> + Send + 'static) -> Puppet {
        let behaviour = Box::new(behaviour);
        Puppet { behaviour, acts: first.into(), until: None, told: Arc::default(), deaf_after: usize::MAX }
    }

    /// The same, but it takes in so many pieces of text and no more.
    pub fn deaf_after(self, pieces: usize) -> Puppet {
        Puppet { deaf_after: pieces, ..self }
    }
}

/// What a proper engine that always plays the same moves says to a command.
pub fn proper(line: &str, best: &str) -> Vec<Act> {
    match line.split(' ').next().unwrap_or_default() {
        "bestmove" => print(&[best, "ok"]),
        "info" => print(&["id Puppet 1", "Mosquito;Ladybug;Pillbug", "ok"]),
        "options" => print(&["Some;bool;True;False", "ok"]),
        "exit" => vec![Act::Die],
        _ => print(&["Base;InProgress;White[1]", "ok"]),
    }
}

/// The usual words at start-up.
pub fn hello() -> Vec<Act> {
    print(&["id Puppet 1", "Mosquito;Ladybug;Pillbug", "ok"])
}

impl Talk for Puppet {
    fn say<'a>(&'a mut self, text: &'a str) -> Doing<'a, ()> {
        Box::pin(async move {
            if self.told.lock().unwrap().len() >= self.deaf_after {
                std::future::pending::<()>().await;
            }
            assert!(text.ends_with('\n'), "{text:?}");
            self.told.lock().unwrap().push(text.to_string());
            for line in text.lines() {
                self.acts.extend((self.behaviour)(line));
            }
            Ok(())
        })
    }

    fn hear<'a>(&'a mut self) -> Doing<'a, String> {
        Box::pin(async move {
            loop {
                if let Some(until) = self.until {
                    tokio::time::sleep_until(until).await;
                    self.until = None;
                }
                match self.acts.pop_front() {
                    Some(Act::Print(line)) => return Ok(line),
                    Some(Act::Wait(time)) => self.until = Some(Instant::now() + time),
                    Some(Act::Die) => {
                        self.acts.push_front(Act::Die);
                        return Err(SeatFault::Crash("the program ended with status 3".to_string()));
                    }
                    None => std::future::pending::<()>().await,
                }
            }
        })
    }

    fn hang_up<'a>(&'a mut self) -> Doing<'a, ()> {
        Box::pin(async move {
            self.told.lock().unwrap().push("(hung up)".to_string());
            Ok(())
        })
    }
}
