//! Answers that come line by line: JSON, a line each.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use tokio::sync::mpsc;

/// Lines that may wait to be read.
const WAITING: usize = 64;

/// Where lines are written to, on any thread.
#[derive(Clone)]
pub(super) struct Lines(mpsc::Sender<Bytes>);

impl Lines {
    /// Writes a line; `false` when nobody reads any more. A reader that is slow misses lines.
    pub(super) fn write(&self, line: &impl Serialize) -> bool {
        match self.0.try_send(text(line)) {
            Ok(()) | Err(mpsc::error::TrySendError::Full(_)) => true,
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        }
    }

    /// Writes the last line, which nobody misses. Not for threads of a runtime.
    pub(super) fn finish(self, line: &impl Serialize) {
        // A reader that is gone needs no last line.
        let _ = self.0.blocking_send(text(line));
    }

    /// The same on a thread of a runtime.
    pub(super) async fn end(self, line: &impl Serialize) {
        let _ = self.0.send(text(line)).await;
    }

    /// Comes when nobody reads any more.
    pub(super) async fn closed(&self) {
        self.0.closed().await;
    }
}

fn text(line: &impl Serialize) -> Bytes {
    let mut text = serde_json::to_vec(line).expect("a line has nothing JSON cannot say");
    text.push(b'\n');
    text.into()
}

/// An answer, and where its lines are written to.
pub(super) fn answer() -> (Lines, Response) {
    let (sender, receiver) = mpsc::channel(WAITING);
    let lines = stream::unfold(receiver, |mut receiver: mpsc::Receiver<Bytes>| async move {
        let line = receiver.recv().await?;
        Some((Ok::<_, Infallible>(line), receiver))
    });
    let head = [(CONTENT_TYPE, "application/x-ndjson; charset=utf-8")];
    (Lines(sender), (head, Body::from_stream(lines)).into_response())
}
