//! "Why can't I?": a rule is named in the player's language, and its cause is marked on the board.

use serde_json::json;

use super::hand::Hand;
use super::page::Page;
use super::stage::{DESK, Looks, on_stage};

/// White's spider holds both queens together.
const PINNED: &str = "/study?game=hive&moves=wS1;bS1+wS1-;wQ+-wS1;bQ+bS1-";

/// What the bubble says, and how many cells are marked.
async fn told(page: &Page) -> (String, u64) {
    page.until("document.querySelector('#board .sb-bubble:not([hidden])')?.textContent").await;
    let text = page.text("return document.querySelector('#board .sb-bubble').textContent").await;
    let marked = page.js("return document.querySelectorAll('#board .cause').length").await;
    (text, marked.as_u64().unwrap())
}

#[test]
fn a_piece_that_cannot_move_says_why() {
    on_stage("why", async |stage| {
        for (language, word) in [("en", "fall apart"), ("de", "fiele der Schwarm auseinander")] {
            let page = stage.page(Looks { language, ..DESK }).await;
            page.open(PINNED).await;
            page.until_board().await;
            page.click("#board [data-at='0,0']").await;
            let (text, marked) = told(&page).await;
            assert!(text.contains(word), "{text}");
            assert!(marked > 0, "{text}");
        }
    });
}

#[test]
fn a_cell_out_of_reach_says_why_and_who_listens_hears_it() {
    on_stage("reach", async |stage| {
        let page = stage.page(DESK).await;
        Hand::Mouse.begin(&page, "ostseeschach-2022", "level:1", "one").await;
        let gesture = page.js("return document.querySelector('#board').shown.gestures[0]").await;
        page.click(&super::hand::cell(&gesture["held"]["cell"])).await;
        // The far corner is nobody's target in the first move.
        page.click("#board [data-at='7,7']").await;
        let (text, _) = told(&page).await;
        page.until(&format!("document.querySelector('#board > [role=status]').textContent === {}", json!(text))).await;
    });
}
