//! A line to the server that can be cut: what browsers say about a lost connection is true only if one is lost.

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// An address that leads to another one as long as it is whole.
pub struct Line {
    /// Where a browser finds it.
    pub address: String,
    whole: watch::Sender<bool>,
}

impl Line {
    pub async fn to(server: String) -> Line {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://localhost:{}", listener.local_addr().unwrap().port());
        let (whole, state) = watch::channel(true);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(lead(near, server.clone(), state.clone()));
            }
        });
        Line { address, whole }
    }

    /// Ends all connections and lets no new one through.
    pub fn cut(&self) {
        self.whole.send_replace(false);
    }

    pub fn mend(&self) {
        self.whole.send_replace(true);
    }
}

async fn lead(mut near: TcpStream, server: String, mut whole: watch::Receiver<bool>) {
    if *whole.borrow() {
        let mut far = TcpStream::connect(server).await.unwrap();
        tokio::select! {
            _ = copy_bidirectional(&mut near, &mut far) => {}
            _ = whole.wait_for(|whole| !whole) => {}
        }
    }
}
