//! Characters that a PGN file cannot hold as they are.
//!
//! Strings in quotes: `\"` and `\\` as the standard has it, and beside them `\n`, `\r` and
//! `\u{1b}` for other control characters. An escape nobody knows stays as it is: other programs
//! write backslashes as they come.

/// The inside of a quoted string.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Reads a quoted string at the beginning of a text; also returns what follows it.
pub(super) fn read_quoted(text: &str) -> Option<(String, &str)> {
    let mut rest = text.strip_prefix('"')?;
    let mut out = String::new();
    loop {
        let stop = rest.find(['"', '\\'])?;
        out.push_str(&rest[..stop]);
        let special = &rest[stop..];
        match special.strip_prefix('"') {
            Some(after) => return Some((out, after)),
            None => rest = read_escape(&special[1..], &mut out),
        }
    }
}

/// Reads what follows a backslash; returns the rest.
fn read_escape<'a>(text: &'a str, out: &mut String) -> &'a str {
    if let Some(c) = text.chars().next() {
        let known = match c {
            '"' | '\\' => Some(c),
            'n' => Some('\n'),
            'r' => Some('\r'),
            _ => None,
        };
        if let Some(known) = known {
            out.push(known);
            return &text[1..];
        }
    }
    if let Some((code, rest)) = text.strip_prefix("u{").and_then(|text| text.split_once('}'))
        && let Some(c) = u32::from_str_radix(code, 16).ok().and_then(char::from_u32)
    {
        out.push(c);
        return rest;
    }
    out.push('\\');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_string_comes_back_on_one_line() {
        for text in ["", "a", "\\", "\"", "a\"]", "\\n", "\n\r\t\u{1b}[0m", "C:\\new\\u{41}", "é–𝄞", "\u{feff}"] {
            let written = quoted(text);
            assert!(!written.contains(['\n', '\r', '\t', '\u{1b}']), "{written}");
            assert_eq!(read_quoted(&format!("{written}]")), Some((text.to_string(), "]")));
        }
    }

    #[test]
    fn an_unknown_escape_is_no_escape() {
        assert_eq!(read_quoted(r#""wB1 \wS1" x"#), Some((r"wB1 \wS1".to_string(), " x")));
        assert_eq!(read_quoted(r#""\u{110000}""#), Some((r"\u{110000}".to_string(), "")));
        assert_eq!(read_quoted("\"open"), None);
    }
}
