//! How far a bot is trusted, and what it may use up.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::layers::{LayerName, Layers};

/// The name of the hidden command that is the launcher.
const LAUNCHER_COMMAND: &str = "inside-sandbox";

/// How far a bot is trusted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Like any program of the user.
    Trusted,
    /// With limits that keep an accident from harming others.
    #[default]
    Guarded,
    /// Shut in: it sees nothing but itself and the referee.
    Jailed,
}

impl Level {
    /// All levels, the most trusting first.
    pub const ALL: [Level; 3] = [Level::Trusted, Level::Guarded, Level::Jailed];

    /// As it is written in files.
    pub fn name(self) -> &'static str {
        match self {
            Level::Trusted => "trusted",
            Level::Guarded => "guarded",
            Level::Jailed => "jailed",
        }
    }
}

/// What a bot may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    /// How far it is trusted.
    pub level: Level,
    /// The bot's own folder: a jailed bot can read it, and starts in it unless the arena itself runs
    /// somewhere below it.
    pub folder: PathBuf,
    /// More files and folders that a jailed bot can read, such as an interpreter outside of `/usr`.
    pub also: Vec<PathBuf>,
    /// MiB of memory, all its processes together.
    pub memory_mb: u64,
    /// Processes and threads at once; three or four of a jail's own count with them.
    pub processes: u32,
    /// MiB in its scratch folder, and in any one file.
    pub disk_mb: u64,
    /// Files open at once, by process.
    pub open_files: u64,
    /// Seconds of processor time, by process; `None` is no limit, for the referee keeps the clock.
    pub cpu_s: Option<u64>,
    /// The one place a jailed bot may connect to, on the loopback of this machine: the referee of a bot that
    /// talks TCP.
    pub reach: Option<SocketAddr>,
    /// Whether a jail is made with bubblewrap where that works. Without it a start is faster and the jail
    /// has one wall less.
    pub bubblewrap: bool,
    /// Whether a bot may be started although layers of its level are missing.
    pub allow_missing: bool,
    /// The program, with its first arguments, that calls [`enter`](super::enter); empty is this program
    /// with its command `inside-sandbox`.
    pub launcher: Vec<String>,
}

impl Policy {
    /// A policy with the usual bounds: 1 GiB of memory, 256 processes and threads, 64 MiB of files.
    pub fn new(level: Level, folder: impl Into<PathBuf>) -> Policy {
        Policy {
            level,
            folder: folder.into(),
            also: Vec::new(),
            memory_mb: 1024,
            processes: 256,
            disk_mb: 64,
            open_files: 1024,
            cpu_s: None,
            reach: None,
            bubblewrap: true,
            allow_missing: false,
            launcher: Vec::new(),
        }
    }

    /// The policy for a command line: the bot's folder is that of the first word which names a file,
    /// except files of the system. Without one it is the folder the arena runs in.
    pub fn for_command(level: Level, command: &str) -> Policy {
        let words = shlex::split(command).unwrap_or_default();
        let folder = words.iter().find_map(|word| {
            let file = Path::new(word).canonicalize().ok().filter(|file| file.is_file())?;
            let system = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc"];
            (!system.iter().any(|folder| file.starts_with(folder))).then(|| file.parent().map(Path::to_path_buf))?
        });
        Policy::new(level, folder.or_else(|| std::env::current_dir().ok()).unwrap_or_else(|| PathBuf::from(".")))
    }

    /// What of this policy cannot be had on a machine with these layers: a sentence each, to be told
    /// before the first game.
    pub fn check(&self, layers: &Layers) -> Vec<String> {
        let mut missing = Vec::new();
        let level = self.level.name();
        let mut demand = |name: LayerName, loss: &str| {
            if let Some(why) = layers.get(name).off() {
                missing.push(format!("{level} without {name}: {why}; {loss}"));
            }
        };
        demand(LayerName::ParentDeath, "bots live on when the arena is killed");
        if self.level >= Level::Guarded {
            demand(LayerName::Limits, "an accident of the bot can hit the whole machine");
            demand(LayerName::NoNewPrivileges, "the bot can run programs with more rights than it has");
            demand(LayerName::Watch, "memory and processes of the bot have no bound");
        }
        if self.level == Level::Jailed {
            if self.bubblewrap {
                demand(LayerName::Bubblewrap, "the bot sees the names of files and other processes");
            }
            demand(LayerName::Landlock, "files are kept from the bot by bubblewrap alone, if at all");
            demand(LayerName::Seccomp, "more of the system is open to the bot than it needs");
            if self.reach.is_some() && !self.has_wall(layers) {
                demand(LayerName::LandlockNetwork, "a bot that talks TCP can reach other ports too");
            }
            if !self.has_wall(layers) {
                demand(LayerName::LandlockSignals, "the bot can kill other programs of this user");
                missing.extend(self.reach.map(|reach| {
                    let port = reach.port();
                    format!("jailed without bubblewrap: the bot can reach port {port} of other machines too")
                }));
            }
            missing.extend(self.check_folder());
        }
        missing
    }

    /// Whether the jail is made with bubblewrap.
    pub(super) fn has_wall(&self, layers: &Layers) -> bool {
        self.bubblewrap && layers.is_on(LayerName::Bubblewrap)
    }

    /// Refuses a jail without walls.
    ///
    /// # Errors
    /// When a jailed bot would not be shut in, unless that is allowed.
    pub fn permit(&self, layers: &Layers) -> Result<(), SandboxError> {
        let is_shut = self.has_wall(layers)
            || (layers.is_on(LayerName::Landlock)
                && layers.is_on(LayerName::Seccomp)
                && (self.reach.is_none() || layers.is_on(LayerName::LandlockNetwork)));
        let is_bounded = self.level == Level::Trusted || layers.is_on(LayerName::Watch);
        let folder_is_fit = self.level != Level::Jailed || self.check_folder().is_none();
        if self.allow_missing || (is_bounded && folder_is_fit && (self.level != Level::Jailed || is_shut)) {
            return Ok(());
        }
        Err(SandboxError::Missing { level: self.level.name(), missing: self.check(layers) })
    }

    /// A folder that would open the jail.
    fn check_folder(&self) -> Option<String> {
        let folder = self.folder.canonicalize().unwrap_or_else(|_| self.folder.clone());
        let home = std::env::var_os("HOME").and_then(|home| Path::new(&home).canonicalize().ok());
        let opens = folder.parent().is_none() || home.is_some_and(|home| home.starts_with(&folder));
        opens.then(|| {
            format!(
                "its folder is {}: everything there could be read; give the bot a folder of its own",
                folder.display()
            )
        })
    }

    /// The command that becomes the bot.
    pub(super) fn launcher(&self) -> io::Result<Vec<String>> {
        if !self.launcher.is_empty() {
            return Ok(self.launcher.clone());
        }
        let this = std::env::current_exe()?;
        let this = this.to_str().ok_or_else(|| io::Error::other("the path of this program is not Unicode"))?;
        Ok(vec![this.to_string(), LAUNCHER_COMMAND.to_string()])
    }
}

/// Why a bot is not started in its sandbox, or the sandbox not entered.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The machine lacks what the level needs.
    #[error(
        "a bot cannot be {level} here: {}; install bubblewrap, or trust the bot more, or allow what is missing",
        missing.join("; ")
    )]
    Missing {
        /// The level.
        level: &'static str,
        /// What is missing.
        missing: Vec<String>,
    },
    /// A step of it failed.
    #[error("the sandbox: cannot {what}: {why}")]
    Failed {
        /// What was tried.
        what: String,
        /// What the system said.
        why: String,
    },
}

impl SandboxError {
    pub(super) fn failed(what: impl Into<String>, why: impl std::fmt::Display) -> SandboxError {
        SandboxError::Failed { what: what.into(), why: why.to_string() }
    }
}
