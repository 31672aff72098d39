//! Many rows in one statement.
//!
//! A statement to SQLite goes to another thread and back, which costs more than adding a row. So rows are added in
//! groups of a few fixed sizes, whose statements stay prepared.

use sqlx::SqlSafeStr;

use crate::StoreError;
use crate::link::{Arg, Link, Row};

/// Rows in one statement, largest first. The last one is 1, so that every number of rows comes out.
const SIZES: [usize; 5] = [256, 64, 16, 4, 1];

/// An `INSERT` of any number of rows.
pub(crate) struct Wide {
    columns: usize,
    statements: Vec<Statement>,
}

struct Statement {
    rows: usize,
    sqlite: String,
    postgres: String,
}

impl Wide {
    /// `head` is all before `VALUES`, `tail` all after it.
    pub(crate) fn new(head: &str, columns: usize, tail: &str) -> Wide {
        Wide::apart(head, columns, tail, tail)
    }

    /// The same where the databases want different ends.
    pub(crate) fn apart(head: &str, columns: usize, sqlite: &str, postgres: &str) -> Wide {
        let whole = |rows: usize, value: &dyn Fn(usize) -> String, tail: &str| {
            let row =
                |row| format!("({})", (0..columns).map(|c| value(row * columns + c)).collect::<Vec<_>>().join(", "));
            format!("{head} VALUES {} {tail}", (0..rows).map(row).collect::<Vec<_>>().join(", "))
        };
        let statement = |rows| Statement {
            rows,
            // Values with names are looked up one by one, in time that grows with the square of their number.
            sqlite: whole(rows, &|_| "?".into(), sqlite),
            postgres: whole(rows, &|index| format!("${}", index + 1), postgres),
        };
        Wide { columns, statements: SIZES.into_iter().map(statement).collect() }
    }

    /// How many rows these values make.
    pub(crate) fn rows(&self, values: &[Arg<'_>]) -> u64 {
        (values.len() / self.columns) as u64
    }

    /// Adds rows, whose values follow each other; says how many were added.
    pub(crate) async fn execute(&'static self, link: &mut Link, values: &[Arg<'_>]) -> Result<u64, StoreError> {
        let mut added = 0;
        for (statement, values) in self.groups(values) {
            added += link.execute(statement.text(link), values).await?;
        }
        Ok(added)
    }

    /// The same, where the statement answers with rows.
    pub(crate) async fn fetch(&'static self, link: &mut Link, values: &[Arg<'_>]) -> Result<Vec<Row>, StoreError> {
        let mut rows = Vec::new();
        for (statement, values) in self.groups(values) {
            rows.extend(link.fetch(statement.text(link), values).await?);
        }
        Ok(rows)
    }

    fn groups<'a, 'v>(&'static self, values: &'a [Arg<'v>]) -> Vec<(&'static Statement, &'a [Arg<'v>])> {
        let (mut groups, mut rest) = (Vec::new(), values);
        for statement in &self.statements {
            while let Some((now, later)) = rest.split_at_checked(statement.rows * self.columns) {
                groups.push((statement, now));
                rest = later;
            }
        }
        groups
    }
}

impl Statement {
    fn text(&'static self, link: &Link) -> impl SqlSafeStr + use<> {
        if link.is_sqlite() { self.sqlite.as_str() } else { self.postgres.as_str() }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;

    static WIDE: LazyLock<Wide> = LazyLock::new(|| Wide::new("INSERT INTO t (a, b)", 2, "RETURNING a"));

    #[test]
    fn a_statement_names_its_values_as_its_database_wants() {
        let four = &WIDE.statements[3];
        assert_eq!(four.sqlite, "INSERT INTO t (a, b) VALUES (?, ?), (?, ?), (?, ?), (?, ?) RETURNING a");
        assert_eq!(four.postgres, "INSERT INTO t (a, b) VALUES ($1, $2), ($3, $4), ($5, $6), ($7, $8) RETURNING a");
    }

    proptest::proptest! {
        #[test]
        fn every_row_is_in_one_group_in_order(rows in 0..1000_i64) {
            let values: Vec<Arg<'_>> = (0..2 * rows).map(Arg::Int).collect();
            let groups = WIDE.groups(&values);
            proptest::prop_assert!(groups.iter().all(|(statement, values)| values.len() == 2 * statement.rows));
            let all: Vec<i64> = groups.iter().flat_map(|(_, values)| values.iter()).map(|value| match value {
                Arg::Int(value) => *value,
                _ => -1,
            }).collect();
            proptest::prop_assert_eq!(all, (0..2 * rows).collect::<Vec<_>>());
            proptest::prop_assert!(groups.len() <= 15);
        }
    }
}
