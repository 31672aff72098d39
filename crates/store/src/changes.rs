//! Who hears that something has changed: whoever waits for jobs or follows games need not ask again and again.
//!
//! A program tells itself after each transaction. PostgreSQL carries the word to all other programs (`LISTEN`, `NOTIFY`);
//! with SQLite they have to ask. A word may come too often or, while a connection is being made anew, not at all: it
//! says that it is worth asking, and nothing else.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::sync::watch;

use crate::{StoreError, thread};

/// The channel of the database.
const CHANNEL: &str = "schwarm";

/// The pause before a lost connection is made anew.
const PAUSE: Duration = Duration::from_millis(500);

/// What may have changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct What {
    /// Games: something happened in them.
    pub(crate) games: bool,
    /// Jobs: some may wait to be claimed.
    pub(crate) jobs: bool,
    /// Results of jobs have come.
    pub(crate) results: bool,
}

impl What {
    pub(crate) const NOTHING: What = What { games: false, jobs: false, results: false };

    /// The word that is sent.
    pub(crate) fn word(self) -> Option<String> {
        let words = [(self.games, "games"), (self.jobs, "jobs"), (self.results, "results")];
        let words: Vec<&str> = words.iter().filter(|(is, _)| *is).map(|(_, word)| *word).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    fn of(word: &str) -> What {
        let has = |wanted| word.split(' ').any(|word| word == wanted);
        What { games: has("games"), jobs: has("jobs"), results: has("results") }
    }
}

/// Tells everybody in this program.
#[derive(Clone)]
pub(crate) struct Teller {
    games: watch::Sender<u64>,
    jobs: watch::Sender<u64>,
    results: watch::Sender<u64>,
    hears_others: bool,
}

/// Waits for changes. What came before it was made is not heard of.
#[derive(Clone, Debug)]
pub struct Changes {
    games: watch::Receiver<u64>,
    jobs: watch::Receiver<u64>,
    results: watch::Receiver<u64>,
    hears_others: bool,
}

impl Teller {
    /// One for this program alone, or for one that hears others.
    pub(crate) fn new(hears_others: bool) -> Teller {
        let new = || watch::channel(0).0;
        Teller { games: new(), jobs: new(), results: new(), hears_others }
    }

    pub(crate) fn tell(&self, what: What) {
        for (is_new, to) in [(what.games, &self.games), (what.jobs, &self.jobs), (what.results, &self.results)] {
            if is_new {
                to.send_modify(|count| *count = count.wrapping_add(1));
            }
        }
    }

    pub(crate) fn listen(&self) -> Changes {
        Changes {
            games: self.games.subscribe(),
            jobs: self.jobs.subscribe(),
            results: self.results.subscribe(),
            hears_others: self.hears_others,
        }
    }

    /// Whether anybody could hear.
    fn is_alone(&self) -> bool {
        self.games.receiver_count() == 0 && self.jobs.receiver_count() == 0
    }

    /// Hears what other programs tell, on a thread of its own, until nobody is left in this one.
    pub(crate) fn hear(
        &self,
        name: &str,
        options: PgConnectOptions,
        stay: watch::Receiver<bool>,
    ) -> Result<(), StoreError> {
        let teller = self.clone();
        thread::start(name, "schwarm-listener", move |_| async move {
            let mut stay = stay;
            loop {
                tokio::select! {
                    biased;
                    // An error says that the store is gone.
                    _ = stay.wait_for(|is_over| *is_over) => return,
                    () = listen(&teller, &options) => tokio::time::sleep(PAUSE).await,
                }
            }
        })
    }
}

/// Passes on what comes until the connection is lost.
async fn listen(teller: &Teller, options: &PgConnectOptions) {
    let pool = PgPoolOptions::new().max_connections(1).connect_lazy_with(options.clone());
    let Ok(mut listener) = PgListener::connect_with(&pool).await else { return };
    listener.ignore_pool_close_event(true);
    if listener.listen(CHANNEL).await.is_err() {
        return;
    }
    // Something may have been missed while nobody listened.
    if !teller.is_alone() {
        teller.tell(What { games: true, jobs: true, results: true });
    }
    while let Ok(Some(word)) = listener.try_recv().await {
        teller.tell(What::of(word.payload()));
    }
}

impl Changes {
    /// Whether what other programs do is heard of, too.
    pub fn hears_others(&self) -> bool {
        self.hears_others
    }

    /// Something happened in a game.
    pub async fn in_games(&mut self) {
        changed(&mut self.games).await;
    }

    /// Jobs may wait to be claimed.
    pub async fn in_jobs(&mut self) {
        changed(&mut self.jobs).await;
    }

    /// Results of jobs have come.
    pub async fn in_results(&mut self) {
        changed(&mut self.results).await;
    }
}

async fn changed(of: &mut watch::Receiver<u64>) {
    if of.changed().await.is_err() {
        // The store is gone: nothing will ever change.
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_says_what_has_changed() {
        for games in [true, false] {
            for jobs in [true, false] {
                for results in [true, false] {
                    let what = What { games, jobs, results };
                    assert_eq!(what.word().map_or(What::NOTHING, |word| What::of(&word)), what);
                }
            }
        }
    }
}
