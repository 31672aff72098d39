//! Reviews of finished games: each is computed once, whoever asks, and kept for a while.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use schwarm_play::review::{Review, Terms};
use schwarm_play::{GameRecord, Limits, Stop};
use serde_json::json;
use tokio::sync::{OwnedSemaphorePermit, watch};

use super::ask::Path;
use super::games::number;
use super::lines::{self, Lines};
use crate::speech;
use crate::words::Lang;
use crate::{App, Asker, Kind, Trouble};

/// Reviews that are kept.
const MOST_KEPT: usize = 100;

/// How far a review is.
#[derive(Clone, Debug)]
enum Progress {
    /// So many positions of so many are judged.
    Doing(usize, usize),
    /// It is done.
    Done(Arc<Review>),
    /// It came to nothing.
    Failed,
}

/// The reviews that are kept or being made, by the number of their game.
#[derive(Default)]
pub(crate) struct Reviews(Mutex<HashMap<i64, watch::Receiver<Progress>>>);

impl Reviews {
    fn lock(&self) -> MutexGuard<'_, HashMap<i64, watch::Receiver<Progress>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One that is kept or being made.
    fn find(&self, id: i64) -> Option<watch::Receiver<Progress>> {
        self.lock().get(&id).filter(|progress| !is_lost(progress)).cloned()
    }

    /// The same, or else the place of a new one. Two who ask at once share it.
    fn find_or_begin(&self, id: i64, positions: usize) -> Result<watch::Receiver<Progress>, watch::Sender<Progress>> {
        let mut reviews = self.lock();
        if let Some(found) = reviews.get(&id).filter(|progress| !is_lost(progress)) {
            return Ok(found.clone());
        }
        if reviews.len() >= MOST_KEPT {
            reviews.retain(|_, progress| matches!(*progress.borrow(), Progress::Doing(..)) && !is_lost(progress));
        }
        let (sender, receiver) = watch::channel(Progress::Doing(0, positions));
        reviews.insert(id, receiver);
        Err(sender)
    }
}

/// Whether nothing will come of it any more.
fn is_lost(progress: &watch::Receiver<Progress>) -> bool {
    match *progress.borrow() {
        Progress::Doing(..) => progress.has_changed().is_err(),
        Progress::Done(_) => false,
        Progress::Failed => true,
    }
}

/// `GET /api/games/17/review`
pub(super) async fn review(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    let id = number(&id)?;
    let progress = match app.reviews.find(id) {
        Some(progress) => progress,
        None => begin(&app, &asker, id).await?,
    };
    let (writer, response) = lines::answer();
    tokio::spawn(tell(progress, writer, asker.lang));
    Ok(response)
}

async fn begin(app: &Arc<App>, asker: &Asker, id: i64) -> Result<watch::Receiver<Progress>, Trouble> {
    let shown = app.config.store.show(id).await.map_err(|error| Trouble::failed("a review", &error))?;
    let record = shown.ok_or(Kind::Unknown)?.record;
    if record.ending.is_none() {
        return Err(Kind::BadRequest.into());
    }
    asker.exert(app)?;
    let place = app.analyses.clone().try_acquire_owned().map_err(|_| Kind::TooMany)?;
    // Somebody else may have begun while the store was read.
    let sender = match app.reviews.find_or_begin(id, record.moves.len() + 1) {
        Ok(progress) => return Ok(progress),
        Err(sender) => sender,
    };
    let (receiver, app) = (sender.subscribe(), app.clone());
    tokio::task::spawn_blocking(move || compute(&app, &record, &sender, place));
    Ok(receiver)
}

/// Makes a review, as long as anybody reads how it comes along.
fn compute(app: &App, record: &GameRecord, sender: &watch::Sender<Progress>, place: OwnedSemaphorePermit) {
    let _place = place;
    let stop = Stop::default();
    let mut progress = |done, all| {
        sender.send_replace(Progress::Doing(done, all));
        // One receiver is kept for others who ask.
        if sender.receiver_count() <= 1 && done > 0 {
            stop.stop();
        }
    };
    let limits = Limits::time(Duration::from_secs_f64(app.bounds().review_seconds));
    let terms = Terms { limits, stop: &stop, progress: &mut progress };
    let made = schwarm_catalog::open(&record.game).map_err(|error| error.to_string()).and_then(|rules| {
        let mut analyst = app.config.analysts.reviewer();
        Review::of(record, &*rules, &mut *analyst, terms).map_err(|error| error.to_string())
    });
    match made {
        Ok(review) => sender.send_replace(Progress::Done(Arc::new(review))),
        Err(error) => {
            tracing::warn!("a review came to nothing: {error}");
            sender.send_replace(Progress::Failed)
        }
    };
}

/// Tells one reader how it comes along.
async fn tell(mut progress: watch::Receiver<Progress>, writer: Lines, lang: Lang) {
    loop {
        let now = progress.borrow_and_update().clone();
        match now {
            Progress::Doing(done, all) if !writer.write(&json!({ "progress": [done, all] })) => return,
            Progress::Doing(..) => {}
            Progress::Done(review) => return writer.end(&json!({ "review": told(&review, lang) })).await,
            Progress::Failed => {
                let trouble = Trouble::from(Kind::Failed);
                let error = json!({ "kind": trouble.kind.id(), "message": trouble.words(lang) });
                return writer.end(&json!({ "error": error })).await;
            }
        }
        tokio::select! {
            changed = progress.changed() => if changed.is_err() { return },
            () = writer.closed() => return,
        }
    }
}

/// A review with its sentences in a language.
fn told(review: &Review, lang: Lang) -> serde_json::Value {
    let mut told = json!(review);
    told["verdict"] = speech::verdict_words(lang, review).into();
    if let Some(text) = speech::turning_words(lang, review) {
        told["turning_point"]["text"] = text.into();
    }
    told
}
