//! The bots printed in docs/protocols.md play as they stand there.

mod common;

use std::path::PathBuf;
use std::process::Stdio;

use common::{Bytes, play, rules};
use schwarm_line::LineSeat;
use schwarm_play::house::Greedy;
use schwarm_play::{AnalystSeat, GameRecord, Seat};
use tokio::process::Command;

const PAGE: &str = include_str!("../../../../docs/protocols.md");

/// The one program in this language in the section on the line protocol.
fn program(language: &str) -> String {
    let (_, section) = PAGE.split_once("\n## The line protocol\n").expect("the page has this section");
    let section = section.split("\n## ").next().expect("a part");
    let (_, program) = section.split_once(&format!("\n```{language}\n")).expect("a program in this language");
    assert_eq!(section.matches(&format!("\n```{language}\n")).count(), 1, "{language}");
    format!("{}\n", program.split("\n```").next().expect("a part"))
}

/// Whether an interpreter is there. Where everything is required, it must be.
fn is_there(interpreter: &str) -> bool {
    let found = std::process::Command::new(interpreter)
        .arg("-c")
        .arg("")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if found.is_ok() {
        return true;
    }
    let required = std::env::var("SCHWARM_REQUIRE_ALL").is_ok_and(|value| value == "1");
    assert!(!required, "{interpreter} is missing, and SCHWARM_REQUIRE_ALL=1 wants everything");
    eprintln!("SKIPPED: {interpreter} is not installed; the bot in docs/protocols.md was not run");
    false
}

/// Lets the program play every game against an engine of ours, one process for all of them.
async fn plays_every_game(language: &str, interpreter: &str, ending: &str) {
    if !is_there(interpreter) {
        return;
    }
    let file: PathBuf = std::env::temp_dir().join(format!("schwarm-page-{}-{language}.{ending}", std::process::id()));
    std::fs::write(&file, program(language)).expect("a file to write to");
    let mut child = Command::new(interpreter)
        .arg(&file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("it starts");
    let talk = Bytes::new(child.stdout.take().expect("a pipe"), child.stdin.take().expect("a pipe"));
    let mut bot = LineSeat::new("page", Box::new(talk));
    let mut greedy = AnalystSeat::new(Box::new(Greedy::new(1)));
    let mut moves = 0;
    for info in schwarm_catalog::games() {
        let rules = rules(info.id);
        let events = play(&*rules, 1, ["page", "greedy"], [&mut bot, &mut greedy], 80).await;
        let record = GameRecord::from_events(&events).expect("events in order");
        let how = record.ending.expect("it ended").termination;
        assert!(["rules", "abort"].contains(&how.id()), "{language}, {}: {how:?}", info.id);
        // A bot that moves by lot can lose with its second move where the board has corners; but it has moved.
        assert!(record.moves.len() >= 2, "{language}, {}", info.id);
        moves += record.moves.len();
    }
    assert!(moves > 200, "{language}: only {moves} moves in all games");
    bot.leave().await.expect("it hangs up");
    let status = child.wait().await.expect("it ends by itself");
    assert!(status.success(), "{language}: {status}");
    std::fs::remove_file(&file).expect("our own file");
}

#[tokio::test]
async fn the_python_bot_of_the_page_plays() {
    let lines = program("python").lines().count();
    assert!(lines <= 20, "twenty lines were promised, not {lines}");
    plays_every_game("python", "python3", "py").await;
}

#[tokio::test]
async fn the_javascript_bot_of_the_page_plays() {
    plays_every_game("javascript", "node", "cjs").await;
}

#[tokio::test]
async fn the_shell_bot_of_the_page_plays() {
    plays_every_game("sh", "sh", "sh").await;
}
