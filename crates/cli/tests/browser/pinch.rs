//! Two fingers on an open table: it grows and shrinks under them, nothing is moved, and the page stays as it is.

use serde_json::json;

use super::page::Page;
use super::stage::{PHONE, on_stage};

/// A hive of four pieces.
const HIVE: &str = "/study?game=hive&moves=wS1;bS1+wS1-;wQ+-wS1;bQ+bS1-";

/// How far the fingers are from the middle of the board, in pixels, at first and in the end.
const NEAR: f64 = 30.0;
const FAR: f64 = 90.0;

/// The width of what is seen of the table.
async fn seen(page: &Page) -> f64 {
    page.until("document.querySelector('#board').camera && document.getAnimations().length === 0").await;
    page.js("return document.querySelector('#board').camera.frame[2]").await.as_f64().unwrap()
}

/// What lies under the middle of the board.
async fn middle(page: &Page, x: f64, y: f64) -> (f64, f64) {
    let point = format!("const it = document.querySelector('#board').camera.point({x}, {y}); return [it.x, it.y]");
    let spot = page.js(&point).await;
    (spot[0].as_f64().unwrap(), spot[1].as_f64().unwrap())
}

#[test]
fn two_fingers_make_the_table_larger_and_smaller() {
    on_stage("pinch", async |stage| {
        let page = stage.page(PHONE).await;
        page.open(HIVE).await;
        page.until_board().await;
        let (x, y) = page.spot("#board .sb-board").await;
        let (before, under) = (seen(&page).await, middle(&page, x, y).await);
        page.pinch((x, y), NEAR, FAR).await;
        let near = seen(&page).await;
        assert!(near < before / 1.8, "{before} is seen, then {near}");
        let still = middle(&page, x, y).await;
        assert!((still.0 - under.0).hypot(still.1 - under.1) < near / 8.0, "{under:?} goes to {still:?}");
        page.pinch((x, y), FAR, NEAR).await;
        let far = seen(&page).await;
        assert!(far > near * 1.8, "{near} is seen, then {far}");
        let state = "const board = document.querySelector('#board');
            return [board.held, board.shown.ply, visualViewport.scale, scrollX]";
        assert_eq!(page.js(state).await, json!([null, 4, 1, 0]));
        // One finger afterwards is one finger: it takes a piece.
        let spot = "return document.querySelector('#board .takeable[data-at]').getAttribute('data-at')";
        let piece = page.text(spot).await;
        page.tap(&format!("#board [data-at='{piece}']")).await;
        page.until("document.querySelector('#board').held !== null").await;
    });
}
