//! What a worker says to its server, again and again until it is answered.

use std::path::Path;
use std::time::Duration;

use futures_util::StreamExt;
use reqwest::{Client, RequestBuilder, StatusCode, Url};
use schwarm_core::Rng;
use schwarm_web::fleet::wire::{ENGINE_HEADER, PROTOCOL, PROTOCOL_HEADER, Refused};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::AsyncWriteExt;

use crate::failure::Failure;

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(5);

/// How long an answer may take, beyond the time the server lets a worker wait.
const PATIENCE: Duration = Duration::from_secs(30);

/// The pauses between tries: at first, and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Why there is no answer.
#[derive(Debug)]
pub enum No {
    /// The server is not there, or cannot answer now: worth another try.
    Away(String),
    /// It has answered, and will not answer otherwise.
    Refused { kind: String, message: String },
}

impl No {
    /// Whether the whole worker is meant, not one request: only the operator can help.
    pub fn concerns_all(&self) -> bool {
        matches!(self, No::Refused { kind, .. } if ["token", "quarantined", "version"].contains(&kind.as_str()))
    }

    /// The same for whoever started the worker.
    pub fn failure(self) -> Failure {
        match self {
            No::Away(why) => Failure::usage(why),
            No::Refused { message, .. } => Failure::usage(format!("the server refuses this worker: {message}")),
        }
    }
}

/// The way to the server.
#[derive(Clone)]
pub struct Server {
    client: Client,
    url: Url,
    token: String,
    engine: String,
}

impl Server {
    /// Reads the address of a server.
    ///
    /// # Errors
    /// For a text that is none.
    pub fn new(url: &str, token: &str, engine: String) -> Result<Server, Failure> {
        let wrong = |why: String| {
            Failure::usage(format!("{url:?} is no address of a server: {why}"))
                .advise("Write http://HOST:PORT, as in http://arena.lan:8080")
        };
        let parsed = Url::parse(url).map_err(|error| wrong(error.to_string()))?;
        if parsed.scheme() != "http" || parsed.host_str().is_none() {
            return Err(wrong("only http:// is spoken".into()).advise(
                "Over networks one does not trust, use a tunnel (WireGuard, ssh -L) or a proxy beside the worker.",
            ));
        }
        // A worker speaks to its server directly, whatever proxies the environment names.
        let client = Client::builder().no_proxy().connect_timeout(CONNECT).tcp_nodelay(true);
        let client = client.build().map_err(|error| wrong(error.to_string()))?;
        Ok(Server { client, url: parsed, token: token.to_string(), engine })
    }

    /// Asks once.
    pub async fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize, wait: Duration) -> Result<T, No> {
        let request = self.client.post(self.address(path)?).json(body);
        self.answer(request.timeout(PATIENCE + wait)).await
    }

    /// Asks once.
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, No> {
        let request = self.client.get(self.address(path)?);
        self.answer(request.timeout(PATIENCE)).await
    }

    /// Brings a file here, so many bytes at most.
    pub async fn download(&self, path: &str, to: &Path, most: u64) -> Result<(), No> {
        let away = |error: &dyn std::fmt::Display| No::Away(error.to_string());
        let response = self.dressed(self.client.get(self.address(path)?)).send().await.map_err(|error| away(&error))?;
        let response = refusal(response).await?;
        let mut file = tokio::fs::File::create(to).await.map_err(|error| away(&error))?;
        let (mut pieces, mut bytes) = (response.bytes_stream(), 0_u64);
        while let Some(piece) = tokio::time::timeout(PATIENCE, pieces.next())
            .await
            .map_err(|_| No::Away("the archive stopped coming".into()))?
        {
            let piece = piece.map_err(|error| away(&error))?;
            bytes += piece.len() as u64;
            if bytes > most {
                return Err(No::Refused {
                    kind: "archive".into(),
                    message: "the archive is longer than was said".into(),
                });
            }
            file.write_all(&piece).await.map_err(|error| away(&error))?;
        }
        file.sync_all().await.map_err(|error| away(&error))
    }

    fn address(&self, path: &str) -> Result<Url, No> {
        self.url.join(path).map_err(|error| No::Refused { kind: "address".into(), message: error.to_string() })
    }

    fn dressed(&self, request: RequestBuilder) -> RequestBuilder {
        request
            .bearer_auth(&self.token)
            .header(PROTOCOL_HEADER, PROTOCOL.to_string())
            .header(ENGINE_HEADER, &self.engine)
    }

    async fn answer<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, No> {
        let sent = self.dressed(request).send().await;
        let response = refusal(sent.map_err(|error| No::Away(words(&error)))?).await?;
        response.json().await.map_err(|error| No::Away(words(&error)))
    }
}

/// The answer, unless it is a refusal.
async fn refusal(response: reqwest::Response) -> Result<reqwest::Response, No> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    let is_passing =
        status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS || status == StatusCode::REQUEST_TIMEOUT;
    let said = response.json::<Refused>().await.map(|refused| refused.error);
    match said {
        Ok(error) if !is_passing => Err(No::Refused { kind: error.kind, message: error.message }),
        Ok(error) => Err(No::Away(error.message)),
        // Something between us and the server has answered.
        Err(_) => Err(No::Away(format!("the answer was {status}"))),
    }
}

/// An error with all that led to it.
fn words(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(inner) = source {
        text = format!("{text}: {inner}");
        source = inner.source();
    }
    text
}

/// Pauses that grow, each of a random length, so that a thousand workers do not come back at the same moment.
pub struct Patience {
    pause: Duration,
    rng: Rng,
}

impl Patience {
    /// A new one; the seed tells workers apart.
    pub fn new(seed: u64) -> Patience {
        Patience { pause: FIRST_PAUSE, rng: Rng::new(seed) }
    }

    /// How long to wait before the next try.
    pub fn next(&mut self) -> Duration {
        let most = self.pause.as_millis() as usize;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        Duration::from_millis((most / 2 + self.rng.below(most / 2 + 1)) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_bound_and_differ() {
        let [mut one, mut two] = [1, 2].map(Patience::new);
        let pauses: Vec<Duration> = (0..20).map(|_| one.next()).collect();
        assert!(pauses[0] <= FIRST_PAUSE && pauses.iter().all(|pause| *pause <= LONGEST_PAUSE));
        assert!(pauses[15..].iter().all(|pause| *pause >= LONGEST_PAUSE / 2));
        assert_ne!(pauses, (0..20).map(|_| two.next()).collect::<Vec<_>>());
    }

    #[test]
    fn an_address_that_is_none_is_told_so() {
        for url in ["arena", "https://arena.lan", "ftp://arena", "http://", "postgres://x"] {
            assert!(Server::new(url, "t", String::new()).is_err(), "{url}");
        }
        assert!(Server::new("http://127.0.0.1:8080", "t", String::new()).is_ok());
    }
}
