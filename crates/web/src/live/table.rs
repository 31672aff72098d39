//! One game in memory: a task that owns it and does one thing after the other.
//!
//! What must hold: a move is judged by `Playing` alone; its event is stored before anybody is answered or
//! told. If the store fails the table goes away: what is shown next is what the store holds.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use schwarm_core::Rulebook;
use schwarm_core::view::BoardView;
use schwarm_play::{Attempt, Choice, GameEvent, JournalError, PlayedMove, Playing, SeatFault, TimeControl};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::time::{Instant as Alarm, sleep_until};

use super::bot::{Bot, Kept, Question, Thought};
use super::deeds::{Deed, Done};
use super::frame::{self, Frame, Scene};
use super::hall::{Hall, Listening, Parked};
use super::history::{History, What};
use super::plan::Plan;
use super::secret::Secret;
use super::state::{Clocks, GameState, Offers, Status};
use super::told::Told;
use super::wall::Running;
use crate::words::Lang;
use crate::{Kind, Position, Trouble};

/// Events a slow listener may be behind.
const BEHIND: usize = 32;

/// Events that are kept as they were sent, for listeners that come back soon.
const RECENT: usize = 8;

/// Requests that may wait.
const WAITING: usize = 64;

/// Who does something.
pub(crate) struct Hand {
    pub(crate) secrets: Vec<Secret>,
    pub(crate) is_operator: bool,
}

/// What somebody asks of a game.
pub(crate) enum Ask {
    /// How does it stand?
    Look(Lang, Vec<Secret>, oneshot::Sender<GameState>),
    /// What happens, after this event?
    Listen(Option<u64>, oneshot::Sender<Listening>),
    /// Somebody does something.
    Act(Hand, Deed, oneshot::Sender<Result<Done, Trouble>>),
    /// A friend comes.
    Join(Secret, Vec<Secret>, oneshot::Sender<Result<Secret, Trouble>>),
}

/// What a table is made of.
pub(crate) struct Seated {
    pub(crate) id: i64,
    pub(crate) of_match: i64,
    pub(crate) plan: Plan,
    pub(crate) attempt: Attempt,
    pub(crate) rules: Box<dyn Rulebook>,
    pub(crate) playing: Playing,
    pub(crate) history: History,
    pub(crate) status: Status,
}

/// One game in memory.
pub(crate) struct Table {
    pub(super) seated: Seated,
    pub(super) offers: Offers,
    pub(super) hall: Arc<Hall>,
    pub(super) bot: Option<Bot>,
    /// The game that was begun after this one.
    pub(super) next_game: Option<i64>,
    /// Since when the player to move thinks.
    pub(super) turn_began: Instant,
    /// When somebody last did or asked something.
    heard: Instant,
    pub(super) recent: VecDeque<Arc<Frame>>,
    pub(super) frames: broadcast::Sender<Arc<Frame>>,
    inbox: mpsc::Receiver<Ask>,
    thoughts: mpsc::Receiver<Thought>,
}

/// What wakes a table.
enum Wake {
    /// Something happened in a game of this store, perhaps in this one.
    Changed,
    Asked(Option<Ask>),
    Thought(Option<Thought>),
    Alarm,
}

impl Table {
    /// Sets up a table; the sender is how it is asked.
    pub(crate) fn new(seated: Seated, hall: Arc<Hall>) -> (Table, mpsc::Sender<Ask>) {
        let (sender, inbox) = mpsc::channel(WAITING);
        let (thinking, thoughts) = mpsc::channel(4);
        let bot = seated.plan.bot().map(|(side, opponent)| Bot::new(side, opponent.clone(), thinking));
        let table = Table {
            seated,
            offers: Offers::default(),
            hall,
            bot,
            next_game: None,
            turn_began: Instant::now(),
            heard: Instant::now(),
            recent: VecDeque::new(),
            frames: broadcast::Sender::new(BEHIND),
            inbox,
            thoughts,
        };
        (table, sender)
    }

    /// Runs the game until it may leave memory.
    pub(crate) async fn run(mut self) {
        if self.seated.status != Status::Over {
            self.show_on_wall();
        }
        self.ask_bot();
        let mut changes = self.hall.store.changes();
        loop {
            let alarm = Alarm::from_std(self.alarm());
            let is_followed = self.hall.is_shared && self.frames.receiver_count() > 0;
            let wake = tokio::select! {
                () = changes.in_games(), if is_followed => Wake::Changed,
                ask = self.inbox.recv() => Wake::Asked(ask),
                thought = self.thoughts.recv(), if self.bot.is_some() => Wake::Thought(thought),
                () = sleep_until(alarm) => Wake::Alarm,
            };
            if self.hall.is_shared && !matches!(wake, Wake::Alarm | Wake::Thought(_)) && self.is_overtaken().await {
                // Another server has gone on with the game. Whoever asked asks again, and hears what the store holds.
                break;
            }
            let kept = match wake {
                Wake::Changed => continue,
                Wake::Asked(None) => break,
                Wake::Alarm if self.may_leave() => break,
                Wake::Asked(Some(ask)) => self.answer(ask).await,
                Wake::Thought(thought) => self.hear(thought).await,
                Wake::Alarm => self.check_time().await,
            };
            if let Err(error) = kept {
                tracing::error!("game {} could not be stored: {error}", self.seated.id);
                break;
            }
        }
        let is_open = self.seated.status != Status::Over;
        let parked = Parked { of_match: self.seated.of_match, plan: self.seated.plan };
        // Whoever asks from now on finds the game in the store; the inbox is closed with the end of this function.
        self.hall.leave(self.seated.id, is_open.then_some(parked));
    }

    /// Whether the store holds more of this game than we do.
    async fn is_overtaken(&mut self) -> bool {
        let Attempt { id, number } = self.seated.attempt;
        let known = [
            (self.seated.attempt, self.seated.history.next_stored()),
            (Attempt { id, number: number.saturating_add(1) }, 0),
        ];
        // A store that does not answer now has not overtaken anybody.
        self.hall.store.news(&known).await.is_ok_and(|news| !news.is_empty())
    }

    async fn answer(&mut self, ask: Ask) -> Result<(), JournalError> {
        self.heard = Instant::now();
        match ask {
            Ask::Look(lang, secrets, reply) => drop(reply.send(self.state(lang, &secrets))),
            Ask::Listen(after, reply) => drop(reply.send(self.listen(after))),
            Ask::Act(hand, deed, reply) => {
                let done = match self.seated.plan.seat_of(&hand.secrets) {
                    Some(_) if self.would_start_a_program(&deed) && !hand.is_operator => Err(Kind::OperatorOnly.into()),
                    Some(side) => self.act(side, deed).await?,
                    None => Err(Kind::NotYours.into()),
                };
                drop(reply.send(done));
            }
            Ask::Join(link, secrets, reply) => drop(reply.send(self.join(link, &secrets).await?)),
        }
        Ok(())
    }

    /// Lets a friend in.
    async fn join(&mut self, link: Secret, secrets: &[Secret]) -> Result<Result<Secret, Trouble>, JournalError> {
        if let Some(own) = secrets.iter().find(|secret| self.seated.plan.seat_of([*secret]).is_some()) {
            return Ok(Ok(*own));
        }
        let Some(secret) = self.seated.plan.accept(link).filter(|_| self.seated.status == Status::Waiting) else {
            return Ok(Err(Kind::NotYours.into()));
        };
        // The first try waits, the second one is played: so the store knows that the seat is taken.
        let begun = self.hall.store.begin(self.seated.of_match, 0, self.seated.playing.started()).await?;
        self.seated.attempt = begun.ok_or_else(|| JournalError("the game has a result already".to_string()))?;
        self.seated.status = Status::Playing;
        self.turn_began = Instant::now();
        self.tell(What::Joined);
        Ok(Ok(secret))
    }

    /// A thought of the bot.
    async fn hear(&mut self, thought: Option<Thought>) -> Result<(), JournalError> {
        let (Some(thought), Some(bot)) = (thought, &mut self.bot) else { return Ok(()) };
        if let Some((answer, spent)) = bot.hear(thought) {
            self.heard = Instant::now();
            self.bot_moves(answer, spent).await?;
        }
        self.ask_bot();
        Ok(())
    }

    async fn bot_moves(&mut self, answer: Result<Choice, SeatFault>, spent: Duration) -> Result<(), JournalError> {
        let before = self.seated.playing.session().view();
        let events = self.seated.playing.answer(answer, spent);
        self.store(&events).await?;
        self.tell_events(&before, events);
        Ok(())
    }

    /// Asks the bot if it is its turn.
    pub(super) fn ask_bot(&mut self) {
        let playing = &self.seated.playing;
        let Some(bot) = self.bot.as_mut().filter(|bot| playing.to_move() == Some(bot.side)) else { return };
        if bot.is_asked() || !bot.is_here() {
            return;
        }
        let question = Question {
            session: playing.session().clone_box(),
            plies: self.seated.history.moves.len(),
            time: playing.think_time(),
            started: playing.started().clone(),
        };
        bot.ask(question, &*self.seated.rules, &self.hall.players);
    }

    /// Stores events; nobody has seen them yet.
    pub(super) async fn store(&mut self, events: &[GameEvent]) -> Result<(), JournalError> {
        if events.is_empty() {
            return Ok(());
        }
        self.hall.store.append(self.seated.attempt, self.seated.history.next_stored(), events).await
    }

    /// Tells of events that are stored. `before` is the position before the first one.
    pub(super) fn tell_events(&mut self, before: &BoardView, events: Vec<GameEvent>) {
        for event in events {
            match event {
                GameEvent::Started { .. } => self.tell(What::Started),
                GameEvent::Moved { ply, played, .. } => self.tell_move(before, ply, played),
                GameEvent::TakenBack { ply } => {
                    self.offers = Offers::default();
                    self.tell(What::TakenBack(ply));
                }
                GameEvent::Ended { ending } => {
                    self.offers = Offers::default();
                    self.seated.status = Status::Over;
                    if let Some(bot) = &mut self.bot {
                        let (store, attempt) = (self.hall.store.clone(), self.seated.attempt);
                        bot.dismiss(&ending, Kept { store, attempt, talk: self.hall.talk });
                    }
                    self.tell(What::Ended(Arc::new(ending)));
                }
            }
        }
    }

    fn tell_move(&mut self, before: &BoardView, ply: u32, played: PlayedMove) {
        self.turn_began = Instant::now();
        self.offers = Offers::default();
        let after = self.seated.playing.session().view();
        self.tell(What::Moved(Arc::new(Told::new(before, &after, ply, played))));
    }

    /// Tells everybody what happened.
    pub(super) fn tell(&mut self, what: What) {
        let clocks = self.clocks();
        let Seated { playing, history, status, .. } = &mut self.seated;
        let happening = history.add(what, clocks, self.offers, *status).clone();
        // A move and the end it brings are told one after the other.
        let ending = playing.ending().filter(|_| *status == Status::Over);
        let scene = Scene { session: playing.session(), moves: &history.moves, ending };
        let frame = Arc::new(frame::render(&happening, &scene));
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(frame.clone());
        // Nobody listens: nobody is to be told.
        let _ = self.frames.send(frame);
        self.show_on_wall();
    }

    fn show_on_wall(&self) {
        let Seated { playing, history, status, .. } = &self.seated;
        let plies = u32::try_from(history.moves.len()).unwrap_or(u32::MAX);
        let shown = Position::still(playing.session(), plies, *status == Status::Over);
        self.hall.wall.show(Running {
            id: self.seated.id,
            of_match: None,
            players: self.names(),
            status: *status,
            shown,
        });
    }

    /// The clocks now; they stand still before and after the game.
    pub(super) fn clocks(&self) -> Option<Clocks> {
        let running = self.seated.playing.to_move().filter(|_| self.seated.status == Status::Playing);
        Clocks::of(self.seated.playing.clock(), running, self.turn_began.elapsed())
    }

    /// When to look at the time again.
    fn alarm(&self) -> Instant {
        let flag = self.patience().map(|patience| self.turn_began + patience);
        let leave = self.heard + self.stay();
        flag.map_or(leave, |flag| flag.min(leave))
    }

    /// How long the player to move is waited for. An engine of ours keeps the time by itself.
    fn patience(&self) -> Option<Duration> {
        let playing = &self.seated.playing;
        let side = playing.to_move().filter(|_| self.seated.status == Status::Playing)?;
        let is_engine = self.bot.as_ref().is_some_and(|bot| bot.side == side && !bot.is_program());
        if is_engine { None } else { playing.patience() }
    }

    async fn check_time(&mut self) -> Result<(), JournalError> {
        if self.heard.elapsed() >= self.stay() {
            // It has to stay for another while: somebody watches, or a clock runs.
            self.heard = Instant::now();
        }
        if self.patience().is_none_or(|patience| self.turn_began.elapsed() < patience) {
            return Ok(());
        }
        let before = self.seated.playing.session().view();
        let side = self.seated.playing.to_move();
        if let (Some(side), TimeControl::Total { .. }) = (side, self.seated.playing.clock().control()) {
            self.seated.playing.clock_mut().restore(side, Duration::ZERO);
        }
        let events: Vec<GameEvent> = self.seated.playing.out_of_time().into_iter().collect();
        self.store(&events).await?;
        self.tell_events(&before, events);
        Ok(())
    }

    /// How long the game stays in memory after it was last heard of.
    fn stay(&self) -> Duration {
        let bounds = &self.hall.bounds;
        if self.seated.status == Status::Over { bounds.linger } else { bounds.idle }
    }

    /// A game with a clock that runs must stay; others may go while nobody looks.
    fn may_leave(&self) -> bool {
        let is_watched = self.frames.receiver_count() > 0 && self.seated.status != Status::Over;
        let thinks = self.bot.as_ref().is_some_and(Bot::is_asked);
        !is_watched && !thinks && self.patience().is_none() && self.heard.elapsed() >= self.stay()
    }
}
