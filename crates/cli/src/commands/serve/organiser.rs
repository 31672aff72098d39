//! Tournaments and bots of the operator, as the pages ask for them.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};

use schwarm_arena::tournament::Order;
use schwarm_arena::tournament::config::Problems;
use schwarm_web::{BotCard, Organiser};

use crate::bots::{self, Bot, Named};
use crate::commands::tournament::order;
use crate::failure::Failure;
use crate::storage::Place;

/// How long the doctor may take.
const PATIENCE: Duration = Duration::from_secs(600);

/// The most bytes of a report.
const LONGEST_REPORT: u64 = 256 << 10;

/// The operator's bots, and where failures lie.
pub struct Stable {
    bots: RwLock<Vec<Named>>,
    place: Place,
}

impl Stable {
    /// The bots of `bots.toml`.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn open(place: Place) -> Result<Stable, Failure> {
        Ok(Stable { bots: RwLock::new(Named::roster()?), place })
    }

    /// The bots that are registered now.
    pub fn bots(&self) -> Vec<Named> {
        self.bots.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn keep(&self, changed: Result<Vec<Named>, Failure>) -> Result<(), String> {
        *self.bots.write().unwrap_or_else(PoisonError::into_inner) = changed.map_err(words)?;
        Ok(())
    }

    fn find(&self, name: &str) -> Option<Named> {
        self.bots().into_iter().find(|named| named.name == name)
    }
}

/// A failure in one text.
fn words(failure: Failure) -> String {
    [Some(failure.message), failure.advice].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The bots of this program by name and command.
fn house() -> impl Iterator<Item = (String, String)> {
    let named = [("Random", "builtin:random"), ("Greedy", "builtin:greedy")];
    let named = named.into_iter().map(|(name, command)| (name.to_string(), command.to_string()));
    named.chain((1..=10).map(|level| (format!("Level {level}"), format!("builtin:{level}"))))
}

impl Organiser for Stable {
    fn bots(&self) -> Vec<BotCard> {
        let registered = Stable::bots(self);
        let is_free = |name: &String| registered.iter().all(|named| named.name != *name);
        let house = house().filter(|(name, _)| is_free(name));
        let house = house.map(|(name, command)| BotCard { name, command, is_registered: false });
        let registered = registered.iter().map(|named| BotCard {
            name: named.name.clone(),
            command: named.bot.to_string(),
            is_registered: true,
        });
        registered.chain(house).collect()
    }

    fn version(&self, name: &str) -> Option<String> {
        let named = self.find(name)?;
        Some(bots::fingerprint(named.bot.command()?)).filter(|files| !files.is_empty())
    }

    fn prepare(&self, file: &str) -> Result<Order, Problems> {
        order::of_text(file, Path::new(""))
    }

    fn failures(&self, of_match: &str) -> Option<PathBuf> {
        Some(self.place.failures(of_match))
    }

    fn register(&self, name: &str, command: &str) -> Result<(), String> {
        let bot: Bot = command.parse().map_err(words)?;
        self.keep(bots::add(&Named { name: name.trim().to_string(), bot }))
    }

    fn remove(&self, name: &str) -> Result<(), String> {
        self.keep(bots::remove(name))
    }

    fn report(&self, name: &str) -> Option<String> {
        let file = std::fs::File::open(self.place.report(name)).ok()?;
        let mut text = String::new();
        file.take(2 * LONGEST_REPORT).read_to_string(&mut text).ok()?;
        Some(text)
    }

    fn examine(&self, name: &str, game: &str) -> Result<String, String> {
        let named = self.find(name).ok_or_else(|| format!("no bot is registered as {name:?}"))?;
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new(program);
        // A process of its own: whatever a bot does to its doctor, the server stays well.
        command.args(["doctor", "--quick"]).env("NO_COLOR", "1");
        if !game.is_empty() {
            command.args(["--game", game]);
        }
        command.arg("--").arg(named.bot.to_string());
        let report = report_of(command)?;
        let path = self.place.report(name);
        let kept = path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&path, &report));
        kept.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        Ok(report)
    }
}

/// Runs a command and gives what it writes.
fn report_of(mut command: Command) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("the doctor could not come: {error}");
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(failed)?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let listen = |from: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut from) = from {
                // What cannot be read is not told; what is too long is read and forgotten, so that nobody waits.
                let _ = from.by_ref().take(LONGEST_REPORT).read_to_end(&mut bytes);
                let _ = std::io::copy(&mut from, &mut std::io::sink());
            }
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let readers = [out.map(|out| Box::new(out) as Box<dyn Read + Send>), err.map(|err| Box::new(err) as _)].map(listen);
    let began = Instant::now();
    let is_over = loop {
        match child.try_wait().map_err(failed)? {
            Some(_) => break true,
            None if began.elapsed() > PATIENCE => break false,
            None => std::thread::sleep(Duration::from_millis(50)),
        }
    };
    if !is_over {
        let _ = child.kill();
        let _ = child.wait();
    }
    let [out, err] = readers.map(|reader| reader.join().unwrap_or_default());
    let late = if is_over { "" } else { "\nThe doctor took too long and was sent away.\n" };
    Ok(format!("{out}{err}{late}"))
}
