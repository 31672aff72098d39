//! Scripts, styles and pictures, kept in the binary.
//!
//! An address with `?v=` and the right version may be kept by browsers for ever; others are asked for again, and
//! answered shortly where nothing has changed.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::{Path, RawQuery};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use crate::App;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// The routes of all files: `/assets/…`.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new().route("/assets/{*path}", get(asset)).route("/favicon.ico", get(favicon))
}

/// One word for all files together: it changes when one of them does.
pub(crate) fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let mut names: Vec<_> = Assets::iter().collect();
        names.sort_unstable();
        let mut sum = Sha256::new();
        for file in names.iter().filter_map(|name| Assets::get(name)) {
            sum.update(file.metadata.sha256_hash());
        }
        hex(&sum.finalize()[..6])
    });
    &VERSION
}

async fn asset(Path(path): Path<String>, RawQuery(query): RawQuery, headers: HeaderMap) -> Response {
    serve(&path, query.as_deref(), &headers)
}

async fn favicon(headers: HeaderMap) -> Response {
    serve("favicon.svg", None, &headers)
}

fn serve(path: &str, query: Option<&str>, headers: &HeaderMap) -> Response {
    let Some(file) = Assets::get(path) else { return StatusCode::NOT_FOUND.into_response() };
    let tag = format!("\"{}\"", hex(&file.metadata.sha256_hash()[..12]));
    let is_versioned = query.and_then(|query| query.strip_prefix("v=")) == Some(version());
    let keep = if is_versioned { "public, max-age=31536000, immutable" } else { "no-cache" };
    let head = [(CACHE_CONTROL, keep.to_string()), (ETAG, tag.clone())];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    (head, [(CONTENT_TYPE, kind(path))], file.data).into_response()
}

/// The media type of a file by its ending.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
