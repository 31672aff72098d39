//! All games: those in memory, those that can be gone on with, those that others play or that are only kept.

use std::collections::{BTreeMap, HashMap};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use schwarm_arena::matchup::KeptTalk;
use schwarm_core::{Rulebook, Session, Setup, Side};
use schwarm_play::{GameEvent, Playing, TimeControl};
use schwarm_store::Store;
use tokio::sync::{Semaphore, broadcast, mpsc, oneshot, watch};

use super::bot::Players;
use super::deeds::{Deed, Done};
use super::follow::Follower;
use super::frame::Frame;
use super::history::{History, What};
use super::kept;
use super::opponent::Opponent;
use super::plan::{PREFIX, Plan};
use super::secret::{Secret, hex, random};
use super::state::{Clocks, GameState, Offers, Status};
use super::table::{Ask, Hand, Seated, Table};
use super::wall::{Running, Wall};
use crate::{Asker, Bounds, Config, Kind, Trouble};

/// How often a game that is just leaving memory is asked again.
const TRIES: usize = 3;

/// Games remembered that can be gone on with; beyond that the oldest are only kept.
const MOST_PARKED: usize = 20_000;

/// A game somebody wants.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// Id of the rule set.
    pub game: String,
    /// Against whom.
    pub opponent: Opponent,
    /// The person's side; drawn if not given.
    pub side: Option<Side>,
    /// The clock.
    pub time: TimeControl,
    /// A setup text, or `default`; drawn if not given, where the game has setups.
    pub setup: Option<String>,
    /// A position to begin from instead.
    pub position: Option<String>,
}

/// A game that was made.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    /// Its number.
    pub id: i64,
    /// The secret of the person's seat.
    pub secret: Secret,
}

/// What a listener hears.
pub(crate) struct Listening {
    /// What happened before, as it was sent.
    pub(crate) past: Vec<Arc<Frame>>,
    /// What must be told again, and after which event.
    pub(crate) missed: Option<(History, Option<u64>)>,
    /// What will happen; `None` for a game that is not in memory.
    pub(crate) live: Option<broadcast::Receiver<Arc<Frame>>>,
}

impl Listening {
    /// What happened before, told again where it was not kept.
    pub(crate) async fn past(&mut self) -> Result<Vec<Arc<Frame>>, Trouble> {
        let Some((history, after)) = self.missed.take() else { return Ok(std::mem::take(&mut self.past)) };
        let told = tokio::task::spawn_blocking(move || history.replay(after)).await;
        let told = told.map_err(|error| Trouble::failed("a game was told again", &error))?;
        let frames = told.map_err(|error| Trouble::failed("a game was told again", &error))?;
        Ok(frames.into_iter().map(Arc::new).collect())
    }
}

/// A game that can be gone on with.
#[derive(Clone, Debug)]
pub(crate) struct Parked {
    pub(crate) of_match: i64,
    pub(crate) plan: Plan,
}

/// All games.
pub struct Hall {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) players: Players,
    pub(crate) wall: Wall,
    pub(super) follower: Follower,
    pub(crate) bounds: Bounds,
    /// Of which games it is kept what was said with the bots.
    pub(super) talk: KeptTalk,
    tables: Mutex<HashMap<i64, mpsc::Sender<Ask>>>,
    pub(super) parked: Mutex<BTreeMap<i64, Parked>>,
    /// Held while a game is brought back, so that it is brought back once.
    loading: tokio::sync::Mutex<()>,
    closing: watch::Sender<bool>,
    /// Whether other servers play games of the same store. Then nothing is kept here that they would have to know: a game is brought
    /// back by whoever is asked by one of its players, and given up by whoever was overtaken.
    pub(super) is_shared: bool,
}

impl Hall {
    /// An empty hall.
    pub(crate) fn new(config: &Config) -> Arc<Hall> {
        let cores = Arc::new(Semaphore::new(config.bounds.thinking.max(1)));
        Arc::new(Hall {
            store: config.store.clone(),
            players: Players { opponents: config.opponents.clone(), cores },
            wall: Wall::new(),
            follower: Follower::default(),
            bounds: config.bounds.clone(),
            talk: config.talk,
            tables: Mutex::default(),
            parked: Mutex::default(),
            loading: tokio::sync::Mutex::default(),
            closing: watch::Sender::new(false),
            is_shared: config.store.changes().hears_others(),
        })
    }

    /// The games that run, the latest first.
    pub async fn running(self: &Arc<Self>) -> Vec<Running> {
        self.catch_up().await;
        self.wall.games()
    }

    /// Makes a game. Only the operator may start programs.
    ///
    /// # Errors
    /// When there is no such game or setup, it is not allowed, or there are too many games.
    pub async fn make(self: &Arc<Self>, asker: &Asker, new: NewGame) -> Result<Made, Trouble> {
        if matches!(new.opponent, Opponent::Bot(_)) && !asker.is_operator {
            return Err(Kind::OperatorOnly.into());
        }
        let rules = schwarm_catalog::open(&new.game).map_err(|_| Kind::UnknownGame)?;
        let is_known = |name: &String| self.players.opponents.bots(&*rules).contains(name);
        if matches!(&new.opponent, Opponent::Bot(name) if !is_known(name)) {
            return Err(Kind::Unknown.into());
        }
        let session = match new.position.as_deref() {
            Some(text) => open_position(&*rules, text)?,
            None => open_setup(&*rules, new.setup.as_deref())?,
        };
        let side = new.side.unwrap_or_else(|| Side::from_parity(random::<1>()[0].into()));
        let (plan, secret) = Plan::new(side, &new.opponent);
        let playing = Playing::new(&*rules, session, plan.names(), new.time);
        let id = self.begin(plan, rules, playing).await?;
        Ok(Made { id, secret })
    }

    /// Another game by the same rules, with the sides already swapped.
    pub(crate) fn rematch<'a>(
        self: &'a Arc<Self>,
        plan: Plan,
        started: &'a GameEvent,
    ) -> Pin<Box<dyn Future<Output = Result<i64, Trouble>> + Send + 'a>> {
        Box::pin(async move {
            let GameEvent::Started { game, start, time, .. } = started else { return Err(Kind::Unknown.into()) };
            let rules = schwarm_catalog::open(game).map_err(|_| Kind::UnknownGame)?;
            let session = start.open(&*rules).map_err(|_| Kind::UnknownGame)?;
            let playing = Playing::new(&*rules, session, plan.names(), *time);
            self.begin(plan, rules, playing).await
        })
    }

    /// Stores the start of a game and sets up its table.
    async fn begin(self: &Arc<Self>, plan: Plan, rules: Box<dyn Rulebook>, playing: Playing) -> Result<i64, Trouble> {
        if lock(&self.tables).len() >= self.bounds.games {
            return Err(Kind::TooMany.into());
        }
        let failed = |error| Trouble::failed("a new game could not be stored", &error);
        let name = format!("{PREFIX}{}", hex(&random::<16>()));
        let of_match = self.store.open_match(&name, &plan.to_json()).await.map_err(failed)?;
        let attempt = self.store.begin(of_match, 0, playing.started()).await.map_err(failed)?.ok_or(Kind::Failed)?;
        let GameEvent::Started { game, start, .. } = playing.started() else { return Err(Kind::Failed.into()) };
        let mut history = History::new(game.clone(), start.clone());
        let is_over = playing.ending().is_some();
        let status = if plan.invitation.is_some() { Status::Waiting } else { Status::Playing };
        let clocks = Clocks::of(playing.clock(), None, Duration::ZERO);
        history.add(What::Started, clocks, Offers::default(), status);
        if is_over {
            let events = playing.opening_events();
            self.store.append(attempt, 0, &events).await.map_err(failed)?;
            return Ok(attempt.id);
        }
        let id = attempt.id;
        self.seat(Seated { id, of_match, plan, attempt, rules, playing, history, status });
        Ok(id)
    }

    fn seat(self: &Arc<Self>, seated: Seated) -> mpsc::Sender<Ask> {
        let id = seated.id;
        let (table, sender) = Table::new(seated, self.clone());
        lock(&self.tables).insert(id, sender.clone());
        tokio::spawn(table.run());
        sender
    }

    /// A table leaves memory; `parked` where its game can be gone on with.
    pub(crate) fn leave(&self, id: i64, parked: Option<Parked>) {
        let mut tables = lock(&self.tables);
        if let Some(parked) = parked.filter(|_| !self.is_shared) {
            self.park(id, parked);
        }
        tables.remove(&id);
        self.wall.take_down(id);
    }

    pub(super) fn park(&self, id: i64, game: Parked) {
        let mut parked = lock(&self.parked);
        parked.insert(id, game);
        if parked.len() > MOST_PARKED {
            parked.pop_first();
        }
    }

    /// How a game stands, for one asker.
    ///
    /// # Errors
    /// When there is no such game.
    pub async fn look(self: &Arc<Self>, id: i64, asker: &Asker) -> Result<GameState, Trouble> {
        let look = |reply| Ask::Look(asker.lang, asker.secrets(), reply);
        match self.ask_for(id, asker, look).await? {
            Some(state) => Ok(state),
            None => {
                let state = kept::look(&*self.store, id, asker.lang).await?;
                Ok(self.with_clocks(state).await)
            }
        }
    }

    /// What happens in a game after an event; without one, how it stands and what happens from now on.
    pub(crate) async fn listen(
        self: &Arc<Self>,
        id: i64,
        asker: &Asker,
        after: Option<u64>,
    ) -> Result<Listening, Trouble> {
        match self.ask_for(id, asker, |reply| Ask::Listen(after, reply)).await? {
            Some(listening) => Ok(listening),
            None => match self.overhear(id, after).await? {
                Some(listening) => Ok(listening),
                None => kept::listen(&*self.store, id, after).await,
            },
        }
    }

    /// Somebody does something in a game.
    pub(crate) async fn act(self: &Arc<Self>, id: i64, asker: &Asker, deed: Deed) -> Result<Done, Trouble> {
        match self.ask_for(id, asker, |reply| Ask::Act(hand(asker), deed.clone(), reply)).await? {
            Some(done) => done,
            None => match kept::look(&*self.store, id, asker.lang).await?.status {
                Status::Over => Err(Kind::GameOver.into()),
                _ => Err(Kind::NotYours.into()),
            },
        }
    }

    /// Takes the free seat of a game: its secret, or that of the seat the asker has already.
    ///
    /// # Errors
    /// When the link is not the game's, or the seat is taken.
    pub async fn join(self: &Arc<Self>, id: i64, link: &str, asker: &Asker) -> Result<Secret, Trouble> {
        let link: Secret = link.parse().map_err(|()| Kind::NotYours)?;
        if self.is_shared {
            self.adopt(id, |plan| plan.invitation.is_some()).await?;
        }
        let join = |reply| Ask::Join(link, asker.secrets(), reply);
        let mut joined = self.ask(id, join).await?;
        if joined.is_none() && self.is_shared {
            self.adopt(id, |plan| plan.invitation.is_some()).await?;
            joined = self.ask(id, join).await?;
        }
        joined.unwrap_or_else(|| Err(Kind::Unknown.into()))
    }

    /// All games, as they change.
    pub(crate) async fn listen_to_all(self: &Arc<Self>) -> (Vec<Arc<Frame>>, broadcast::Receiver<Arc<Frame>>) {
        self.catch_up().await;
        self.wall.listen()
    }

    /// Becomes true when the server closes.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Ends all streams.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Asks a game for somebody who may have a seat in it and for whom it is brought back, if need be.
    async fn ask_for<T>(
        self: &Arc<Self>,
        id: i64,
        asker: &Asker,
        ask: impl Fn(oneshot::Sender<T>) -> Ask,
    ) -> Result<Option<T>, Trouble> {
        for _ in 0..TRIES {
            self.recall(id, asker).await?;
            let was_at_hand = self.is_at_hand(id);
            let answer = self.ask(id, &ask).await?;
            // Another server may have gone on with the game at that very moment: then it is brought back as it is now.
            if answer.is_some() || !(self.is_shared && was_at_hand) {
                return Ok(answer);
            }
        }
        Ok(None)
    }

    /// Asks a game that is in memory or can be brought back; `None` if it is neither.
    async fn ask<T>(self: &Arc<Self>, id: i64, ask: impl Fn(oneshot::Sender<T>) -> Ask) -> Result<Option<T>, Trouble> {
        for _ in 0..TRIES {
            let Some(table) = self.table(id).await? else { return Ok(None) };
            let (reply, answer) = oneshot::channel();
            if table.send(ask(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok(Some(answer));
            }
        }
        Err(Kind::Failed.into())
    }

    pub(super) async fn table(self: &Arc<Self>, id: i64) -> Result<Option<mpsc::Sender<Ask>>, Trouble> {
        if let Some(table) = self.seated(id) {
            return Ok(Some(table));
        }
        let parked = lock(&self.parked).get(&id).cloned();
        match parked {
            Some(parked) => self.bring(id, parked).await,
            None => Ok(None),
        }
    }

    /// Brings a game back into memory, once.
    pub(super) async fn bring(self: &Arc<Self>, id: i64, parked: Parked) -> Result<Option<mpsc::Sender<Ask>>, Trouble> {
        let _loading = self.loading.lock().await;
        if let Some(table) = self.seated(id) {
            return Ok(Some(table));
        }
        if lock(&self.tables).len() >= self.bounds.games {
            return Err(Kind::TooMany.into());
        }
        let seated = self.bring_back(id, parked).await?;
        lock(&self.parked).remove(&id);
        Ok(seated.map(|seated| self.seat(seated)))
    }

    /// Whether a game is in memory, or known as one that can be gone on with.
    pub(super) fn is_at_hand(&self, id: i64) -> bool {
        self.seated(id).is_some() || lock(&self.parked).contains_key(&id)
    }

    /// Finished games must not keep new ones from being begun.
    pub(super) fn has_room_to_recall(&self) -> bool {
        lock(&self.tables).len() < self.bounds.games.div_ceil(2)
    }

    pub(super) fn seated(&self, id: i64) -> Option<mpsc::Sender<Ask>> {
        lock(&self.tables).get(&id).filter(|table| !table.is_closed()).cloned()
    }
}

/// Whoever panicked while holding a lock left the map whole.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn hand(asker: &Asker) -> Hand {
    Hand { secrets: asker.secrets(), is_operator: asker.is_operator }
}

/// The start of a new game: what was asked for, or something drawn.
fn open_setup(rules: &dyn Rulebook, setup: Option<&str>) -> Result<Box<dyn Session>, Trouble> {
    let setup = setup.map(str::trim).filter(|setup| !setup.is_empty());
    let setup = match setup {
        None if rules.info().setup.is_empty() => Setup::Default,
        None => Setup::Seed(u64::from_le_bytes(random())),
        Some("default") => Setup::Default,
        Some(text) => Setup::parse(text).map_err(|_| Kind::UnknownGame)?,
    };
    rules.start(setup).map_err(|_| Kind::UnknownGame.into())
}

/// A position as the start of a new game: what led to it is left behind.
fn open_position(rules: &dyn Rulebook, text: &str) -> Result<Box<dyn Session>, Trouble> {
    let mut session = rules.from_position(text).map_err(|_| Kind::UnknownGame)?;
    if !session.moves().is_empty() {
        let board = session.board().unwrap_or_else(|| session.position());
        session = rules.from_position(&board).map_err(|_| Kind::UnknownGame)?;
    }
    match session.outcome() {
        None => Ok(session),
        Some(_) => Err(Kind::GameOver.into()),
    }
}
