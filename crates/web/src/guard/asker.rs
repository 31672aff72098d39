//! Who asks: language, seats, whether it is the operator, from where.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header::{ACCEPT_LANGUAGE, AUTHORIZATION, COOKIE};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

use super::{Measure, operator};
use crate::live::Secret;
use crate::words::Lang;
use crate::{App, Kind, Trouble};

/// Prefix of the cookies that hold seats.
const SEAT: &str = "seat-";

/// The address a connection comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub(crate) IpAddr);

/// Who asks.
#[derive(Clone, Debug)]
pub struct Asker {
    /// The language to answer in.
    pub lang: Lang,
    /// The seats the asker holds: the game each was given for, and its secret.
    pub seats: Vec<(i64, Secret)>,
    /// The seat of a program without cookies, which it shows with every request.
    pub shown_seat: Option<Secret>,
    /// Whether the asker has shown the operator's token.
    pub is_operator: bool,
    pub(crate) client: IpAddr,
}

impl Asker {
    /// Reads who asks.
    pub(super) fn of(app: &App, headers: &HeaderMap, extensions: &Extensions) -> Asker {
        let client = extensions.get::<Client>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |client| client.0);
        let accept = headers.get(ACCEPT_LANGUAGE).and_then(|accept| accept.to_str().ok());
        Asker {
            lang: Lang::of(accept, cookie(headers, "language")),
            seats: cookies(headers).filter_map(|(name, value)| seat(name, value)).collect(),
            shown_seat: bearer(headers).and_then(|shown| shown.parse().ok()),
            is_operator: app.config.token.as_ref().is_some_and(|token| operator::is_shown(token, headers)),
            client,
        }
    }

    /// The secrets of all its seats.
    pub(crate) fn secrets(&self) -> Vec<Secret> {
        self.seats.iter().map(|(_, secret)| *secret).chain(self.shown_seat).collect()
    }

    /// Takes a token of the bucket for what costs much. The operator's own programs need none.
    ///
    /// # Errors
    /// When it is empty.
    pub fn exert(&self, app: &App) -> Result<(), Trouble> {
        match self.is_operator || app.limiter.take(self.client, Measure::Effort) {
            true => Ok(()),
            false => Err(Kind::TooMany.into()),
        }
    }
}

/// The guard has read it already.
impl FromRequestParts<Arc<App>> for Asker {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Asker, Trouble> {
        let read = parts.extensions.get::<Asker>().cloned();
        Ok(read.unwrap_or_else(|| Asker::of(app, &parts.headers, &parts.extensions)))
    }
}

/// What a request shows as `Authorization: Bearer …`.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
}

/// The value of a cookie.
pub(crate) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    cookies(headers).find(|(other, _)| *other == name).map(|(_, value)| value)
}

fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='))
}

fn seat(name: &str, value: &str) -> Option<(i64, Secret)> {
    Some((name.strip_prefix(SEAT)?.parse().ok()?, value.parse().ok()?))
}
