//! The explorer of openings: by mouse, and by keys alone.

use super::stage::{DESK, on_stage};
use crate::common;

#[test]
fn one_walks_through_what_was_played() {
    on_stage("openings", async |stage| {
        let data = stage.data();
        let args = ["match", "builtin:random", "builtin:greedy", "--game", "hive", "--games", "6", "--data"];
        let played = common::command(&args).arg(&data).output().unwrap();
        assert!(played.status.success(), "{played:?}");
        let page = stage.page(DESK).await;
        page.open("/openings?game=hive").await;
        page.until_board().await;
        let first = page.text("return document.querySelector('.played tbody th .text').textContent").await;
        page.click(".played tbody th a").await;
        page.until("new URLSearchParams(location.search).get('moves')").await;
        page.until_board().await;
        let way = "return [...document.querySelectorAll('.way-here [aria-hidden]')].map((it) => it.textContent).join()";
        assert_eq!(page.text(way).await, first);
        // A move on the board leads on, whether it was played or not.
        page.click("#board [data-hand^=\"bA\"]").await;
        page.until("document.querySelector('#board .target')").await;
        page.click("#board .target").await;
        page.until("(new URLSearchParams(location.search).get('moves') ?? '').includes(';')").await;
        page.until_board().await;
        page.tab_to(".way-here a").await;
        page.press(&["Enter"]).await;
        page.until("!new URLSearchParams(location.search).get('moves')").await;
        page.until_board().await;
        let games = "return String(document.querySelectorAll('section .found tbody tr').length)";
        assert_eq!(page.text(games).await, "6");
        page.tab_to("section .found tbody a").await;
        page.press(&["Enter"]).await;
        page.until_page("game").await;
    });
}
