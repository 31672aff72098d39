//! `schwarm new-bot`: a folder with a small bot that plays at once and waits to be made better.
//!
//! Invariant: nothing that exists is changed; the folder is new or empty.
//! Not here: the files of the kits (`kits/` of this crate), which of them make a kit (`kit`), how a
//! template becomes a file (`template`).

mod kit;
mod template;

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::failure::Failure;
use crate::opening::Opening;
use kit::{Kit, Language, Protocol};

/// The longest name of a bot.
const LONGEST_NAME: usize = 32;

/// The arguments of `schwarm new-bot`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  schwarm new-bot --lang python --game piranhas-2026 my-bot
  schwarm new-bot --lang java --game hive+mlp --protocol uhp engine
  schwarm new-bot --lang rust --game ostseeschach-2022 --protocol sc --name Anna anna

The folder has a README (and a LIESMICH in German) that says how to play and where the thinking goes.")]
pub struct Args {
    /// The language of the bot
    #[arg(long, value_enum)]
    lang: Language,
    /// What it plays; `schwarm games` lists all ids
    #[arg(long, value_name = "ID")]
    game: String,
    /// How it talks: line (every game), uhp (hive and its expansions), sc (games of the Software-Challenge)
    #[arg(long, value_enum, default_value_t = Protocol::Line)]
    protocol: Protocol,
    /// What it is called; the name of the folder if not given
    #[arg(long)]
    name: Option<String>,
    /// The folder, which must be new or empty
    #[arg(value_name = "DIR")]
    dir: PathBuf,
}

/// Writes the bot and says what to do with it.
///
/// # Errors
/// When the protocol does not fit the game, the name or the folder cannot be used, or writing fails.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let opening = Opening::of_game(&args.game)?;
    let name = match &args.name {
        Some(name) => checked(name)?.to_string(),
        None => name_of(&args.dir),
    };
    let kit = Kit::new(args.lang, args.protocol, &*opening.rules, &name, &schwarm())?;
    check_folder(&args.dir)?;
    let files = kit.files();
    for (path, text) in &files {
        write(&args.dir.join(path), text)?;
    }
    let mut out = stdout().lock();
    write!(out, "{}", next_steps(&kit, &args.dir, files.len()))?;
    Ok(out.flush()?)
}

/// A name that can stand in the code of every language.
fn checked(name: &str) -> Result<&str, Failure> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let begins_well = name.starts_with(|c: char| c.is_ascii_alphabetic());
    match begins_well && name.len() <= LONGEST_NAME && name.chars().all(is_plain) {
        true => Ok(name),
        false => Err(Failure::usage(format!("{:?} cannot be the name of a bot", schwarm_core::error::shorten(name)))
            .advise(format!("Take letters from A to Z, digits, - and _, a letter first, {LONGEST_NAME} at most."))),
    }
}

/// The name of the folder, where it can be one of a bot.
fn name_of(dir: &Path) -> String {
    let name = dir.file_name().and_then(|name| name.to_str()).and_then(|name| checked(name).ok());
    name.unwrap_or("my-bot").to_string()
}

/// How a bot finds this program: by its bare name if that leads here, else by where it is now.
fn schwarm() -> String {
    let here = std::env::current_exe().and_then(|path| path.canonicalize());
    let on_path = std::env::var_os("PATH").is_some_and(|dirs| {
        let mut found = std::env::split_paths(&dirs).filter_map(|dir| dir.join("schwarm").canonicalize().ok());
        found.next() == here.as_ref().ok().cloned()
    });
    match here {
        Ok(here) if !on_path => here.to_str().unwrap_or("schwarm").to_string(),
        _ => "schwarm".to_string(),
    }
}

fn check_folder(dir: &Path) -> Result<(), Failure> {
    let wrong = |what: &str| {
        Failure::usage(format!("{}: {what}", dir.display())).advise("Name a new folder; nothing was written.")
    };
    match std::fs::read_dir(dir).map(|mut entries| entries.next().is_none()) {
        Ok(true) => Ok(()),
        Ok(false) => Err(wrong("the folder is not empty")),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(_) if dir.is_file() => Err(wrong("this is a file, not a folder")),
        Err(error) => Err(wrong(&error.to_string())),
    }
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let written = match path.parent() {
        Some(folder) => std::fs::create_dir_all(folder),
        None => Ok(()),
    };
    written.and_then(|()| std::fs::write(path, text)).with_context(|| format!("cannot write {}", path.display()))
}

/// What was made and what to type now.
fn next_steps(kit: &Kit, dir: &Path, files: usize) -> String {
    let dir = dir.to_string_lossy();
    let folder = shlex::try_quote(&dir).map_or_else(|_| dir.to_string(), |quoted| quoted.to_string());
    let build = kit.build().map_or_else(String::new, |build| format!("  {build}\n"));
    let (game, bot, command) = (kit.game(), kit.bot(), kit.command());
    let play = match kit.protocol() {
        Protocol::Line | Protocol::Uhp => format!(
            "  schwarm play {game} --against '{bot}'\n  schwarm match '{bot}' builtin:random --game {game} --games 20\n"
        ),
        Protocol::Sc => format!(
            "  schwarm serve            and in two more terminals:\n  {command}\n  schwarm connect --game {game}\n"
        ),
    };
    format!(
        "{} is there: {files} files in {dir}. Next:\n\n  cd {folder}\n{build}{play}\n\
         The thinking is in {}. README.md says more, LIESMICH.md says it in German.\n",
        kit.name(),
        kit.thinking(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_that_need_no_quotes_anywhere() {
        for name in ["a", "Anna", "my-bot_2", &"x".repeat(LONGEST_NAME)] {
            assert!(checked(name).is_ok(), "{name}");
        }
        for name in ["", "2bot", "-x", "an na", "a\"b", "ä", "a/b", "..", "a\n", &"x".repeat(LONGEST_NAME + 1)] {
            let error = checked(name).expect_err(name);
            assert!(error.advice.is_some(), "{name}");
        }
    }

    #[test]
    fn a_folder_gives_its_name_where_it_can() {
        assert_eq!(name_of(Path::new("bots/anna")), "anna");
        assert_eq!(name_of(Path::new("bots/2 b")), "my-bot");
        assert_eq!(name_of(Path::new("..")), "my-bot");
    }
}
