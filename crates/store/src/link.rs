//! One connection, whichever database it goes to.
//!
//! Both understand the same statements here: `$1` for values, `ON CONFLICT DO NOTHING`, `RETURNING`; columns are
//! whole numbers of 64 bits, texts or bytes. What differs is in `place` and in the folder `migrations`.

use std::sync::Arc;

use sqlx::postgres::{PgConnection, PgRow};
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection, Row as _, SqlSafeStr};

use crate::StoreError;

/// A value for a statement.
#[derive(Clone, Debug)]
pub(crate) enum Arg<'a> {
    Int(i64),
    Text(&'a str),
    Bytes(&'a [u8]),
    NoInt,
}

enum Wire {
    Sqlite(Box<SqliteConnection>),
    Postgres(Box<PgConnection>),
}

/// A connection that knows whose it is.
pub(crate) struct Link {
    wire: Wire,
    place: Arc<str>,
}

/// A row of an answer.
pub(crate) struct Row {
    cells: Cells,
    place: Arc<str>,
}

enum Cells {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

macro_rules! bound {
    ($db:ty, $sql:expr, $args:expr) => {{
        let mut query = sqlx::query::<$db>($sql);
        for arg in $args {
            query = match arg {
                Arg::Int(value) => query.bind(*value),
                Arg::Text(value) => query.bind(*value),
                Arg::Bytes(value) => query.bind(*value),
                Arg::NoInt => query.bind(None::<i64>),
            };
        }
        query
    }};
}

impl Link {
    pub(crate) fn sqlite(place: Arc<str>, connection: SqliteConnection) -> Link {
        Link { wire: Wire::Sqlite(Box::new(connection)), place }
    }

    pub(crate) fn postgres(place: Arc<str>, connection: PgConnection) -> Link {
        Link { wire: Wire::Postgres(Box::new(connection)), place }
    }

    pub(crate) fn is_sqlite(&self) -> bool {
        matches!(self.wire, Wire::Sqlite(_))
    }

    /// The database, for messages.
    pub(crate) fn place(&self) -> &str {
        &self.place
    }

    /// Runs a statement; says how many rows it changed.
    pub(crate) async fn execute(&mut self, sql: impl SqlSafeStr, args: &[Arg<'_>]) -> Result<u64, StoreError> {
        let done = match &mut self.wire {
            Wire::Sqlite(to) => bound!(sqlx::Sqlite, sql, args).execute(&mut **to).await.map(|d| d.rows_affected()),
            Wire::Postgres(to) => bound!(sqlx::Postgres, sql, args).execute(&mut **to).await.map(|d| d.rows_affected()),
        };
        done.map_err(|error| StoreError::of_sql(&self.place, &error))
    }

    /// Runs a statement that answers with rows. The caller limits their number.
    pub(crate) async fn fetch(&mut self, sql: impl SqlSafeStr, args: &[Arg<'_>]) -> Result<Vec<Row>, StoreError> {
        let rows: Result<Vec<Cells>, _> = match &mut self.wire {
            Wire::Sqlite(to) => {
                let rows = bound!(sqlx::Sqlite, sql, args).fetch_all(&mut **to).await;
                rows.map(|rows| rows.into_iter().map(Cells::Sqlite).collect())
            }
            Wire::Postgres(to) => {
                let rows = bound!(sqlx::Postgres, sql, args).fetch_all(&mut **to).await;
                rows.map(|rows| rows.into_iter().map(Cells::Postgres).collect())
            }
        };
        let rows = rows.map_err(|error| StoreError::of_sql(&self.place, &error))?;
        Ok(rows.into_iter().map(|cells| Row { cells, place: self.place.clone() }).collect())
    }

    /// The first row, if there is one.
    pub(crate) async fn fetch_first(
        &mut self,
        sql: impl SqlSafeStr,
        args: &[Arg<'_>],
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.fetch(sql, args).await?.into_iter().next())
    }

    /// Runs several statements without values.
    pub(crate) async fn script(&mut self, sql: &'static str) -> Result<(), StoreError> {
        let done = match &mut self.wire {
            Wire::Sqlite(to) => sqlx::raw_sql(sql).execute(&mut **to).await.map(|_| ()),
            Wire::Postgres(to) => sqlx::raw_sql(sql).execute(&mut **to).await.map(|_| ()),
        };
        done.map_err(|error| StoreError::of_sql(&self.place, &error))
    }

    /// Begins a transaction that writes.
    pub(crate) async fn begin(&mut self) -> Result<(), StoreError> {
        // SQLite takes its lock at once: a transaction that asks for it later may have to be broken off.
        self.script(if self.is_sqlite() { "BEGIN IMMEDIATE" } else { "BEGIN" }).await
    }

    /// Ends the connection. Whatever was not committed is gone.
    pub(crate) async fn close(self) {
        // There is nothing left to do about a connection that does not even close well.
        let _ = match self.wire {
            Wire::Sqlite(connection) => connection.close().await,
            Wire::Postgres(connection) => connection.close().await,
        };
    }
}

impl Row {
    /// A number that may be missing.
    pub(crate) fn maybe_int(&self, column: usize) -> Result<Option<i64>, StoreError> {
        let value = match &self.cells {
            Cells::Sqlite(row) => row.try_get(column),
            Cells::Postgres(row) => row.try_get(column),
        };
        value.map_err(|error| StoreError::of_sql(&self.place, &error))
    }

    /// A text that may be missing.
    pub(crate) fn maybe_text(&self, column: usize) -> Result<Option<String>, StoreError> {
        let value = match &self.cells {
            Cells::Sqlite(row) => row.try_get(column),
            Cells::Postgres(row) => row.try_get(column),
        };
        value.map_err(|error| StoreError::of_sql(&self.place, &error))
    }

    pub(crate) fn bytes(&self, column: usize) -> Result<Vec<u8>, StoreError> {
        let value = match &self.cells {
            Cells::Sqlite(row) => row.try_get(column),
            Cells::Postgres(row) => row.try_get(column),
        };
        value.map_err(|error| StoreError::of_sql(&self.place, &error))
    }

    pub(crate) fn int(&self, column: usize) -> Result<i64, StoreError> {
        self.maybe_int(column)?.ok_or_else(|| self.damaged(format!("column {column} is empty")))
    }

    pub(crate) fn text(&self, column: usize) -> Result<String, StoreError> {
        self.maybe_text(column)?.ok_or_else(|| self.damaged(format!("column {column} is empty")))
    }

    pub(crate) fn damaged(&self, why: String) -> StoreError {
        StoreError::Damaged { place: self.place.to_string(), why }
    }
}
