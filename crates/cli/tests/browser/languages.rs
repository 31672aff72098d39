//! German and Czech: as the browser asks, and by the switch. Every text is there.

use serde_json::json;

use super::page::Page;
use super::stage::{DESK, Looks, on_stage};
use super::study::lost_game;

/// Texts nobody has written are shown in these brackets; they are looked for in attributes, too.
const UNWRITTEN: &str = "return (document.documentElement.outerHTML.match(/⟦[^⟧]*⟧/g) ?? []).join(' ');";

/// A page is in this language, and all of it is written.
async fn speaks(page: &Page, path: &str, language: &str) {
    page.open(path).await;
    page.until("document.readyState === 'complete'").await;
    assert_eq!(page.text("return document.documentElement.lang").await, language, "{path}");
    assert_eq!(page.text(UNWRITTEN).await, "", "{path} in {language}");
}

#[test]
fn every_page_speaks_the_language_of_the_browser() {
    on_stage("languages", async |stage| {
        for (language, word) in [("en", "Play"), ("de", "Spielen"), ("cs", "Hrát")] {
            let page = stage.page(Looks { language, ..DESK }).await;
            let id = lost_game(&page, "piranhas-2026", 1).await;
            page.forgive("404 (Not Found)");
            let game = format!("/games/{id}");
            for path in [
                "/",
                "/watch",
                "/games",
                "/study",
                "/study?game=hive&moves=wS1",
                "/edit",
                "/openings",
                "/upload",
                "/about",
                &game,
                "/nowhere",
            ] {
                speaks(&page, path, language).await;
            }
            let menu = page.text("return document.querySelector('.nav').textContent").await;
            assert!(menu.contains(word), "{menu}");
        }
    });
}

#[test]
fn the_switch_changes_the_language_and_stays_on_the_page() {
    on_stage("switch", async |stage| {
        let page = stage.page(DESK).await;
        speaks(&page, "/games", "en").await;
        for language in ["de", "cs", "en"] {
            page.click(&format!("#language button[value={language}]")).await;
            page.until(&format!("document.documentElement.lang === '{language}'")).await;
            assert_eq!(page.path().await, "/games");
            speaks(&page, "/about", language).await;
            page.open("/games").await;
        }
        page.click("#theme button[value=dark]").await;
        page.until("document.documentElement.dataset.theme === 'dark'").await;
        assert_eq!(
            page.js("return document.querySelector('#theme button[value=dark]').ariaPressed").await,
            json!("true")
        );
    });
}
