//! All games that are followed: which they are, and what becomes of them when the store was asked again.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use schwarm_play::Attempt;
use schwarm_store::{News, RunningRow};

use super::followed::Followed;
use super::wall::Wall;
use crate::Bounds;

/// The games that are followed.
#[derive(Default)]
pub(super) struct Following {
    pub(super) games: HashMap<i64, Followed>,
    /// Tries that are of no use, broken or given up, and when they were heard of last.
    passed_over: HashMap<Attempt, i64>,
    /// The game that was wanted last and found no room.
    turned_away: Option<i64>,
}

/// What the store says at one moment.
pub(super) struct Report {
    /// Games that run, those heard of last first.
    pub(super) rows: Vec<RunningRow>,
    /// What happened in those that are followed.
    pub(super) news: Vec<News>,
    /// Whether these are all that run.
    pub(super) is_whole: bool,
    /// The moment, in milliseconds since 1970.
    pub(super) now: i64,
}

impl Following {
    /// Chooses the games to follow from those that run; answers how far each is known. Games that are over or were given up
    /// are among them once more, to hear of their end.
    pub(super) fn choose(
        &mut self,
        rows: &[RunningRow],
        wanted: Option<i64>,
        is_wall_wanted: bool,
        wall: &Wall,
        bounds: &Bounds,
    ) -> Vec<(Attempt, u32)> {
        self.passed_over.retain(|attempt, heard| rows.iter().any(|row| row.attempt == *attempt && row.heard == *heard));
        let last_try: HashMap<i64, Attempt> = rows.iter().map(|row| (row.attempt.id, row.attempt)).collect();
        self.games.retain(|id, game| {
            let is_begun_again = last_try.get(id).is_some_and(|attempt| *attempt != game.attempt);
            let stays = !is_begun_again && (is_wall_wanted || game.is_listened_to() || wanted == Some(*id));
            game.rest();
            if !stays {
                wall.take_down(*id);
            }
            stays
        });
        let is_new =
            |attempt: &Attempt| !self.games.contains_key(&attempt.id) && !self.passed_over.contains_key(attempt);
        let mut new: Vec<Attempt> = rows.iter().map(|row| row.attempt).filter(is_new).collect();
        new.retain(|attempt| is_wall_wanted || wanted == Some(attempt.id));
        new.sort_by_key(|attempt| (wanted != Some(attempt.id), -attempt.id));
        if new.first().is_some_and(|first| wanted == Some(first.id)) {
            self.make_room(wall, bounds);
        }
        let rest = new.split_off(new.len().min(bounds.followed.saturating_sub(self.games.len())));
        self.turned_away = wanted.filter(|wanted| rest.iter().any(|attempt| attempt.id == *wanted));
        let known = self.games.values().map(|game| (game.attempt, game.next()));
        known.chain(new.into_iter().map(|attempt| (attempt, 0))).collect()
    }

    /// Whether a game runs that cannot be followed besides all others.
    pub(super) fn has_no_room_for(&self, id: i64) -> bool {
        self.turned_away == Some(id)
    }

    /// Gives up the oldest game nobody listens to, if there are too many for another one.
    fn make_room(&mut self, wall: &Wall, bounds: &Bounds) {
        if self.games.len() < bounds.followed {
            return;
        }
        let silent = self.games.iter().filter(|(_, game)| !game.is_listened_to());
        if let Some(id) = silent.map(|(id, _)| *id).min() {
            self.games.remove(&id);
            wall.take_down(id);
        }
    }

    /// Takes in what the store says, and shows it on the wall.
    pub(super) fn take_in(&mut self, report: Report, wall: &Wall, bounds: &Bounds) {
        let heard: HashMap<Attempt, i64> = report.rows.iter().map(|row| (row.attempt, row.heard)).collect();
        let silence = |heard: i64| Duration::from_millis(u64::try_from(report.now - heard).unwrap_or(0));
        for news in report.news {
            let id = news.attempt.id;
            let taken = match self.games.get_mut(&id) {
                Some(game) => game.add(news.events),
                None => {
                    let since = heard.get(&news.attempt).copied().map_or(Duration::ZERO, silence);
                    let heard = Instant::now().checked_sub(since).unwrap_or_else(Instant::now);
                    let row = report.rows.iter().find(|row| row.attempt == news.attempt);
                    let of_match = row.and_then(|row| row.of_match.clone());
                    Followed::new(news.attempt, of_match, news.events, heard)
                        .map(|game| drop(self.games.insert(id, game)))
                }
            };
            match taken {
                Ok(()) => self.games[&id].show(wall),
                Err(error) => {
                    tracing::warn!("game {id} cannot be followed: {error}");
                    self.give_up(news.attempt, &heard, wall);
                }
            }
        }
        let is_done = |game: &Followed| {
            // Nothing is known of a game that is not among those that run: it is over, or far too old.
            let heard = heard.get(&game.attempt);
            let is_silent = heard.map_or(report.is_whole, |heard| game.is_silent_after(silence(*heard), bounds));
            game.is_over() || is_silent
        };
        let done: Vec<Attempt> = self.games.values().filter(|game| is_done(game)).map(|game| game.attempt).collect();
        for attempt in done {
            self.give_up(attempt, &heard, wall);
        }
    }

    /// Whoever listens is sent away.
    fn give_up(&mut self, attempt: Attempt, heard: &HashMap<Attempt, i64>, wall: &Wall) {
        self.games.remove(&attempt.id);
        wall.take_down(attempt.id);
        if let Some(heard) = heard.get(&attempt) {
            self.passed_over.insert(attempt, *heard);
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self, wall: &Wall) {
        for (id, _) in self.games.drain() {
            wall.take_down(id);
        }
    }
}
