//! What forms say, as lines of a tournament's file.

use crate::BotCard;

/// A text in quotes, as TOML reads it.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A number. What is none is left for whoever reads the file to complain of.
pub(super) fn number(text: &str) -> String {
    match text.trim().parse::<u64>() {
        Ok(number) => number.to_string(),
        Err(_) => quoted(text),
    }
}

/// A line for each key whose field holds something.
pub(super) fn numbers(fields: &[(&str, &str)]) -> String {
    let filled = fields.iter().filter(|(_, value)| !value.trim().is_empty());
    filled.map(|(key, value)| format!("{key} = {}\n", number(value))).collect()
}

/// Where games begin; nothing where the field is empty.
pub(super) fn openings(plies: &str) -> String {
    if plies.trim().is_empty() { String::new() } else { format!("openings = {{ plies = {} }}\n", number(plies)) }
}

/// A bot that takes part; the sandbox is for those that are programs of others.
pub(super) fn bot(name: &str, card: &BotCard, sandbox: &str) -> String {
    let mut section = format!("\n[[bot]]\nname = {}\ncommand = {}\n", quoted(name), quoted(&card.command));
    if card.is_registered {
        section.push_str(&format!("sandbox = {}\n", quoted(sandbox)));
    }
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leaves_its_quotes() {
        assert_eq!(quoted("a\"\n[[bot]]\\\u{7f}"), r#""a\"\u000A[[bot]]\\\u007F""#);
    }
}
