//! The outer wall of a jail: a file tree, processes and a network of its own, made by bubblewrap.

use std::path::{Path, PathBuf};

use super::orders::{ETC, HOME, INSIDE, Orders, PATH, SOCKET, SYSTEM};

/// The user inside: nobody. Outside it is the user of the arena.
const NOBODY: &str = "65534";

/// Bubblewrap, if it is installed.
pub(super) fn find() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_else(|| PATH.into());
    std::env::split_paths(&folders)
        .chain(PATH.split(':').map(PathBuf::from))
        .map(|folder| folder.join("bwrap"))
        .find(|file| file.is_absolute() && file.is_file())
}

/// The arguments of bubblewrap up to the program. Later ones lie over earlier ones, so the bot's folder may be
/// below `/tmp`.
pub(super) fn arguments(orders: &Orders, launcher: &Path) -> Vec<String> {
    let mut list = List(Vec::new());
    list.add(["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]);
    list.add(["--unshare-cgroup-try", "--uid", NOBODY, "--gid", NOBODY, "--hostname", "jail"]);
    list.add(["--die-with-parent", "--new-session", "--cap-drop", "ALL"]);
    for folder in SYSTEM {
        match std::fs::read_link(folder) {
            Ok(target) => list.add(["--symlink", &text(&target), folder]),
            Err(_) => list.add(["--ro-bind-try", folder, folder]),
        }
    }
    for file in ETC {
        list.add(["--ro-bind-try", file, file]);
    }
    list.add(["--ro-bind", &text(&orders.scratch.join("passwd")), "/etc/passwd"]);
    let size = orders.policy.disk_mb.max(1).saturating_mul(1 << 20).to_string();
    list.add(["--proc", "/proc", "--dev", "/dev"]);
    // Whatever can be written has a size.
    list.add(["--size", &size, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]);
    list.add(["--perms", "1777", "--size", &size, "--tmpfs", HOME]);
    list.add(["--ro-bind", &text(launcher), &format!("{INSIDE}/launcher")]);
    if orders.policy.reach.is_some() {
        list.add(["--ro-bind", &text(&orders.scratch.join(SOCKET)), &format!("{INSIDE}/{SOCKET}")]);
    }
    for place in [&orders.policy.folder].into_iter().chain(&orders.policy.also) {
        list.add(["--ro-bind", &text(place), &text(place)]);
    }
    list.add(["--remount-ro", "/", "--chdir", &text(&orders.start_in), "--setenv", "HOME", HOME, "--"]);
    list.0
}

struct List(Vec<String>);

impl List {
    fn add<const N: usize>(&mut self, words: [&str; N]) {
        self.0.extend(words.map(str::to_string));
    }
}

/// Paths in orders were checked to be Unicode.
fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
