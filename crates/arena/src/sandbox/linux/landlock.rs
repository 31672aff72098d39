//! Landlock: files, TCP ports and signals, taken away from the calling thread and whatever it becomes.

use std::path::PathBuf;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, NetPort, PathBeneath, PathFd,
    RestrictionStatus, Ruleset, RulesetAttr as _, RulesetCreatedAttr as _, RulesetError, Scope,
};

use super::orders::{ETC, Orders, SYSTEM};

/// The newest version whose meaning is known here: files, devices, TCP, signals.
const NEWEST: ABI = ABI::V6;

/// What of `/proc` and `/sys` says nothing of others. `self` is the launcher, which becomes the bot; its
/// children, without bubblewrap, cannot read of themselves there.
const ABOUT_MACHINE: [&str; 8] = [
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/filesystems",
    "/proc/sys/vm",
    "/proc/sys/kernel/osrelease",
    "/sys/devices/system/cpu",
];

/// Devices without a memory.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// What a bot is left with.
pub(super) struct Rights {
    /// What it can read and run.
    pub read: Vec<PathBuf>,
    /// Where it can write too.
    pub write: Vec<PathBuf>,
    /// The port it can connect to.
    pub port: Option<u16>,
    /// What is asked of the kernel.
    pub need: Need,
}

/// Parts of Landlock that came one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Need {
    /// Whatever the kernel has.
    #[default]
    BestEffort,
    /// Files only, and these for sure.
    Files,
    /// TCP for sure.
    Network,
    /// Signals for sure.
    Signals,
}

impl Rights {
    /// The rights of a jailed bot.
    pub(super) fn of(orders: &Orders) -> Rights {
        let shut_in = orders.bubblewrap.is_some();
        let system = SYSTEM.iter().chain(&ETC).chain(&ABOUT_MACHINE).map(PathBuf::from);
        let mut read: Vec<PathBuf> = system.chain([orders.policy.folder.clone()]).collect();
        read.extend(orders.policy.also.iter().cloned());
        let mut write: Vec<PathBuf> = DEVICES.iter().map(PathBuf::from).collect();
        match shut_in {
            // Everything there is its own.
            true => {
                read.extend(["/proc".into(), "/etc".into()]);
                write.extend(["/tmp".into(), "/dev/shm".into()]);
            }
            false => write.push(orders.scratch.clone()),
        }
        Rights { read, write, port: orders.policy.reach.map(|reach| reach.port()), need: Need::BestEffort }
    }
}

/// Leaves the calling thread with these rights only. What does not exist cannot be allowed, and is left out.
pub(super) fn restrict(rights: &Rights) -> Result<RestrictionStatus, RulesetError> {
    let ruleset = match rights.need {
        Need::BestEffort => Ruleset::default()
            .handle_access(AccessFs::from_all(NEWEST))?
            .handle_access(AccessNet::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))?,
        Need::Files => Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(ABI::V1))?,
        Need::Network => Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessNet::from_all(NEWEST))?,
        Need::Signals => {
            Ruleset::default().set_compatibility(CompatLevel::HardRequirement).scope(Scope::from_all(NEWEST))?
        }
    };
    let mut ruleset = ruleset.create()?;
    if matches!(rights.need, Need::BestEffort | Need::Files) {
        ruleset = ruleset.set_compatibility(CompatLevel::BestEffort);
        for (paths, wanted) in
            [(&rights.read, AccessFs::from_read(NEWEST)), (&rights.write, AccessFs::from_all(NEWEST))]
        {
            for path in paths {
                let Ok(place) = PathFd::new(path) else { continue };
                // Rights of folders on a file are an error.
                let allowed = if path.is_dir() { wanted } else { wanted & AccessFs::from_file(NEWEST) };
                ruleset = ruleset.add_rule(PathBeneath::new(place, allowed))?;
            }
        }
    }
    if let (Some(port), Need::BestEffort | Need::Network) = (rights.port, rights.need) {
        ruleset = ruleset.add_rule(NetPort::new(port, AccessNet::ConnectTcp))?;
    }
    ruleset.restrict_self()
}
