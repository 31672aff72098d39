//! The body of a request: small, and here soon.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::CONTENT_LENGTH;
use tokio::time::timeout;

use crate::{Bounds, Kind, Trouble};

/// Reads the body before anybody works on it.
pub(super) async fn read(request: Request, bounds: &Bounds) -> Result<Request, Trouble> {
    let most = match request.uri().path() {
        "/upload" | "/api/upload" => bounds.upload_bytes,
        path if path.starts_with("/worker/") => bounds.hand_bytes,
        _ => bounds.body_bytes,
    };
    let announced = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if announced.is_some_and(|length: usize| length > most) {
        return Err(Kind::TooLong.into());
    }
    let (head, body) = request.into_parts();
    match timeout(bounds.body_patience, to_bytes(body, most)).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(head, Body::from(bytes))),
        Ok(Err(_)) | Err(_) => Err(Kind::TooLong.into()),
    }
}
