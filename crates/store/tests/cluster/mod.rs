//! A private PostgreSQL on a socket in a folder of its own, run by an ordinary user.

#![allow(dead_code, reason = "each test file uses its part")]

use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::Folder;

pub struct Cluster {
    folder: Folder,
    programs: PathBuf,
    /// The one to run it, where we are root: PostgreSQL refuses to be.
    user: Option<(u32, u32)>,
    /// Whether it waits for the disk.
    is_durable: bool,
}

impl Cluster {
    /// `None` where PostgreSQL is not installed and need not be.
    pub fn start() -> Option<Cluster> {
        Cluster::begin(false)
    }

    /// One that waits for the disk with every commit, as servers do.
    pub fn start_durable() -> Option<Cluster> {
        Cluster::begin(true)
    }

    fn begin(is_durable: bool) -> Option<Cluster> {
        let Some(programs) = programs() else {
            let message = "PostgreSQL is not installed (initdb, pg_ctl): its story is not told here";
            assert!(std::env::var("SCHWARM_REQUIRE_ALL").as_deref() != Ok("1"), "{message}");
            eprintln!("SKIPPED: {message}");
            return None;
        };
        // Several tests of one program may have one each.
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let folder = Folder::new(&format!("pg{}", COUNT.fetch_add(1, Ordering::Relaxed)));
        let user = (number(&["-u"]) == Some(0)).then(unprivileged);
        if let Some((uid, gid)) = user {
            chown(folder.path(), Some(uid), Some(gid)).unwrap();
        }
        let cluster = Cluster { folder, programs, user, is_durable };
        cluster.run("initdb", &["-D", &cluster.data(), "-U", "arena", "-A", "trust", "-E", "UTF8", "--no-sync"]);
        cluster.pg_ctl(&["start"]);
        Some(cluster)
    }

    pub fn url(&self) -> String {
        format!("postgres://arena:secret@localhost/postgres?host={}", self.folder.path().display())
    }

    pub fn restart(&self) {
        self.pg_ctl(&["restart", "-m", "immediate"]);
    }

    pub fn stop(&self) {
        self.pg_ctl(&["stop", "-m", "immediate"]);
    }

    fn data(&self) -> String {
        self.folder.file("data")
    }

    fn pg_ctl(&self, what: &[&str]) {
        let durable = if self.is_durable { "" } else { "-F" };
        let options = format!("-k {} -c listen_addresses='' {durable}", self.folder.path().display());
        let log = self.folder.file("log");
        let mut args = vec!["-D", "", "-l", &log, "-w", "-o", &options];
        let data = self.data();
        args[1] = &data;
        args.extend(what);
        self.run("pg_ctl", &args);
    }

    fn run(&self, program: &str, args: &[&str]) {
        let status = self.command(program).args(args).stdout(Stdio::null()).status().unwrap();
        assert!(status.success(), "{program} {args:?}");
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        if let Some((uid, gid)) = self.user {
            command.uid(uid).gid(gid);
        }
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // It may be stopped already.
        let mut stop = self.command("pg_ctl");
        let stop = stop.args(["-D", &self.data(), "-m", "immediate", "stop"]);
        let _ = stop.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

/// The folder of the server's programs.
fn programs() -> Option<PathBuf> {
    let in_path = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
    let packages = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let packages = packages.map(|version| version.path().join("bin"));
    let folders: Vec<PathBuf> = packages.chain::<Vec<PathBuf>>(in_path).collect();
    folders.into_iter().find(|folder| has(folder, "initdb") && has(folder, "pg_ctl"))
}

fn has(folder: &Path, program: &str) -> bool {
    folder.join(program).is_file()
}

/// Some user who is not root.
fn unprivileged() -> (u32, u32) {
    let of = |name| Some((number(&["-u", name])?, number(&["-g", name])?));
    of("postgres").or_else(|| of("nobody")).expect("a user postgres or nobody")
}

fn number(args: &[&str]) -> Option<u32> {
    let output = Command::new("id").args(args).stderr(Stdio::null()).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}
