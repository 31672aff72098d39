//! An organiser of tournaments between players of this program, without any other program.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use schwarm_arena::matchup::{Openings, Restart, SeatFactory};
use schwarm_arena::tournament::config::{Config, Problems};
use schwarm_arena::tournament::{Entrant, Order};
use schwarm_core::{Rulebook, Session};
use schwarm_play::house::{Greedy, Random};
use schwarm_play::{Analyst, AnalystSeat, Choice, Doing, Ending, GameEvent, Seat, SeatFault, Turn};
use schwarm_web::{BotCard, Organiser};

/// `builtin:random`, `builtin:greedy`, `builtin:slow` (random, but slow) and `builtin:dying` (falls over after three moves).
pub struct Ring {
    registered: Mutex<Vec<(String, String)>>,
    failures: PathBuf,
    /// Which build of them its bots are.
    built: Arc<AtomicU32>,
}

impl Ring {
    pub fn new(failures: PathBuf) -> Ring {
        Ring { registered: Mutex::default(), failures, built: Arc::default() }
    }
}

impl Ring {
    /// A ring whose bots can be built anew.
    pub fn with_builds(failures: PathBuf) -> (Ring, Arc<AtomicU32>) {
        let ring = Ring::new(failures);
        let built = ring.built.clone();
        (ring, built)
    }
}

impl Organiser for Ring {
    fn bots(&self) -> Vec<BotCard> {
        let own = [("Random", "builtin:random"), ("Greedy", "builtin:greedy")];
        let own = own.into_iter().map(|(name, command)| (name.to_string(), command.to_string(), false));
        let registered = self.registered.lock().unwrap().clone();
        let registered = registered.into_iter().map(|(name, command)| (name, command, true));
        registered.chain(own).map(|(name, command, is_registered)| BotCard { name, command, is_registered }).collect()
    }

    fn version(&self, name: &str) -> Option<String> {
        (name == "Mine").then(|| "bot.py 0123456789ab".to_string())
    }

    fn prepare(&self, file: &str) -> Result<Order, Problems> {
        let config = Config::read(file)?;
        let rules = schwarm_catalog::open(&config.game);
        let rules: Arc<dyn Rulebook> = match rules {
            Ok(rules) => rules.into(),
            Err(error) => return Err(config.complain(file, "game", error.to_string())),
        };
        let mut entrants = Vec::new();
        for (number, bot) in config.bots.iter().enumerate() {
            let kind = bot.command.strip_prefix("builtin:").unwrap_or_default().to_string();
            if !["random", "greedy", "slow", "dying"].contains(&kind.as_str()) {
                return Err(config.complain(file, &format!("bot.{number}.command"), "no such bot here"));
            }
            let hire = move || {
                let kind = kind.clone();
                let factory: SeatFactory<'static> = Box::new(move |invitation| {
                    let analyst: Box<dyn Analyst> = match kind.as_str() {
                        "greedy" => Box::new(Greedy::new(invitation.seed)),
                        _ => Box::new(Random::new(invitation.seed)),
                    };
                    let seat = AnalystSeat::new(analyst);
                    let (pause, moves) = match kind.as_str() {
                        "slow" => (Duration::from_millis(15), usize::MAX),
                        // One of them is for the trial before the first game.
                        "dying" => (Duration::ZERO, 3),
                        _ => return Ok(Box::new(seat)),
                    };
                    Ok(Box::new(Odd { seat, pause, moves }))
                });
                Ok(factory)
            };
            let (label, restart) = (bot.command.clone(), Restart::EachGame);
            let built = self.built.clone();
            let made_of = Arc::new(move || Some(("files", format!("./bot {}", built.load(Ordering::Relaxed)))));
            entrants.push(Entrant { label, command: None, made_of, restart, hire: Arc::new(hire) });
        }
        Ok(Order { config, rules, entrants, openings: Openings::Seeds, missing_layers: Vec::new() })
    }

    fn failures(&self, of_match: &str) -> Option<PathBuf> {
        Some(self.failures.join(of_match.replace('/', "%")))
    }

    fn register(&self, name: &str, command: &str) -> Result<(), String> {
        if !command.starts_with("builtin:") {
            return Err("no kind of bot is called so".to_string());
        }
        self.registered.lock().unwrap().push((name.to_string(), command.to_string()));
        Ok(())
    }

    fn remove(&self, name: &str) -> Result<(), String> {
        self.registered.lock().unwrap().retain(|(other, _)| other != name);
        Ok(())
    }

    fn report(&self, _: &str) -> Option<String> {
        None
    }

    fn examine(&self, name: &str, game: &str) -> Result<String, String> {
        Ok(format!("{name} plays {game} <b>well</b>"))
    }
}

/// Plays like another one, slowly, or not for long.
struct Odd {
    seat: AnalystSeat,
    pause: Duration,
    moves: usize,
}

impl Seat for Odd {
    fn name(&self) -> &str {
        "odd"
    }

    fn begin<'a>(&'a mut self, started: &'a GameEvent, session: &'a dyn Session) -> Doing<'a, ()> {
        self.seat.begin(started, session)
    }

    fn choose<'a>(&'a mut self, turn: Turn<'a>) -> Doing<'a, Choice> {
        let Some(left) = self.moves.checked_sub(1) else {
            return Box::pin(async { Err(SeatFault::Crash("it fell over".to_string())) });
        };
        self.moves = left;
        let pause = self.pause;
        let choosing = self.seat.choose(turn);
        Box::pin(async move {
            tokio::time::sleep(pause).await;
            choosing.await
        })
    }

    fn end<'a>(&'a mut self, ending: &'a Ending) -> Doing<'a, ()> {
        self.seat.end(ending)
    }

    fn leave<'a>(&'a mut self) -> Doing<'a, ()> {
        self.seat.leave()
    }
}
