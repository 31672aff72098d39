//! A journal in memory that checks the order of what it is told, and a seat that speaks with a
//! program in the plainest way.
#![allow(dead_code, reason = "every test uses a part of it")]

use std::collections::BTreeMap;
use std::sync::Mutex;

use schwarm_arena::matchup::{Invitation, SeatFactory};
use schwarm_arena::process::Process;
use schwarm_arena::transcript::Recorded;
use schwarm_core::Session;
use schwarm_play::house::Random;
use schwarm_play::{
    AnalystSeat, Attempt, Choice, Dialogues, Doing, Ending, Finished, GameEvent, GameRecord, Journal, JournalError,
    Keeping, Seat, Talk, Turn,
};

/// Keeps everything, and refuses what no journal may take.
#[derive(Default)]
pub struct Memory {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    plans: BTreeMap<String, String>,
    /// Each try: its game, its number, its events.
    tries: Vec<(u64, u32, Vec<GameEvent>)>,
    finished: BTreeMap<u64, Ending>,
    /// What was said in each game.
    dialogues: BTreeMap<u64, Dialogues>,
    /// Appends until the disk is full.
    room: Option<usize>,
}

fn refuse<T>(why: impl Into<String>) -> Result<T, JournalError> {
    Err(JournalError(why.into()))
}

impl Memory {
    /// The disk is full after so many appends.
    pub fn with_room(appends: usize) -> Memory {
        let memory = Memory::default();
        memory.kept.lock().unwrap().room = Some(appends);
        memory
    }

    /// Makes room again.
    pub fn make_room(&self) {
        self.kept.lock().unwrap().room = None;
    }

    /// Whether an event of a game is kept.
    pub fn holds(&self, game: u64, event: &GameEvent) -> bool {
        self.kept.lock().unwrap().tries.iter().any(|(of, _, events)| *of == game && events.contains(event))
    }

    /// What was said in each game of which it is kept.
    pub fn dialogues(&self) -> BTreeMap<u64, Dialogues> {
        self.kept.lock().unwrap().dialogues.clone()
    }

    /// The finished games.
    pub fn results(&self) -> BTreeMap<u64, Ending> {
        self.kept.lock().unwrap().finished.clone()
    }

    /// How many tries there were.
    pub fn tries(&self) -> usize {
        self.kept.lock().unwrap().tries.len()
    }

    /// The records of the finished games. Of every game exactly one try has an end.
    pub fn records(&self) -> BTreeMap<u64, GameRecord> {
        let kept = self.kept.lock().unwrap();
        let mut records = BTreeMap::new();
        for (game, _, events) in &kept.tries {
            let record = GameRecord::from_events(events).expect("events in order");
            if record.ending.is_some() {
                assert!(records.insert(*game, record).is_none(), "game {game} has two ends");
            }
        }
        records
    }
}

impl Journal for Memory {
    fn open_match<'a>(&'a self, name: &'a str, plan: &'a str) -> Keeping<'a, i64> {
        Box::pin(async move {
            let mut kept = self.kept.lock().unwrap();
            match kept.plans.get(name) {
                Some(other) if other != plan => refuse("a match of this name has another plan"),
                _ => {
                    kept.plans.insert(name.to_string(), plan.to_string());
                    Ok(7)
                }
            }
        })
    }

    fn finished<'a>(&'a self, of_match: i64) -> Keeping<'a, Vec<Finished>> {
        Box::pin(async move {
            assert_eq!(of_match, 7);
            Ok(self.results().into_iter().map(|(game, ending)| Finished { game, ending }).collect())
        })
    }

    fn begin<'a>(&'a self, of_match: i64, game: u64, started: &'a GameEvent) -> Keeping<'a, Option<Attempt>> {
        Box::pin(async move {
            assert_eq!(of_match, 7);
            assert!(matches!(started, GameEvent::Started { .. }), "a try begins with the start");
            let mut kept = self.kept.lock().unwrap();
            if kept.finished.contains_key(&game) {
                return Ok(None);
            }
            let number = 1 + kept.tries.iter().filter(|(of, ..)| *of == game).count() as u32;
            kept.tries.push((game, number, vec![started.clone()]));
            Ok(Some(Attempt { id: kept.tries.len() as i64 - 1, number }))
        })
    }

    fn append<'a>(&'a self, attempt: Attempt, first: u32, events: &'a [GameEvent]) -> Keeping<'a, ()> {
        Box::pin(async move {
            // Another may come in between, as with a real disk.
            tokio::task::yield_now().await;
            let mut kept = self.kept.lock().unwrap();
            match &mut kept.room {
                Some(0) => return refuse("the disk is full: make room and start the match again"),
                Some(room) => *room -= 1,
                None => {}
            }
            let (game, number, known) = &mut kept.tries[attempt.id as usize];
            let game = *game;
            assert_eq!((*number, known.len()), (attempt.number, first as usize), "events come in order");
            assert!(!events.is_empty(), "something is written");
            known.extend_from_slice(events);
            GameRecord::from_events(known).expect("the events of one game");
            if let Some(GameEvent::Ended { ending }) = events.last()
                && kept.finished.insert(game, ending.clone()).is_some()
            {
                return refuse(format!("game {game} has a result already"));
            }
            Ok(())
        })
    }

    fn keep_dialogues<'a>(&'a self, attempt: Attempt, dialogues: &'a Dialogues) -> Keeping<'a, ()> {
        Box::pin(async move {
            let mut kept = self.kept.lock().unwrap();
            let game = kept.tries[attempt.id as usize].0;
            assert!(kept.finished.contains_key(&game), "its end is kept already");
            assert!(kept.dialogues.insert(game, dialogues.clone()).is_none(), "once");
            Ok(())
        })
    }
}

/// A bot of this program that plays at random, by the seed of the plan.
pub fn random(invitation: &Invitation) -> Result<Box<dyn Seat>, String> {
    Ok(Box::new(AnalystSeat::new(Box::new(Random::new(invitation.seed)))))
}

/// A bot that is a program.
pub fn program(command: String) -> SeatFactory<'static> {
    Box::new(move |invitation| {
        let process = Process::start(&command).map_err(|error| error.to_string())?;
        Ok(Box::new(PlainSeat(Recorded::process(process, &invitation.transcript))))
    })
}

/// Speaks with a program: `game` is answered with `ready`; `go MICROSECONDS MOVE` with a move.
pub struct PlainSeat(Recorded<Process>);

impl PlainSeat {
    /// A seat for a program that runs.
    pub fn new(process: Recorded<Process>) -> PlainSeat {
        PlainSeat(process)
    }
}

impl Seat for PlainSeat {
    fn name(&self) -> &str {
        "the program"
    }

    fn begin<'a>(&'a mut self, _: &'a GameEvent, _: &'a dyn Session) -> Doing<'a, ()> {
        Box::pin(async {
            self.0.say("game\n").await?;
            // Whatever else it says before is a greeting.
            while self.0.hear().await? != "ready" {}
            Ok(())
        })
    }

    fn choose<'a>(&'a mut self, turn: Turn<'a>) -> Doing<'a, Choice> {
        Box::pin(async move {
            let limit = turn.time.limit.map_or(0, |limit| limit.as_micros());
            // Not the first move: a game of first moves may go in circles.
            let moves = turn.session.legal_moves();
            let mv = &moves[turn.session.turn() as usize * 7919 % moves.len()];
            self.0.say(&format!("go {limit} {mv}\n")).await?;
            Ok(Choice::plain(self.0.hear().await?))
        })
    }

    fn end<'a>(&'a mut self, _: &'a Ending) -> Doing<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    fn leave<'a>(&'a mut self) -> Doing<'a, ()> {
        self.0.hang_up()
    }
}
