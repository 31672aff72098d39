//! Streams of server-sent events.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use serde::Deserialize;
use tokio::sync::{broadcast, watch};

use super::ask::{Path, Query};
use super::games::number;
use crate::live::{Frame, Hall};
use crate::server::closed;
use crate::words::Lang;
use crate::{App, Asker, Trouble};

/// Said at first: how soon to come back, in milliseconds. It also makes the head of the answer go out at once.
const HELLO: &[u8] = b"retry: 1000\n\n";

/// Said when nothing happens.
const HEARTBEAT: &[u8] = b": \n\n";

#[derive(Deserialize)]
pub(super) struct Place {
    after: Option<u64>,
}

/// `GET /api/games/17/events`
pub(super) async fn of_game(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(id): Path<String>,
    Query(place): Query<Place>,
    headers: HeaderMap,
) -> Result<Response, Trouble> {
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let mut listening = app.hall.listen(number(&id)?, &asker, last.or(place.after)).await?;
    let past = listening.past().await?;
    if past.is_empty() && listening.live.is_none() {
        // Nothing will ever happen: a browser that reads this does not come back.
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    Ok(answer(Source::new(&app.hall, asker.lang, past, listening.live)))
}

/// `GET /api/live/events`
pub(super) async fn of_all(State(app): State<Arc<App>>, asker: Asker) -> Response {
    let (past, live) = app.hall.listen_to_all().await;
    answer(Source::new(&app.hall, asker.lang, past, Some(live)))
}

/// Where the events of one listener come from.
struct Source {
    lang: Lang,
    waiting: VecDeque<Bytes>,
    live: Option<broadcast::Receiver<Arc<Frame>>>,
    closing: watch::Receiver<bool>,
    heartbeat: Duration,
}

impl Source {
    fn new(hall: &Hall, lang: Lang, past: Vec<Arc<Frame>>, live: Option<broadcast::Receiver<Arc<Frame>>>) -> Source {
        let told = past.iter().map(|frame| frame.texts[lang as usize].clone());
        let waiting = [Bytes::from_static(HELLO)].into_iter().chain(told).collect();
        Source { lang, waiting, live, closing: hall.closing(), heartbeat: hall.bounds.heartbeat }
    }

    /// What is to be sent next; `None` ends the stream. A listener that fell behind is sent away and comes back
    /// with the number of the last event it has.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(text) = self.waiting.pop_front() {
            return Some(text);
        }
        let live = self.live.as_mut()?;
        let heard = tokio::select! {
            heard = tokio::time::timeout(self.heartbeat, live.recv()) => heard,
            () = closed(&mut self.closing) => return None,
        };
        match heard {
            Ok(Ok(frame)) => Some(frame.texts[self.lang as usize].clone()),
            Ok(Err(_)) => None,
            Err(_) => Some(Bytes::from_static(HEARTBEAT)),
        }
    }
}

fn answer(source: Source) -> Response {
    let head = [(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-store")];
    (head, Body::from_stream(texts(source))).into_response()
}

fn texts(source: Source) -> impl Stream<Item = Result<Bytes, Infallible>> {
    stream::unfold(source, |mut source| async move {
        let text = source.next().await?;
        Some((Ok(text), source))
    })
}
