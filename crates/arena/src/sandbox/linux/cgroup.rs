//! A control group (version 2) for a bot, where the system has handed them to us: memory and processes are
//! then bounded by the kernel and not only watched.
//!
//! Everything here is files in a folder. Only a group that is ours alone is divided: nobody else's process
//! is moved.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::sandbox::policy::{Policy, SandboxError};

/// The group of a bot. Dropped, it is ended and removed.
pub(super) struct Group(PathBuf);

impl Group {
    /// Makes a group with the bounds of a policy.
    pub(super) fn new(policy: &Policy) -> Result<Group, SandboxError> {
        let failed = |why: &dyn std::fmt::Display| SandboxError::failed("make a control group", why);
        let parent = ours().as_ref().map_err(|why| failed(why))?;
        Group::below(parent, policy).map_err(|error| failed(&error))
    }

    fn below(parent: &Path, policy: &Policy) -> io::Result<Group> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = parent.join(format!("schwarm-{}-{number}", std::process::id()));
        fs::create_dir(&path)?;
        let group = Group(path);
        let memory = policy.memory_mb.saturating_mul(1 << 20);
        fs::write(group.0.join("memory.max"), memory.to_string())?;
        fs::write(group.0.join("pids.max"), policy.processes.to_string())?;
        // A kernel without swap has no such file, and no need of it.
        let _ = fs::write(group.0.join("memory.swap.max"), "0");
        // One that is killed takes all of the bot with it.
        let _ = fs::write(group.0.join("memory.oom.group"), "1");
        Ok(group)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// What the kernel has stopped the bot for.
    pub(super) fn verdict(&self, policy: &Policy) -> Option<String> {
        if count(&self.0.join("memory.events"), "oom_kill") > 0 {
            return Some(format!("used more than {} MiB of memory", policy.memory_mb));
        }
        if count(&self.0.join("pids.events"), "max") > 0 {
            return Some(format!("ran more than {} processes and threads at once", policy.processes));
        }
        None
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = fs::write(self.0.join("cgroup.kill"), "1");
        // It is busy until the last process is gone, which takes a moment.
        for _ in 0..20 {
            if fs::remove_dir(&self.0).is_ok() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }
}

/// Puts the calling process into a group.
pub(super) fn join(group: &Path) -> Result<(), SandboxError> {
    fs::write(group.join("cgroup.procs"), "0").map_err(|error| SandboxError::failed("join its control group", error))
}

/// A number of a file of names and numbers.
fn count(file: &Path, name: &str) -> u64 {
    let text = fs::read_to_string(file).unwrap_or_default();
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.and_then(|value| value.trim().parse().ok()).unwrap_or(0)
}

/// The folder in which groups can be made, or why there is none. Found once: for that this process may have to
/// move into a group below its own.
pub(super) fn ours() -> &'static Result<PathBuf, String> {
    static OURS: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    OURS.get_or_init(|| {
        let groups = fs::read_to_string("/proc/self/cgroup").map_err(|error| error.to_string())?;
        let mounts = fs::read_to_string("/proc/self/mounts").map_err(|error| error.to_string())?;
        let own = own_folder(&groups, &mounts).ok_or("version 2 is not mounted")?;
        divide(&own)
    })
}

/// The folder of this process's own group.
fn own_folder(groups: &str, mounts: &str) -> Option<PathBuf> {
    let mount = mounts.lines().find_map(|line| {
        let mut words = line.split(' ').skip(1);
        let (place, kind) = (words.next()?, words.next()?);
        (kind == "cgroup2").then_some(place)
    })?;
    let group = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    Some(Path::new(mount).join(group))
}

/// Makes sure that groups below one get bounds.
fn divide(own: &Path) -> Result<PathBuf, String> {
    let read = |name: &str| fs::read_to_string(own.join(name)).map_err(|error| format!("{}: {error}", own.display()));
    let has = |list: &str| ["memory", "pids"].iter().all(|name| list.split_whitespace().any(|word| word == *name));
    let controllers = read("cgroup.controllers")?;
    if !has(&controllers) {
        let offered = if controllers.trim().is_empty() { "nothing" } else { controllers.trim() };
        return Err(format!("{} offers {offered}, not memory and pids; the watch counts instead", own.display()));
    }
    if !has(&read("cgroup.subtree_control")?) {
        let enable = || fs::write(own.join("cgroup.subtree_control"), "+memory +pids");
        let this = std::process::id().to_string();
        if enable().is_err() && read("cgroup.procs")?.split_whitespace().eq([this.as_str()]) {
            // A group with processes of its own cannot be divided. It is ours alone, so we go one below.
            let leaf = own.join("schwarm-arena");
            let moved = fs::create_dir_all(&leaf).and_then(|()| fs::write(leaf.join("cgroup.procs"), "0"));
            moved.map_err(|error| format!("{} is not ours to divide: {error}", own.display()))?;
        }
        enable().map_err(|error| {
            format!(
                "{} is not ours alone to divide ({error}); start with `systemd-run --user --scope -p Delegate=yes`",
                own.display()
            )
        })?;
    }
    // Whether a group can be made at all is seen by making one.
    drop(
        Group::below(own, &Policy::new(Default::default(), "/"))
            .map_err(|error| format!("{}: {error}", own.display()))?,
    );
    Ok(own.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_group_is_found_also_beside_groups_of_the_old_kind() {
        let mounts = "tmpfs /sys/fs/cgroup tmpfs rw 0 0\ncgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0\n\
            cgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0\n";
        let found = own_folder("4:memory:/a\n0::/user.slice/x.scope\n", mounts);
        assert_eq!(found, Some("/sys/fs/cgroup/unified/user.slice/x.scope".into()));
        assert_eq!(own_folder("4:memory:/a\n", mounts), None);
        assert_eq!(own_folder("0::/\n", "proc /proc proc rw 0 0\n"), None);
    }

    #[test]
    fn events_are_counted_by_their_whole_name() {
        let scratch = super::super::scratch::Scratch::new().expect("a folder");
        let file = scratch.path().join("memory.events");
        fs::write(&file, "low 0\noom 7\noom_kill 2\noom_group_kill 1\n").expect("a file");
        assert_eq!((count(&file, "oom_kill"), count(&file, "oom"), count(&file, "max")), (2, 7, 0));
        assert_eq!(count(&scratch.path().join("absent"), "oom"), 0);
    }

    #[test]
    fn a_group_that_offers_no_memory_is_refused_with_what_it_offers() {
        let scratch = super::super::scratch::Scratch::new().expect("a folder");
        fs::write(scratch.path().join("cgroup.controllers"), "hugetlb\n").expect("a file");
        assert!(divide(scratch.path()).is_err_and(|why| why.contains("offers hugetlb, not memory")));
        assert!(divide(&scratch.path().join("absent")).is_err());
    }
}
