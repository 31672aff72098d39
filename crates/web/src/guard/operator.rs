//! The operator: whoever shows the token, in a header or once in a form.

use std::sync::Arc;

use axum::Form;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode, header::LOCATION};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::asker::bearer;
use super::{Asker, cookie};
use crate::live::Secret;
use crate::pages::is_own_path;
use crate::{App, Kind, Trouble};

/// The cookie that says that the token was shown.
const COOKIE: &str = "operator";

/// A new token nobody can guess.
pub fn fresh_token() -> String {
    Secret::fresh().to_string()
}

/// Whether a request shows the token. Comparing takes the same time wherever the difference is.
pub(super) fn is_shown(token: &str, headers: &HeaderMap) -> bool {
    let by_header = bearer(headers).is_some_and(|shown| is_same(shown, token));
    by_header || cookie(headers, COOKIE).is_some_and(|shown| is_same(shown, &pass(token)))
}

#[derive(Deserialize)]
pub(super) struct Entry {
    token: String,
    /// Where somebody came from.
    #[serde(default)]
    back: String,
}

/// The form of `/operator`: the right token is answered with a cookie.
pub(super) async fn enter(
    State(app): State<Arc<App>>,
    asker: Asker,
    Form(entry): Form<Entry>,
) -> Result<Response, Trouble> {
    // Guessing is slow, although there is not much to be guessed.
    asker.exert(&app)?;
    match &app.config.token {
        Some(token) if is_same(&entry.token, token) => {
            let cookie = format!("{COOKIE}={}; HttpOnly; SameSite=Strict; Path=/", pass(token));
            let back = if is_own_path(&entry.back) { entry.back } else { "/".to_string() };
            Ok((StatusCode::SEE_OTHER, [(LOCATION, back), (SET_COOKIE, cookie)]).into_response())
        }
        _ => Err(Kind::OperatorOnly.into()),
    }
}

/// What the cookie holds: it can be made from the token, but not the token from it.
fn pass(token: &str) -> String {
    let sum = Sha256::new().chain_update(b"schwarm operator\0").chain_update(token).finalize();
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn is_same(a: &str, b: &str) -> bool {
    // Sums are of one length, so that not even the length of the token can be measured.
    let [a, b] = [a, b].map(Sha256::digest);
    a.ct_eq(&b).into()
}
