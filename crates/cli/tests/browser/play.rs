//! Whole games against level 1, each to its end.

use serde_json::json;

use super::hand::Hand;
use super::page::Page;
use super::stage::{DESK, PHONE, on_stage};

/// Counts presses by the kind of pointer.
const COUNT_POINTERS: &str = "window.pressed = {}; addEventListener('pointerdown', ({ pointerType: it }) => { pressed[it] = (pressed[it] ?? 0) + 1; }, true);";

/// The kinds of pointers that pressed anything.
async fn pressed(page: &Page) -> String {
    page.text("return Object.keys(window.pressed).join()").await
}

/// The page says how it ended, offers another game, and is a study from then on.
async fn ends_well(page: &Page) {
    let told = page.text("return document.querySelector('#turn').textContent").await;
    assert!(!told.trim().is_empty() && !told.contains('⟦'), "{told:?}");
    let ending = page
        .ask("return (await (await fetch(location.pathname.replace('/games', '/api/games'))).json())", json!([]))
        .await;
    assert_eq!(ending["ending"]["by"], "rules", "{ending}");
    assert_eq!(ending["ending"]["words"].as_str().unwrap(), told);
    page.until("document.querySelector('#controls button[data-act=rematch]:not([hidden]):not([disabled])') !== null")
        .await;
    let plies = ending["moves"].as_array().unwrap().len();
    assert_eq!(page.js("return document.querySelectorAll('#moves li[data-ply]').length").await, json!(plies));
    page.reload().await;
    page.until_board().await;
    let mode = page.text("return JSON.parse(document.querySelector('#game-data').textContent).mode").await;
    assert_eq!(mode, "study");
    page.until("!document.querySelector('#review').hidden && !document.querySelector('#analysis').hidden").await;
}

#[test]
fn hive_by_mouse() {
    on_stage("hive", async |stage| {
        let page = stage.page(DESK).await;
        Hand::Mouse.begin(&page, "hive", "level:1", "one").await;
        let turns = Hand::Mouse.play_out(&page).await;
        assert!(turns > 4, "only {turns} turns");
        ends_well(&page).await;
    });
}

#[test]
fn hive_2020_by_finger_on_a_telephone() {
    on_stage("hive-2020", async |stage| {
        let page = stage.page(PHONE).await;
        Hand::Finger.begin(&page, "hive-2020", "level:1", "one").await;
        page.js(COUNT_POINTERS).await;
        Hand::Finger.play_out(&page).await;
        assert_eq!(pressed(&page).await, "touch");
        ends_well(&page).await;
        let wide = page.js("return document.scrollingElement.scrollWidth").await;
        assert!(wide.as_u64().unwrap() <= 360, "{wide}");
    });
}

#[test]
fn piranhas_by_keys_alone() {
    on_stage("piranhas", async |stage| {
        let page = stage.page(DESK).await;
        Hand::Keys.begin(&page, "piranhas-2026", "level:1", "one").await;
        page.js(COUNT_POINTERS).await;
        Hand::Keys.play_out(&page).await;
        assert_eq!(pressed(&page).await, "");
        ends_well(&page).await;
    });
}

#[test]
fn ostseeschach_by_mouse_from_the_other_side() {
    on_stage("ostseeschach", async |stage| {
        let page = stage.page(DESK).await;
        Hand::Mouse.begin(&page, "ostseeschach-2022", "level:1", "two").await;
        assert_eq!(page.js("return document.querySelector('#board').flipped").await, json!(true));
        Hand::Mouse.play_out(&page).await;
        ends_well(&page).await;
    });
}
