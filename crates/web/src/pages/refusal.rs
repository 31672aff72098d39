//! Troubles as pages: what happened, and what to do next.

use askama::Template;
use axum::extract::Request;
use axum::http::header::{ACCEPT, HeaderValue, RETRY_AFTER};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::frame::{Frame, Visit, render};
use crate::{Kind, Trouble};

#[derive(Template)]
#[template(path = "error.html")]
struct Refusal {
    frame: Frame,
    status: u16,
    words: String,
    /// The door of the operator, where it would help.
    operator: Option<String>,
    /// Whether our other pages can be reached from here.
    has_home: bool,
}

/// Turns the troubles of pages into pages.
pub(super) async fn layer(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let visit = Visit::of(&parts);
    let mut response = next.run(Request::from_parts(parts, body)).await;
    match response.extensions_mut().remove::<Trouble>() {
        Some(trouble) => page(&visit, &trouble),
        None if response.status().is_client_error() && !response.headers().contains_key("content-disposition") => {
            // A form or an address that could not be read.
            page(&visit, &Kind::BadRequest.into())
        }
        None => response,
    }
}

/// Somebody who waits for a page.
pub(crate) struct Reader(Visit);

impl Reader {
    /// Says in a page why there is none.
    pub(crate) fn refuse(&self, trouble: &Trouble) -> Response {
        page(&self.0, trouble)
    }
}

/// Whether a browser waits for a page: scripts and programs are answered in JSON.
pub(crate) fn reader(request: Request) -> (Request, Option<Reader>) {
    let (parts, body) = request.into_parts();
    let accept = parts.headers.get(ACCEPT).and_then(|accept| accept.to_str().ok());
    let is_page = accept.is_some_and(|accept| accept.contains("text/html")) && !parts.uri.path().starts_with("/api/");
    let reader = is_page.then(|| Reader(Visit::of(&parts)));
    (Request::from_parts(parts, body), reader)
}

/// There is nothing at an address.
pub(super) async fn nothing() -> Trouble {
    Kind::Unknown.into()
}

fn page(visit: &Visit, trouble: &Trouble) -> Response {
    let status = trouble.kind.status();
    let title = visit.lang.say(&format!("error.title.{}", status.as_u16()), &[]);
    let page = Refusal {
        frame: visit.frame("error", title),
        status: status.as_u16(),
        words: trouble.words(visit.lang),
        operator: (trouble.kind == Kind::OperatorOnly).then(|| {
            let back = if visit.is_read { visit.path.as_str() } else { "/" };
            format!("/operator?back={}", super::query::escaped(back))
        }),
        has_home: trouble.kind != Kind::UnknownHost,
    };
    let Ok(html) = render(&page) else { return status.into_response() };
    let mut response = (status, html).into_response();
    if trouble.kind == Kind::TooMany {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("2"));
    }
    response
}
