//! Settings of an engine: their names, kinds and values, whatever the protocol.

use std::fmt;

/// What a setting can be.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingKind {
    /// Yes or no.
    Bool,
    /// A whole number.
    Int {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// A number.
    Double {
        /// Smallest.
        min: f64,
        /// Largest.
        max: f64,
    },
    /// One of a list.
    Enum {
        /// The list.
        values: Vec<String>,
    },
}

/// One setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Its name; no spaces and no `;`.
    pub name: String,
    /// What it can be.
    pub kind: SettingKind,
    /// What it is.
    pub value: String,
    /// What it was at first.
    pub default: String,
}

/// Why a setting was not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// There is none of that name.
    #[error("no option is named {name:?}")]
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// The value is none of its kind.
    #[error("{value:?} is no value of {name}: {wanted}")]
    Value {
        /// The name of the setting.
        name: String,
        /// The value asked for.
        value: String,
        /// What it takes.
        wanted: String,
    },
}

impl Setting {
    /// A yes or no.
    pub fn bool(name: &str, value: bool) -> Setting {
        Setting::new(name, SettingKind::Bool, if value { "True" } else { "False" })
    }

    /// A whole number.
    pub fn int(name: &str, value: i64, min: i64, max: i64) -> Setting {
        Setting::new(name, SettingKind::Int { min, max }, &value.to_string())
    }

    /// One of a list.
    pub fn one_of(name: &str, value: &str, values: &[&str]) -> Setting {
        let values = values.iter().map(|value| (*value).to_string()).collect();
        Setting::new(name, SettingKind::Enum { values }, value)
    }

    fn new(name: &str, kind: SettingKind, value: &str) -> Setting {
        Setting { name: name.to_string(), kind, value: value.to_string(), default: value.to_string() }
    }

    /// Changes the value.
    ///
    /// # Errors
    /// When the text is no value of this kind; the setting is then as it was.
    pub fn set(&mut self, value: &str) -> Result<(), SettingError> {
        let value = value.trim();
        let accepted = match &self.kind {
            SettingKind::Bool if value.eq_ignore_ascii_case("true") => Some("True".to_string()),
            SettingKind::Bool if value.eq_ignore_ascii_case("false") => Some("False".to_string()),
            SettingKind::Bool => None,
            SettingKind::Int { min, max } => {
                value.parse::<i64>().ok().filter(|n| (min..=max).contains(&n)).map(|n| n.to_string())
            }
            SettingKind::Double { min, max } => {
                value.parse::<f64>().ok().filter(|n| (min..=max).contains(&n)).map(|n| n.to_string())
            }
            SettingKind::Enum { values } => values.iter().find(|known| known.eq_ignore_ascii_case(value)).cloned(),
        };
        match accepted {
            Some(value) => {
                self.value = value;
                Ok(())
            }
            None => Err(SettingError::Value {
                name: self.name.clone(),
                value: value.chars().take(80).collect(),
                wanted: self.kind.to_string(),
            }),
        }
    }

    /// Whether a yes-or-no setting says yes.
    pub fn is_true(&self) -> bool {
        self.value == "True"
    }
}

impl fmt::Display for SettingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingKind::Bool => f.write_str("True or False"),
            SettingKind::Int { min, max } => write!(f, "a whole number from {min} to {max}"),
            SettingKind::Double { min, max } => write!(f, "a number from {min} to {max}"),
            SettingKind::Enum { values } => write!(f, "one of {}", values.join(", ")),
        }
    }
}
