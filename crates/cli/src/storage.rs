//! Where games are kept: the arguments every command with a store shares, and what they mean.
//!
//! The store is the file `schwarm.db` in the data folder unless another database is named. Folders with
//! the failures of a match lie in the same data folder, below `failures`.
//! Not here: the store itself (`schwarm-store`), what is written into a folder of a failure (`schwarm-arena`).

use std::env;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use etcetera::BaseStrategy;
use schwarm_store::{Store, StoreError};
use tokio::runtime::Runtime;

use crate::failure::Failure;

/// Name of the SQLite file in the data folder.
const FILE: &str = "schwarm.db";
/// Name of the folder for failures in the data folder.
const FAILURES: &str = "failures";
/// Name of the folder for the doctor's reports there.
const REPORTS: &str = "doctor";
/// The longest name a folder of a match gets as it is, in bytes.
const LONGEST_NAME: usize = 120;

/// Where games are kept, as the command line says it.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Where games are kept")]
pub struct StorageArgs {
    /// Folder with the games (schwarm.db) and the failures of bots; else $SCHWARM_DATA, else the user's data folder
    #[arg(long, value_name = "DIR", conflicts_with = "database", global = true)]
    data: Option<PathBuf>,
    /// Another database: a SQLite file or postgres://USER@HOST/NAME; else $SCHWARM_DATABASE
    #[arg(long, value_name = "URL", global = true)]
    database: Option<String>,
}

/// A database and the folder that goes with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The database, as `schwarm_store::open` reads it.
    pub database: String,
    /// The file, where it is one.
    file: Option<PathBuf>,
    /// The data folder.
    folder: PathBuf,
}

impl StorageArgs {
    /// What the arguments and the environment name. An argument is stronger than the environment.
    ///
    /// # Errors
    /// When no folder is named and the user has none, or a name cannot be used.
    pub fn place(&self) -> Result<Place, Failure> {
        let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        let data = named("SCHWARM_DATA").map(PathBuf::from);
        if let Some(folder) = &self.data {
            return Place::of_folder(folder.clone());
        }
        let database = match &self.database {
            Some(database) => Some(database.clone()),
            None => named("SCHWARM_DATABASE")
                .map(|text| text.into_string().map_err(|_| Failure::usage("SCHWARM_DATABASE is no text (UTF-8)")))
                .transpose()?,
        };
        match database {
            Some(database) => Place::of_database(database, data),
            None => Place::of_folder(data.map_or_else(users_folder, Ok)?),
        }
    }

    /// Whether an argument or the environment names a place.
    pub fn is_named(&self) -> bool {
        let by_environment = ["SCHWARM_DATA", "SCHWARM_DATABASE"].iter().any(|name| env::var_os(name).is_some());
        self.data.is_some() || self.database.is_some() || by_environment
    }

    /// Opens the store, made if it is new. The runtime runs the writer of the store: keep it until the store is closed.
    ///
    /// # Errors
    /// When the database cannot be opened.
    pub fn open(&self, runtime: &Runtime) -> Result<Arc<dyn Store>, Failure> {
        self.place()?.open(runtime)
    }

    /// Opens a store that must be there, for commands that only read.
    ///
    /// # Errors
    /// When there is none, or it cannot be opened.
    pub fn open_existing(&self, runtime: &Runtime) -> Result<Arc<dyn Store>, Failure> {
        let place = self.place()?;
        match &place.file {
            Some(file) if !file.exists() => Err(Failure::usage(format!("no games are kept in {}", file.display()))
                .advise("`schwarm records import` stores games; --data DIR or --database URL names another place.")),
            _ => place.open(runtime),
        }
    }
}

impl Place {
    /// The SQLite file in a data folder.
    fn of_folder(folder: PathBuf) -> Result<Place, Failure> {
        let file = folder.join(FILE);
        let text = file.to_str().ok_or_else(|| Failure::usage(format!("{} is no text (UTF-8)", file.display())))?;
        if folder.as_os_str().is_empty() {
            return Err(Failure::usage("the data folder has no name").advise("The folder you are in is `--data .`"));
        }
        Ok(Place { database: format!("sqlite://{text}"), file: Some(file), folder })
    }

    /// A database by its name; failures lie beside a file, and in the data folder otherwise.
    fn of_database(database: String, data: Option<PathBuf>) -> Result<Place, Failure> {
        if database.contains("://") && !database.starts_with("sqlite:") {
            return Ok(Place { database, file: None, folder: data.map_or_else(users_folder, Ok)? });
        }
        let path = database.strip_prefix("sqlite:").unwrap_or(&database);
        let file = PathBuf::from(path.strip_prefix("//").unwrap_or(path));
        let beside = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Ok(Place { folder: beside.to_path_buf(), file: Some(file), database })
    }

    /// Opens the store, made if it is new.
    ///
    /// # Errors
    /// When the database cannot be opened.
    pub fn open(&self, runtime: &Runtime) -> Result<Arc<dyn Store>, Failure> {
        runtime.block_on(schwarm_store::open(&self.database)).map_err(failure)
    }

    /// The file in which the doctor's last report on a bot is kept. It need not be there.
    pub fn report(&self, bot: &str) -> PathBuf {
        self.folder.join(REPORTS).join(format!("{}.txt", folder_name(bot)))
    }

    /// The folder in which the failures of a match lie, one folder each. It need not be there.
    pub fn failures(&self, of_match: &str) -> PathBuf {
        self.folder.join(FAILURES).join(folder_name(of_match))
    }
}

/// What a store says, as a user is told.
pub fn failure(error: StoreError) -> Failure {
    let failure = Failure::usage(error.to_string());
    match error {
        StoreError::Folder { .. }
        | StoreError::CannotOpen { .. }
        | StoreError::ReadOnly { .. }
        | StoreError::Foreign { .. }
        | StoreError::Unreachable { .. } => failure.advise("--data DIR or --database URL names another place."),
        _ => failure,
    }
}

/// The data folder: $SCHWARM_DATA, else the user's.
///
/// # Errors
/// When the user has none.
pub fn data_folder() -> Result<PathBuf, Failure> {
    let named = env::var_os("SCHWARM_DATA").filter(|value| !value.is_empty());
    named.map(PathBuf::from).map_or_else(users_folder, Ok)
}

fn users_folder() -> Result<PathBuf, Failure> {
    let strategy = etcetera::choose_base_strategy().map_err(|error| {
        Failure::usage(format!("cannot find your data folder: {error}")).advise("Name a folder with --data DIR.")
    })?;
    Ok(strategy.data_dir().join("schwarm"))
}

/// A match's name as the name of one folder. Different names give different folders.
pub fn folder_name(name: &str) -> String {
    let mut plain = String::new();
    for (at, c) in name.char_indices() {
        match c {
            '.' if at > 0 => plain.push(c),
            '-' | '_' => plain.push(c),
            c if c.is_alphanumeric() => plain.push(c),
            c => {
                let mut bytes = [0; 4];
                for byte in c.encode_utf8(&mut bytes).bytes() {
                    // Writing to a String cannot fail.
                    let _ = write!(plain, "%{byte:02x}");
                }
            }
        }
    }
    if plain.is_empty() {
        return "%".into();
    }
    if plain.len() <= LONGEST_NAME {
        return plain;
    }
    // Files have names of at most 255 bytes; the checksum (FNV-1a) keeps long names apart.
    let sum = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, b| (sum ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    let cut = (0..=LONGEST_NAME).rev().find(|&at| plain.is_char_boundary(at)).unwrap_or(0);
    format!("{}%{sum:016x}", &plain[..cut])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_has_one_folder_whatever_it_is_called() {
        for (name, folder) in [
            ("new-against-old", "new-against-old"),
            ("v1.2 gegen Käfer", "v1.2%20gegen%20Käfer"),
            ("../../etc", "%2e.%2f..%2fetc"),
            ("..", "%2e."),
            ("", "%"),
            ("100%", "100%25"),
            ("a\0\\b:c", "a%00%5cb%3ac"),
        ] {
            assert_eq!(folder_name(name), folder);
        }
        let [one, two] = ["x", "y"].map(|end| folder_name(&format!("{}{end}", "ä/".repeat(500))));
        assert!(one != two && one.len() < 150, "{one} {two}");
    }

    #[test]
    fn failures_lie_beside_a_database_that_is_a_file() {
        for (name, folder) in [
            ("games.db", "./failures/m"),
            ("/tmp/a/games.db", "/tmp/a/failures/m"),
            ("sqlite:b/games.db", "b/failures/m"),
            ("sqlite:///tmp/games.db", "/tmp/failures/m"),
            ("postgres://ann@host/db", "/data/failures/m"),
        ] {
            let place = Place::of_database(name.into(), Some("/data".into())).expect(name);
            assert_eq!((place.failures("m"), place.database.as_str()), (PathBuf::from(folder), name));
        }
        let place = Place::of_folder("/data".into()).expect("a folder");
        assert_eq!(
            (place.failures("m"), place.database.as_str()),
            (PathBuf::from("/data/failures/m"), "sqlite:///data/schwarm.db")
        );
        assert!(Place::of_folder("".into()).is_err());
    }
}
