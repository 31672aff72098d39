//! Changing `bots.toml`: a bot is added at the end, or its section is cut out. Everything else stays as somebody wrote it,
//! comments too; the file is replaced as a whole or not at all.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::roster::{Named, read};
use crate::failure::Failure;

/// The largest file that is changed, in bytes.
const LARGEST: usize = 1 << 20;

/// Adds a bot to a file, made if it is not there.
///
/// # Errors
/// When it is no bot, there is one of that name, or the file cannot be read or written.
pub fn add(path: &Path, named: &Named) -> Result<Vec<Named>, Failure> {
    let text = text_of(path)?;
    let mut changed = text.trim_end().to_string();
    if !changed.is_empty() {
        changed.push_str("\n\n");
    }
    let value = |text: String| toml::Value::String(text).to_string();
    let (name, command) = (value(named.name.clone()), value(named.bot.to_string()));
    changed.push_str(&format!("[[bot]]\nname = {name}\ncommand = {command}\n"));
    let mut wanted = read(&text)?;
    wanted.push(named.clone());
    replace(path, &changed, wanted)
}

/// Cuts a bot out of a file.
///
/// # Errors
/// When there is none of that name, or the file cannot be read or written.
pub fn remove(path: &Path, name: &str) -> Result<Vec<Named>, Failure> {
    let text = text_of(path)?;
    let mut wanted = read(&text)?;
    let Some(number) = wanted.iter().position(|named| named.name == name) else {
        return Err(Failure::usage(format!("no bot is registered as {name:?}")));
    };
    wanted.remove(number);
    replace(path, &without(&text, number), wanted)
}

fn text_of(path: &Path) -> Result<String, Failure> {
    match fs::read_to_string(path) {
        Ok(text) if text.len() > LARGEST => {
            Err(Failure::usage(format!("{} has more than {LARGEST} bytes", path.display())))
        }
        Ok(text) => Ok(text),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(Failure::usage(format!("cannot read {}: {error}", path.display()))),
    }
}

/// The text without the section of a bot. What stands right above the next section belongs to that.
fn without(text: &str, number: usize) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let is_head = |line: &str| line.trim_start().starts_with('[');
    let is_bot =
        |line: &str| line.split('#').next().unwrap_or_default().replace([' ', '\t'], "").trim_end() == "[[bot]]";
    let heads: Vec<usize> = (0..lines.len()).filter(|&at| is_bot(lines[at])).collect();
    let Some(&begin) = heads.get(number) else { return text.to_string() };
    let next = (begin + 1..lines.len()).find(|&at| is_head(lines[at])).unwrap_or(lines.len());
    let is_comment = |line: &str| line.trim_start().starts_with('#');
    let end = (begin + 1..next).rev().find(|&at| !is_comment(lines[at])).map_or(begin + 1, |at| at + 1);
    let end = if next == lines.len() { next } else { end };
    lines[..begin].iter().chain(&lines[end..]).copied().collect()
}

/// Writes the text if it says what it is to say.
fn replace(path: &Path, text: &str, wanted: Vec<Named>) -> Result<Vec<Named>, Failure> {
    let odd = || {
        Failure::usage(format!("{} is written in a way that cannot be changed here", path.display()))
            .advise("Change it by hand.")
    };
    if read(text).map_err(|failure| failure.at(path.display()))? != wanted {
        return Err(odd());
    }
    let part = path.with_extension("toml.part");
    let written = fs::write(&part, text).and_then(|()| fs::rename(&part, path));
    written.map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))?;
    Ok(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Bot;

    const FILE: &str = "# my bots\n[[bot]] # first\nname = \"a\"\ncommand = \"line:./a\"\n\n# the good one\n[[bot]]\nname = \"b\"\ncommand = \"line:./b '#[x]'\" # fast\n";

    fn names(bots: &[Named]) -> Vec<&str> {
        bots.iter().map(|named| named.name.as_str()).collect()
    }

    #[test]
    fn what_somebody_wrote_stays_when_bots_come_and_go() {
        let path = std::env::temp_dir().join(format!("schwarm-bots-{}.toml", std::process::id()));
        fs::write(&path, FILE).expect("a temporary file");
        let named = Named { name: "c d".into(), bot: Bot::Line("./c \"x\" \\ 'y'".into()) };
        assert_eq!(names(&add(&path, &named).expect("a new bot")), ["a", "b", "c d"]);
        assert!(add(&path, &named).expect_err("twice").message.contains("two bots"));
        let odd = Named { name: "no/name".into(), bot: named.bot.clone() };
        assert!(add(&path, &odd).expect_err("no name").message.contains("no name"));
        let text = fs::read_to_string(&path).expect("it is there");
        assert!(text.starts_with(FILE.trim_end()), "{text}");
        assert_eq!(names(&remove(&path, "a").expect("it is there")), ["b", "c d"]);
        let text = fs::read_to_string(&path).expect("it is there");
        assert!(
            text.starts_with("# my bots\n# the good one\n[[bot]]\nname = \"b\"") && text.contains("# fast"),
            "{text}"
        );
        assert_eq!(names(&remove(&path, "c d").expect("it is there")), ["b"]);
        assert!(remove(&path, "a").is_err());
        fs::write(&path, "bot = [{ name = \"a\", command = \"line:./a\" }]\n").expect("it was written");
        assert!(remove(&path, "a").expect_err("written inline").advice.is_some());
        fs::remove_file(&path).expect("it was written");
        assert_eq!(names(&add(&path, &named).expect("a new file")), ["c d"]);
        fs::remove_file(&path).expect("it was written");
    }
}
