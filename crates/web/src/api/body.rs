//! Reading JSON that was sent.

use axum::body::Bytes;
use serde::de::DeserializeOwned;

use crate::{Kind, Trouble};

/// A body of JSON. Nothing at all is an empty object.
pub(super) fn read<T: DeserializeOwned>(body: &Bytes) -> Result<T, Trouble> {
    let body: &[u8] = if body.iter().all(u8::is_ascii_whitespace) { b"{}" } else { body };
    serde_json::from_slice(body).map_err(|error| Trouble::detailed(Kind::BadRequest, &error))
}
