//! Bots as JSON: who there is, what each achieved, and what the operator does with them.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use schwarm_play::{Moment, visible};
use serde::Deserialize;
use serde_json::{Value, json};

use super::ask::{Path, Query};
use super::body;
use crate::league::{self, Health, Score, deeds};
use crate::live::shown_name;
use crate::{App, Asker, Kind, Trouble, talk};

#[derive(Deserialize)]
pub(super) struct Wish {
    game: Option<String>,
}

/// `GET /api/bots?game=ID`
pub(super) async fn list(
    State(app): State<Arc<App>>,
    asker: Asker,
    Query(wish): Query<Wish>,
) -> Result<Json<Value>, Trouble> {
    // Thousands of games are looked at.
    asker.exert(&app)?;
    let game = wish.game.unwrap_or_else(|| league::FIRST_GAME.to_string());
    let game = schwarm_catalog::open(&game).map_err(|_| Kind::UnknownGame)?.id();
    let cards = league::cards(&app);
    let rated = league::ratings(&*app.config.store, &cards, &game).await;
    let rated = rated.map_err(|error| Trouble::failed("the store", &error))?;
    let bots = cards.into_iter().zip(rated).map(|(card, (rating, score))| {
        json!({
            "name": card.name.clone(),
            "registered": card.is_registered,
            "rating": rating.map(|rating| json!({ "elo": rating.elo, "error": rating.error })),
            "score": told(score),
            "command": league::command(card, asker.is_operator),
        })
    });
    Ok(Json(json!({ "game": game, "bots": bots.collect::<Vec<_>>() })))
}

/// `GET /api/bots/NAME`
pub(super) async fn one(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(name): Path<String>,
) -> Result<Json<Value>, Trouble> {
    asker.exert(&app)?;
    let profile = league::profile(&app, &asker, &name).await?;
    let career = profile.career;
    let against = career.against.into_iter().map(|((game, other), score)| {
        json!({ "game": game, "bot": shown_name(asker.lang, &other, false), "score": told(score) })
    });
    let versions =
        career.versions.into_iter().map(|(version, score)| json!({ "version": version, "score": told(score) }));
    let is_open = talk::is_open_to(&app, &asker);
    let mut faults = Vec::new();
    for fault in career.faults {
        let has_files = is_open && league::failure(&app, fault.id).await?.is_some();
        faults.push(json!({
            "id": fault.id,
            "against": shown_name(asker.lang, &fault.against, false),
            "fault": fault.what,
            "date": Moment::of_millis(fault.created).date(),
            "files": has_files.then(|| format!("/games/{}/failure", fault.id)),
        }));
    }
    let doctor = profile.health.map(|health| match health {
        Health::Examined => json!({ "state": "examined", "text": null }),
        Health::Report(text) => json!({ "state": "report", "text": visible(&text) }),
        Health::Failed(text) => json!({ "state": "failed", "text": visible(&text) }),
    });
    Ok(Json(json!({
        "name": name,
        "registered": profile.is_registered,
        "command": profile.command,
        "version": profile.version,
        "score": told(career.all),
        "complete": !career.is_cut,
        "against": against.collect::<Vec<_>>(),
        "versions": versions.collect::<Vec<_>>(),
        "faults": faults,
        "doctor": doctor,
    })))
}

fn told(score: Score) -> Value {
    json!({ "won": score.wins, "drawn": score.draws, "lost": score.losses, "faults": score.faults })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    command: String,
}

/// `POST /api/bots`
pub(super) async fn register(
    State(app): State<Arc<App>>,
    asker: Asker,
    body: Bytes,
) -> Result<(StatusCode, Json<Value>), Trouble> {
    deeds::organiser(&app, &asker)?;
    let Entry { name, command } = body::read(&body)?;
    let name = name.trim().to_string();
    match deeds::register(&app, &asker, &name, command).await? {
        Ok(()) => {
            let url = format!("/bot/{}", crate::pages::escaped(&name));
            Ok((StatusCode::CREATED, Json(json!({ "name": name, "url": url }))))
        }
        Err(why) => Err(Trouble::detailed(Kind::Refused, &why)),
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Treatment {
    game: String,
}

/// `POST /api/bots/NAME/doctor`, `POST /api/bots/NAME/remove`
pub(super) async fn act(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path((name, deed)): Path<(String, String)>,
    body: Bytes,
) -> Result<Json<Value>, Trouble> {
    deeds::organiser(&app, &asker)?;
    let Treatment { game } = body::read(&body)?;
    deeds::treat(&app, &asker, name.clone(), &deed, game).await?;
    Ok(Json(json!({ "name": name })))
}
