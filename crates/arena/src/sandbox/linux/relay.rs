//! The relay between a bot in a network of its own and the referee outside of it.
//!
//! Inside, the address of the referee is listened on; what comes goes through a Unix socket to the arena,
//! which passes it on to the referee and to nobody else.

use std::io::{self, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::Arc;

use tokio::net::UnixListener;
use tokio::sync::Semaphore;
use tokio::task::AbortHandle;

/// Connections of one bot at the same time.
const MOST_CONNECTIONS: usize = 8;

/// What the near end says once it listens.
pub(super) const READY: &str = "relay ready";

/// The far end, in the arena. Dropped, it ends.
pub(super) struct FarEnd(AbortHandle);

impl FarEnd {
    /// Listens on a socket and passes everything on. Needs a runtime.
    pub(super) fn open(socket: &Path, referee: SocketAddr) -> io::Result<FarEnd> {
        let listener = UnixListener::bind(socket)?;
        let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        let serving = async move {
            // Ends with this task.
            let mut talks = tokio::task::JoinSet::new();
            while let Ok(place) = room.clone().acquire_owned().await {
                let Ok((mut near, _)) = listener.accept().await else { return };
                talks.spawn(async move {
                    if let Ok(mut far) = tokio::net::TcpStream::connect(referee).await {
                        let _ = far.set_nodelay(true);
                        // A broken connection is seen by both ends.
                        let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
                    }
                    drop(place);
                });
                while talks.try_join_next().is_some() {}
            }
        };
        Ok(FarEnd(tokio::spawn(serving).abort_handle()))
    }
}

impl Drop for FarEnd {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The near end, a process beside the bot. Ends only if it cannot listen.
pub(super) fn be_near_end(referee: SocketAddr, socket: &Path) -> io::Result<()> {
    let listener = TcpListener::bind(referee)?;
    let mut out = io::stdout();
    writeln!(out, "{READY}")?;
    out.flush()?;
    for near in listener.incoming() {
        let Ok(near) = near else { continue };
        let socket = socket.to_path_buf();
        // Without a thread the connection is closed, as of any server that is too busy.
        let _ = std::thread::Builder::new().spawn(move || pass(&near, &socket));
    }
    Ok(())
}

fn pass(near: &TcpStream, socket: &Path) -> io::Result<()> {
    let far = UnixStream::connect(socket)?;
    near.set_nodelay(true)?;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let _ = io::copy(&mut &far, &mut &*near);
            let _ = near.shutdown(Shutdown::Write);
        });
        let _ = io::copy(&mut &*near, &mut &far);
        let _ = far.shutdown(Shutdown::Write);
    });
    Ok(())
}
