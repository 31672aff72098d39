//! The layers of the sandbox and whether this machine has them.

use std::fmt;
use std::sync::OnceLock;

use serde::Serialize;

use super::policy::Level;

/// A layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LayerName {
    /// A process group of its own, ended as a whole.
    Group,
    /// It ends when the arena does.
    ParentDeath,
    /// Limits of the system: files, file size, data, core files.
    Limits,
    /// No program it runs has more rights than itself.
    NoNewPrivileges,
    /// Memory, processes and scratch folder are looked at many times a second.
    Watch,
    /// Memory and processes are bounded by the kernel.
    Cgroup,
    /// Only some files can be read, and only the scratch folder be written.
    Landlock,
    /// Only one TCP port can be reached.
    LandlockNetwork,
    /// Only its own processes can be signalled.
    LandlockSignals,
    /// System calls no bot needs are refused.
    Seccomp,
    /// A file tree, processes and a network of its own.
    Bubblewrap,
}

impl LayerName {
    /// All layers.
    pub const ALL: [LayerName; 11] = [
        LayerName::Group,
        LayerName::ParentDeath,
        LayerName::Limits,
        LayerName::NoNewPrivileges,
        LayerName::Watch,
        LayerName::Cgroup,
        LayerName::Landlock,
        LayerName::LandlockNetwork,
        LayerName::LandlockSignals,
        LayerName::Seccomp,
        LayerName::Bubblewrap,
    ];

    /// The most trusting level that has this layer.
    pub fn level(self) -> Level {
        match self {
            LayerName::Group | LayerName::ParentDeath => Level::Trusted,
            LayerName::Limits | LayerName::NoNewPrivileges | LayerName::Watch | LayerName::Cgroup => Level::Guarded,
            _ => Level::Jailed,
        }
    }
}

impl fmt::Display for LayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LayerName::Group => "process group",
            LayerName::ParentDeath => "parent-death signal",
            LayerName::Limits => "rlimits",
            LayerName::NoNewPrivileges => "no new privileges",
            LayerName::Watch => "watch over memory and processes",
            LayerName::Cgroup => "cgroup v2",
            LayerName::Landlock => "Landlock",
            LayerName::LandlockNetwork => "Landlock for TCP",
            LayerName::LandlockSignals => "Landlock for signals",
            LayerName::Seccomp => "seccomp",
            LayerName::Bubblewrap => "bubblewrap",
        })
    }
}

/// A layer on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Layer {
    /// Which.
    pub name: LayerName,
    /// Whether it was tried and works.
    pub on: bool,
    /// What is worth knowing of it, or why it is off.
    pub note: String,
}

impl Layer {
    /// A layer that works.
    pub fn on(name: LayerName, note: impl Into<String>) -> Layer {
        Layer { name, on: true, note: note.into() }
    }

    /// A layer that does not, and why.
    pub fn missing(name: LayerName, why: impl Into<String>) -> Layer {
        Layer { name, on: false, note: why.into() }
    }

    /// Why it is off, if it is.
    pub fn off(&self) -> Option<&str> {
        (!self.on).then_some(&*self.note)
    }
}

/// All layers, in the order of [`LayerName::ALL`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Layers(Vec<Layer>);

impl Layers {
    /// Asks for every layer.
    pub fn new(mut probe: impl FnMut(LayerName) -> Layer) -> Layers {
        Layers(LayerName::ALL.into_iter().map(|name| Layer { name, ..probe(name) }).collect())
    }

    /// One layer.
    pub fn get(&self, name: LayerName) -> &Layer {
        &self.0[name as usize]
    }

    /// Whether a layer works.
    pub fn is_on(&self, name: LayerName) -> bool {
        self.get(name).on
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Layer> {
        self.0.iter()
    }
}

/// What this machine has. Each layer is tried once, when this is first asked: it takes some tenths of a
/// second at most.
pub fn available() -> &'static Layers {
    static LAYERS: OnceLock<Layers> = OnceLock::new();
    LAYERS.get_or_init(|| Layers::new(super::system::probe))
}
