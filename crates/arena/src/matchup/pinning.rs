//! One core for each game: the referee and both bots take turns on it anyway, and a wake-up on
//! the same core is the cheapest there is.

/// Binds the thread that calls, and every program it starts, to a core. `false` where the system
/// has no way to do so.
///
/// # Errors
/// When there is no such core, or it may not be used.
#[cfg(target_os = "linux")]
pub(super) fn pin(cpu: usize) -> Result<bool, String> {
    use rustix::thread::{CpuSet, sched_setaffinity};
    if cpu >= CpuSet::MAX_CPU {
        return Err(format!("there is no CPU {cpu}: the highest that can be named is {}", CpuSet::MAX_CPU - 1));
    }
    let mut set = CpuSet::new();
    set.set(cpu);
    sched_setaffinity(None, &set)
        .map_err(|error| format!("cannot use CPU {cpu}: {error}; `nproc` and `taskset -p $$` say which there are"))?;
    Ok(true)
}

/// Does nothing: this system has no such call.
#[cfg(not(target_os = "linux"))]
pub(super) fn pin(_: usize) -> Result<bool, String> {
    Ok(false)
}
