//! Where puzzles are: the set inside of the program, and the store.

use std::sync::LazyLock;

use schwarm_play::Puzzle;
use schwarm_store::PuzzleFilter;

use crate::{App, Kind, Trouble};

/// Puzzles of a page.
const PAGE: usize = 24;

/// Pages of a list: what lies behind them is found by choosing more narrowly.
const MOST_PAGES: usize = 40;

static SHIPPED: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let text = include_str!("../../puzzles/set.jsonl");
    let mut puzzles: Vec<Puzzle> = text.lines().filter_map(|line| Puzzle::read(line).ok()).collect();
    puzzles.sort_by(|a, b| (a.rating, &a.id).cmp(&(b.rating, &b.id)));
    puzzles
});

/// The puzzles that come with the program, the easiest first.
pub fn shipped() -> &'static [Puzzle] {
    &SHIPPED
}

/// What somebody looks for, and which page of it, from 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) filter: PuzzleFilter,
    pub(crate) page: usize,
}

/// A page of puzzles, the easiest first, and whether there are more. Those of the store are among those of the program.
pub(crate) async fn page(app: &App, wanted: &Wanted) -> Result<(Vec<Puzzle>, bool), Trouble> {
    if wanted.page >= MOST_PAGES {
        return Err(Kind::Unknown.into());
    }
    let (first, end) = (wanted.page * PAGE, (wanted.page + 1) * PAGE);
    let filter = &wanted.filter;
    let stored = app.config.store.puzzles(filter, end as u32 + 1, 0).await;
    let stored = stored.map_err(|error| Trouble::failed("the store", &error))?;
    let own = shipped().iter().filter(|puzzle| filter.lets(puzzle)).cloned();
    let known = |puzzle: &Puzzle| shipped().iter().any(|own| own.id == puzzle.id);
    let mut all: Vec<Puzzle> = own.chain(stored.into_iter().filter(|puzzle| !known(puzzle))).collect();
    all.sort_by(|a, b| (a.rating, &a.id).cmp(&(b.rating, &b.id)));
    let is_more = all.len() > end && wanted.page + 1 < MOST_PAGES;
    all.truncate(end);
    Ok((all.split_off(first.min(all.len())), is_more))
}

/// A puzzle by its id. One of the store knows its game, so it goes first.
pub(crate) async fn by_id(app: &App, id: &str) -> Result<Puzzle, Trouble> {
    if !Puzzle::is_id(id) {
        return Err(Kind::Unknown.into());
    }
    let stored = app.config.store.puzzle(id).await.map_err(|error| Trouble::failed("the store", &error))?;
    let own = || shipped().iter().find(|puzzle| puzzle.id == id).cloned();
    stored.or_else(own).ok_or_else(|| Kind::Unknown.into())
}
