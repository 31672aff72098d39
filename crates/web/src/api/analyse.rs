//! An engine looks at a position while somebody reads what it finds.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use schwarm_core::Session;
use schwarm_core::view::{Cell, Held};
use schwarm_play::{Analysis, AnalysisError, Finding, Limits, Stop};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::line::Line;
use super::lines::{self, Lines};
use super::{body, line};
use crate::server::closed;
use crate::{App, Asker, Kind, Trouble};

/// Seconds if nobody says otherwise.
const USUAL_SECONDS: f64 = 10.0;

/// Moves of a line that are told.
const LONGEST_LINE: usize = 12;

#[derive(Deserialize)]
struct Wish {
    #[serde(flatten)]
    line: Line,
    #[serde(default)]
    lines: Option<usize>,
    #[serde(default)]
    seconds: Option<f64>,
}

/// `POST /api/analyse`
pub(super) async fn analyse(State(app): State<Arc<App>>, asker: Asker, body: Bytes) -> Result<Response, Trouble> {
    let wish: Wish = body::read(&body)?;
    let bounds = app.bounds();
    let seconds = wish.seconds.unwrap_or(USUAL_SECONDS);
    if !(0.0..=86_400.0).contains(&seconds) {
        return Err(Kind::BadRequest.into());
    }
    let limits = Limits::time(Duration::from_secs_f64(seconds.min(bounds.analysis_seconds)));
    let lines = wish.lines.unwrap_or(1).clamp(1, bounds.analysis_lines);
    let session = line::work(move || wish.line.session()).await?;
    if session.outcome().is_some() {
        return Err(Kind::GameOver.into());
    }
    asker.exert(&app)?;
    let place = app.analyses.clone().try_acquire_owned().map_err(|_| Kind::TooMany)?;
    let (writer, response) = lines::answer();
    let (stop, analysts) = (Stop::default(), app.config.analysts.clone());
    tokio::spawn(stop_when_closed(writer.clone(), stop.clone(), app.hall.closing()));
    tokio::task::spawn_blocking(move || {
        let mut found = |analysis: &Analysis| {
            if !writer.write(&Told::of(analysis, &*session)) {
                stop.stop();
            }
        };
        let end = analysts.analyse(&*session, lines, &limits, &stop, &mut found);
        drop(place);
        finish(writer, end, &*session, asker);
        stop.stop();
    });
    Ok(response)
}

/// Stops an engine nobody listens to.
async fn stop_when_closed(lines: Lines, stop: Stop, mut closing: tokio::sync::watch::Receiver<bool>) {
    while !stop.is_stopped() {
        tokio::select! {
            () = lines.closed() => stop.stop(),
            () = closed(&mut closing) => stop.stop(),
            // An engine that has come to its end holds no line any more; this one must not either.
            () = tokio::time::sleep(Duration::from_millis(50)) => {}
        }
    }
}

fn finish(writer: Lines, end: Result<Analysis, AnalysisError>, session: &dyn Session, asker: Asker) {
    match end {
        Ok(analysis) => writer.finish(&Told::of(&analysis, session)),
        Err(AnalysisError::GameOver) => writer.finish(&error(Kind::GameOver.into(), &asker)),
        Err(AnalysisError::Failed(why)) => {
            writer.finish(&error(Trouble::failed("an analysis", &why), &asker));
        }
    }
}

fn error(trouble: Trouble, asker: &Asker) -> serde_json::Value {
    json!({ "error": { "kind": trouble.kind.id(), "message": trouble.words(asker.lang) } })
}

/// What an engine has found at one depth.
#[derive(Serialize)]
struct Told {
    depth: u32,
    nodes: u64,
    lines: Vec<LineTold>,
}

#[derive(Serialize)]
struct LineTold {
    score: Option<f64>,
    chance: Option<f64>,
    ends_in: Option<i32>,
    moves: Vec<String>,
    to: Vec<Arrow>,
}

/// A move as an arrow.
#[derive(Serialize)]
struct Arrow {
    from: Option<Cell>,
    to: Option<Cell>,
}

impl Told {
    fn of(analysis: &Analysis, session: &dyn Session) -> Told {
        let first = analysis.lines.first();
        Told {
            depth: first.map_or(0, |line| line.depth),
            nodes: first.map_or(0, |line| line.nodes),
            lines: analysis.lines.iter().map(|line| LineTold::of(line, session)).collect(),
        }
    }
}

impl LineTold {
    fn of(finding: &Finding, session: &dyn Session) -> LineTold {
        let mut session = session.clone_box();
        let (mut moves, mut to) = (Vec::new(), Vec::new());
        for text in finding.line.iter().take(LONGEST_LINE) {
            let gesture = session.gestures().into_iter().find(|gesture| gesture.text == *text);
            let from = gesture.as_ref().and_then(|gesture| match gesture.held {
                Some(Held::Cell(cell)) => Some(cell),
                _ => None,
            });
            let Ok(text) = session.play(text) else { break };
            moves.push(text);
            to.push(Arrow { from, to: gesture.and_then(|gesture| gesture.to) });
        }
        let score = Some(finding.score).filter(|score| score.is_finite());
        LineTold { score, chance: finding.chance, ends_in: finding.ends_in, moves, to }
    }
}
