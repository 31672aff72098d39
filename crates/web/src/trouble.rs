//! What a request is refused for. One type, one place that maps it to a status and to words.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header::RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use schwarm_core::{BrokenRule, MoveError};
use serde_json::json;

use crate::speech;
use crate::words::Lang;

/// Why a request is refused. Ids are public and stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A text that is no move.
    Syntax,
    /// A move the rules do not allow.
    Illegal,
    /// The game is over.
    GameOver,
    /// The page is older than the game.
    Stale,
    /// The other side moves.
    NotYourTurn,
    /// The asker has no seat, or not this one.
    NotYours,
    /// No such rule set, or no such position in it.
    UnknownGame,
    /// There is nothing under this address.
    Unknown,
    /// Too many requests, games or analyses.
    TooMany,
    /// Too much was sent, or it took too long.
    TooLong,
    /// For whoever has the operator's token.
    OperatorOnly,
    /// The request comes from another site.
    CrossSite,
    /// The server is called by a name that is not its own.
    UnknownHost,
    /// The request makes no sense.
    BadRequest,
    /// What is written in a request cannot be done, and says why.
    Refused,
    /// The address is right, what is asked of it is not.
    Method,
    /// Something failed here.
    Failed,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 17] = [
        Kind::Syntax,
        Kind::Illegal,
        Kind::GameOver,
        Kind::Stale,
        Kind::NotYourTurn,
        Kind::NotYours,
        Kind::UnknownGame,
        Kind::Unknown,
        Kind::TooMany,
        Kind::TooLong,
        Kind::OperatorOnly,
        Kind::CrossSite,
        Kind::UnknownHost,
        Kind::BadRequest,
        Kind::Refused,
        Kind::Method,
        Kind::Failed,
    ];

    /// The stable id.
    pub const fn id(self) -> &'static str {
        match self {
            Kind::Syntax => "syntax",
            Kind::Illegal => "illegal",
            Kind::GameOver => "game-over",
            Kind::Stale => "stale",
            Kind::NotYourTurn => "not-your-turn",
            Kind::NotYours => "not-yours",
            Kind::UnknownGame => "unknown-game",
            Kind::Unknown => "unknown",
            Kind::TooMany => "too-many",
            Kind::TooLong => "too-long",
            Kind::OperatorOnly => "operator-only",
            Kind::CrossSite => "cross-site",
            Kind::UnknownHost => "unknown-host",
            Kind::BadRequest => "bad-request",
            Kind::Refused => "refused",
            Kind::Method => "method",
            Kind::Failed => "failed",
        }
    }

    /// The status of an answer.
    pub const fn status(self) -> StatusCode {
        match self {
            Kind::Syntax | Kind::UnknownGame | Kind::BadRequest => StatusCode::BAD_REQUEST,
            Kind::Illegal | Kind::Refused => StatusCode::UNPROCESSABLE_ENTITY,
            Kind::GameOver | Kind::Stale | Kind::NotYourTurn => StatusCode::CONFLICT,
            Kind::NotYours | Kind::OperatorOnly | Kind::CrossSite | Kind::UnknownHost => StatusCode::FORBIDDEN,
            Kind::Unknown => StatusCode::NOT_FOUND,
            Kind::Method => StatusCode::METHOD_NOT_ALLOWED,
            Kind::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Kind::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Kind::Failed => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// Why a request was refused, with what its asker can react to.
#[derive(Clone, Debug, PartialEq)]
pub struct Trouble {
    /// What kind of trouble.
    pub kind: Kind,
    /// The broken rule and the game it is one of.
    pub rule: Option<Box<(String, BrokenRule)>>,
    /// What exactly is wrong, for whoever writes programs.
    pub detail: Option<String>,
}

impl From<Kind> for Trouble {
    fn from(kind: Kind) -> Trouble {
        Trouble { kind, rule: None, detail: None }
    }
}

impl Trouble {
    /// Why a move was not played.
    pub(crate) fn of_move(game: &str, error: MoveError) -> Trouble {
        match error {
            MoveError::Syntax { .. } => Kind::Syntax.into(),
            MoveError::GameOver { .. } => Kind::GameOver.into(),
            MoveError::Illegal { rule, .. } => {
                Trouble { rule: Some(Box::new((game.to_string(), *rule))), ..Kind::Illegal.into() }
            }
        }
    }

    /// The same trouble with what exactly is wrong.
    pub(crate) fn detailed(kind: Kind, detail: &dyn std::fmt::Display) -> Trouble {
        Trouble { detail: Some(detail.to_string()), ..kind.into() }
    }

    /// Something of ours failed: the log hears what, the asker only that.
    pub(crate) fn failed(what: &str, error: &dyn std::fmt::Display) -> Trouble {
        tracing::error!("{what}: {error}");
        Kind::Failed.into()
    }

    /// The trouble in a sentence.
    pub fn words(&self, lang: Lang) -> String {
        match &self.rule {
            Some(broken) => speech::rule_words(lang, &broken.0, &broken.1),
            None => lang.say(&format!("error.{}", self.kind.id()), &[]),
        }
    }

    /// The answer as JSON.
    pub(crate) fn answer(&self, lang: Lang) -> Response {
        let mut error = json!({ "kind": self.kind.id(), "message": self.words(lang) });
        if let Some(broken) = &self.rule {
            error["rule"] = rule_json(lang, &broken.0, &broken.1);
        }
        if let Some(detail) = &self.detail {
            error["detail"] = json!(detail);
        }
        let mut response = (self.kind.status(), Json(json!({ "error": error }))).into_response();
        if self.kind == Kind::TooMany {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}

/// A broken rule as pages read it.
pub(crate) fn rule_json(lang: Lang, game: &str, rule: &BrokenRule) -> serde_json::Value {
    json!({ "id": rule.id, "text": speech::rule_words(lang, game, rule), "cells": rule.cells })
}

/// A handler that fails leaves the trouble to the layer that knows the asker's language.
impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        let mut response = self.kind.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}
