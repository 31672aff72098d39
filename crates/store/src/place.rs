//! Which database a text names, and how to connect to it.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

use crate::StoreError;
use crate::link::Link;

/// A database, with all that is needed to connect to it.
#[derive(Clone)]
pub(crate) struct Place {
    kind: Kind,
    /// For messages; no password.
    name: Arc<str>,
    /// How long to wait for a server or a lock.
    patience: Duration,
}

#[derive(Clone)]
enum Kind {
    Sqlite(PathBuf),
    Postgres(Box<PgConnectOptions>),
}

impl Place {
    /// Reads `postgres://…`, `sqlite:FILE` or a file name.
    pub(crate) fn parse(text: &str, patience: Duration) -> Result<Place, StoreError> {
        let wrong = |shown: &str, why: &str| StoreError::Address { text: shown.to_string(), why: why.to_string() };
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            let options = PgConnectOptions::from_str(text)
                .map_err(|error| wrong(&without_password(text), &error.to_string()))?
                .application_name("schwarm")
                .disable_statement_logging();
            let name = without_password(text).into();
            return Ok(Place { kind: Kind::Postgres(Box::new(options)), name, patience });
        }
        let path = text.strip_prefix("sqlite:").map_or(text, |path| path.strip_prefix("//").unwrap_or(path));
        if path.is_empty() || path.contains('\0') {
            return Err(wrong(text, "the file name is missing or holds a zero byte"));
        }
        if path.contains("://") {
            return Err(wrong(&without_password(text), "only SQLite and PostgreSQL are known"));
        }
        if path == ":memory:" {
            return Err(wrong(text, "games in memory would be lost"));
        }
        if Path::new(path).is_dir() {
            return Err(wrong(text, "it is a folder; name a file in it, such as schwarm.db"));
        }
        Ok(Place { kind: Kind::Sqlite(path.into()), name: path.into(), patience })
    }

    /// The database, for messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// How to connect, where it is a server.
    pub(crate) fn server(&self) -> Option<PgConnectOptions> {
        match &self.kind {
            Kind::Sqlite(_) => None,
            Kind::Postgres(options) => Some((**options).clone()),
        }
    }

    /// Makes the folder of a file.
    pub(crate) fn make_folder(&self) -> Result<(), StoreError> {
        let Kind::Sqlite(path) = &self.kind else { return Ok(()) };
        let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
        std::fs::create_dir_all(folder)
            .map_err(|error| StoreError::Folder { folder: folder.display().to_string(), why: error.to_string() })
    }

    /// A new connection.
    pub(crate) async fn connect(&self) -> Result<Link, StoreError> {
        let told = |error: sqlx::Error| StoreError::of_sql(&self.name, &error);
        match &self.kind {
            Kind::Sqlite(path) => {
                let options = SqliteConnectOptions::new()
                    .filename(path)
                    .create_if_missing(true)
                    .synchronous(SqliteSynchronous::Normal)
                    .foreign_keys(true)
                    .busy_timeout(self.patience)
                    .pragma("wal_autocheckpoint", "4000")
                    .disable_statement_logging();
                let connection = SqliteConnection::connect_with(&options).await.map_err(told)?;
                Ok(Link::sqlite(self.name.clone(), connection))
            }
            Kind::Postgres(options) => {
                let connecting = tokio::time::timeout(self.patience, PgConnection::connect_with(options)).await;
                let late = |_| StoreError::Unreachable {
                    place: self.name.to_string(),
                    why: format!("no answer within {} s", self.patience.as_secs_f32()),
                };
                let connection = connecting.map_err(late)?.map_err(told)?;
                let mut link = Link::postgres(self.name.clone(), connection);
                link.script("SET search_path TO schwarm").await?;
                let wait = format!("SET lock_timeout = {}", self.patience.as_millis().clamp(1, 3_600_000));
                link.execute(AssertSqlSafe(wait), &[]).await?;
                Ok(link)
            }
        }
    }
}

/// A URL fit for messages. One written wrongly may hold its password in odd places: less is shown then.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_string() };
    let (user, address) = match rest.rsplit_once('@') {
        Some((user, address)) => (user.split([':', '/', '?', '#']).next().unwrap_or_default(), address),
        None => ("", rest),
    };
    let address = address.split(['?', '#']).next().unwrap_or_default();
    let at = if user.is_empty() { "" } else { "@" };
    match address.split_once(':') {
        Some((host, port)) if port.split('/').next().is_none_or(|port| port.parse::<u16>().is_err()) => {
            format!("{scheme}://{user}{at}{host}")
        }
        _ => format!("{scheme}://{user}{at}{address}"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn a_message_never_shows_a_password() {
        for (url, shown) in [
            ("postgres://ann:se:cr@et@host:5/db?password=secret", "postgres://ann@host:5/db"),
            ("postgres:///db?host=/run&password=secret", "postgres:///db"),
            ("postgres://ann:secret@host", "postgres://ann@host"),
            ("postgres://host?password=secret", "postgres://host"),
            ("postgres://ann:se/cr?et@host/db", "postgres://ann@host/db"),
            ("postgres://ann:secret", "postgres://ann"),
        ] {
            assert_eq!(without_password(url), shown);
        }
        let error = Place::parse("mysql://ann:secret@host/db", Duration::ZERO).err().unwrap().to_string();
        assert!(error.contains("mysql://ann@host/db") && !error.contains("secret"), "{error}");
        let error = Place::parse("postgres://ann:secret@host:many/db", Duration::ZERO).err().unwrap().to_string();
        assert!(!error.contains("secret"), "{error}");
    }

    #[test]
    fn a_text_that_names_no_database_is_told_so() {
        for text in ["", "sqlite:", "sqlite::memory:", ":memory:", "http://x", "a\0b", "/", "postgres://h:x/"] {
            let error = Place::parse(text, Duration::ZERO).err().unwrap();
            assert!(matches!(error, StoreError::Address { .. }), "{text:?}: {error}");
        }
        for text in ["games.db", "sqlite:games.db", "sqlite:///tmp/games.db", "postgres://h/db", "postgresql://h"] {
            assert!(Place::parse(text, Duration::ZERO).is_ok(), "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_password_is_shown_however_it_is_written(secret in "[!-~]{0,9}hunter2[!-~]{0,9}", place in 0..4_usize) {
            let url = [
                format!("postgres://ann:{secret}@host:5432/db"),
                format!("postgres://ann:{secret}@host/db?sslmode=disable"),
                format!("postgresql://host/db?password={secret}"),
                format!("mysql://ann:{secret}@host"),
            ][place].clone();
            let shown = match Place::parse(&url, Duration::ZERO) {
                Ok(place) => place.name.to_string(),
                Err(error) => error.to_string(),
            };
            // What stands behind an @ in an unescaped password looks like a host: nobody can tell.
            if !secret.contains('@') {
                proptest::prop_assert!(!shown.contains("hunter2"), "{}", shown);
            }
        }
    }
}
