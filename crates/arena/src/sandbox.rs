//! Bots that are not trusted: what they may use up, see and reach.
//!
//! A [`Policy`] says how far one bot is trusted and what it may use up; [`available`] says which layers
//! this machine has, each one tried; [`Policy::check`] says what of a policy is missing here.
//! [`Process::start_in`](crate::process::Process::start_in) starts a bot under a policy. It does so
//! through a launcher, which is this program once more: it calls [`enter`], gives up its rights one
//! after the other, and becomes the bot.
//!
//! | level | what it gets |
//! |---|---|
//! | trusted | a process group of its own; it ends when the arena does |
//! | guarded | that, limits of the system, a clean environment, no new privileges, a watch over memory, processes and its scratch folder |
//! | jailed | that, Landlock and seccomp, and bubblewrap where it works: no network, no home folder, nobody else's processes |
//!
//! Not here: the process itself (`process`), which level a bot gets (the caller says so).

#[cfg(not(target_os = "linux"))]
mod elsewhere;
mod layers;
#[cfg(target_os = "linux")]
mod linux;
mod policy;

#[cfg(not(target_os = "linux"))]
use elsewhere as system;
#[cfg(target_os = "linux")]
use linux as system;

pub use layers::{Layer, LayerName, Layers, available};
pub use policy::{Level, Policy, SandboxError};
pub use system::enter;
pub(crate) use system::{Guard, prepare};
