//! Looking for games that are kept, for pages and for programs.

use schwarm_store::{Filter, GameRow, Search, Standing};
use serde::Deserialize;

use crate::live::shown_name;
use crate::words::Lang;
use crate::{App, Trouble};

/// Games that are told at once.
const PAGE: usize = 30;

/// What is looked for. An empty field lets all pass, as forms send them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Wish {
    pub(crate) game: String,
    pub(crate) player: String,
    pub(crate) result: String,
    #[serde(rename = "match")]
    pub(crate) of_match: String,
    pub(crate) before: Option<i64>,
}

impl Wish {
    /// Whether the result that is looked for is one.
    pub(crate) fn has_known_result(&self) -> bool {
        self.result.is_empty() || Standing::ALL.into_iter().any(|standing| standing.id() == self.result)
    }

    /// The newest games that pass, and the number before which older ones are found.
    pub(crate) async fn find(&self, app: &App, lang: Lang) -> Result<(Vec<GameRow>, Option<i64>), Trouble> {
        let rows = app.config.store.newest(&self.search(lang), PAGE as u32 + 1).await;
        let mut rows = rows.map_err(|error| Trouble::failed("the store", &error))?;
        let is_more = rows.len() > PAGE;
        rows.truncate(PAGE);
        let older = rows.last().filter(|_| is_more).map(|row| row.id);
        Ok((rows, older))
    }

    fn search(&self, lang: Lang) -> Search {
        let some = |text: &str| Some(text.trim().to_string()).filter(|text| !text.is_empty());
        let filter = Filter {
            game: some(&self.game),
            of_match: some(&self.of_match),
            standing: Standing::ALL.into_iter().find(|standing| standing.id() == self.result),
            ..Filter::default()
        };
        Search { filter, named: some(&self.player).map(|name| stored_name(lang, &name)), before: self.before }
    }
}

/// Players of this server have names in records that no language owns.
fn stored_name(lang: Lang, name: &str) -> String {
    let levels = (1..=10).map(|level: u8| format!("level-{level}"));
    let own = levels.chain(["guest".to_string()]).find(|own| shown_name(lang, own, false).eq_ignore_ascii_case(name));
    own.unwrap_or_else(|| name.to_string())
}
