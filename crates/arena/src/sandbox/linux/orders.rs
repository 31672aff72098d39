//! What the arena tells the launcher.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::sandbox::policy::Policy;

/// Folders of the system that a jailed bot can read and run programs from.
pub(super) const SYSTEM: [&str; 6] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"];

/// What of `/etc` programs need to start: where libraries are, what `localhost` is, the settings of Java.
pub(super) const ETC: [&str; 14] = [
    "/etc/alternatives",
    "/etc/hosts",
    "/etc/java-11-openjdk",
    "/etc/java-17-openjdk",
    "/etc/java-21-openjdk",
    "/etc/java-25-openjdk",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/python3",
    "/etc/ssl/openssl.cnf",
];

/// The only folders programs are found in.
pub(super) const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Where things of the launcher are inside of bubblewrap.
pub(super) const INSIDE: &str = "/run/schwarm";

/// The socket to the referee, in the scratch folder and inside of bubblewrap.
pub(super) const SOCKET: &str = "referee.sock";

/// The bot's home folder inside of bubblewrap, in memory.
pub(super) const HOME: &str = "/tmp";

/// The whole of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Orders {
    /// What the bot may do. All paths are absolute.
    pub policy: Policy,
    /// Who reads these orders.
    pub stage: Stage,
    /// The arena's process.
    pub arena: u32,
    /// Where the bot starts.
    pub start_in: PathBuf,
    /// The bot's scratch folder.
    pub scratch: PathBuf,
    /// Bubblewrap, if the jail is made with it.
    pub bubblewrap: Option<PathBuf>,
    /// Whether Landlock works.
    pub landlock: bool,
    /// Whether seccomp works.
    pub seccomp: bool,
    /// The control group to join.
    pub cgroup: Option<PathBuf>,
}

/// Who reads the orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Stage {
    /// The launcher as the arena starts it.
    Outside,
    /// The launcher again, inside of bubblewrap.
    Inside,
    /// The near end of the relay, inside of bubblewrap.
    Relay,
}

impl Orders {
    /// As text, for the command line.
    pub(super) fn to_json(&self) -> String {
        // Paths were checked to be Unicode; nothing else in it can fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}
