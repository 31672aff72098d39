//! What was said with the bots of a game.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::ask::Path;
use super::games::number;
use crate::talk::{TalkTold, of_game};
use crate::{App, Asker, Trouble};

/// `GET /api/games/17/talk`
pub(super) async fn talk(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<TalkTold>, Trouble> {
    Ok(Json(of_game(&app, &asker, number(&id)?).await?))
}
