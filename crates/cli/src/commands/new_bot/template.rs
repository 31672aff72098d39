//! From a template to a file: `{{word}}` is replaced, and parts for other games are left out.
//!
//! A part stands between a comment line `[[tag tag …]]`, which keeps it for bots that have one of the
//! tags, and a comment line `[[/]]`. Parts may stand inside of parts. The marks themselves are not kept.
//! So there is one template for all games, and a beginner reads the code of one game only.

/// How comments begin in the languages there are.
const COMMENTS: [&str; 3] = ["# [[", "// [[", "<!-- [["];

/// The file for a bot with these tags and these values of words. `blank_lines` is how many may
/// follow each other; where a part is left out there would be more.
pub fn render(template: &str, tags: &[&str], values: &[(&str, &str)], blank_lines: usize) -> String {
    let mut text = String::with_capacity(template.len());
    let mut inside: Vec<bool> = Vec::new();
    let mut blank = 0;
    for line in template.lines() {
        match mark(line) {
            Some("/") => {
                inside.pop();
            }
            Some(wanted) => inside.push(wanted.split(' ').any(|tag| tags.contains(&tag))),
            None if inside.contains(&false) => {}
            None => {
                blank = if line.is_empty() { blank + 1 } else { 0 };
                if blank <= blank_lines {
                    text.push_str(line);
                    text.push('\n');
                }
            }
        }
    }
    let text = values.iter().fold(text, |text, (word, value)| text.replace(&format!("{{{{{word}}}}}"), value));
    format!("{}\n", text.trim_end())
}

/// What stands in the mark on this line, if there is one.
pub fn mark(line: &str) -> Option<&str> {
    let line = line.trim();
    let rest = COMMENTS.iter().find_map(|comment| line.strip_prefix(comment))?;
    rest.strip_suffix(" -->").unwrap_or(rest).strip_suffix("]]")
}

/// A text as it stands between double quotes in Python, JavaScript, Java and Rust alike; `None` for
/// one with signs that these languages write differently.
pub fn quoted(text: &str) -> Option<String> {
    let is_plain = !text.chars().any(char::is_control);
    is_plain.then(|| text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPLATE: &str = "\
a {{game}}
# [[red blue]]
b
    // [[blue]]
    c

<!-- [[/]] -->

# [[/]]
[[kept]]
{{other}}
";

    #[test]
    fn parts_are_kept_by_their_tags() {
        let values = [("game", "hive")];
        assert_eq!(render(TEMPLATE, &["blue"], &values, 1), "a hive\nb\n    c\n\n[[kept]]\n{{other}}\n");
        assert_eq!(render(TEMPLATE, &["red"], &values, 1), "a hive\nb\n\n[[kept]]\n{{other}}\n");
        assert_eq!(render(TEMPLATE, &["green"], &values, 1), "a hive\n[[kept]]\n{{other}}\n");
    }

    #[test]
    fn quotes_and_backslashes_are_escaped() {
        assert_eq!(quoted(r#"C:\a "b""#).as_deref(), Some(r#"C:\\a \"b\""#));
        assert_eq!(quoted("a\nb"), None);
    }
}
