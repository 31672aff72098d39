//! All games that pass a filter, one after the other.

use std::collections::VecDeque;

use crate::{Filter, Shown, Store, StoreError};

/// Games whose ids are fetched at a time.
const PAGE: u32 = 100;

/// Games in the order of their ids. Holds one game and a short list of ids, however many there are.
pub struct Export<'a> {
    store: &'a dyn Store,
    filter: Filter,
    page: VecDeque<i64>,
    is_last_page: bool,
}

impl<'a> Export<'a> {
    /// Games of a store. One that comes in meanwhile may be among them or not.
    pub fn new(store: &'a dyn Store, filter: Filter) -> Export<'a> {
        Export { store, filter, page: VecDeque::new(), is_last_page: false }
    }

    /// The next game, or `None` after the last one.
    ///
    /// # Errors
    /// When the store cannot be read. Asking again goes on behind the game that failed.
    pub async fn next(&mut self) -> Result<Option<Shown>, StoreError> {
        loop {
            if let Some(id) = self.page.pop_front() {
                match self.store.show(id).await? {
                    Some(shown) => return Ok(Some(shown)),
                    None => continue,
                }
            }
            if self.is_last_page {
                return Ok(None);
            }
            let rows = self.store.list(&self.filter, PAGE, 0).await?;
            self.is_last_page = rows.len() < PAGE as usize;
            self.filter.after = rows.last().map(|row| row.id).or(self.filter.after);
            self.page = rows.iter().map(|row| row.id).collect();
        }
    }
}
