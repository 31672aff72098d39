//! Scripts, styles and pictures, kept in the binary.
//!
//! The version is a folder of the address (`/assets/0123456789ab/board.js`), so that it holds for whatever a file asks for
//! beside itself. Under the right one a file may be kept by browsers for ever; under others it is asked for again, and
//! answered shortly where nothing has changed. Not here: what scripts import (`scripts`).

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use crate::{App, scripts};

/// Bytes of the sum that are the version.
const VERSION_BYTES: usize = 6;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// The routes of all files: `/assets/…`.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new().route("/assets/{*path}", get(asset)).route("/favicon.ico", get(favicon))
}

/// The address of a file under the version of today.
pub(crate) fn address(name: &str) -> String {
    format!("/assets/{}/{name}", version())
}

/// The text of a script or style.
pub(crate) fn text(name: &str) -> Option<String> {
    String::from_utf8(Assets::get(name)?.data.into_owned()).ok()
}

/// One word for all files together: it changes when one of them does.
fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let mut names: Vec<_> = Assets::iter().collect();
        names.sort_unstable();
        let mut sum = Sha256::new();
        for file in names.iter().filter_map(|name| Assets::get(name)) {
            sum.update(file.metadata.sha256_hash());
        }
        hex(&sum.finalize()[..VERSION_BYTES])
    });
    &VERSION
}

async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    match path.split_once('/') {
        // A page that was opened before an update still finds what it asks for later.
        Some((folder, name)) if is_version(folder) => serve(name, folder == version(), &headers),
        _ => serve(&path, false, &headers),
    }
}

async fn favicon(headers: HeaderMap) -> Response {
    serve("favicon.svg", false, &headers)
}

fn is_version(folder: &str) -> bool {
    folder.len() == 2 * VERSION_BYTES && folder.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn serve(name: &str, for_ever: bool, headers: &HeaderMap) -> Response {
    let Some(file) = Assets::get(name) else { return StatusCode::NOT_FOUND.into_response() };
    // Weak, because it may come packed.
    let tag = format!("W/\"{}\"", hex(&file.metadata.sha256_hash()[..12]));
    let keep = if for_ever { "public, max-age=31536000, immutable" } else { "no-cache" };
    let head = [(CACHE_CONTROL, keep.to_string()), (ETAG, tag.clone())];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    let data = match std::str::from_utf8(&file.data) {
        Ok(text) if name.ends_with(".js") => Cow::Owned(scripts::lean(text).into_bytes()),
        _ => file.data,
    };
    (head, [(CONTENT_TYPE, kind(name))], data).into_response()
}

/// The media type of a file by its ending.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
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
