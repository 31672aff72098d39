//! One table of the file, read key by key. What nobody has asked for is a problem.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::problem::Problems;

/// The longest text of a key.
const LONGEST: usize = 10_000;

pub(super) struct Section<'a, 'i> {
    /// What it is called in messages.
    title: &'static str,
    table: &'a DeTable<'i>,
    span: Range<usize>,
    /// Keys that were asked for.
    known: RefCell<Vec<&'static str>>,
}

impl<'a, 'i> Section<'a, 'i> {
    pub(super) fn new(title: &'static str, table: &'a DeTable<'i>, span: Range<usize>) -> Section<'a, 'i> {
        Section { title, table, span, known: RefCell::default() }
    }

    /// Where it stands.
    pub(super) fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// Where the value of a key stands.
    pub(super) fn place(&self, key: &str) -> Option<Range<usize>> {
        self.table.get(key).map(Spanned::span)
    }

    pub(super) fn take(&mut self, key: &'static str) -> Option<&'a Spanned<DeValue<'i>>> {
        self.known.borrow_mut().push(key);
        self.table.get(key)
    }

    pub(super) fn text(&mut self, key: &'static str, problems: &mut Problems) -> Option<(String, Range<usize>)> {
        let value = self.take(key)?;
        let found = value.get_ref().as_str().filter(|text| !text.trim().is_empty() && text.len() <= LONGEST);
        if found.is_none() {
            problems.add(value.span(), format!("`{key}` must be a text in quotes, and not empty{}", but(value)));
        }
        Some((found?.to_string(), value.span()))
    }

    /// A text that says by itself what is wrong with it.
    pub(super) fn parsed<T: FromStr<Err: Display>>(&mut self, key: &'static str, problems: &mut Problems) -> Option<T> {
        let (text, span) = self.text(key, problems)?;
        text.parse().map_err(|error| problems.add(span, format!("{error}"))).ok()
    }

    pub(super) fn number(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u64>,
        problems: &mut Problems,
    ) -> Option<u64> {
        let value = self.take(key)?;
        let digits = |value: &DeValue<'_>| {
            let integer = value.as_integer()?;
            u64::from_str_radix(&integer.as_str().replace('_', ""), integer.radix()).ok()
        };
        let found = digits(value.get_ref()).filter(|number| range.contains(number));
        if found.is_none() {
            let (least, most) = (range.start(), range.end());
            let but = but(value);
            problems.add(value.span(), format!("`{key}` must be a whole number from {least} to {most}{but}"));
        }
        found
    }

    /// A number that is not below 0.
    pub(super) fn decimal(&mut self, key: &'static str, problems: &mut Problems) -> Option<f64> {
        let value = self.take(key)?;
        let text = match value.get_ref() {
            DeValue::Float(float) => float.as_str().replace('_', ""),
            DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str().replace('_', ""),
            _ => String::new(),
        };
        let found = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
        if found.is_none() {
            problems.add(value.span(), format!("`{key}` must be a number from 0 on{}", but(value)));
        }
        found
    }

    pub(super) fn flag(&mut self, key: &'static str, problems: &mut Problems) -> Option<bool> {
        let value = self.take(key)?;
        let found = value.get_ref().as_bool();
        if found.is_none() {
            problems.add(value.span(), format!("`{key}` must be true or false, without quotes{}", but(value)));
        }
        found
    }

    pub(super) fn choice<T: Copy>(
        &mut self,
        key: &'static str,
        choices: &[(&'static str, T)],
        problems: &mut Problems,
    ) -> Option<T> {
        let (text, span) = self.text(key, problems)?;
        let found = choices.iter().find(|(name, _)| *name == text).map(|(_, choice)| *choice);
        if found.is_none() {
            problems.add(span, unknown(key, &text, choices.iter().map(|(name, _)| *name)));
        }
        found
    }

    /// Texts, each with its place.
    pub(super) fn texts(&mut self, key: &'static str, problems: &mut Problems) -> Option<Vec<(String, Range<usize>)>> {
        let value = self.take(key)?;
        let Some(items) = value.get_ref().as_array() else {
            problems
                .add(value.span(), format!("`{key}` must be a list of texts, such as [\"a\", \"b\"]{}", but(value)));
            return None;
        };
        let mut texts = Vec::new();
        for item in items.iter() {
            match item.get_ref().as_str() {
                Some(text) => texts.push((text.to_string(), item.span())),
                None => problems.add(item.span(), format!("`{key}` holds texts in quotes{}", but(item))),
            }
        }
        Some(texts)
    }

    pub(super) fn section(&mut self, key: &'static str, problems: &mut Problems) -> Option<Section<'a, 'i>> {
        let value = self.take(key)?;
        let Some(table) = value.get_ref().as_table() else {
            problems.add(value.span(), format!("`{key}` must be a section, which begins with [{key}]{}", but(value)));
            return None;
        };
        Some(Section::new(key, table, value.span()))
    }

    /// Sections that are repeated, `[[key]]`.
    pub(super) fn sections(&mut self, key: &'static str, most: usize, problems: &mut Problems) -> Vec<Section<'a, 'i>> {
        let Some(value) = self.take(key) else { return Vec::new() };
        let Some(items) = value.get_ref().as_array() else {
            problems.add(
                value.span(),
                format!("`{key}` is given many times: begin each with [[{key}]], in double brackets"),
            );
            return Vec::new();
        };
        if items.len() > most {
            problems.add(value.span(), format!("{} sections [[{key}]]; there may be {most}", items.len()));
        }
        let mut sections = Vec::new();
        for item in items.iter().take(most) {
            match item.get_ref().as_table() {
                Some(table) => sections.push(Section::new(key, table, item.span())),
                None => problems.add(item.span(), format!("each `{key}` is a section that begins with [[{key}]]")),
            }
        }
        sections
    }

    /// Any keys with simple values, as texts.
    pub(super) fn settings(&mut self, key: &'static str, problems: &mut Problems) -> BTreeMap<String, String> {
        let Some(section) = self.section(key, problems) else { return BTreeMap::new() };
        let mut settings = BTreeMap::new();
        for (name, value) in section.table.iter() {
            let text = match value.get_ref() {
                DeValue::String(text) => text.to_string(),
                DeValue::Integer(number) if number.radix() == 10 => number.as_str().replace('_', ""),
                DeValue::Float(number) => number.as_str().replace('_', ""),
                DeValue::Boolean(flag) => flag.to_string(),
                _ => {
                    problems.add(value.span(), "a setting is a text, a decimal number, true or false");
                    continue;
                }
            };
            settings.insert(name.get_ref().to_string(), text);
        }
        settings
    }

    /// Complains about every key that was not asked for. Says whether there was none.
    pub(super) fn finish(&self, problems: &mut Problems) -> bool {
        let known = self.known.borrow();
        let mut all_known = true;
        for (key, value) in self.table.iter() {
            let name: &str = key.get_ref();
            if known.contains(&name) {
                continue;
            }
            all_known = false;
            let message = unknown_key(name, self.title, &known);
            // A section that nobody knows is shown by its own line.
            let span = if key.span().is_empty() { value.span() } else { key.span() };
            problems.add(span, message);
        }
        all_known
    }
}

fn unknown_key(key: &str, title: &str, known: &[&'static str]) -> String {
    let hint = match nearest(key, known.iter().copied()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("its keys are {}", known.join(", ")),
    };
    format!("`{}` is no key of {title}; {hint}", clip(key))
}

/// A value that is none of the known ones.
pub(super) fn unknown<'a>(what: &str, value: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    let all = known.clone().collect::<Vec<_>>().join(", ");
    let hint = nearest(value, known).map_or_else(|| ".".into(), |meant| format!("; did you mean {meant}?"));
    format!("there is no {what} {:?}{hint} It is one of: {all}", clip(value))
}

fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Nobody mistypes a word of this length, and the distance grows with its square.
    if word.len() > 60 {
        return None;
    }
    let lower = word.to_lowercase().replace('-', "_");
    let distance = |known: &str| strsim::damerau_levenshtein(&lower, &known.to_lowercase().replace('-', "_"));
    let near = known.map(|known| (distance(known), known)).min_by_key(|(distance, _)| *distance);
    near.filter(|(distance, known)| *distance <= known.chars().count().max(3) / 3).map(|(_, known)| known)
}

fn clip(text: &str) -> String {
    text.chars().take(60).collect()
}

/// What stands there instead.
fn but(value: &Spanned<DeValue<'_>>) -> String {
    match value.get_ref() {
        DeValue::String(_) => "; this is a text".into(),
        DeValue::Integer(number) => format!("; this is {}", clip(number.as_str())),
        DeValue::Float(number) => format!("; this is {}", clip(number.as_str())),
        DeValue::Boolean(flag) => format!("; this is {flag}"),
        DeValue::Datetime(_) => "; this is a date".into(),
        DeValue::Array(_) => "; this is a list".into(),
        DeValue::Table(_) => "; this is a section".into(),
    }
}
