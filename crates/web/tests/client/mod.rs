//! A real server on a free port, and a small browser that talks to it over TCP.
#![allow(dead_code, unused_imports, reason = "each test binary uses its part of these helpers")]

mod before;
mod browser;
mod contract;
mod others;
mod players;
mod prover;
mod ring;
mod stream;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use schwarm_arena::matchup::KeptTalk;
use schwarm_store::Store;
use schwarm_web::{Bounds, Config, Rate, Server};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

pub use before::Switches;
pub use browser::{Answer, Browser, raw};
pub use contract::Contract;
pub use others::Others;
pub use players::{HOSTILE, House, Minds, REVIEWS, TOKEN};
pub use prover::Definition;
pub use ring::Ring;
pub use stream::Stream;

/// A server that runs as long as this lives, and the file its games are in.
pub struct Arena {
    pub addr: SocketAddr,
    file: PathBuf,
    stop: Option<oneshot::Sender<()>>,
    runtime: Option<Runtime>,
    done: Option<std::thread::JoinHandle<()>>,
}

/// A file that is not there yet.
pub fn fresh_file() -> PathBuf {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    std::env::temp_dir().join(format!("schwarm-web-{}-{number}.db", std::process::id()))
}

/// Nobody is limited who does not test limits.
pub fn generous() -> Bounds {
    let much = Rate::new(1e9, 1e9);
    Bounds { requests: much, changes: much, efforts: much, connections_per_client: 4000, ..Bounds::default() }
}

impl Arena {
    pub fn start() -> Arena {
        Arena::with(generous())
    }

    pub fn with(bounds: Bounds) -> Arena {
        Arena::over(fresh_file(), bounds)
    }

    /// A server over the games in a file.
    pub fn over(file: PathBuf, bounds: Bounds) -> Arena {
        Arena::with_store(file, bounds, |store| store)
    }

    /// The same with something put before the store.
    pub fn with_store(file: PathBuf, bounds: Bounds, wrap: impl FnOnce(Arc<dyn Store>) -> Arc<dyn Store>) -> Arena {
        Arena::with_config(file, |config| Config { store: wrap(config.store.clone()), bounds, ..config })
    }

    /// A server that is changed before it begins.
    pub fn with_config(file: PathBuf, change: impl FnOnce(Config) -> Config) -> Arena {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let (addr, server) = runtime.block_on(async {
            let store = schwarm_store::open(file.to_str().unwrap()).await.unwrap();
            let config = change(Config {
                addr: "127.0.0.1:0".parse().unwrap(),
                hosts: vec!["arena.example".to_string()],
                token: Some(TOKEN.to_string()),
                store,
                opponents: Arc::new(House),
                analysts: Arc::new(Minds),
                provers: Arc::new(Definition),
                organiser: None,
                replay: None,
                replays: None,
                states: None,
                signature: None,
                data: None,
                talk: KeptTalk::All,
                bounds: generous(),
            });
            let store = config.store.clone();
            let server = Server::bind(config).await.unwrap();
            (server.local_addr().unwrap(), (server, store))
        });
        let handle = runtime.handle().clone();
        let done = std::thread::spawn(move || {
            handle.block_on(async move {
                let (server, store) = server;
                server.run(async { drop(stopped.await) }).await;
                store.close().await.unwrap();
            });
        });
        Arena { addr, file, stop: Some(stop), runtime: Some(runtime), done: Some(done) }
    }

    /// The file its games are in.
    pub fn file(&self) -> &std::path::Path {
        &self.file
    }

    /// Somebody without any cookies.
    pub fn browser(&self) -> Browser {
        Browser::new(self.addr)
    }

    /// Ends the server and starts another one over the same games.
    pub fn restart(mut self) -> Arena {
        self.end();
        let file = std::mem::take(&mut self.file);
        Arena::over(file, generous())
    }

    /// The same, changed before it begins.
    pub fn restart_with(mut self, change: impl FnOnce(Config) -> Config) -> Arena {
        self.end();
        let file = std::mem::take(&mut self.file);
        Arena::with_config(file, change)
    }

    fn end(&mut self) {
        drop(self.stop.take());
        if let Some(done) = self.done.take() {
            done.join().unwrap();
        }
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        self.end();
        if !self.file.as_os_str().is_empty() {
            for ending in ["", "-wal", "-shm"] {
                let _ = std::fs::remove_file(format!("{}{ending}", self.file.display()));
            }
        }
    }
}

/// A game between two persons, and the browsers of both.
pub fn pair(arena: &Arena) -> (Browser, Browser, i64) {
    let (mut ann, mut bob) = (arena.browser(), arena.browser());
    let id = ann.make("hive", "person", "one", "none");
    let link = ann.look(id)["join"].as_str().unwrap().to_string();
    assert_eq!(bob.join(&link).status, 303);
    (ann, bob, id)
}
