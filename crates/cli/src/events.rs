//! `--events`: what happens as JSON lines, for other programs.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use crate::failure::Failure;

/// Where events go, if anywhere.
pub struct Events(Option<Mutex<Box<dyn Write + Send>>>);

impl Events {
    /// To a file, behind what it holds already; `-` is the standard output.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn to(path: Option<&Path>) -> Result<Events, Failure> {
        let Some(path) = path else { return Ok(Events(None)) };
        let output: Box<dyn Write + Send> = match path == Path::new("-") {
            true => Box::new(io::stdout()),
            false => {
                let file = File::options().append(true).create(true).open(path);
                let wrong = |error| Failure::usage(format!("cannot write events to {}: {error}", path.display()));
                Box::new(file.map_err(wrong)?)
            }
        };
        Ok(Events(Some(Mutex::new(output))))
    }

    /// Writes an event as one line; a reader that has gone away stops nothing.
    pub fn tell(&self, event: &impl Serialize) {
        let Some(output) = &self.0 else { return };
        let Ok(mut line) = serde_json::to_vec(event) else { return };
        line.push(b'\n');
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = output.write_all(&line).and_then(|()| output.flush());
    }
}
