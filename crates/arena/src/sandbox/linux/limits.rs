//! Limits of the system, which hold for every single process.

use rustix::process::{Resource, Rlimit, setrlimit};

use crate::sandbox::policy::{Policy, SandboxError};

const MIB: u64 = 1 << 20;

/// Threads of the launcher, the relay and bubblewrap that count with those of the bot.
const OWN_PROCESSES: u64 = 8;

/// The limits of a guarded or jailed bot.
pub(super) fn apply(policy: &Policy) -> Result<(), SandboxError> {
    lower(Resource::Core, 0, "core files")?;
    lower(Resource::Nofile, policy.open_files, "open files")?;
    lower(Resource::Fsize, policy.disk_mb.saturating_mul(MIB), "file size")?;
    // Address space would stop Java and JavaScript, which set aside far more than they use. Data has stacks
    // of threads in it, hence the room; the watch is the true bound.
    lower(Resource::Data, policy.memory_mb.saturating_mul(2).saturating_add(512).saturating_mul(MIB), "data")?;
    if let Some(seconds) = policy.cpu_s {
        lower(Resource::Cpu, seconds, "processor time")?;
    }
    Ok(())
}

/// The number of processes. The system counts those of a user in a user namespace, so this is of use only
/// inside of one: outside all programs of the user would count. It does not bind root, who may be the one
/// behind the namespace; the watch counts in any case.
pub(super) fn apply_processes(policy: &Policy) -> Result<(), SandboxError> {
    lower(Resource::Nproc, u64::from(policy.processes).saturating_add(OWN_PROCESSES), "processes")
}

/// Lowers a limit; a limit that is lower already stays.
fn lower(resource: Resource, to: u64, what: &str) -> Result<(), SandboxError> {
    let maximum = rustix::process::getrlimit(resource).maximum;
    let to = Some(maximum.map_or(to, |maximum| maximum.min(to)));
    setrlimit(resource, Rlimit { current: to, maximum: to })
        .map_err(|error| SandboxError::failed(format!("limit the {what}"), error))
}
