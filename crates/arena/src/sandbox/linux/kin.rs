//! A process and everything it has started, as the system lists it.
//!
//! Numbers of processes are reused: whoever kills by what is read here looks again while it holds on to the
//! process.

use std::collections::HashMap;
use std::fs;
use std::sync::OnceLock;

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

/// More processes than this are not looked for.
const MOST: usize = 20_000;

/// What a process has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// Memory that is nobody else's, swapped or not, and shared memory, in KiB.
    pub memory_kib: u64,
    /// Threads.
    pub threads: u64,
}

/// When a process began, in ticks since the start of the machine: with its number this is one process.
pub(super) fn began(pid: u32) -> Option<u64> {
    stat(pid, 19)?.parse().ok()
}

fn parent(pid: u32) -> Option<u32> {
    stat(pid, 1)?.parse().ok()
}

/// A field of what the system says of a process, counted from its state.
fn stat(pid: u32, field: usize) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program stands in brackets and may hold anything.
    stat.rsplit_once(") ")?.1.split(' ').nth(field).map(str::to_string)
}

/// A process and its children, and theirs.
pub(super) fn family(root: u32) -> Vec<u32> {
    static LISTED: OnceLock<bool> = OnceLock::new();
    let own = || fs::exists(format!("/proc/{0}/task/{0}/children", std::process::id())).unwrap_or(false);
    if *LISTED.get_or_init(own) {
        return family_by(root, children);
    }
    // A kernel without such files: everybody is asked for the parent.
    let mut all: HashMap<u32, Vec<u32>> = HashMap::new();
    for pid in numbers("/proc") {
        if let Some(parent) = parent(pid) {
            all.entry(parent).or_default().push(pid);
        }
    }
    family_by(root, |pid| all.remove(&pid).unwrap_or_default())
}

fn family_by(root: u32, mut children: impl FnMut(u32) -> Vec<u32>) -> Vec<u32> {
    let mut family = vec![root];
    let mut next = 0;
    while next < family.len() && family.len() < MOST {
        family.extend(children(family[next]));
        next += 1;
    }
    family
}

fn children(pid: u32) -> Vec<u32> {
    let mut children = Vec::new();
    for thread in numbers(&format!("/proc/{pid}/task")) {
        let list = fs::read_to_string(format!("/proc/{pid}/task/{thread}/children")).unwrap_or_default();
        children.extend(list.split_whitespace().filter_map(|word| word.parse::<u32>().ok()));
    }
    children
}

fn numbers(folder: &str) -> Vec<u32> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// What a process has now.
pub(super) fn usage(pid: u32) -> Option<Usage> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let mut usage = Usage::default();
    for line in status.lines() {
        let Some((name, value)) = line.split_once(':') else { continue };
        let value = value.trim().trim_end_matches(" kB");
        let number = || value.parse::<u64>().unwrap_or(0);
        match name {
            "RssAnon" | "RssShmem" | "VmSwap" => usage.memory_kib += number(),
            "Threads" => usage.threads = number(),
            _ => {}
        }
    }
    Some(usage)
}

/// Kills what is left of a family, the youngest first, so that nobody is left to start others. The root is
/// for its owner to kill.
pub(super) fn kill_descendants(root: u32, family: &[u32]) {
    for &pid in family.iter().rev().filter(|&&pid| pid != root) {
        let Some(process) = Pid::from_raw(pid.cast_signed()) else { continue };
        let Ok(held) = pidfd_open(process, PidfdFlags::empty()) else { continue };
        // Held, its number is no longer reused; is it still of the family?
        if parent(pid).is_some_and(|parent| family.contains(&parent)) {
            // It may have ended in the meantime.
            let _ = pidfd_send_signal(&held, Signal::KILL);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_found_with_its_children_and_their_memory() {
        let mut child = std::process::Command::new("sh")
            .args(["-c", "sleep 30 & sleep 30 & wait"])
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("a shell");
        let mut family_now = Vec::new();
        for _ in 0..200 {
            family_now = family(child.id());
            if family_now.len() == 3 {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        assert_eq!(family_now.len(), 3, "{family_now:?}");
        assert!(family(std::process::id()).contains(&family_now[2]), "grandchildren count");
        for &pid in &family_now {
            assert!(usage(pid).is_some_and(|usage| usage.threads == 1 && usage.memory_kib < 100_000));
            assert!(began(pid).is_some_and(|ticks| ticks > 0));
        }
        kill_descendants(child.id(), &family_now);
        assert!(child.wait().is_ok_and(|status| status.success()), "the root was not killed and waited for the others");
        assert_eq!(usage(u32::MAX), None);
    }
}
