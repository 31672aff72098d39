//! Bots of a batch on this machine: those of the program, and those whose archives the server has.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use schwarm_arena::sandbox::Level;
use schwarm_web::fleet::wire::BotSpec;
use tokio::sync::Mutex;

use super::client::{No, Server};
use crate::archive::{self, Bounds};
use crate::bots::{Bot, Named};

/// Where archives are unpacked. One at a time is fetched.
pub struct Kits {
    folder: PathBuf,
    turn: Mutex<()>,
}

/// Why a bot is not here.
pub enum Missing {
    /// The server does not answer now.
    Away(No),
    /// It cannot be had, and will not be.
    Never(String),
}

impl Kits {
    /// Below a folder.
    pub fn new(folder: PathBuf) -> Kits {
        Kits { folder, turn: Mutex::default() }
    }

    /// A bot ready to be started under the name it plays by.
    pub async fn bot(&self, server: &Server, name: &str, spec: &BotSpec) -> Result<Named, Missing> {
        let never = |failure: crate::failure::Failure| Missing::Never(failure.message);
        match spec {
            BotSpec::Own(text) => {
                let bot: Bot = text.parse().map_err(never)?;
                match bot {
                    Bot::BuiltIn(_) => Ok(Named { name: name.to_string(), bot }),
                    // A command of the operator's machine means nothing here, and might mean harm.
                    _ => Err(Missing::Never(format!("{text} is no bot of this program"))),
                }
            }
            BotSpec::Archive { name: bot, version, command, sum, bytes } => {
                let folder = self.fetch(server, bot, version, sum, *bytes).await?;
                let (kind, command) = command.split_once(':').unwrap_or(("", command));
                let text = format!("{kind}:{}", placed(command, &folder));
                Ok(Named { name: name.to_string(), bot: text.parse().map_err(never)? })
            }
        }
    }

    async fn fetch(
        &self,
        server: &Server,
        name: &str,
        version: &str,
        sum: &str,
        bytes: u64,
    ) -> Result<PathBuf, Missing> {
        let is_plain = |text: &str| !text.is_empty() && !text.starts_with('.') && !text.contains(['/', '\\', '\0']);
        if ![name, version, sum].iter().all(|text| is_plain(text)) {
            return Err(Missing::Never(format!("{name:?} {version:?} is no name of a bot")));
        }
        let folder = self.folder.join(format!("{name}-{version}-{}", &sum[..sum.len().min(16)]));
        let _turn = self.turn.lock().await;
        if folder.is_dir() {
            return Ok(folder);
        }
        let io =
            |error: std::io::Error| Missing::Never(format!("cannot keep bots in {}: {error}", self.folder.display()));
        std::fs::create_dir_all(&self.folder).map_err(io)?;
        let bounds = Bounds::default();
        let file = self.folder.join(format!("{name}-{version}.{}.coming", std::process::id()));
        let coming = server.download(&format!("/worker/bots/{name}/{version}"), &file, bytes.min(bounds.packed)).await;
        let unpacked = match coming {
            Err(no @ No::Away(_)) => Err(Missing::Away(no)),
            Err(No::Refused { message, .. }) => Err(Missing::Never(message)),
            Ok(()) => {
                let (file, sum, folder) = (file.clone(), sum.to_string(), folder.clone());
                let unpacking = tokio::task::spawn_blocking(move || archive::unpack(&file, &sum, &folder, bounds));
                match unpacking.await {
                    Ok(Ok(())) => Ok(()),
                    Ok(Err(error)) => Err(Missing::Never(format!("{name} {version}: {error}"))),
                    Err(error) => Err(Missing::Never(error.to_string())),
                }
            }
        };
        let _ = std::fs::remove_file(&file);
        unpacked.map(|()| folder)
    }
}

/// A command with the files of a folder named by their places.
fn placed(command: &str, folder: &Path) -> String {
    let Some(words) = shlex::split(command) else { return command.to_string() };
    let place = |word: &String| {
        let path = folder.join(word.strip_prefix("./").unwrap_or(word));
        match path.exists() && !word.is_empty() && !Path::new(word).is_absolute() {
            true => path.to_string_lossy().into_owned(),
            false => word.clone(),
        }
    };
    let words: Vec<String> = words.iter().map(place).collect();
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| command.to_string())
}

/// The stricter of two levels; an unknown word is the strictest.
pub fn level(word: &str, least: Level) -> Level {
    let levels: BTreeMap<&str, Level> =
        [Level::Trusted, Level::Guarded, Level::Jailed].into_iter().map(|level| (level.name(), level)).collect();
    levels.get(word).copied().unwrap_or(Level::Jailed).max(least)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_archive_are_named_by_their_places_and_nothing_else_is() {
        let folder = std::env::temp_dir().join(format!("schwarm-kit-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("bin")).unwrap();
        for name in ["bot.py", "bin/bot"] {
            std::fs::write(folder.join(name), "").unwrap();
        }
        let at = folder.to_string_lossy();
        assert_eq!(placed("python3 bot.py --fast", &folder), format!("python3 {at}/bot.py --fast"));
        assert_eq!(placed("./bin/bot /etc/hostname 'a b'", &folder), format!("{at}/bin/bot /etc/hostname 'a b'"));
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(level("trusted", Level::Guarded), Level::Guarded);
        assert_eq!(level("jailed", Level::Trusted), Level::Jailed);
        assert_eq!(level("what", Level::Trusted), Level::Jailed);
    }
}
