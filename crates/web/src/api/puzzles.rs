//! Puzzles: which there are, what a try is worth, a hint.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use schwarm_core::Session;
use schwarm_core::view::Held;
use schwarm_play::{PlayedMove, Puzzle};
use serde::Deserialize;
use serde_json::{Value, json};

use super::ask::{Path, Query};
use super::body;
use super::line::work;
use crate::live::walk;
use crate::puzzles::{self, Choice, Judged, Verdict};
use crate::speech::{move_words, outcome_words};
use crate::words::Lang;
use crate::{App, Asker, Kind, LastMove, Position, Trouble};

/// How long a proof waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// `GET /api/puzzles`
pub(super) async fn list(State(app): State<Arc<App>>, Query(choice): Query<Choice>) -> Result<Json<Value>, Trouble> {
    if !choice.is_clear() {
        return Err(Trouble::detailed(Kind::BadRequest, &"level: easy, middling or hard; moves: 1 to 100"));
    }
    let (found, is_more) = puzzles::page(&app, &choice.wanted()).await?;
    let told: Vec<Value> = found.iter().map(tell).collect();
    Ok(Json(json!({ "puzzles": told, "more": is_more })))
}

/// `GET /api/puzzles/daily`
pub(super) async fn daily() -> Result<Json<Value>, Trouble> {
    let (day, date) = puzzles::today();
    let puzzle = puzzles::of_day(puzzles::shipped(), day).ok_or(Kind::Unknown)?;
    Ok(Json(json!({ "date": date, "puzzle": tell(puzzle) })))
}

/// What is told of a puzzle in a list: everything but the line, which is the solution.
fn tell(puzzle: &Puzzle) -> Value {
    json!({
        "id": puzzle.id,
        "url": format!("/puzzle/{}", puzzle.id),
        "game": puzzle.game,
        "position": puzzle.position,
        "plies": puzzle.plies,
        "moves": puzzle.moves(),
        "rating": puzzle.rating,
        "from": puzzle.from,
    })
}

#[derive(Deserialize)]
pub(super) struct Wish {
    #[serde(default)]
    solution: bool,
}

/// `GET /api/puzzles/ID`, `?solution=true` with its line
pub(super) async fn one(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(id): Path<String>,
    Query(wish): Query<Wish>,
) -> Result<Json<Value>, Trouble> {
    let puzzle = puzzles::by_id(&app, &id).await?;
    work(move || {
        let mut session = puzzles::replayed(&puzzle, &[])?;
        let mut told = tell(&puzzle);
        told["shown"] = json!(Position::of(&*session, 0, false, None));
        if wish.solution {
            let line: Vec<PlayedMove> = puzzle.line.iter().map(PlayedMove::plain).collect();
            let walked = walk(&mut *session, &line).map_err(|error| Trouble::failed("a puzzle", &error))?;
            told["line"] = walked.iter().map(|one| json!(one.tell(asker.lang))).collect();
        }
        Ok(Json(told))
    })
    .await
}

/// Moves of both sides from the position of a puzzle on.
#[derive(Deserialize)]
struct Tried {
    #[serde(default)]
    moves: Vec<String>,
}

/// A puzzle and the moves from its position on, an odd number of them or an even one.
async fn tried(app: &App, id: &str, body: &Bytes, is_odd: bool) -> Result<(Puzzle, Vec<String>), Trouble> {
    let Tried { moves } = body::read(body)?;
    match moves.len().is_multiple_of(2) == is_odd {
        true => Err(Kind::BadRequest.into()),
        false => Ok((puzzles::by_id(app, id).await?, moves)),
    }
}

/// `POST /api/puzzles/ID/try`
pub(super) async fn attempt(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Json<Value>, Trouble> {
    // The solver makes the first move and the last one.
    let (puzzle, moves) = tried(&app, &id, &body, true).await?;
    let lang = asker.lang;
    thinking(&app, &asker, &puzzle, moves, move |app, puzzle, moves| {
        let session = puzzles::replayed(puzzle, moves)?;
        let (provers, nodes) = (&*app.config.provers, app.bounds().proof_nodes);
        let judged = puzzles::judge(puzzle, moves, &*session, provers, nodes)?;
        told(lang, puzzle, moves, session, judged)
    })
    .await
}

/// Works with the provers, when it is their turn. What the line of a puzzle knows costs nothing.
async fn thinking(
    app: &Arc<App>,
    asker: &Asker,
    puzzle: &Puzzle,
    moves: Vec<String>,
    think: impl FnOnce(&App, &Puzzle, &[String]) -> Result<Value, Trouble> + Send + 'static,
) -> Result<Json<Value>, Trouble> {
    let (app, puzzle) = (app.clone(), puzzle.clone());
    let mut place = None;
    if !puzzle.line.starts_with(&moves) {
        asker.exert(&app)?;
        let waiting = tokio::time::timeout(PATIENCE, app.analyses.clone().acquire_owned()).await;
        place = Some(waiting.map_err(|_| Kind::TooMany)?.map_err(|_| Kind::TooMany)?);
    }
    work(move || {
        let done = think(&app, &puzzle, &moves);
        drop(place);
        done.map(Json)
    })
    .await
}

/// What came of a try, with the positions after the move and after its answer.
fn told(
    lang: Lang,
    puzzle: &Puzzle,
    moves: &[String],
    mut session: Box<dyn Session>,
    mut judged: Judged,
) -> Result<Value, Trouble> {
    let (mut moves, solver) = (moves.to_vec(), puzzles::mover(&*session));
    let mut before = session.clone_box();
    before.undo();
    let mut shown = vec![seen(lang, &*before, &*session)];
    if let Some(answer) = &judged.answer {
        let before = session.clone_box();
        let text = session.play(answer).map_err(|error| Trouble::failed("a defence", &error))?;
        shown.push(seen(lang, &*before, &*session));
        moves.push(text);
        // Where a round is played to its end, the last move is one of the other side.
        if session.outcome().is_some_and(|outcome| outcome.winner == Some(solver)) {
            judged.verdict = Verdict::Solved;
        }
    }
    let n = u64::from(puzzle.moves());
    let words = match judged.verdict {
        Verdict::Slower => lang.count("puzzle.said.slower", n, &[]),
        Verdict::Wrong if judged.answer.is_some() => lang.count("puzzle.said.wrong", n, &[]),
        Verdict::Wrong => lang.say("puzzle.said.lost", &[]),
        verdict => lang.say(&format!("puzzle.said.{}", verdict.id()), &[]),
    };
    let ending = outcome_words(lang, &*session);
    Ok(json!({
        "verdict": judged.verdict.id(),
        "good": judged.verdict.is_good(),
        "words": words,
        "ending": ending,
        "moves": moves,
        "shown": shown,
    }))
}

/// A position with the move that led to it.
fn seen(lang: Lang, before: &dyn Session, after: &dyn Session) -> Position {
    let text = after.moves().last().cloned().unwrap_or_default();
    let words = move_words(lang, &before.view(), &after.view(), &text);
    Position::of(after, after.turn(), false, Some(LastMove { text, words }))
}

/// `POST /api/puzzles/ID/hint`
pub(super) async fn hint(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Json<Value>, Trouble> {
    let (puzzle, moves) = tried(&app, &id, &body, false).await?;
    let lang = asker.lang;
    thinking(&app, &asker, &puzzle, moves, move |app, puzzle, moves| {
        let session = puzzles::replayed(puzzle, moves)?;
        if session.outcome().is_some() {
            return Err(Kind::GameOver.into());
        }
        let (provers, nodes) = (&*app.config.provers, app.bounds().proof_nodes);
        let next = puzzles::next_moves(puzzle, moves, &*session, provers, nodes)?;
        let gesture = session.gestures().into_iter().find(|gesture| next.contains(&gesture.text));
        let held: Option<Held> = gesture.as_ref().and_then(|gesture| gesture.held.clone());
        let key = match (&gesture, &held) {
            (None, _) => "puzzle.hint-none",
            (Some(_), None) => "puzzle.hint-pass",
            (Some(_), Some(Held::Hand(_))) => "puzzle.hint-hand",
            (Some(_), Some(Held::Cell(_))) => "puzzle.hint-piece",
        };
        Ok(json!({ "held": held, "words": lang.say(key, &[]) }))
    })
    .await
}
