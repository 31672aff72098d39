//! Games that go on: after a restart, or after nobody looked at them for a while.

use std::collections::HashMap;
use std::sync::Arc;

use schwarm_play::TimeControl;
use schwarm_store::{Filter, Standing};

use super::hall::{Hall, Parked};
use super::plan::{PREFIX, Plan};
use super::revive::{Way, revive};
use super::state::Status;
use super::table::Seated;
use crate::{Asker, Trouble};

/// Rows asked of the store at once.
const ROWS: u32 = 1000;

impl Hall {
    /// A game from the store; `None` where there is none.
    pub(super) async fn bring_back(&self, id: i64, parked: Parked) -> Result<Option<Seated>, Trouble> {
        let failed = |error: &dyn std::fmt::Display| Trouble::failed("a game could not be brought back", error);
        let shown = self.store.show(id).await.map_err(|error| failed(&error))?;
        let Some(shown) = shown else { return Ok(None) };
        let rules = schwarm_catalog::open(&shown.record.game).map_err(|error| failed(&error))?;
        let revived = revive(&*rules, &shown.events, Way::default()).map_err(|error| failed(&error))?;
        let Parked { of_match, plan } = parked;
        let number = shown.row.attempts;
        let status = match shown.row.ending {
            Some(_) => Status::Over,
            // The first try of a game between persons waits for the second one.
            None if plan.invitation.is_some() && number == 1 => Status::Waiting,
            None => Status::Playing,
        };
        Ok(Some(Seated {
            id,
            of_match,
            plan,
            attempt: schwarm_play::Attempt { id, number },
            rules,
            playing: revived.line.playing,
            history: revived.telling.history,
            status,
        }))
    }

    /// Brings a finished game back for whoever has a seat in it: the next thing may be another game.
    pub(super) async fn recall(self: &Arc<Self>, id: i64, asker: &Asker) -> Result<(), Trouble> {
        if asker.secrets().is_empty() {
            return Ok(());
        }
        self.adopt(id, |plan| plan.seat_of(&asker.secrets()).is_some()).await
    }

    /// Brings a game of ours back that is not at hand, if its plan is the right one: a finished one, or one that another server
    /// has played so far.
    pub(super) async fn adopt(self: &Arc<Self>, id: i64, is_right: impl Fn(&Plan) -> bool) -> Result<(), Trouble> {
        if !self.has_room_to_recall() || self.is_at_hand(id) {
            return Ok(());
        }
        let failed = |error| Trouble::failed("a game could not be brought back", &error);
        let filter = Filter { after: Some(id.saturating_sub(1)), ..Filter::default() };
        let row = self.store.list(&filter, 1, 0).await.map_err(failed)?.pop();
        let is_open_to_us = |ending: &Option<_>| ending.is_some() || self.is_shared;
        let name = row.filter(|row| row.id == id && is_open_to_us(&row.ending)).and_then(|row| row.of_match);
        let Some(name) = name.filter(|name| name.starts_with(PREFIX)) else { return Ok(()) };
        let Some(found) = self.store.find_match(&name).await.map_err(failed)? else { return Ok(()) };
        let plan: Option<Plan> = serde_json::from_str(&found.plan).ok();
        let Some(plan) = plan.filter(is_right) else { return Ok(()) };
        self.bring(id, Parked { of_match: found.id, plan }).await?;
        Ok(())
    }

    /// Finds the games that can be gone on with; those with a clock go on at once.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) async fn resume(self: &Arc<Self>) -> Result<(), schwarm_store::StoreError> {
        if self.is_shared {
            // Another server may be playing them. They go on here when one of their players asks.
            return Ok(());
        }
        let plans = self.open_plans().await?;
        let filter = |after| Filter { standing: Some(Standing::Open), after, ..Filter::default() };
        let (mut after, mut found) = (None, Vec::new());
        loop {
            let rows = self.store.list(&filter(after), ROWS, 0).await?;
            let Some(last) = rows.last() else { break };
            after = Some(last.id);
            for row in &rows {
                let Some(parked) = row.of_match.as_ref().and_then(|name| plans.get(name)) else { continue };
                self.park(row.id, parked.clone());
                found.push(row.id);
            }
        }
        for id in found {
            if let Err(trouble) = self.go_on(id).await {
                // One bad game must not keep all others from being played.
                tracing::warn!("game {id} does not go on: {}", trouble.kind.id());
            }
        }
        Ok(())
    }

    /// Lets a game go on at once if it has a clock; others wait until somebody asks.
    async fn go_on(self: &Arc<Self>, id: i64) -> Result<(), Trouble> {
        let shown = self.store.show(id).await.map_err(|error| Trouble::failed("a game could not be read", &error))?;
        let time = shown.and_then(|shown| shown.record.time).unwrap_or_default();
        if time != TimeControl::None {
            self.table(id).await?;
        }
        Ok(())
    }

    /// Plans of our matches without a result, by name.
    async fn open_plans(&self) -> Result<HashMap<String, Parked>, schwarm_store::StoreError> {
        let mut plans = HashMap::new();
        for page in 0.. {
            let rows = self.store.matches(ROWS, page * u64::from(ROWS)).await?;
            if rows.is_empty() {
                break;
            }
            for row in rows.into_iter().filter(|row| row.name.starts_with(PREFIX) && row.finished < row.games) {
                match serde_json::from_str(&row.plan) {
                    Ok(plan) => drop(plans.insert(row.name, Parked { of_match: row.id, plan })),
                    Err(error) => tracing::warn!("match {} has no plan of ours: {error}", row.name),
                }
            }
        }
        Ok(plans)
    }
}
