//! The arena's part of a start: what the launcher needs is laid out, and the bot is watched.

use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use super::bubblewrap;
use super::cgroup::Group;
use super::orders::{Orders, PATH, SOCKET, Stage};
use super::relay::FarEnd;
use super::scratch::Scratch;
use super::watch::Watch;
use crate::sandbox::layers::{LayerName, available};
use crate::sandbox::policy::{Level, Policy, SandboxError};

/// What has to live as long as the bot does. Dropped after it.
pub(crate) struct Guard {
    policy: Policy,
    watch: Option<Watch>,
    _relay: Option<FarEnd>,
    cgroup: Option<Group>,
    /// Whether the scratch folder is where the bot writes.
    writes_scratch: bool,
    scratch: Option<Scratch>,
}

/// The command that starts a bot under a policy. Needs a runtime if the bot has somebody to reach.
pub(crate) fn prepare(words: &[String], policy: &Policy) -> Result<(Command, Guard), SandboxError> {
    let layers = available();
    policy.permit(layers)?;
    let mut policy = policy.clone();
    let failed = |what: &str, error: io::Error| SandboxError::failed(what, error);
    let here = std::env::current_dir().map_err(|error| failed("find out where the arena runs", error))?;
    policy.launcher = policy.launcher().map_err(|error| failed("find this program", error))?;
    if policy.level == Level::Jailed {
        policy.folder = absolute(&policy.folder)?;
        policy.also = policy.also.iter().map(|path| absolute(path)).collect::<Result<_, _>>()?;
    }
    let scratch = (policy.level != Level::Trusted).then(Scratch::new).transpose();
    let scratch = scratch.map_err(|error| failed("make a scratch folder", error))?;
    let folder = scratch.as_ref().map(|scratch| scratch.path().to_path_buf()).unwrap_or_default();
    let is_jailed = policy.level == Level::Jailed;
    let bubblewrap = bubblewrap::find().filter(|_| is_jailed && policy.has_wall(layers));
    let mut relay = None;
    if bubblewrap.is_some() {
        std::fs::write(folder.join("passwd"), "bot:x:65534:65534::/tmp:/bin/sh\n")
            .map_err(|error| failed("write to the scratch folder", error))?;
        if let Some(reach) = policy.reach {
            let opened = FarEnd::open(&folder.join(SOCKET), reach);
            relay = Some(opened.map_err(|error| failed("open a socket to the referee", error))?);
        }
    }
    let cgroup = (policy.level != Level::Trusted && layers.is_on(LayerName::Cgroup)).then(|| Group::new(&policy));
    let cgroup = cgroup.transpose()?;
    let start_in = match here.starts_with(&policy.folder) || !is_jailed {
        true => here,
        false => policy.folder.clone(),
    };
    let orders = Orders {
        stage: Stage::Outside,
        arena: std::process::id(),
        start_in,
        scratch: folder.clone(),
        landlock: layers.is_on(LayerName::Landlock),
        seccomp: layers.is_on(LayerName::Seccomp),
        cgroup: cgroup.as_ref().map(|group| group.path().to_path_buf()),
        bubblewrap,
        policy,
    };
    let writes_scratch = orders.bubblewrap.is_none();
    let mut command = Command::new(&orders.policy.launcher[0]);
    command.args(&orders.policy.launcher[1..]).args(["--policy", &orders.to_json(), "--"]);
    command.arg(program(&words[0])).args(&words[1..]);
    if orders.policy.level != Level::Trusted {
        // A guarded bot finds the interpreters that the user has.
        let path = std::env::var_os("PATH").filter(|_| !is_jailed).unwrap_or_else(|| PATH.into());
        command.env_clear().env("PATH", path).env("LANG", "C.UTF-8").env("HOME", &folder);
    }
    Ok((command, Guard { policy: orders.policy, watch: None, _relay: relay, cgroup, writes_scratch, scratch }))
}

/// The program as it is called from any folder.
fn program(word: &str) -> String {
    let file = Path::new(word).canonicalize().ok().filter(|_| word.contains('/'));
    // Links stay: a program may look at its own name.
    let here = file.and_then(|_| std::path::absolute(word).ok()?.into_os_string().into_string().ok());
    here.unwrap_or_else(|| word.to_string())
}

fn absolute(path: &Path) -> Result<PathBuf, SandboxError> {
    let path = path
        .canonicalize()
        .map_err(|error| SandboxError::failed(format!("find the bot's folder {}", path.display()), error))?;
    match path.to_str() {
        Some(_) => Ok(path),
        None => Err(SandboxError::failed(format!("use the folder {}", path.display()), "its name is not Unicode")),
    }
}

impl Guard {
    /// Begins to watch the bot, which has just been started.
    pub(crate) fn watch(&mut self, pid: Option<u32>) -> Result<(), SandboxError> {
        let (Some(pid), true) = (pid, self.policy.level != Level::Trusted) else { return Ok(()) };
        let scratch = self.scratch.as_ref().filter(|_| self.writes_scratch).map(|scratch| scratch.path().to_path_buf());
        match Watch::new(pid, &self.policy, scratch) {
            Ok(watch) => self.watch = Some(watch),
            Err(_) if self.policy.allow_missing => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// What the bot was killed for: `used more than 512 MiB of memory`.
    pub(crate) fn verdict(&self) -> Option<String> {
        let killed = self.watch.as_ref().and_then(Watch::verdict);
        killed.or_else(|| self.cgroup.as_ref()?.verdict(&self.policy))
    }

    /// What the way it ended says of the limit it met.
    pub(crate) fn explain(&self, status: ExitStatus) -> Option<String> {
        if self.policy.level == Level::Trusted {
            return None;
        }
        // Bubblewrap tells a signal as shells do.
        let signal = status.signal().or_else(|| status.code().filter(|code| *code > 128).map(|code| code - 128))?;
        match signal {
            libc::SIGXCPU => Some(format!("used more than {} s of processor time", self.policy.cpu_s?)),
            libc::SIGXFSZ => Some(format!("wrote a file of more than {} MiB", self.policy.disk_mb)),
            libc::SIGSYS => Some("made a system call that is forbidden in the jail".to_string()),
            libc::SIGKILL if status.signal().is_none() => Some("was killed (SIGKILL)".to_string()),
            libc::SIGSEGV if status.signal().is_none() => Some("crashed (SIGSEGV)".to_string()),
            libc::SIGABRT if status.signal().is_none() => Some("gave up (SIGABRT)".to_string()),
            _ => None,
        }
    }
}
