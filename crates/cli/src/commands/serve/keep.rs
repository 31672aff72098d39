//! Keeps the games of the Software-Challenge server.
//!
//! The server does not wait for the store: events go through a queue and are stored in the order in which they came. A
//! game that cannot be kept is played on all the same, and the operator is told.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use schwarm_play::{Attempt, GameEvent, JournalError};
use schwarm_store::Store;
use serde_json::json;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;

/// Events that may wait.
const WAITING: usize = 1 << 16;

/// Events that are stored together.
const TOGETHER: usize = 1024;

/// What players are called who gave no name.
const NAMELESS: [&str; 2] = ["red", "blue"];

enum Message {
    Event(u64, GameEvent),
    Close(oneshot::Sender<()>),
}

/// The way into the store.
pub struct Keeper(mpsc::Sender<Message>);

impl Keeper {
    /// Begins to keep games; call it inside of a runtime. All games of a run are one match.
    ///
    /// # Errors
    /// When nothing can be stored.
    pub async fn open(store: Arc<dyn Store>, seed: u64) -> Result<Keeper, JournalError> {
        let name = format!("socha-{}", schwarm_web::fresh_token());
        let plan = json!({ "server": "software-challenge", "seed": seed }).to_string();
        let of_match = store.open_match(&name, &plan).await?;
        let (queue, inbox) = mpsc::channel(WAITING);
        tokio::spawn(write(store, of_match, inbox));
        Ok(Keeper(queue))
    }

    /// Has an event stored. Events of one game come in order.
    pub fn keep(&self, room: u64, event: &GameEvent) {
        // An event that finds no room is missed, and the store refuses those that come after it.
        let _ = self.0.try_send(Message::Event(room, event.clone()));
    }

    /// Waits until everything is stored that came before.
    pub async fn close(&self) {
        let (answer, closed) = oneshot::channel();
        if self.0.send(Message::Close(answer)).await.is_ok() {
            // An error says that nothing is stored any more, which is what was asked for.
            let _ = closed.await;
        }
    }
}

/// A game on its way into the store.
#[derive(Default)]
struct Kept {
    attempt: Option<Attempt>,
    next: u32,
    /// Whether something of it is missing.
    is_lost: bool,
}

async fn write(store: Arc<dyn Store>, of_match: i64, mut inbox: mpsc::Receiver<Message>) {
    let (mut games, mut batch) = (HashMap::<u64, Kept>::new(), Vec::new());
    while inbox.recv_many(&mut batch, TOGETHER).await > 0 {
        let mut closing = None;
        let mut by_room = BTreeMap::<u64, Vec<GameEvent>>::new();
        for message in batch.drain(..) {
            match message {
                Message::Event(room, event) => by_room.entry(room).or_default().push(event),
                Message::Close(answer) => closing = Some(answer),
            }
        }
        // All at once, so that they share a transaction.
        let mut writing = JoinSet::new();
        for (room, events) in by_room {
            let (store, mut kept) = (store.clone(), games.remove(&room).unwrap_or_default());
            writing.spawn(async move {
                let is_over = matches!(events.last(), Some(GameEvent::Ended { .. }));
                let written = kept.add(&*store, of_match, room, events).await;
                (room, kept, is_over, written)
            });
        }
        while let Some(done) = writing.join_next().await {
            let Ok((room, mut kept, is_over, written)) = done else { continue };
            if let Err(error) = written {
                kept.is_lost = true;
                eprintln!("note: game {} is not kept: {error}", room + 1);
            }
            if !is_over {
                games.insert(room, kept);
            }
        }
        if let Some(answer) = closing {
            // Whoever asked may have gone away.
            let _ = answer.send(());
            return;
        }
    }
}

impl Kept {
    async fn add(
        &mut self,
        store: &dyn Store,
        of_match: i64,
        room: u64,
        mut events: Vec<GameEvent>,
    ) -> Result<(), JournalError> {
        if self.is_lost {
            return Ok(());
        }
        let attempt = match self.attempt {
            Some(attempt) => attempt,
            None => {
                let missing = || JournalError("its start is missing".to_string());
                let started = events.first_mut().ok_or_else(missing)?;
                give_names(started);
                let begun = store.begin(of_match, room, started).await?;
                begun.ok_or_else(|| JournalError("it has a result already".to_string()))?
            }
        };
        self.attempt = Some(attempt);
        store.append(attempt, self.next, &events).await?;
        self.next += u32::try_from(events.len()).unwrap_or(u32::MAX);
        Ok(())
    }
}

fn give_names(started: &mut GameEvent) {
    if let GameEvent::Started { players, .. } = started {
        for (player, name) in players.iter_mut().zip(NAMELESS) {
            if player.is_empty() {
                *player = name.to_string();
            }
        }
    }
}
