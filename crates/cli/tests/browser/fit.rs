//! What is needed together is seen together, and what is small can still be read.

use serde_json::json;

use super::page::Page;
use super::pictures::game;
use super::stage::{DESK, Looks, PHONE, on_stage};
use super::study::lost_game;

/// Letters beside a board are at least that high, in pixels.
const LEAST_LETTERS: f64 = 9.5;

/// How far something reaches down on the first screen.
async fn bottom(page: &Page, which: &str) -> f64 {
    let script = format!("scrollTo(0, 0); return document.querySelector('{which}').getBoundingClientRect().bottom");
    page.js(&script).await.as_f64().unwrap()
}

#[test]
fn board_moves_analysis_and_review_are_seen_together() {
    on_stage("together", async |stage| {
        let page = stage.page(DESK).await;
        for game in ["ostseeschach-2022", "hive"] {
            let id = lost_game(&page, game, 6).await;
            page.open(&format!("/games/{id}")).await;
            page.until_board().await;
            page.click("#review [data-act=review]").await;
            page.until("document.querySelector('#graph svg .curve')").await;
            page.press(&["k", "k"]).await;
            page.click("#analysis [data-act=analyse]").await;
            page.until("document.querySelectorAll('#lines li').length === 3").await;
            for part in ["#board", "#moves", "#steps", "#lines", "#graph"] {
                let bottom = bottom(&page, part).await;
                assert!(bottom > 60.0 && bottom <= f64::from(DESK.height), "{game}: {part} ends at {bottom}");
            }
        }
    });
}

#[test]
fn names_of_players_are_not_torn() {
    on_stage("names", async |stage| {
        for language in ["en", "de"] {
            let page = stage.page(Looks { language, ..DESK }).await;
            page.open("/about").await;
            // By then the queens are on the table, and the numbers beside the names are long.
            let (play, over) = (game(&page, "hive+mlp", 5, false).await, lost_game(&page, "hive", 5).await);
            for path in [play, over].map(|id| format!("/games/{id}")) {
                page.open(&path).await;
                page.until_board().await;
                let rows = "return [...document.querySelectorAll('.player .name')].map((it) => it.clientHeight)";
                let rows = page.js(rows).await;
                assert!(rows.as_array().unwrap().iter().all(|row| row.as_u64().unwrap() < 30), "{path}: {rows}");
            }
        }
    });
}

#[test]
fn letters_beside_a_board_can_be_read_on_the_smallest_screen() {
    on_stage("letters", async |stage| {
        let page = stage.page(Looks { width: 320, height: 640, ..PHONE }).await;
        let heights =
            "const shown = [...document.querySelectorAll('#board .label')].filter((it) => it.checkVisibility());
            return shown.map((it) => parseFloat(getComputedStyle(it).fontSize) * it.getScreenCTM().a)";
        for (game, names) in [("ostseeschach-2022", 16), ("piranhas-2026", 20), ("hive-2020", 0)] {
            page.open(&format!("/study?game={game}")).await;
            page.until_board().await;
            let seen = page.js(heights).await;
            let seen: Vec<f64> = seen.as_array().unwrap().iter().filter_map(|it| it.as_f64()).collect();
            assert_eq!(seen.len(), names, "{game}");
            assert!(seen.iter().all(|height| *height >= LEAST_LETTERS), "{game}: {seen:?}");
        }
    });
}

#[test]
fn whoever_invites_on_a_telephone_sees_the_link_at_once() {
    on_stage("invite", async |stage| {
        let page = stage.page(PHONE).await;
        super::hand::Hand::Finger.begin(&page, "hive+mlp", "person", "one").await;
        page.until("document.querySelector('#join-link').value.includes('/join/')").await;
        assert!(bottom(&page, "#join [data-act=copy]").await < 400.0);
        let game = page.ask("return (await (await fetch(`/api${location.pathname}`)).json()).shown.game", json!([]));
        assert_eq!(game.await, json!("hive+mlp"));
    });
}
