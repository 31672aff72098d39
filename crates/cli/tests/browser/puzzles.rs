//! Puzzles in a browser: solved by mouse, by finger and by keys alone, in three languages; a wrong move is answered.

use schwarm_play::Puzzle;
use schwarm_web::puzzles::shipped;
use serde_json::{Value, json};

use super::everyone::{faults, settled, too_wide};
use super::hand::Hand;
use super::page::Page;
use super::programs;
use super::stage::{DESK, Looks, PHONE, on_stage};

/// An easy puzzle of a game, of three plies.
fn of(game: &str) -> &'static Puzzle {
    shipped().iter().find(|puzzle| puzzle.game == game && puzzle.plies == 3).unwrap()
}

/// The gesture of a move, as the board has it now.
async fn gesture(page: &Page, mv: &str) -> Value {
    let text = json!(mv);
    page.until(&format!(
        "document.querySelector('#board').acts && document.querySelector('#board').shown.gestures.some((it) => it.move === {text})"
    ))
    .await;
    page.js(&format!("return document.querySelector('#board').shown.gestures.find((it) => it.move === {text})")).await
}

async fn opened(page: &Page, puzzle: &Puzzle) {
    page.open(&format!("/puzzle/{}", puzzle.id)).await;
    page.until_page("puzzle").await;
    page.until_board().await;
}

/// Plays the line of a puzzle; the server answers with its defence.
async fn solve(page: &Page, hand: Hand, puzzle: &Puzzle) {
    for (turn, mv) in puzzle.line.iter().step_by(2).enumerate() {
        let gesture = gesture(page, mv).await;
        hand.make(page, &gesture, turn).await;
    }
    page.until("document.querySelector('#puzzle.solved #feedback.good')?.textContent").await;
    assert_eq!(page.js("return document.querySelector('#solution').open").await, json!(true), "the line is shown");
    keep(page, &format!("puzzles-solved-{}", puzzle.game)).await;
    let kept = page.js("return JSON.parse(localStorage.getItem('schwarm.puzzles'))").await;
    assert!(kept.as_array().unwrap().contains(&json!(puzzle.id)), "{kept}");
}

/// Keeps what is seen, for whoever wants to look at it.
async fn keep(page: &Page, name: &str) {
    if std::env::var("SCHWARM_SCREENSHOTS").is_ok() {
        page.keep_picture(name).await;
    }
}

async fn nothing_unwritten(page: &Page) {
    let unwritten = "return (document.documentElement.outerHTML.match(/⟦[^⟧]*⟧/g) ?? []).join(' ')";
    assert_eq!(page.text(unwritten).await, "");
}

#[test]
fn a_puzzle_is_found_in_the_list_and_solved_by_mouse() {
    on_stage("puzzles-mouse", async |stage| {
        let page = stage.page(DESK).await;
        page.open("/").await;
        page.click("a[href='/puzzles']").await;
        page.until_page("puzzles").await;
        let puzzle = of("ostseeschach-2022");
        page.open("/puzzles?game=ostseeschach-2022&moves=2").await;
        page.click(&format!("[data-puzzle='{}'] h2 a", puzzle.id)).await;
        page.until_page("puzzle").await;
        page.until_board().await;
        solve(&page, Hand::Mouse, puzzle).await;
        let next = page.text("return document.querySelector('#next').getAttribute('href')").await;
        assert!(next.starts_with("/puzzle/") && !next.ends_with(&puzzle.id), "{next}");
        page.open("/puzzles?game=ostseeschach-2022&moves=2").await;
        page.until(&format!("document.querySelector('[data-puzzle=\"{}\"] [data-done]:not([hidden])')", puzzle.id))
            .await;
        nothing_unwritten(&page).await;
    });
}

#[test]
fn puzzles_are_solved_by_keys_alone_in_german() {
    on_stage("puzzles-keys", async |stage| {
        let page = stage.page(Looks { language: "de", ..DESK }).await;
        for game in ["piranhas-2026", "hive"] {
            let puzzle = of(game);
            opened(&page, puzzle).await;
            solve(&page, Hand::Keys, puzzle).await;
            let said = page.text("return document.querySelector('#feedback').textContent").await;
            assert!(said.starts_with("Gelöst!"), "{said}");
            nothing_unwritten(&page).await;
        }
    });
}

#[test]
fn a_puzzle_is_solved_by_finger_in_czech() {
    on_stage("puzzles-finger", async |stage| {
        let page = stage.page(Looks { language: "cs", ..PHONE }).await;
        let puzzle = of("piranhas-2019");
        opened(&page, puzzle).await;
        solve(&page, Hand::Finger, puzzle).await;
        nothing_unwritten(&page).await;
    });
}

#[test]
fn a_wrong_move_is_answered_on_the_board_and_can_be_tried_again_with_a_hint() {
    on_stage("puzzles-wrong", async |stage| {
        let page = stage.page(DESK).await;
        let puzzle = of("ostseeschach-2022");
        opened(&page, puzzle).await;
        let start = page.text("return document.querySelector('#board').shown.position").await;
        let find = format!(
            "return document.querySelector('#board').shown.gestures.find((it) => it.held && it.move !== {})",
            json!(puzzle.line[0])
        );
        let wrong = page.js(&find).await;
        Hand::Mouse.make(&page, &wrong, 0).await;
        page.until("document.querySelector('#feedback.bad')?.textContent").await;
        keep(&page, "puzzles-wrong").await;
        page.until(&format!(
            "document.querySelector('#board').acts && document.querySelector('#board').shown.position === {}",
            json!(start)
        ))
        .await;
        assert_eq!(page.js("return document.querySelector('#puzzle.solved')").await, Value::Null);
        page.click("[data-act=hint]").await;
        page.until("document.querySelector('#board .asked, #board [data-hand].asked')").await;
        solve(&page, Hand::Mouse, puzzle).await;
        page.click("[data-act=again]").await;
        page.until("document.querySelector('#board').acts && !document.querySelector('#puzzle.solved')").await;
    });
}

#[test]
fn puzzles_are_for_everyone() {
    on_stage("puzzles-everyone", async |stage| {
        let page = stage.page(DESK).await;
        let mut paths = vec!["/puzzles".to_string()];
        paths.extend(["hive+mlp", "ostseeschach-2022", "piranhas-2026"].map(|game| format!("/puzzle/{}", of(game).id)));
        let axe = programs::axe();
        let mut all = Vec::new();
        for (theme, width) in [("light", 1280), ("dark", 320), ("light", 360), ("dark", 1280)] {
            page.prefer("prefers-color-scheme", theme).await;
            page.resize(Looks { width, height: 720, is_phone: width < 900, ..DESK }).await;
            for (number, path) in paths.iter().enumerate() {
                page.open(path).await;
                settled(&page).await;
                all.extend(too_wide(&page, width).await.map(|wide| format!("{path} is {wide}")));
                keep(&page, &format!("puzzles-{number}-{theme}-{width}")).await;
                let found = faults(&page, axe.as_deref()).await;
                all.extend(found.into_iter().map(|fault| format!("{theme} {path}: {fault}")));
            }
        }
        assert!(all.is_empty(), "{}", all.join("\n"));
    });
}
