//! Every layer is tried, not asked about: a thread of its own, or a child, gives up the right and then finds
//! that it is gone.

use std::fs::File;
use std::io::{self, ErrorKind, Read as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream, UdpSocket};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, PidfdFlags, Resource, getpid, getrlimit, pidfd_open, test_kill_process};
use rustix::thread::{no_new_privs, set_no_new_privs};

use super::landlock::{Need, Rights, restrict};
use super::orders::{Orders, PATH, Stage};
use super::scratch::Scratch;
use super::{bubblewrap, cgroup, kin, seccomp};
use crate::sandbox::layers::{Layer, LayerName};
use crate::sandbox::policy::{Level, Policy};

/// How long bubblewrap may take for a program that does nothing.
const PATIENCE: Duration = Duration::from_secs(10);

/// Tries a layer.
pub(in crate::sandbox) fn probe(name: LayerName) -> Layer {
    let tried = match name {
        LayerName::Group => Ok("the bot is ended with everything it started".to_string()),
        LayerName::ParentDeath => in_thread(parent_death),
        LayerName::Limits => Ok(limits()),
        LayerName::NoNewPrivileges => in_thread(new_privileges),
        LayerName::Watch => watch(),
        LayerName::Cgroup => cgroup::ours().clone().map(|folder| format!("groups below {}", folder.display())),
        LayerName::Landlock => in_thread(files),
        LayerName::LandlockNetwork => in_thread(network),
        LayerName::LandlockSignals => in_thread(signals),
        LayerName::Seccomp => in_thread(system_calls),
        LayerName::Bubblewrap => try_bubblewrap(),
    };
    match tried {
        Ok(note) => Layer::on(name, note),
        Err(why) => Layer::missing(name, why),
    }
}

type Tried = Result<String, String>;

/// A thread that gives up rights takes them to its grave.
fn in_thread(trial: impl FnOnce() -> Tried + Send + 'static) -> Tried {
    let thread = std::thread::Builder::new().spawn(trial).map_err(|error| error.to_string())?;
    thread.join().unwrap_or_else(|_| Err("the trial failed".to_string()))
}

fn parent_death() -> Tried {
    // Whether it can be read says whether it is there; set, it would hold for this whole program.
    let now = rustix::process::parent_process_death_signal().map_err(|error| error.to_string())?;
    Ok(now.map_or("bots end with the arena".to_string(), |signal| {
        format!("bots end with the arena, as it does ({signal:?})")
    }))
}

fn new_privileges() -> Tried {
    set_no_new_privs(true).map_err(|error| error.to_string())?;
    match no_new_privs() {
        Ok(true) => Ok("programs with more rights give none".to_string()),
        other => Err(format!("the system does not keep it: {other:?}")),
    }
}

fn limits() -> String {
    let files = getrlimit(Resource::Nofile).maximum.map_or("any number of".to_string(), |most| most.to_string());
    let root = match rustix::process::geteuid().is_root() {
        true => "; the arena runs as root, whom the limit of processes does not bind: they are counted by the watch",
        false => "; processes are limited in a jail of bubblewrap, else counted by the watch",
    };
    format!("data, file size, {files} open files at most, no core files{root}")
}

fn watch() -> Tried {
    pidfd_open(getpid(), PidfdFlags::empty()).map_err(|error| format!("no descriptors of processes: {error}"))?;
    let own = kin::usage(std::process::id()).filter(|usage| usage.memory_kib > 0);
    own.map(|_| "memory, processes and scratch folders are looked at 50 times a second".to_string())
        .ok_or_else(|| "the system does not say in /proc what a process has".to_string())
}

fn rights(need: Need) -> Rights {
    Rights { read: vec![PathBuf::from("/usr")], write: Vec::new(), port: None, need }
}

fn files() -> Tried {
    let file = "/proc/version";
    File::open(file).map_err(|error| format!("{file}: {error}"))?;
    restrict(&rights(Need::Files)).map_err(|error| format!("the kernel refuses: {error}"))?;
    match File::open(file).map_err(|error| error.kind()) {
        Err(ErrorKind::PermissionDenied) => Ok("only the system, its own folder and a scratch folder".to_string()),
        other => Err(format!("it does not keep a file from being read: {other:?}")),
    }
}

fn network() -> Tried {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|error| error.to_string())?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    restrict(&rights(Need::Network)).map_err(|error| format!("the kernel refuses: {error}"))?;
    match TcpStream::connect(address).map_err(|error| error.kind()) {
        Err(ErrorKind::PermissionDenied) => Ok("no TCP but to the referee".to_string()),
        other => Err(format!("it does not keep a port from being reached: {other:?}")),
    }
}

fn signals() -> Tried {
    // It ends when its input does.
    let mut other = Command::new("cat")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .map_err(|error| format!("there is nobody to try it on: {error}"))?;
    let tried = restrict(&rights(Need::Signals)).map_err(|error| format!("the kernel refuses: {error}"));
    let answer = Pid::from_raw(other.id().cast_signed()).map(test_kill_process);
    drop(other.stdin.take());
    let _ = other.wait();
    match (tried?, answer) {
        (_, Some(Err(rustix::io::Errno::PERM))) => Ok("no signals to others".to_string()),
        (_, answer) => Err(format!("it does not keep others from being signalled: {answer:?}")),
    }
}

fn system_calls() -> Tried {
    set_no_new_privs(true).map_err(|error| error.to_string())?;
    seccomp::restrict(false).map_err(|error| error.to_string())?;
    match UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|error| error.kind()) {
        Err(ErrorKind::PermissionDenied) => Ok("no sockets, mounts, keys, tracing, namespaces".to_string()),
        other => Err(format!("it does not keep a socket from being opened: {other:?}")),
    }
}

/// Makes a jail around a program that looks at its processes.
fn try_bubblewrap() -> Tried {
    let program = bubblewrap::find().ok_or("bwrap is not installed (package bubblewrap)")?;
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let true_program = ["/usr/bin/true", "/bin/true"].into_iter().find(|file| PathBuf::from(file).is_file());
    let true_program = true_program.ok_or("no program to try it with")?;
    std::fs::write(scratch.path().join("passwd"), "").map_err(|error| error.to_string())?;
    let orders = Orders {
        policy: Policy::new(Level::Jailed, scratch.path()),
        stage: Stage::Outside,
        arena: std::process::id(),
        start_in: scratch.path().to_path_buf(),
        scratch: scratch.path().to_path_buf(),
        bubblewrap: Some(program.clone()),
        landlock: false,
        seccomp: false,
        cgroup: None,
    };
    let mut command = Command::new(&program);
    command.args(bubblewrap::arguments(&orders, true_program.as_ref())).arg(true_program);
    command.env_clear().env("PATH", PATH).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let said = run(command).map_err(|error| format!("{}: {error}", program.display()))?;
    match said {
        None => Ok(format!("{}: own files, processes and network", program.display())),
        Some(why) => Err(format!("{} does not work here: {why}", program.display())),
    }
}

/// Runs a program to its end; what it said if it failed.
fn run(mut command: Command) -> io::Result<Option<String>> {
    let mut child = command.spawn()?;
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if begun.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok(Some(format!("it did not end within {} s", PATIENCE.as_secs())));
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let mut said = String::new();
    if let Some(errors) = child.stderr.take() {
        errors.take(2000).read_to_string(&mut said)?;
    }
    Ok((!status.success()).then(|| if said.trim().is_empty() { status.to_string() } else { said.trim().to_string() }))
}
