//! The signal that ends a match early, in two stages.

use std::sync::Arc;

use tokio::sync::watch;

/// How far a match is to go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// To its end.
    #[default]
    Running,
    /// Games that run are finished, no other begins.
    Finish,
    /// Games that run are broken off; they are played again another time.
    Now,
}

/// A two-stage stop signal, shared between whoever may stop a match and the match. It only ever
/// goes forward.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<watch::Sender<Stage>>);

impl StopSignal {
    /// No game begins any more.
    pub fn finish(&self) {
        self.raise(Stage::Finish);
    }

    /// Everything ends at once.
    pub fn now(&self) {
        self.raise(Stage::Now);
    }

    /// What Ctrl-C does: the first time no game begins any more, the second time all ends at once.
    pub fn press(&self) -> Stage {
        self.raise(match self.stage() {
            Stage::Running => Stage::Finish,
            Stage::Finish | Stage::Now => Stage::Now,
        });
        self.stage()
    }

    /// Where it stands.
    pub fn stage(&self) -> Stage {
        *self.0.borrow()
    }

    pub(super) fn listen(&self) -> watch::Receiver<Stage> {
        self.0.subscribe()
    }

    fn raise(&self, to: Stage) {
        self.0.send_if_modified(|stage| {
            let further = to > *stage;
            *stage = (*stage).max(to);
            further
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_only_goes_forward() {
        let stop = StopSignal::default();
        assert_eq!((stop.press(), stop.press(), stop.press()), (Stage::Finish, Stage::Now, Stage::Now));
        stop.finish();
        assert_eq!(stop.stage(), Stage::Now);
    }
}
