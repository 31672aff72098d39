//! Connections for reading, on a thread of their own.

use std::sync::{Arc, Mutex};

use tokio::runtime::Handle;
use tokio::sync::{Semaphore, oneshot};

use crate::link::Link;
use crate::place::Place;
use crate::{Answering, StoreError, thread};

/// Connections that read at the same time.
const MOST: usize = 4;

/// The way to the readers. Their thread ends when this is dropped.
pub(crate) struct Readers {
    pool: Arc<Pool>,
    thread: Handle,
    _stay: oneshot::Sender<()>,
}

struct Pool {
    place: Place,
    idle: Mutex<Vec<Link>>,
    turns: Semaphore,
}

impl Readers {
    pub(crate) async fn start(place: Place) -> Result<Readers, StoreError> {
        let (stay, end) = oneshot::channel();
        let (send, thread) = oneshot::channel();
        thread::start(place.name(), "schwarm-readers", move |handle| async move {
            // Both errors say that the other side is gone, and so does the thread.
            let _ = send.send(handle);
            let _ = end.await;
        })?;
        let thread = thread.await.map_err(|_| StoreError::Closed)?;
        let pool = Pool { place, idle: Mutex::new(Vec::new()), turns: Semaphore::new(MOST) };
        Ok(Readers { pool: Arc::new(pool), thread, _stay: stay })
    }

    /// Has a connection do something.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl for<'l> Fn(&'l mut Link) -> Answering<'l, T> + Send + Sync + 'static,
    ) -> Result<T, StoreError> {
        let pool = self.pool.clone();
        self.thread.spawn(async move { pool.read(work).await }).await.map_err(|_| StoreError::Closed)?
    }

    /// Ends all connections and lets nobody in any more.
    pub(crate) async fn close(&self) {
        let pool = self.pool.clone();
        // An error says that the thread is gone, and the connections with it.
        let _ = self.thread.spawn(async move { pool.close().await }).await;
    }
}

impl Pool {
    /// A connection that has been idle may be dead: then a new one is tried.
    async fn read<T>(&self, work: impl for<'l> Fn(&'l mut Link) -> Answering<'l, T>) -> Result<T, StoreError> {
        let _turn = self.turns.acquire().await.map_err(|_| StoreError::Closed)?;
        if let Some(mut link) = self.take() {
            match work(&mut link).await {
                Err(StoreError::Unreachable { .. }) => {}
                answer => {
                    self.give_back(link);
                    return answer;
                }
            }
        }
        let mut link = self.place.connect().await?;
        let answer = work(&mut link).await;
        self.give_back(link);
        answer
    }

    async fn close(&self) {
        self.turns.close();
        while let Some(link) = self.take() {
            link.close().await;
        }
    }

    fn take(&self) -> Option<Link> {
        self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop()
    }

    fn give_back(&self, link: Link) {
        // Closed meanwhile: the connection ends with this.
        if !self.turns.is_closed() {
            self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(link);
        }
    }
}
