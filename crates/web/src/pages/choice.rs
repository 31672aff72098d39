//! Choices that are kept in a cookie: the language and the colours.

use axum::Form;
use axum::http::StatusCode;
use axum::http::header::{LOCATION, SET_COOKIE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::frame::{THEME, THEMES};
use crate::words::Lang;
use crate::{Kind, Trouble};

/// How long a choice is kept, in seconds: a year.
const KEPT: u32 = 366 * 24 * 3600;

#[derive(Deserialize)]
pub(super) struct Choice {
    language: Option<String>,
    theme: Option<String>,
    #[serde(default)]
    back: String,
}

/// Keeps the language.
pub(super) async fn language(Form(choice): Form<Choice>) -> Result<Response, Trouble> {
    let lang = choice.language.as_deref().and_then(Lang::from_code).ok_or(Kind::BadRequest)?;
    Ok(keep("language", lang.code(), &choice.back))
}

/// Keeps the colours.
pub(super) async fn theme(Form(choice): Form<Choice>) -> Result<Response, Trouble> {
    let theme = THEMES.into_iter().find(|theme| Some(*theme) == choice.theme.as_deref()).ok_or(Kind::BadRequest)?;
    Ok(keep(THEME, theme, &choice.back))
}

fn keep(name: &str, value: &str, back: &str) -> Response {
    let cookie = format!("{name}={value}; SameSite=Strict; Path=/; Max-Age={KEPT}");
    let back = if is_own_path(back) { back } else { "/" };
    (StatusCode::SEE_OTHER, [(LOCATION, back.to_string()), (SET_COOKIE, cookie)]).into_response()
}

/// Whether somebody is sent to a page of ours: `//elsewhere` and `/\elsewhere` are not.
pub(crate) fn is_own_path(path: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_graphic() && byte != b'\\';
    path.starts_with('/') && !path.starts_with("//") && path.len() < 2000 && path.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_sent_elsewhere() {
        assert!(["/", "/games/17/3?x=1#y"].into_iter().all(is_own_path));
        let elsewhere = ["", "games", "//evil.example", "/\\evil.example", "http://x", "/a\r\nb", "/\t/evil", "/é"];
        assert!(!elsewhere.into_iter().any(is_own_path));
    }
}
