//! Option lines: `Name;type;value;default`, then `min;max` of numbers or all values of a list.

use schwarm_core::error::shorten;
use schwarm_play::{Setting, SettingKind};

/// Why a line is no option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{line}\" is no option line: {why}")]
pub struct OptionLineError {
    /// The line, shortened.
    pub line: String,
    /// What is wrong with it.
    pub why: String,
}

/// Writes an option line.
pub fn write_option(setting: &Setting) -> String {
    let Setting { name, kind, value, default } = setting;
    let (kind, rest) = match kind {
        SettingKind::Bool => ("bool", String::new()),
        SettingKind::Int { min, max } => ("int", format!(";{min};{max}")),
        SettingKind::Double { min, max } => ("double", format!(";{min};{max}")),
        SettingKind::Enum { values } => ("enum", values.iter().map(|value| format!(";{value}")).collect()),
    };
    super::one_line(&format!("{name};{kind};{value};{default}{rest}"))
}

/// Reads an option line. Value and default must be of their kind.
///
/// # Errors
/// When fields are missing or do not fit.
pub fn read_option(line: &str) -> Result<Setting, OptionLineError> {
    let wrong = |why: String| OptionLineError { line: shorten(line), why };
    let fields: Vec<&str> = line.trim().split(';').map(str::trim).collect();
    let [name, kind, value, default, rest @ ..] = &fields[..] else {
        return Err(wrong("expected Name;type;value;default".to_string()));
    };
    if name.is_empty() || name.contains(char::is_whitespace) {
        return Err(wrong("an option has a name without spaces".to_string()));
    }
    let kind = match (kind.to_ascii_lowercase().as_str(), rest) {
        ("bool", []) => SettingKind::Bool,
        ("int", [min, max]) => match (min.parse(), max.parse()) {
            (Ok(min), Ok(max)) => SettingKind::Int { min, max },
            _ => return Err(wrong("min and max of an int are whole numbers".to_string())),
        },
        ("double", [min, max]) => match (min.parse(), max.parse()) {
            (Ok(min), Ok(max)) => SettingKind::Double { min, max },
            _ => return Err(wrong("min and max of a double are numbers".to_string())),
        },
        ("enum", values) if !values.is_empty() => {
            SettingKind::Enum { values: values.iter().map(|value| (*value).to_string()).collect() }
        }
        ("bool" | "int" | "double" | "enum", _) => {
            return Err(wrong("a bool has nothing more, a number has min;max, an enum its values".to_string()));
        }
        (other, _) => return Err(wrong(format!("{:?} is none of bool, int, double, enum", shorten(other)))),
    };
    let mut setting =
        Setting { name: (*name).to_string(), kind, value: String::new(), default: (*default).to_string() };
    setting.set(default).map_err(|error| wrong(format!("its default: {error}")))?;
    setting.default = setting.value.clone();
    setting.set(value).map_err(|error| wrong(error.to_string()))?;
    Ok(setting)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_of_other_engines_are_read() {
        for line in [
            "Aggression;int;3;3;1;5",
            "BackgroundPondering;bool;False;False",
            "MaxHelperThreads;enum;Auto;Auto;Auto;None;1;2",
            "TranspositionTableSizeMB;int;32;32;1;1024",
            "Weight;double;0.5;1;0;10",
        ] {
            assert_eq!(write_option(&read_option(line).expect(line)), line);
        }
    }

    #[test]
    fn broken_lines_are_refused_with_a_reason() {
        for line in [
            "",
            ";",
            "Name",
            "A;int;3;3",
            "A;int;3;3;1",
            "A;int;9;3;1;5",
            "A;int;x;3;1;5",
            "A;bool;yes;False",
            "A;bool;True;False;True",
            "A;enum;a;a",
            "A;enum;a;b;b;c",
            "A;text;a;a",
            "A b;bool;True;True",
            "A;double;1;1;a;b",
        ] {
            assert!(!read_option(line).expect_err(line).why.is_empty());
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            name in "[A-Za-z][A-Za-z0-9]{0,12}", on: bool, low in -1000..0i64, high in 1..1000i64, at in 0..2usize,
            values in proptest::collection::hash_set("[A-Z][a-z0-9]{0,6}", 1..5)
        ) {
            let values: Vec<String> = {
                let mut seen = std::collections::HashSet::new();
                values.into_iter().filter(|value| seen.insert(value.to_ascii_lowercase())).collect()
            };
            let mut int = Setting::int(&name, low, low, high);
            int.set(&high.to_string()).expect("the largest value fits");
            let double = Setting {
                name: name.clone(),
                kind: SettingKind::Double { min: low as f64 / 8.0, max: high as f64 / 8.0 },
                value: "0".to_string(),
                default: (high as f64 / 16.0).to_string(),
            };
            let texts: Vec<&str> = values.iter().map(String::as_str).collect();
            let one = Setting::one_of(&name, texts[at % texts.len()], &texts);
            for setting in [Setting::bool(&name, on), int, double, one] {
                prop_assert_eq!(read_option(&write_option(&setting)), Ok(setting));
            }
        }

        #[test]
        fn any_line_is_read_or_refused(line in "\\PC*") {
            let _ = read_option(&line);
        }
    }
}
