//! Remarks beside a progress bar.

use indicatif::ProgressBar;

/// Where remarks go: above the bar on a terminal, else to the standard error.
#[derive(Clone)]
pub struct Voice(ProgressBar);

impl Voice {
    /// Beside this bar.
    pub fn new(bar: &ProgressBar) -> Voice {
        Voice(bar.clone())
    }

    /// Says a line.
    pub fn say(&self, line: &str) {
        match self.0.is_hidden() {
            true => eprintln!("{line}"),
            false => self.0.println(line),
        }
    }
}
