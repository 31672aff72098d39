//! The bot of a game: it thinks beside the game, which goes on hearing its persons meanwhile.
//!
//! An engine of this program thinks on a blocking thread, at most as many at once as there are cores. What a bot
//! answers to a question that nobody asks any more is thrown away.

use std::sync::Arc;
use std::time::{Duration, Instant};

use schwarm_arena::matchup::KeptTalk;
use schwarm_arena::transcript::Transcript;
use schwarm_core::{Rulebook, Session, Side};
use schwarm_play::{Analyst, Attempt, Choice, Ending, GameEvent, Limits, Seat, SeatFault, Stop, ThinkTime, Turn};
use schwarm_store::Store;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::{sleep, timeout};

use super::opponent::Opponent;
use super::secret::random;
use crate::Opponents;

/// How long a program may take to be ready for a game.
const READY: Duration = Duration::from_secs(30);

/// How long a program is listened to after the end before all is written down.
const LAST_WORDS: Duration = Duration::from_millis(50);

/// Somebody who chooses moves.
enum Player {
    Engine(Box<dyn Analyst>),
    /// A program, and whether it knows of the game.
    Program(Box<dyn Seat>, bool),
}

/// Where the player is.
enum Place {
    /// Not made yet.
    Nowhere,
    /// At rest.
    Here(Player),
    /// Thinking; this stops it.
    Away(Leash),
}

/// Stops a player that thinks.
struct Leash {
    stop: Stop,
    /// Dropped, it makes a program stop.
    _held: oneshot::Sender<()>,
}

/// What a bot has come to.
pub(crate) struct Thought {
    question: u64,
    /// What it answers, and after how long.
    pub(crate) answer: Result<Choice, SeatFault>,
    pub(crate) spent: Duration,
    player: Option<Player>,
}

/// What a bot is asked.
pub(crate) struct Question {
    pub(crate) session: Box<dyn Session>,
    /// Plies of this game.
    pub(crate) plies: usize,
    pub(crate) time: ThinkTime,
    pub(crate) started: GameEvent,
}

/// The bot of a game.
pub(crate) struct Bot {
    pub(crate) side: Side,
    opponent: Opponent,
    place: Place,
    /// Number of the question that is asked; answers to others do not count.
    question: u64,
    is_asked: bool,
    /// How it judged its own chances when it moved last.
    pub(crate) score: Option<f64>,
    /// What was said with it, where it is a program.
    transcript: Transcript,
    thoughts: mpsc::Sender<Thought>,
}

impl Bot {
    /// A bot that sends its thoughts there.
    pub(crate) fn new(side: Side, opponent: Opponent, thoughts: mpsc::Sender<Thought>) -> Bot {
        let (place, transcript) = (Place::Nowhere, Transcript::default());
        Bot { side, opponent, place, question: 0, is_asked: false, score: None, transcript, thoughts }
    }

    /// Whether it has been asked and has not answered.
    pub(crate) fn is_asked(&self) -> bool {
        self.is_asked
    }

    /// Whether it is a program, which is not trusted to keep the time.
    pub(crate) fn is_program(&self) -> bool {
        matches!(self.opponent, Opponent::Bot(_))
    }

    /// Whether it can be asked now: one that was interrupted must come back first.
    pub(crate) fn is_here(&self) -> bool {
        !matches!(self.place, Place::Away(_))
    }

    /// Asks it. The answer comes as a thought.
    pub(crate) fn ask(&mut self, question: Question, rules: &dyn Rulebook, house: &Players) {
        self.question += 1;
        self.is_asked = true;
        self.transcript.at_ply(u32::try_from(question.plies).unwrap_or(u32::MAX));
        let number = self.question;
        let player = match std::mem::replace(&mut self.place, Place::Nowhere) {
            Place::Here(player) => Ok(player),
            Place::Nowhere | Place::Away(_) => self.make(rules, house),
        };
        let stop = Stop::default();
        let (held, dropped) = oneshot::channel();
        self.place = Place::Away(Leash { stop: stop.clone(), _held: held });
        let (thoughts, cores) = (self.thoughts.clone(), house.cores.clone());
        tokio::spawn(async move {
            let thought = match player {
                Ok(Player::Engine(engine)) => think(number, engine, question, stop, &cores).await,
                Ok(Player::Program(seat, is_ready)) => choose(number, seat, is_ready, question, dropped).await,
                Err(fault) => Thought { question: number, answer: Err(fault), spent: Duration::ZERO, player: None },
            };
            // The game may have gone meanwhile.
            let _ = thoughts.send(thought).await;
        });
    }

    /// Takes a thought: `Some` if it answers the question that is asked.
    pub(crate) fn hear(&mut self, thought: Thought) -> Option<(Result<Choice, SeatFault>, Duration)> {
        if thought.question != self.question {
            return None;
        }
        self.place = thought.player.map_or(Place::Nowhere, Place::Here);
        if !std::mem::take(&mut self.is_asked) {
            return None;
        }
        if let Ok(choice) = &thought.answer {
            self.score = choice.score;
        }
        Some((thought.answer, thought.spent))
    }

    /// Nobody wants to know any more.
    pub(crate) fn forget_question(&mut self) {
        self.is_asked = false;
        if let Place::Away(leash) = &self.place {
            leash.stop.stop();
        }
        if self.is_program() && !self.is_here() {
            self.place = Place::Nowhere;
        }
    }

    /// Moves were taken back. A program may not understand that: another one is started.
    pub(crate) fn start_over(&mut self) {
        self.forget_question();
        if self.is_program() {
            self.place = Place::Nowhere;
        }
    }

    /// The game is over: a program is told, and what was said with it is kept.
    pub(crate) fn dismiss(&mut self, ending: &Ending, kept: Kept) {
        self.forget_question();
        let place = std::mem::replace(&mut self.place, Place::Nowhere);
        if !self.is_program() {
            return;
        }
        let (side, ending, transcript) = (self.side, ending.clone(), self.transcript.clone());
        tokio::spawn(async move {
            let mut seat = match place {
                Place::Here(Player::Program(seat, _)) => Some(seat),
                _ => None,
            };
            // The game is over whatever a program makes of it.
            if let Some(seat) = &mut seat {
                let _ = timeout(READY, seat.end(&ending)).await;
            }
            sleep(LAST_WORDS).await;
            kept.keep(side, &ending, &transcript).await;
            if let Some(mut seat) = seat {
                let _ = timeout(READY, seat.leave()).await;
            }
        });
    }

    fn make(&self, rules: &dyn Rulebook, house: &Players) -> Result<Player, SeatFault> {
        match &self.opponent {
            Opponent::Level(level) => {
                let seed = u64::from_le_bytes(random());
                Ok(Player::Engine(house.opponents.level(*level, seed >> 1)))
            }
            Opponent::Bot(name) => {
                let seat = house.opponents.bot(name, rules, &self.transcript).map_err(SeatFault::Crash)?;
                Ok(Player::Program(seat, false))
            }
            Opponent::Person => Err(SeatFault::Left("a person is no bot".to_string())),
        }
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        if let Place::Away(leash) = &self.place {
            leash.stop.stop();
        }
    }
}

/// Where it is kept what was said with a bot.
pub(crate) struct Kept {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) attempt: Attempt,
    pub(crate) talk: KeptTalk,
}

impl Kept {
    async fn keep(self, side: Side, ending: &Ending, transcript: &Transcript) {
        let Some(said) = transcript.dialogue().filter(|_| self.talk.wants(ending)) else { return };
        let mut dialogues = [None, None];
        dialogues[side.index()] = Some(said);
        if let Err(error) = self.store.keep_dialogues(self.attempt, &dialogues).await {
            tracing::warn!("what was said in game {} is not kept: {error}", self.attempt.id);
        }
    }
}

/// Where players come from, and the cores they share.
pub(crate) struct Players {
    pub(crate) opponents: Arc<dyn Opponents>,
    pub(crate) cores: Arc<Semaphore>,
}

/// Lets an engine think once there is a core for it. Its time runs from then on.
async fn think(
    number: u64,
    mut engine: Box<dyn Analyst>,
    question: Question,
    stop: Stop,
    cores: &Arc<Semaphore>,
) -> Thought {
    let permit = cores.clone().acquire_owned().await;
    let began = Instant::now();
    let thinking = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        let limits = Limits { time: question.time.limit.map(|_| question.time), ..Limits::default() };
        let answer = if stop.is_stopped() {
            Err(SeatFault::Left("nobody asks any more".to_string()))
        } else {
            schwarm_play::choose(&mut *engine, &*question.session, &limits, &stop)
        };
        (answer, engine)
    });
    let (answer, player) = match thinking.await {
        Ok((answer, engine)) => (answer, Some(Player::Engine(engine))),
        Err(error) => (Err(SeatFault::Crash(error.to_string())), None),
    };
    Thought { question: number, answer, spent: began.elapsed(), player }
}

/// Lets a program choose, unless nobody holds its leash any more.
async fn choose(
    number: u64,
    mut seat: Box<dyn Seat>,
    is_ready: bool,
    question: Question,
    dropped: oneshot::Receiver<()>,
) -> Thought {
    let mut began = Instant::now();
    let choosing = async {
        if !is_ready {
            let mut first = question.session.clone_box();
            for _ in 0..question.plies {
                first.undo();
            }
            let ready = timeout(READY, seat.begin(&question.started, &*first)).await;
            ready.unwrap_or_else(|_| Err(SeatFault::Silence("it was not ready in time".to_string())))?;
            began = Instant::now();
        }
        seat.choose(Turn { session: &*question.session, time: question.time }).await
    };
    let answer = tokio::select! {
        answer = choosing => Some(answer),
        _ = dropped => None,
    };
    let spent = began.elapsed();
    let Some(answer) = answer else {
        // It goes home in its own time.
        let _ = timeout(READY, seat.leave()).await;
        let answer = Err(SeatFault::Left("nobody asks any more".to_string()));
        return Thought { question: number, answer, spent, player: None };
    };
    let player = answer.is_ok().then_some(Player::Program(seat, true));
    Thought { question: number, answer, spent, player }
}
