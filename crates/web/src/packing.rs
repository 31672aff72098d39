//! Answers are packed on their way (gzip) where that pays.
//!
//! What must hold: a stream is never packed. Only an answer whose length is known can be: events and lines must leave
//! one by one, and none may wait inside of a packer for company.
//! A page holds a link for a friend beside words of its address. What packing tells of it (by the length of the answer) is
//! told to its reader alone: other sites cannot ask with the cookies of a player, which are `SameSite=Strict`.

use axum::body::HttpBody;
use axum::http::Response;
use axum::http::header::CONTENT_TYPE;
use tower_http::compression::{CompressionLayer, Predicate};

/// Bytes; less fits into one packet anyhow.
const LEAST: u64 = 860;

/// Kinds of texts. Pictures in pixels are packed by themselves.
const TEXTS: [&str; 5] = ["text/", "application/json", "application/xml", "application/x-chess-pgn", "image/svg+xml"];

/// The layer around all routes.
pub(crate) fn layer() -> CompressionLayer<Worthwhile> {
    CompressionLayer::new().gzip(true).compress_when(Worthwhile)
}

/// Which answers are packed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worthwhile;

impl Predicate for Worthwhile {
    fn should_compress<B: HttpBody>(&self, response: &Response<B>) -> bool {
        let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let is_long = response.body().size_hint().exact().is_some_and(|length| length >= LEAST);
        is_long && TEXTS.iter().any(|text| kind.starts_with(text))
    }
}
