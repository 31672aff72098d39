//! What every request passes before anybody answers it, and what every answer carries.
//!
//! In this order: is it meant for us (`host`), is the client within its measure (`rate`), does a change come
//! from our own pages (`origin`), is its body small and quick (`body`). Who asks is read here too ([`Asker`]).
//! Not here: connections and their patience (`server`), who may use which seat (`live`).

mod asker;
mod body;
mod headers;
mod host;
mod operator;
mod origin;
mod rate;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use axum::routing::post;

pub use asker::Asker;
pub(crate) use asker::{Client, bearer, cookie};
pub(crate) use host::Doors;
pub use operator::fresh_token;
pub(crate) use rate::{Limiter, Measure, network};

use crate::{App, Kind, Trouble, fleet, pages};

/// The routes of the operator.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new().route("/operator", post(operator::enter))
}

/// The address by which the server was called: `https://arena.example`.
#[derive(Clone, Debug)]
pub(crate) struct Called(pub(crate) String);

/// The one layer around all routes.
pub(crate) async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let asker = Asker::of(&app, request.headers(), request.extensions());
    request.extensions_mut().insert(asker.clone());
    if let Some(origin) = app.doors.origin(request.headers()) {
        request.extensions_mut().insert(Called(origin));
    }
    let path = request.uri().path().to_string();
    let (request, reader) = pages::reader(request);
    let mut response = match admit(&app, &asker, request).await {
        Ok(request) => next.run(request).await,
        Err(trouble) => reader.map_or_else(|| trouble.answer(asker.lang), |reader| reader.refuse(&trouble)),
    };
    if let Some(trouble) = response.extensions_mut().remove::<Trouble>() {
        response = trouble.answer(asker.lang);
    }
    headers::dress(response.headers_mut(), &path);
    response
}

/// Lets a request in, its body read.
async fn admit(app: &App, asker: &Asker, request: Request) -> Result<Request, Trouble> {
    app.doors.check(request.headers(), request.uri())?;
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let measure = if changes { Measure::Change } else { Measure::Request };
    // The operator's own programs are as many as the operator likes.
    let is_worker = request.uri().path().starts_with("/worker/") && fleet::is_known(app, request.headers());
    let is_free = asker.is_operator || is_worker || request.uri().path().starts_with("/assets/");
    if !is_free && !app.limiter.take(asker.client, measure) {
        return Err(Kind::TooMany.into());
    }
    if changes {
        origin::check(request.headers())?;
        return body::read(request, app.bounds()).await;
    }
    Ok(request)
}
