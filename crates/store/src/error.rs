//! What can go wrong with a store, in sentences that say what to do.

use schwarm_play::JournalError;

/// Why a store did not do what it was asked. Nothing was written then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The text names no database.
    #[error("{text:?} names no database: {why}. Write a file name, sqlite:FILE or postgres://USER@HOST/DATABASE")]
    Address {
        /// The text as given, without a password.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// The folder of the file is not there and cannot be made.
    #[error("cannot make the folder {folder} for the database: {why}. Make it, or name another file")]
    Folder {
        /// The folder.
        folder: String,
        /// What the system says.
        why: String,
    },
    /// The file cannot be opened.
    #[error("cannot open {place}: {why}. Is it a file in a folder you may write to?")]
    CannotOpen {
        /// The database.
        place: String,
        /// What the system says.
        why: String,
    },
    /// Another program holds the database.
    #[error("{place} is locked by another program. Wait for it or end it, then try again; nothing is lost")]
    Locked {
        /// The database.
        place: String,
    },
    /// There is no room left.
    #[error("no room left for {place}. Make room, then run the same command again; what was stored is safe")]
    Full {
        /// The database.
        place: String,
    },
    /// The database may not be written to.
    #[error("{place} is read-only. Change the rights of the file and its folder, or name another one")]
    ReadOnly {
        /// The database.
        place: String,
    },
    /// The file is something else.
    #[error("{place} is no database of Schwarm: {why}. It was left as it is; name another file")]
    Foreign {
        /// The file.
        place: String,
        /// What it is.
        why: String,
    },
    /// A newer program made the database.
    #[error("{place} was made by a newer Schwarm (tables {found}, this one knows {known}). Use the newer program")]
    Newer {
        /// The database.
        place: String,
        /// Its version.
        found: i64,
        /// The newest this program knows.
        known: i64,
    },
    /// The server does not answer, or does not let us in.
    #[error("cannot reach {place}: {why}. Does the server run, and are user, password and database right?")]
    Unreachable {
        /// The database.
        place: String,
        /// What was seen.
        why: String,
    },
    /// The database holds something it should not.
    #[error("{place} is damaged: {why}. Keep a copy of it, and go on with a backup or a new one")]
    Damaged {
        /// The database.
        place: String,
        /// What was found.
        why: String,
    },
    /// What was asked for would break what is stored.
    #[error("{0}")]
    Refused(String),
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// Anything else the database says.
    #[error("{place}: {why}")]
    Other {
        /// The database.
        place: String,
        /// What it says.
        why: String,
    },
}

impl StoreError {
    /// The same in our words. `place` is the database, without a password.
    pub(crate) fn of_sql(place: &str, error: &sqlx::Error) -> StoreError {
        let place = place.to_string();
        let why = error.to_string();
        let sqlx::Error::Database(said) = error else {
            return match error {
                sqlx::Error::Io(_)
                | sqlx::Error::Tls(_)
                | sqlx::Error::Protocol(_)
                | sqlx::Error::WorkerCrashed
                | sqlx::Error::Configuration(_) => StoreError::Unreachable { place, why },
                sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => StoreError::Damaged { place, why },
                _ => StoreError::Other { place, why },
            };
        };
        if said.is_foreign_key_violation() {
            return StoreError::Refused(format!("{place} has no such match, game or try"));
        }
        let code = said.code().unwrap_or_default();
        if said.try_downcast_ref::<sqlx::sqlite::SqliteError>().is_some() {
            return of_sqlite(place, code.parse().unwrap_or_default(), said.message());
        }
        of_postgres(place, &code, said.message())
    }

    /// Whether everybody who asked at the same time meets the same.
    pub(crate) fn concerns_all(&self) -> bool {
        !matches!(self, StoreError::Refused(_) | StoreError::Other { .. })
    }
}

/// See <https://www.sqlite.org/rescode.html>; the low byte is the kind.
fn of_sqlite(place: String, code: i32, said: &str) -> StoreError {
    let why = said.to_string();
    match code & 0xff {
        5 | 6 => StoreError::Locked { place },
        8 => StoreError::ReadOnly { place },
        11 => StoreError::Damaged { place, why },
        13 => StoreError::Full { place },
        14 => StoreError::CannotOpen { place, why },
        26 => StoreError::Foreign { place, why },
        _ => StoreError::Other { place, why: format!("{why} (SQLite code {code})") },
    }
}

/// See <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
fn of_postgres(place: String, code: &str, said: &str) -> StoreError {
    let why = said.to_string();
    match code {
        "53100" => StoreError::Full { place },
        "25006" => StoreError::ReadOnly { place },
        "55P03" => StoreError::Locked { place },
        "3D000" | "42501" | "53300" => StoreError::Unreachable { place, why },
        "XX001" | "XX002" => StoreError::Damaged { place, why },
        _ if ["08", "28", "57"].iter().any(|class| code.starts_with(class)) => StoreError::Unreachable { place, why },
        _ => StoreError::Other { place, why: format!("{why} (PostgreSQL code {code})") },
    }
}

impl From<StoreError> for JournalError {
    fn from(error: StoreError) -> JournalError {
        JournalError(error.to_string())
    }
}
