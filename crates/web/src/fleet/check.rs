//! Games that workers hand in, held against their plan before anything counts.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use schwarm_arena::matchup::{MatchPlan, verify};
use schwarm_arena::stats::{Pentanomial, Sprt, State};
use schwarm_core::Rulebook;
use schwarm_play::TimeControl;
use schwarm_store::{BatchKind, BatchRow, BatchTotals, Handed};

use super::wire::{BAND, MatchSpec, Work, from_hex};
use super::{CheckData, lock};

/// Plans remembered at once.
const MOST: usize = 256;

/// What was read of the batches that are played now.
#[derive(Default)]
pub(super) struct Plans(Mutex<HashMap<i64, Arc<Read>>>);

/// A batch whose texts were read.
pub(super) struct Read {
    plan: MatchPlan,
    spec: MatchSpec,
    rules: Arc<dyn Rulebook>,
    sprt: Option<Sprt>,
}

impl Plans {
    /// Reads a batch, or remembers it.
    pub(super) fn read(&self, batch: &BatchRow) -> Result<Arc<Read>, String> {
        if let Some(known) = lock(&self.0).get(&batch.id) {
            return Ok(known.clone());
        }
        let plan = MatchPlan::from_json(&batch.plan).map_err(|error| error.to_string())?;
        let spec: MatchSpec = serde_json::from_str(&batch.spec).map_err(|error| error.to_string())?;
        let rules = schwarm_catalog::open(&plan.game).map_err(|error| error.to_string())?;
        let sprt = spec.sprt.as_deref().map(str::parse).transpose().map_err(|error| format!("{error}"))?;
        let read = Arc::new(Read { plan, spec, rules: rules.into(), sprt });
        let mut plans = lock(&self.0);
        if plans.len() >= MOST {
            plans.clear();
        }
        plans.insert(batch.id, read.clone());
        Ok(read)
    }
}

impl Read {
    /// The clock for a worker of some speed.
    fn time(&self, speed: u64) -> Result<TimeControl, String> {
        let Some(reference) = self.spec.speed else { return Ok(self.plan.time) };
        match speed >= reference / BAND && speed <= reference.saturating_mul(BAND) {
            true => Ok(self.plan.time.scaled(reference, speed)),
            false => Err(format!("a worker of speed {speed} gets no games by the clock of one of speed {reference}")),
        }
    }

    /// Whether a test has its answer.
    pub(super) fn answer(&self, totals: &BatchTotals) -> Option<State> {
        let state = self.sprt.as_ref()?.test(Pentanomial(totals.pentanomial)).state;
        matches!(state, State::H0 | State::H1).then_some(state)
    }
}

/// What counts of what was handed in, or why it is nonsense.
pub(super) fn check(
    plans: &Plans,
    data: Option<CheckData>,
    batch: &BatchRow,
    pair: u64,
    speed: u64,
    work: Work,
) -> Result<Handed, String> {
    match (batch.kind, work) {
        (BatchKind::Match, Work::Games(games)) => {
            let read = plans.read(batch)?;
            let time = read.time(speed)?;
            for (events, number) in games.iter().zip([2 * pair, 2 * pair + 1]) {
                verify(&read.plan, &*read.rules, number, time, events)
                    .map_err(|forgery| format!("game {number}: {forgery}"))?;
            }
            Ok(Handed::Games(games))
        }
        (BatchKind::Data, Work::Data(hex)) => {
            let bytes = from_hex(&hex).ok_or("the bytes are no hexadecimal digits")?;
            let check = data.ok_or("this server does not know how to check such data")?;
            let standings = check(&batch.plan, &batch.spec, pair, &bytes)?;
            Ok(Handed::Data { bytes, standings })
        }
        (BatchKind::Match, Work::Data(_)) | (BatchKind::Data, Work::Games(_)) => {
            Err("the job wants something else".to_string())
        }
    }
}
