//! Games that others play: programs with the same store, and the server for the Software-Challenge beside us.
//!
//! What must hold: what is told of such a game is what the store holds, in its order, every event once; the store is
//! asked by one at a time, a few times a second while somebody wants to know, and not at all otherwise.
//! Not here: what is followed (`following`), one game (`followed`).

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use schwarm_store::StoreError;
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::{sleep, timeout};

use super::following::{Following, Report};
use super::hall::{Hall, Listening};
use super::plan::PREFIX;
use super::state::{GameState, Status};
use crate::server::closed;
use crate::{Kind, Trouble};

/// How long games are followed for the wall after somebody looked at it.
const GRACE: Duration = Duration::from_secs(10);

/// How many times sooner than usual the store is asked where it says that something has happened.
const SOONER: u32 = 8;

/// How long a page waits for the games of others.
const PATIENCE: Duration = Duration::from_secs(1);

/// Milliseconds after which nobody waits for a move, whatever the clock says.
const LONGEST_SILENCE: i64 = 24 * 3600 * 1000;

/// Games the store tells of at once.
const MOST_ROWS: u32 = 1000;

/// Follows the games that others play.
#[derive(Default)]
pub(super) struct Follower(Arc<Mutex<State>>);

#[derive(Default)]
pub(super) struct State {
    following: Following,
    /// When the store was last asked.
    polled: Option<Instant>,
    /// When somebody last looked at the wall.
    looked: Option<Instant>,
    /// Whether a task asks the store again and again.
    is_watched: bool,
    /// Whether the store failed when it was last asked.
    has_failed: bool,
}

type Guard = OwnedMutexGuard<State>;

impl State {
    fn is_wall_wanted(&self, hall: &Hall) -> bool {
        hall.wall.is_watched() || self.looked.is_some_and(|looked| looked.elapsed() < GRACE)
    }

    fn is_wanted(&self, hall: &Hall) -> bool {
        self.is_wall_wanted(hall) || self.following.games.values().any(|game| game.is_listened_to())
    }
}

impl Hall {
    /// Brings the wall up to date.
    pub(super) async fn catch_up(self: &Arc<Self>) {
        let catching_up = async {
            let mut state = self.follower.0.clone().lock_owned().await;
            state.looked = Some(Instant::now());
            if state.polled.is_none_or(|polled| polled.elapsed() >= self.bounds.poll) {
                self.poll(state, None).await;
            }
        };
        // A store that does not answer must not keep our own games from being shown.
        let _ = timeout(PATIENCE, catching_up).await;
    }

    /// What happens in a game that others play; `None` if nobody plays it.
    ///
    /// # Errors
    /// When there are too many that somebody listens to.
    pub(super) async fn overhear(self: &Arc<Self>, id: i64, after: Option<u64>) -> Result<Option<Listening>, Trouble> {
        let Some(mut state) = self.elsewhere(id).await? else { return Ok(None) };
        let listening = tokio::task::spawn_blocking(move || {
            let game = state.following.games.get_mut(&id);
            game.map(|game| game.listen(after)).transpose()
        });
        let failed = |error: &dyn std::fmt::Display| Trouble::failed("a game of others was listened to", error);
        listening.await.map_err(|error| failed(&error))?.map_err(|error| failed(&error))
    }

    /// Lets the clocks run if others play the game.
    pub(super) async fn with_clocks(self: &Arc<Self>, state: GameState) -> GameState {
        if state.status == Status::Over || state.clocks.is_none() {
            return state;
        }
        let Ok(Some(guard)) = self.elsewhere(state.id).await else { return state };
        let game = guard.following.games.get(&state.id).filter(|game| game.seq() == state.seq);
        GameState { clocks: game.map_or(state.clocks, |game| game.clocks()), ..state }
    }

    /// A game that others play, as it stands; `None` if nobody plays it.
    async fn elsewhere(self: &Arc<Self>, id: i64) -> Result<Option<Guard>, Trouble> {
        let mut state = self.follower.0.clone().lock_owned().await;
        let is_fresh = state.polled.is_some_and(|polled| polled.elapsed() < self.bounds.poll);
        if !(is_fresh && state.following.games.contains_key(&id)) {
            let Some(polled) = self.poll(state, Some(id)).await else { return Ok(None) };
            state = polled;
        }
        match state.following.games.contains_key(&id) {
            true => Ok(Some(state)),
            false if state.following.has_no_room_for(id) => Err(Kind::TooMany.into()),
            false => Ok(None),
        }
    }

    /// Asks the store what others play; `None` when it does not answer.
    async fn poll(self: &Arc<Self>, mut state: Guard, wanted: Option<i64>) -> Option<Guard> {
        state.polled = Some(Instant::now());
        self.watch_over(&mut state);
        let is_wall_wanted = state.is_wall_wanted(self);
        let report = self.report(&mut state.following, wanted, is_wall_wanted).await;
        let report = match report {
            Ok(report) => report,
            Err(error) => {
                if !std::mem::replace(&mut state.has_failed, true) {
                    tracing::warn!("games of others are not seen: {error}");
                }
                return None;
            }
        };
        state.has_failed = false;
        let hall = self.clone();
        let taking_in = tokio::task::spawn_blocking(move || {
            state.following.take_in(report, &hall.wall, &hall.bounds);
            state
        });
        taking_in.await.map_err(|error| tracing::error!("games of others were taken in: {error}")).ok()
    }

    async fn report(
        &self,
        following: &mut Following,
        wanted: Option<i64>,
        is_wall_wanted: bool,
    ) -> Result<Report, StoreError> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = i64::try_from(now.as_millis()).unwrap_or(i64::MAX);
        let mut rows = self.store.running(now - LONGEST_SILENCE, MOST_ROWS).await?;
        let is_whole = rows.len() < MOST_ROWS as usize;
        // Those of our own kind are played by whoever serves them: by us, unless there are other servers.
        rows.retain(|row| {
            let is_of_our_kind = row.of_match.as_ref().is_some_and(|name| name.starts_with(PREFIX));
            !is_of_our_kind || self.is_shared && self.seated(row.attempt.id).is_none()
        });
        let known = following.choose(&rows, wanted, is_wall_wanted, &self.wall, &self.bounds);
        // Asked after the rows: a game that is no longer among them tells of its end here.
        let news = self.store.news(&known).await?;
        Ok(Report { rows, news, is_whole, now })
    }

    /// Has the store asked again and again, as long as somebody wants to know.
    fn watch_over(self: &Arc<Self>, state: &mut State) {
        if std::mem::replace(&mut state.is_watched, true) {
            return;
        }
        let (hall, mut closing, pause) = (Arc::downgrade(self), self.closing(), self.bounds.poll);
        let mut changes = self.store.changes();
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    () = sleep(pause) => {}
                    // Where the database tells what others do, nobody waits for the next look; but looks keep a distance.
                    () = async { sleep(pause / SOONER).await; changes.in_games().await }, if changes.hears_others() => {}
                    () = closed(&mut closing) => return,
                }
                let Some(hall) = hall.upgrade() else { return };
                let mut state = hall.follower.0.clone().lock_owned().await;
                if !state.is_wanted(&hall) {
                    state.following.clear(&hall.wall);
                    state.is_watched = false;
                    return;
                }
                hall.poll(state, None).await;
            }
        });
    }
}
