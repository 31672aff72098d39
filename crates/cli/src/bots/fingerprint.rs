//! What a bot's program is made of, so that a new version is not taken for the old one.

use std::env;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use sha2::{Digest, Sha256};

use super::{Bot, BuiltIn};

/// Files a command may name.
const MOST_FILES: usize = 20;

/// Bytes of a file that are read.
const MOST_BYTES: u64 = 1 << 30;

/// The files a command names and a checksum of what is in them: `bot.py 5f70bf18a086`. The program itself
/// is looked for as a shell would. Files that a program reads by itself are not known here.
pub fn fingerprint(command: &str) -> String {
    let words = shlex::split(command).unwrap_or_default();
    let mut parts = Vec::new();
    for (index, word) in words.iter().enumerate().take(MOST_FILES) {
        let path = if index == 0 { program(word) } else { Some(PathBuf::from(word)) };
        if let Some(sum) = path.filter(|path| path.is_file()).and_then(|path| checksum(&path).ok()) {
            parts.push(format!("{word} {sum}"));
        }
    }
    parts.join(", ")
}

/// What a bot is made of now, so that another build is another version: the `files` of its command, this `program` whose engine
/// plays otherwise in every build, or the `version` of this program.
pub fn made_of(bot: &Bot) -> Option<(&'static str, String)> {
    match bot.command() {
        Some(command) => Some(("files", fingerprint(command))).filter(|(_, files)| !files.is_empty()),
        None if matches!(bot, Bot::BuiltIn(BuiltIn::Engine(_))) => Some(("program", own_fingerprint())),
        None => Some(("version", env!("CARGO_PKG_VERSION").to_string())),
    }
}

/// The checksum of this program; while it runs it stays what it was when it began.
fn own_fingerprint() -> String {
    static OWN: OnceLock<String> = OnceLock::new();
    OWN.get_or_init(|| env::current_exe().and_then(|path| checksum(&path)).unwrap_or_default()).clone()
}

/// The file a shell would run.
fn program(word: &str) -> Option<PathBuf> {
    if word.contains(['/', '\\']) {
        return Some(PathBuf::from(word));
    }
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(word)).find(|path| path.is_file())
}

/// The first twelve digits of a file's SHA-256.
fn checksum(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?.take(MOST_BYTES);
    let (mut sum, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            count => sum.update(&buffer[..count]),
        }
    }
    Ok(sum.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_content_is_another_fingerprint() {
        let file = env::temp_dir().join(format!("schwarm-fingerprint-{}", std::process::id()));
        let command = format!("no-such-program {} --fast", file.display());
        assert_eq!(fingerprint(&command), "");
        std::fs::write(&file, "one").expect("a temporary file");
        let one = fingerprint(&command);
        std::fs::write(&file, "two").expect("a temporary file");
        let two = fingerprint(&command);
        std::fs::remove_file(&file).expect("it was written");
        // SHA-256 of "one", by sha256sum.
        assert!(one.ends_with(" 7692c3ad3540") && one != two, "{one} {two}");
        assert_eq!(fingerprint("an 'open quote"), "");
    }
}
