//! How much of the machine an engine may use: threads and memory.

use std::fs;
use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::thread::available_parallelism;

use schwarm_engine::Options;

use crate::failure::Failure;

/// No search gains from more.
const MOST_THREADS: usize = 256;

/// MiB of memory where the system does not say.
const MEMORY_UNKNOWN: usize = 65_536;

/// Threads and memory as the command line says them.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct PowerArgs {
    /// Threads that think, at most as many as there are processors [default: 1]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Size of the table of positions in MiB, at most three quarters of the free memory [default: 64]
    #[arg(long, value_name = "MIB")]
    pub hash: Option<usize>,
}

impl PowerArgs {
    /// Whether anything was said.
    pub fn is_given(self) -> bool {
        self.threads.is_some() || self.hash.is_some()
    }

    /// The same options with this power.
    ///
    /// # Errors
    /// When the machine has not so much.
    pub fn give(self, mut options: Options) -> Result<Options, Failure> {
        if let Some(threads) = self.threads {
            if !(1..=most_threads()).contains(&threads) {
                return Err(Failure::usage(format!("{threads} threads cannot think here")).advise(format!(
                    "--threads takes a number from 1 to {}, the processors there are.",
                    most_threads()
                )));
            }
            options.threads = threads;
        }
        if let Some(hash) = self.hash {
            let refuse = |wanted| {
                Failure::usage(format!("a table of {hash} MiB is too large")).advise(format!("--hash takes {wanted}."))
            };
            check_hash(hash).map_err(refuse)?;
            options.hash_mebibytes = hash;
        }
        Ok(options)
    }
}

/// Most threads that can be asked for. A match may tie its threads to processors later; that changes nothing here.
pub fn most_threads() -> usize {
    static MOST: OnceLock<usize> = OnceLock::new();
    *MOST.get_or_init(|| available_parallelism().map_or(1, NonZeroUsize::get).min(MOST_THREADS))
}

/// The memory of the machine in MiB.
pub fn memory_mebibytes() -> usize {
    memory("MemTotal").unwrap_or(MEMORY_UNKNOWN)
}

/// The largest table that can be asked for now, in MiB: the machine has other things to do as well.
pub fn most_hash() -> usize {
    memory("MemAvailable").map_or(memory_mebibytes(), |free| free / 4 * 3)
}

/// Checks the size of a table.
///
/// # Errors
/// What can be asked for instead.
pub fn check_hash(mebibytes: usize) -> Result<(), String> {
    let most = most_hash();
    if mebibytes <= most {
        return Ok(());
    }
    Err(format!("a number of MiB from 0 to {most}, three quarters of the memory that is free"))
}

/// A row of the system's account of its memory, in MiB.
fn memory(row: &str) -> Option<usize> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    read_row(&text, row)
}

fn read_row(text: &str, row: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix(row)?.strip_prefix(':'))?;
    let kibibytes: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_account_of_memory_is_read() {
        let text = "MemTotal:       24538912 kB\nMemFree:        18000000 kB\nMemAvailable:   22880000 kB\n";
        assert_eq!((read_row(text, "MemTotal"), read_row(text, "MemAvailable")), (Some(23963), Some(22343)));
        assert_eq!(
            (read_row(text, "Mem"), read_row("", "MemTotal"), read_row("MemTotal: much", "MemTotal")),
            (None, None, None)
        );
    }

    #[test]
    fn what_the_machine_has_not_is_refused() {
        let give = |threads, hash| PowerArgs { threads, hash }.give(Options::default());
        assert_eq!(give(None, None).ok(), Some(Options::default()));
        assert_eq!(give(Some(1), Some(0)).ok().map(|options| options.hash_mebibytes), Some(0));
        for (threads, hash) in [(Some(0), None), (Some(100_000), None), (None, Some(usize::MAX))] {
            assert!(give(threads, hash).expect_err("too much").advice.is_some());
        }
    }
}
