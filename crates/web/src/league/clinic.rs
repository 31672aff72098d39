//! What the doctor has said of bots: one examination at a time, the last report of each bot is remembered.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::Organiser;

/// Reports that are remembered.
const MOST_REPORTS: usize = 200;

/// What is known of a bot's health.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Health {
    /// The doctor is with it.
    Examined,
    /// What the doctor said.
    Report(String),
    /// Why there is no report.
    Failed(String),
}

/// The doctor's reports.
#[derive(Clone, Default)]
pub(crate) struct Clinic(Arc<Mutex<HashMap<String, Health>>>);

impl Clinic {
    /// What is known of a bot.
    pub(crate) fn health(&self, name: &str) -> Option<Health> {
        self.lock().get(name).cloned()
    }

    /// Sends the doctor to a bot; no when the doctor is with another one.
    pub(crate) fn send(&self, organiser: Arc<dyn Organiser>, name: String, game: String) -> bool {
        {
            let mut all = self.lock();
            if all.values().any(|health| *health == Health::Examined) {
                return false;
            }
            if all.len() >= MOST_REPORTS {
                all.clear();
            }
            all.insert(name.clone(), Health::Examined);
        }
        let clinic = self.clone();
        tokio::task::spawn_blocking(move || {
            let health = match organiser.examine(&name, &game) {
                Ok(report) => Health::Report(report),
                Err(why) => Health::Failed(why),
            };
            clinic.lock().insert(name, health);
        });
        true
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Health>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
