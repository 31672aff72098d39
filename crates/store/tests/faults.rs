//! What a person meets when a database cannot be used: a sentence with advice, and nothing broken.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{Folder, game};
use schwarm_store::{Filter, StoreError, open, open_with};
use sqlx::{Connection, SqliteConnection};

const NAMESPACE: &str = "SCHWARM_STORE_SMALL_DISK";

async fn raw(file: &str) -> SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file).create_if_missing(true);
    SqliteConnection::connect_with(&options).await.unwrap()
}

async fn error_of(place: &str) -> StoreError {
    open(place).await.err().unwrap()
}

#[tokio::test]
async fn a_locked_database_is_waited_for_and_then_told_of() {
    let folder = Folder::new("locked");
    let file = folder.file("games.db");
    let store = open_with(&file, Duration::from_millis(300)).await.unwrap();
    let of_match = store.open_match("m", "{}").await.unwrap();
    let events = game("piranhas-2019", ["ann", "bob"], 1, 20);
    let attempt = store.begin(of_match, 0, &events[0]).await.unwrap().unwrap();

    let mut other = raw(&file).await;
    sqlx::raw_sql("BEGIN EXCLUSIVE").execute(&mut other).await.unwrap();
    let begin = Instant::now();
    let error = store.append(attempt, 1, &events[1..4]).await.unwrap_err().to_string();
    assert!(begin.elapsed() >= Duration::from_millis(250), "nobody waited");
    assert!(error.contains("locked by another program") && error.contains("try again"), "{error}");
    // Reading goes on meanwhile.
    assert_eq!(store.list(&Filter::default(), 10, 0).await.unwrap().len(), 1);

    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    store.append(attempt, 1, &events[1..]).await.unwrap();
    assert_eq!(store.show(1).await.unwrap().unwrap().events, events);
}

#[tokio::test]
async fn a_file_of_something_else_is_left_as_it_is() {
    let folder = Folder::new("foreign");
    let text = folder.file("letter.txt");
    let letter = "Dear store, I am no database. ".repeat(100);
    std::fs::write(&text, &letter).unwrap();
    let error = error_of(&text).await;
    assert!(matches!(error, StoreError::Foreign { .. }), "{error}");
    assert!(error.to_string().contains("name another file"), "{error}");
    assert_eq!(std::fs::read_to_string(&text).unwrap(), letter);

    let tables = folder.file("recipes.db");
    let mut connection = raw(&tables).await;
    sqlx::raw_sql("CREATE TABLE games (cake TEXT)").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let before = std::fs::read(&tables).unwrap();
    let error = error_of(&tables).await;
    assert!(error.to_string().contains("tables of another program"), "{error}");
    assert_eq!(std::fs::read(&tables).unwrap(), before);
}

#[tokio::test]
async fn a_store_of_a_newer_program_is_refused() {
    let folder = Folder::new("newer");
    let file = folder.file("games.db");
    open(&file).await.unwrap().close().await.unwrap();
    let mut connection = raw(&file).await;
    sqlx::raw_sql("INSERT INTO schwarm_schema VALUES (999)").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let error = error_of(&file).await;
    assert!(matches!(error, StoreError::Newer { found: 999, .. }), "{error}");
    assert!(error.to_string().contains("newer"), "{error}");
}

/// The first tables are what the first programs made; a game that was open then is heard of as soon as it goes on.
#[tokio::test]
async fn an_older_store_is_brought_up_to_date() {
    let folder = Folder::new("older");
    let file = folder.file("games.db");
    let mut connection = raw(&file).await;
    let events = game("piranhas-2019", ["ann", "bob"], 1, 20);
    let lines: Vec<_> = events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    let ended = serde_json::to_value(&events[events.len() - 1]).unwrap()["ending"].to_string();
    for sql in [
        "CREATE TABLE schwarm_schema (version BIGINT PRIMARY KEY); INSERT INTO schwarm_schema VALUES (1)".to_string(),
        include_str!("../migrations/sqlite/0001_games.sql").to_string(),
        "INSERT INTO matches VALUES (1, 'm', '{}', 5)".to_string(),
        "INSERT INTO games VALUES (1, 1, 0, 'piranhas-2019', 'ann', 'bob', 5)".to_string(),
        "INSERT INTO games VALUES (2, 1, 1, 'piranhas-2019', 'ann', 'bob', 5)".to_string(),
        format!("INSERT INTO pieces VALUES (1, 1, 0, 3, '{}')", lines[..3].join("\n")),
        format!("INSERT INTO pieces VALUES (2, 1, 0, {}, '{}')", lines.len(), lines.join("\n")),
        format!("INSERT INTO results VALUES (2, 1, 'draw', '{ended}')"),
    ] {
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
    let store = open(&file).await.unwrap();
    assert_eq!(store.running(0, 10).await.unwrap(), []);
    let attempt = schwarm_play::Attempt { id: 1, number: 1 };
    store.append(attempt, 3, &events[3..5]).await.unwrap();
    let rows = store.running(0, 10).await.unwrap();
    assert_eq!(rows.iter().map(|row| row.attempt).collect::<Vec<_>>(), [attempt]);
    assert_eq!(store.show(2).await.unwrap().unwrap().events, events);
}

#[tokio::test]
async fn damage_inside_is_told_of_and_does_not_panic() {
    let folder = Folder::new("damage");
    let file = folder.file("games.db");
    let store = open(&file).await.unwrap();
    let of_match = store.open_match("m", "{}").await.unwrap();
    let events = game("piranhas-2019", ["ann", "bob"], 1, 20);
    let mut connection = raw(&file).await;
    for (place, damage) in (0..).zip([
        "UPDATE pieces SET events = 'x' WHERE first = 4",
        "UPDATE pieces SET events = substr(events, 1, instr(events, char(10)) - 1) WHERE first = 4",
        "UPDATE pieces SET events = events || char(10) || events WHERE first = 9",
        "UPDATE pieces SET next = 2 WHERE first = 1",
        "UPDATE pieces SET first = -1 WHERE first = 1",
        "DELETE FROM pieces WHERE first = 0",
        "DELETE FROM pieces WHERE first = 4",
        "DELETE FROM pieces WHERE first = 9",
        "DELETE FROM pieces WHERE true",
        "UPDATE results SET number = 2 WHERE true",
        "UPDATE results SET ending = '[]' WHERE true",
    ]) {
        let attempt = store.begin(of_match, place, &events[0]).await.unwrap().unwrap();
        for piece in [1..4, 4..9, 9..events.len()] {
            store.append(attempt, piece.start as u32, &events[piece]).await.unwrap();
        }
        assert_eq!(store.show(attempt.id).await.unwrap().unwrap().events, events);
        let damage = format!("{damage} AND game_id = {}", attempt.id);
        sqlx::raw_sql(sqlx::AssertSqlSafe(damage.clone())).execute(&mut connection).await.unwrap();
        let error = store.show(attempt.id).await.unwrap_err();
        assert!(matches!(error, StoreError::Damaged { .. }), "{damage}: {error}");
    }
    assert!(store.finished(of_match).await.unwrap_err().to_string().contains("damaged"));
    let attempt = store.begin(of_match, 99, &events[0]).await.unwrap().unwrap();
    store.keep_dialogues(attempt, &[None, None]).await.unwrap();
    sqlx::raw_sql("UPDATE dialogues SET packed = x'00ff'").execute(&mut connection).await.unwrap();
    let error = store.dialogues(attempt).await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
}

#[tokio::test]
async fn wrong_addresses_are_told_of() {
    let folder = Folder::new("address");
    for (place, what) in [
        (String::new(), "names no database"),
        ("redis://localhost".to_string(), "only SQLite and PostgreSQL"),
        (folder.path().display().to_string(), "is a folder"),
        ("postgres://localhost:99999/x".to_string(), "names no database"),
        ("postgres://ann:secret@127.0.0.1:1/x".to_string(), "cannot reach postgres://ann@127.0.0.1:1/x"),
        (format!("postgres:///x?host={}", folder.path().display()), "Does the server run"),
    ] {
        let error = error_of(&place).await.to_string();
        assert!(error.contains(what) && !error.contains("secret"), "{place}: {error}");
    }
    std::fs::write(folder.file("file"), "").unwrap();
    let error = error_of(&folder.file("file/folder/games.db")).await;
    assert!(matches!(error, StoreError::Folder { .. }), "{error}");
}

/// A disk of two megabytes, and then one that cannot be written to: mounted in a name space of its own.
#[test]
fn a_full_or_read_only_disk_is_told_of_and_harms_nothing() {
    if let Ok(disk) = std::env::var(NAMESPACE) {
        return tokio::runtime::Runtime::new().unwrap().block_on(on_a_small_disk(&disk));
    }
    let folder = Folder::new("disk");
    let disk = folder.path().display().to_string();
    let unshared = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["--mount", "--map-root-user", "sh", "-ec", script]).env(NAMESPACE, &disk);
        command
    };
    let mount = "mount -t tmpfs -o size=2m none \"$SCHWARM_STORE_SMALL_DISK\"";
    if !unshared(mount).status().is_ok_and(|status| status.success()) {
        // Nothing that could be installed: the machine itself forbids it, as containers often do.
        eprintln!("SKIPPED: no file system can be mounted (unshare, mount): full disks are not tried here");
        return;
    }
    let mut child = unshared(&format!("{mount}; exec \"$0\" \"$@\""));
    child.arg(std::env::current_exe().unwrap());
    child.args(["--exact", "a_full_or_read_only_disk_is_told_of_and_harms_nothing", "--nocapture"]);
    // What fails there is said on stderr; its summary would be counted as one of ours.
    assert!(child.stdout(Stdio::null()).status().unwrap().success(), "see above");
}

async fn on_a_small_disk(disk: &str) {
    let (file, ballast) = (format!("{disk}/games.db"), format!("{disk}/ballast"));
    std::fs::write(&ballast, vec![0; 1 << 20]).unwrap();
    let store = open(&file).await.unwrap();
    let of_match = store.open_match("m", "{}").await.unwrap();
    let mut place = 0;
    let error = loop {
        let events = game("piranhas-2019", ["ann", "bob"], place, 30);
        let attempt = match store.begin(of_match, place, &events[0]).await {
            Ok(attempt) => attempt.unwrap(),
            Err(error) => break error.to_string(),
        };
        if let Err(error) = store.append(attempt, 1, &events[1..]).await {
            break error.to_string();
        }
        place += 1;
        assert!(place < 10_000, "the disk never fills");
    };
    assert!(error.contains("no room left") && error.contains("Make room"), "{error}");
    assert!(place > 10, "{place}");

    std::fs::remove_file(&ballast).unwrap();
    let events = game("piranhas-2019", ["ann", "bob"], place, 30);
    let attempt = store.begin(of_match, place, &events[0]).await.unwrap().unwrap();
    store.append(attempt, 1, &events[1..]).await.unwrap();
    assert_eq!(store.finished(of_match).await.unwrap().len() as u64, place + 1);
    for place in 0..=place {
        let seen = store.list(&Filter::default(), 1, place).await.unwrap();
        let seen = store.show(seen[0].id).await.unwrap().unwrap();
        assert_eq!(seen.events, game("piranhas-2019", ["ann", "bob"], place, 30));
    }
    store.close().await.unwrap();
    let mut connection = raw(&file).await;
    let whole: (String,) = sqlx::query_as("PRAGMA integrity_check").fetch_one(&mut connection).await.unwrap();
    assert_eq!(whole.0, "ok");
    connection.close().await.unwrap();

    let remounted = Command::new("mount").args(["-o", "remount,ro", disk]).status().unwrap();
    assert!(remounted.success());
    let error = match open(&file).await {
        Err(error) => error.to_string(),
        Ok(store) => store.open_match("new", "{}").await.unwrap_err().to_string(),
    };
    assert!(error.contains("read-only") || error.contains("a folder you may write to"), "{error}");
    let error = error_of(&format!("{disk}/new/games.db")).await;
    assert!(matches!(error, StoreError::Folder { .. }), "{error}");
}
