//! A wire between a client and its seat that adds messages nobody knows.
//!
//! Servers of later seasons say more than a client was made for; a good one passes over it.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// Strange messages of one game.
const MOST: usize = 5;

/// The start of a room's id in a message.
const ROOM: &str = "roomId=\"";

/// A wire; dropped, it is cut.
pub struct Meddler {
    /// Where the client must connect.
    pub addr: SocketAddr,
    added: Arc<AtomicUsize>,
    work: JoinHandle<()>,
}

impl Meddler {
    /// Opens a port and leads the first connection to `seat`.
    ///
    /// # Errors
    /// When the system has no port.
    pub async fn open(seat: SocketAddr) -> io::Result<Meddler> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let (addr, added) = (listener.local_addr()?, Arc::new(AtomicUsize::new(0)));
        let counted = added.clone();
        let work = tokio::spawn(async move {
            // A wire that breaks is noticed at both ends.
            let _ = lead(&listener, seat, &counted).await;
        });
        Ok(Meddler { addr, added, work })
    }

    /// Strange messages that were added so far.
    pub fn added(&self) -> usize {
        self.added.load(Ordering::Relaxed)
    }
}

impl Drop for Meddler {
    fn drop(&mut self) {
        self.work.abort();
    }
}

async fn lead(listener: &TcpListener, seat: SocketAddr, added: &AtomicUsize) -> io::Result<()> {
    let (client, _) = listener.accept().await?;
    let host = TcpStream::connect(seat).await?;
    client.set_nodelay(true)?;
    host.set_nodelay(true)?;
    let (mut from_client, to_client) = client.into_split();
    let (from_host, mut to_host) = host.into_split();
    let up = async {
        tokio::io::copy(&mut from_client, &mut to_host).await?;
        to_host.shutdown().await
    };
    tokio::try_join!(up, down(from_host, to_client, added))?;
    Ok(())
}

/// What the host says, and after a whole message something strange.
async fn down(mut host: OwnedReadHalf, mut client: OwnedWriteHalf, added: &AtomicUsize) -> io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    let mut room = None;
    loop {
        let count = host.read(&mut buffer).await?;
        if count == 0 {
            return client.shutdown().await;
        }
        client.write_all(&buffer[..count]).await?;
        let text = String::from_utf8_lossy(&buffer[..count]);
        if let Some((_, rest)) = text.split_once(ROOM) {
            room = rest.split('"').next().map(str::to_string);
        }
        if let Some(room) = &room
            && text.trim_end().ends_with("</room>")
            && added.fetch_add(1, Ordering::Relaxed) < MOST
        {
            client.write_all(strange(room).as_bytes()).await?;
        }
    }
}

/// Messages no season has.
fn strange(room: &str) -> String {
    format!("<room {ROOM}{room}\"><data class=\"schwarm.unknown\"><more x=\"1\"/></data></room><news text=\"x\"/>")
}
