//! Waiting for what takes long, with an ear for Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often somebody who waits looks for Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(20);

/// Does something on a thread of its own. A signal that Python makes an exception of sets `stop`, and is the answer once the work has
/// ended. Must be called without the interpreter (`Python::detach`).
pub fn attentively<T: Send>(stop: &AtomicBool, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    std::thread::scope(|scope| {
        let working = scope.spawn(work);
        let mut interrupted = Ok(());
        let mut slept = Duration::from_micros(100);
        while !working.is_finished() {
            std::thread::park_timeout(slept);
            slept = (slept * 2).min(PATIENCE);
            if interrupted.is_ok() && slept == PATIENCE {
                interrupted = Python::attach(|py| py.check_signals());
                if interrupted.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
        let done = working.join().map_err(|_| PyRuntimeError::new_err("the engine failed"))?;
        interrupted?;
        Ok(done)
    })
}
