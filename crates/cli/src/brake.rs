//! Ctrl-C: the first time running games are finished, the second time everything ends.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use schwarm_arena::matchup::{Stage, StopSignal};

use crate::voice::Voice;

/// What stops a match from outside, however many runs it takes.
#[derive(Default)]
pub struct Brake(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    /// Of the run that goes on now.
    current: StopSignal,
    pressed: bool,
}

impl Brake {
    /// The signal of a new run; none once somebody has pressed.
    pub fn fresh(&self) -> Option<StopSignal> {
        let mut inner = self.lock();
        if inner.pressed {
            return None;
        }
        inner.current = StopSignal::default();
        Some(inner.current.clone())
    }

    /// Whether somebody wanted it to stop.
    pub fn was_pressed(&self) -> bool {
        self.lock().pressed
    }

    /// Somebody presses Ctrl-C. A test that has its answer has let go of the next game already, so the first press
    /// ends nothing else then.
    fn press(&self) -> Stage {
        let mut inner = self.lock();
        if inner.pressed {
            inner.current.now();
        } else {
            inner.current.finish();
        }
        inner.pressed = true;
        inner.current.stage()
    }

    /// Everything ends at once.
    fn now(&self) {
        let mut inner = self.lock();
        inner.pressed = true;
        inner.current.now();
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Listens for Ctrl-C, and for the system asking the program to end, for as long as it lives.
pub async fn listen(brake: Arc<Brake>, voice: Voice) {
    let mut asked = Asked::new();
    loop {
        tokio::select! {
            pressed = tokio::signal::ctrl_c() => {
                if pressed.is_err() {
                    return;
                }
                match brake.press() {
                    Stage::Now => voice.say("stopped; games that were running will be played again"),
                    Stage::Finish | Stage::Running => voice.say("running games are finished; Ctrl-C again stops at once"),
                }
            }
            () = asked.end() => {
                brake.now();
                voice.say("asked to end; games that were running will be played again");
            }
        }
    }
}

/// The polite way of systems to end a program.
#[cfg(unix)]
struct Asked(Option<tokio::signal::unix::Signal>);

#[cfg(unix)]
impl Asked {
    fn new() -> Asked {
        Asked(tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).ok())
    }

    async fn end(&mut self) {
        match &mut self.0 {
            Some(signal) => drop(signal.recv().await),
            None => std::future::pending().await,
        }
    }
}

/// Other systems have none.
#[cfg(not(unix))]
struct Asked;

#[cfg(not(unix))]
impl Asked {
    fn new() -> Asked {
        Asked
    }

    async fn end(&mut self) {
        std::future::pending().await
    }
}
