//! The one thread that writes. Jobs that come while it is busy share the next transaction.

use std::slice;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use crate::StoreError;
use crate::changes::{Teller, What};
use crate::ledger::{Done, Ledger};
use crate::link::{Arg, Link};
use crate::place::Place;
use crate::prepare::Job;
use crate::{schema, thread};

/// Jobs that may wait; whoever has more waits too.
const QUEUE: usize = 1024;
/// Jobs and bytes in one transaction.
const MOST_JOBS: usize = 512;
const MOST_BYTES: usize = 4 << 20;

/// From so many jobs in a transaction on, the next one waits a moment for more.
const MANY: usize = 8;
const GATHER: Duration = Duration::from_micros(150);
const SERVER_ROUNDS: u32 = 8;

/// The pause between two words to other programs that results have come.
const RESULTS_PAUSE: Duration = Duration::from_millis(250);

type Answer = oneshot::Sender<Result<Done, StoreError>>;

enum Message {
    Write(Job, Answer),
    Close(oneshot::Sender<()>),
}

/// The way to the writer.
pub(crate) struct Writer {
    jobs: mpsc::Sender<Message>,
}

impl Writer {
    /// Connects, brings the tables up to date and starts the thread. It ends when this is dropped or closed, after
    /// what it has in hand.
    pub(crate) async fn start(place: Place, teller: Teller) -> Result<Writer, StoreError> {
        let (jobs, inbox) = mpsc::channel(QUEUE);
        let (ready, is_ready) = oneshot::channel();
        thread::start(place.clone().name(), "schwarm-writer", move |_| async move {
            match connected(&place).await {
                Ok(link) => match ready.send(Ok(())) {
                    Ok(()) => {
                        Task { place, link: Some(link), ledger: Ledger::default(), teller, told_results: None }
                            .run(inbox)
                            .await
                    }
                    // Nobody waits for it any more: nobody will ask for anything either.
                    Err(_) => link.close().await,
                },
                Err(error) => drop(ready.send(Err(error))),
            }
        })?;
        is_ready.await.map_err(|_| StoreError::Closed)??;
        Ok(Writer { jobs })
    }

    /// Has a job done. It is done even if nobody waits for the answer.
    pub(crate) async fn write(&self, job: Job) -> Result<Done, StoreError> {
        let (answer, done) = oneshot::channel();
        self.jobs.send(Message::Write(job, answer)).await.map_err(|_| StoreError::Closed)?;
        done.await.map_err(|_| StoreError::Closed)?
    }

    /// Does what came before, and ends.
    pub(crate) async fn close(&self) {
        let (answer, closed) = oneshot::channel();
        if self.jobs.send(Message::Close(answer)).await.is_ok() {
            // An error says that the task is gone, which is what was asked for.
            let _ = closed.await;
        }
    }
}

async fn connected(place: &Place) -> Result<Link, StoreError> {
    let mut link = place.connect().await?;
    if let Err(error) = schema::bring_up_to_date(&mut link).await {
        link.close().await;
        return Err(error);
    }
    Ok(link)
}

struct Task {
    place: Place,
    link: Option<Link>,
    ledger: Ledger<'static>,
    teller: Teller,
    /// When others were last told that results have come: those come all the time, and nobody needs to hear of each.
    told_results: Option<Instant>,
}

impl Task {
    async fn run(mut self, mut inbox: mpsc::Receiver<Message>) {
        let mut closing = None;
        // Jobs of the last transaction: whoever had an answer then is likely to ask again at once.
        let mut last = 0;
        while closing.is_none() {
            let Some(mut message) = inbox.recv().await else { break };
            let rounds = if last >= MANY { self.rounds() } else { 0 };
            for _ in 0..rounds {
                if inbox.len() >= last / 2 {
                    break;
                }
                // The thread has nothing else to do; the timers of the runtime are too coarse.
                std::thread::sleep(GATHER);
            }
            let (mut jobs, mut answers, mut bytes) = (Vec::new(), Vec::new(), 0);
            loop {
                match message {
                    Message::Write(job, answer) => {
                        bytes += job.weight();
                        jobs.push(job);
                        answers.push(answer);
                    }
                    Message::Close(answer) => {
                        closing = Some(answer);
                        break;
                    }
                }
                if jobs.len() >= MOST_JOBS || bytes >= MOST_BYTES {
                    break;
                }
                match inbox.try_recv() {
                    Ok(next) => message = next,
                    Err(_) => break,
                }
            }
            // One that came alone says little about how many there are.
            last = jobs.len().max(last / 2);
            for (answer, done) in answers.into_iter().zip(self.settle(&jobs).await) {
                // Whoever asked may have gone away.
                let _ = answer.send(done);
            }
        }
        if let Some(link) = self.link.take() {
            link.close().await;
        }
        if let Some(answer) = closing {
            let _ = answer.send(());
        }
    }

    /// How often it is waited a moment for company: a server's commit takes longer than a file's.
    fn rounds(&self) -> u32 {
        if self.place.server().is_some() { SERVER_ROUNDS } else { 1 }
    }

    /// Does all jobs in one transaction if that goes well; else each in its own, so that a bad one hurts no other.
    async fn settle(&mut self, jobs: &[Job]) -> Vec<Result<Done, StoreError>> {
        match self.transact(jobs).await {
            Ok(done) => done.into_iter().map(Ok).collect(),
            Err(error) if error.concerns_all() => jobs.iter().map(|_| Err(error.clone())).collect(),
            // Even one job is tried again: what the ledger remembered may have been out of date.
            Err(_) => {
                let mut all = Vec::with_capacity(jobs.len());
                for job in jobs {
                    let done = self.transact(slice::from_ref(job)).await;
                    all.push(done.and_then(|done| done.into_iter().next().ok_or(StoreError::Closed)));
                }
                all
            }
        }
    }

    async fn transact(&mut self, jobs: &[Job]) -> Result<Vec<Done>, StoreError> {
        if jobs.is_empty() {
            return Ok(Vec::new());
        }
        let mut link = self.begun().await?;
        let mut ledger = std::mem::take(&mut self.ledger).renewed();
        let changes = jobs.iter().map(Job::changes).fold(What::NOTHING, |all, what| What {
            games: all.games || what.games,
            jobs: all.jobs || what.jobs,
            results: all.results || what.results,
        });
        let is_due = self.told_results.is_none_or(|told| told.elapsed() >= RESULTS_PAUSE);
        if changes.results && is_due {
            self.told_results = Some(Instant::now());
        }
        let told = What { results: changes.results && is_due, ..changes };
        let outcome = write(&mut link, &mut ledger, jobs, told).await;
        match &outcome {
            Ok(_) => {
                self.teller.tell(changes);
                self.ledger = ledger.renewed();
                self.link = Some(link);
            }
            // What the ledger remembers may not have happened: it is forgotten with the transaction.
            Err(StoreError::Refused(_)) if link.script("ROLLBACK").await.is_ok() => self.link = Some(link),
            Err(_) => link.close().await,
        }
        outcome
    }

    /// A connection with a transaction begun. One that has been idle may be dead: then a new one is tried.
    async fn begun(&mut self) -> Result<Link, StoreError> {
        if let Some(mut link) = self.link.take() {
            match link.begin().await {
                Ok(()) => return Ok(link),
                Err(StoreError::Unreachable { .. }) => {}
                Err(error) => {
                    link.close().await;
                    return Err(error);
                }
            }
        }
        let mut link = self.place.connect().await?;
        link.begin().await?;
        Ok(link)
    }
}

async fn write<'j>(
    link: &mut Link,
    ledger: &mut Ledger<'j>,
    jobs: &'j [Job],
    changes: What,
) -> Result<Vec<Done>, StoreError> {
    let all = ledger.run(link, jobs).await?;
    if let Some(word) = changes.word().filter(|_| !link.is_sqlite()) {
        // Others hear of it when it is committed, and not at all otherwise.
        link.execute("SELECT pg_notify('schwarm', $1)", &[Arg::Text(&word)]).await?;
    }
    link.script("COMMIT").await?;
    Ok(all)
}
