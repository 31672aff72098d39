//! The listening socket and its connections: how many, how patient, how they end.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tower::ServiceExt;

use crate::app::{App, router};
use crate::guard::Client;
use crate::patient::Patient;
use crate::{Bounds, Config};

/// Headers of a request.
const MOST_HEADERS: usize = 100;

/// How long answers that are being written may take when the server closes.
const FAREWELL: Duration = Duration::from_secs(3);

/// Why a server cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The address cannot be had.
    #[error(transparent)]
    Address(#[from] io::Error),
    /// The games that go on cannot be read.
    #[error(transparent)]
    Store(#[from] schwarm_store::StoreError),
    /// Others can reach the address, and there is no token.
    #[error("an address that others can reach demands an operator token")]
    NoToken,
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
}

impl Server {
    /// Takes the address and brings back the games that go on.
    ///
    /// # Errors
    /// When the address cannot be had, is public without a token, or the store cannot be read.
    pub async fn bind(config: Config) -> Result<Server, ServerError> {
        let has_token = config.token.as_ref().is_some_and(|token| !token.is_empty());
        if !config.addr.ip().is_loopback() && !has_token {
            return Err(ServerError::NoToken);
        }
        let listener = listen(config.addr, config.bounds.connections)?;
        let app = App::new(config, listener.local_addr()?);
        app.hall.resume().await?;
        Ok(Server { listener, app })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// When the operating system does not say.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `shutdown` comes to its end.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        let Server { listener, app } = self;
        let door = Door { router: router(&app), bounds: app.bounds().clone(), closing: app.hall.closing() };
        let places = Arc::new(Semaphore::new(door.bounds.connections));
        let crowd = Arc::new(Crowd::default());
        let mut connections = JoinSet::new();
        tokio::pin!(shutdown);
        loop {
            let (stream, from) = tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    Err(error) => {
                        // Out of file descriptors, most likely: some will be free soon.
                        tracing::warn!("a connection could not be accepted: {error}");
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        continue;
                    }
                },
                Some(_) = connections.join_next() => continue,
                () = &mut shutdown => break,
            };
            let entry = crowd.clone().enter(from.ip(), door.bounds.connections_per_client);
            let (Ok(place), Some(entry)) = (places.clone().try_acquire_owned(), entry) else { continue };
            let door = door.clone();
            connections.spawn(async move {
                door.serve(stream, from.ip()).await;
                drop((place, entry));
            });
        }
        drop(listener);
        app.hall.close();
        app.league.runs.close().await;
        let all_gone = async { while connections.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(FAREWELL, all_gone).await;
    }
}

/// Takes an address, with room for so many who wait to be let in. The usual 128 are few when a whole hall opens a page at once:
/// whoever finds no room tries again after a second.
fn listen(addr: SocketAddr, waiting: usize) -> io::Result<TcpListener> {
    let socket = if addr.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A server that was just stopped leaves its address behind; on Windows the word means something else.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(addr)?;
    socket.listen(u32::try_from(waiting).unwrap_or(u32::MAX))
}

/// What a connection needs.
#[derive(Clone)]
struct Door {
    router: Router,
    bounds: Bounds,
    closing: watch::Receiver<bool>,
}

impl Door {
    async fn serve(mut self, stream: TcpStream, from: IpAddr) {
        // Events are small and must not wait for company.
        let _ = stream.set_nodelay(true);
        let io = TokioIo::new(Patient::new(stream, self.bounds.read_patience));
        let router = self.router;
        let service = service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(axum::body::Body::new);
            request.extensions_mut().insert(Client(from));
            router.clone().oneshot(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.bounds.head_patience)
            .max_buf_size(self.bounds.head_bytes.max(8192))
            .max_headers(MOST_HEADERS)
            .serve_connection(io, service);
        tokio::pin!(connection);
        let ended = tokio::select! {
            ended = &mut connection => ended,
            () = closed(&mut self.closing) => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!("connection from {from}: {error}");
        }
    }
}

/// Comes when the server closes.
pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    // A hall that is gone has closed, too.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// How many connections each client has.
#[derive(Default)]
struct Crowd(Mutex<HashMap<IpAddr, usize>>);

impl Crowd {
    fn enter(self: Arc<Self>, from: IpAddr, most: usize) -> Option<Entry> {
        let from = crate::guard::network(from);
        let mut crowd = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = crowd.entry(from).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        drop(crowd);
        Some(Entry { crowd: self, from })
    }
}

/// A connection that is counted.
struct Entry {
    crowd: Arc<Crowd>,
    from: IpAddr,
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut crowd = self.crowd.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = crowd.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                crowd.remove(&self.from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_whole_hall_may_knock_at_once() {
        let listener = listen("127.0.0.1:0".parse().expect("an address"), 4096).expect("a free port");
        let addr = listener.local_addr().expect("its address");
        // Where the system allows less, less is tried.
        let most =
            std::fs::read_to_string("/proc/sys/net/core/somaxconn").ok().and_then(|most| most.trim().parse().ok());
        let guests = most.unwrap_or(128_usize).min(400);
        let mut inside = Vec::new();
        for number in 0..guests {
            // Nobody is let in meanwhile; without room the next try would come after a second.
            let knock = tokio::time::timeout(Duration::from_millis(800), TcpStream::connect(addr));
            inside.push(knock.await.unwrap_or_else(|_| panic!("guest {number} waits")).expect("a connection"));
        }
        assert_eq!(inside.len(), guests);
    }
}
