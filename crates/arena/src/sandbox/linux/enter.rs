//! The launcher's part: rights are given up one after the other, then the launcher becomes the bot.
//!
//! Order matters: what needs a right comes before the right is gone, and the filter of system calls is last.

use std::convert::Infallible;
use std::io::{BufRead as _, BufReader};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::process::{Signal, getpid, getppid, set_child_subreaper, set_parent_process_death_signal};
use rustix::thread::set_no_new_privs;

use super::orders::{INSIDE, Orders, SOCKET, Stage};
use super::relay::{READY, be_near_end};
use super::{bubblewrap, cgroup, landlock, limits, seccomp};
use crate::sandbox::policy::{Level, SandboxError};

/// Enters the sandbox and becomes the program; comes back only if that fails. Call it from a program that does
/// nothing else, with the orders that [`Process::start_in`](crate::process::Process::start_in) wrote on its
/// command line.
///
/// # Errors
/// When the orders cannot be read, a layer cannot be entered, or the program cannot be started.
pub fn enter(orders: &str, words: &[String]) -> Result<Infallible, SandboxError> {
    let orders: Orders = serde_json::from_str(orders)
        .map_err(|error| SandboxError::failed("read the orders: this command is for the arena's own use", error))?;
    match orders.stage {
        Stage::Relay => {
            let reach = orders.policy.reach.ok_or_else(|| SandboxError::failed("relay", "nobody is to be reached"))?;
            let end = be_near_end(reach, &Path::new(INSIDE).join(SOCKET));
            Err(SandboxError::failed(
                format!("listen on {reach} inside"),
                end.err().map_or("ended".into(), |e| e.to_string()),
            ))
        }
        Stage::Outside => enter_from_outside(orders, words),
        Stage::Inside => {
            start_relay(&orders)?;
            limits::apply_processes(&orders.policy)?;
            shut(&orders)?;
            become_program(words)
        }
    }
}

fn enter_from_outside(orders: Orders, words: &[String]) -> Result<Infallible, SandboxError> {
    set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(|error| SandboxError::failed("end with the arena", error))?;
    if getppid().map(|parent| parent.as_raw_nonzero().get().unsigned_abs()) != Some(orders.arena) {
        return Err(SandboxError::failed("end with the arena", "it has ended already"));
    }
    if orders.policy.level == Level::Trusted {
        return become_program(words);
    }
    if let Some(group) = &orders.cgroup {
        cgroup::join(group)?;
    }
    limits::apply(&orders.policy)?;
    if let Some(program) = orders.bubblewrap.clone() {
        return enter_bubblewrap(orders, &program, words);
    }
    // Whatever its children leave behind stays below it, where the watch finds it.
    set_child_subreaper(Some(getpid())).map_err(|error| SandboxError::failed("keep its children", error))?;
    shut(&orders)?;
    become_program(words)
}

/// Becomes bubblewrap, which starts the launcher again inside.
fn enter_bubblewrap(mut orders: Orders, program: &Path, words: &[String]) -> Result<Infallible, SandboxError> {
    let launcher = PathBuf::from(&orders.policy.launcher[0]);
    let arguments = bubblewrap::arguments(&orders, &launcher);
    orders.stage = Stage::Inside;
    orders.policy.launcher[0] = format!("{INSIDE}/launcher");
    let mut command = Command::new(program);
    command.args(arguments).args(&orders.policy.launcher).args(["--policy", &orders.to_json(), "--"]).args(words);
    Err(SandboxError::failed(format!("start {}", program.display()), command.exec()))
}

/// No new rights, and for a jailed bot almost none of the old.
fn shut(orders: &Orders) -> Result<(), SandboxError> {
    set_no_new_privs(true).map_err(|error| SandboxError::failed("give up new privileges", error))?;
    if orders.policy.level != Level::Jailed {
        return Ok(());
    }
    if orders.landlock {
        let rights = landlock::Rights::of(orders);
        landlock::restrict(&rights).map_err(|error| SandboxError::failed("restrict it by Landlock", error))?;
    }
    if orders.seccomp {
        seccomp::restrict(orders.policy.reach.is_some())?;
    }
    Ok(())
}

/// Starts the near end of the relay beside the bot and waits until it listens.
fn start_relay(orders: &Orders) -> Result<(), SandboxError> {
    if orders.policy.reach.is_none() {
        return Ok(());
    }
    let failed = |why: &dyn std::fmt::Display| SandboxError::failed("start the relay to the referee", why);
    let mut command = Command::new(&orders.policy.launcher[0]);
    let orders = Orders { stage: Stage::Relay, ..orders.clone() };
    command.args(&orders.policy.launcher[1..]).args(["--policy", &orders.to_json(), "--", "relay"]);
    // Its complaints go where those of the bot go.
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut relay = command.spawn().map_err(|error| failed(&error))?;
    let output = relay.stdout.take().ok_or_else(|| failed(&"it has no output"))?;
    for line in BufReader::new(output).lines() {
        if line.map_err(|error| failed(&error))?.ends_with(READY) {
            return Ok(());
        }
    }
    Err(failed(&"it ended"))
}

fn become_program(words: &[String]) -> Result<Infallible, SandboxError> {
    let (program, arguments) =
        words.split_first().ok_or_else(|| SandboxError::failed("start a program", "none is named"))?;
    let error = Command::new(program).args(arguments).exec();
    let path = std::env::var("PATH").unwrap_or_default();
    let missing = error.kind() == std::io::ErrorKind::NotFound && !program.contains('/');
    let advice = if missing { format!(" in {path}") } else { String::new() };
    Err(SandboxError::failed(format!("start {program:?}"), format!("{error}{advice}")))
}
