//! Pages for everyone: no serious fault of accessibility, nothing wider than narrow screens, readable without scripts.

use serde_json::{Value, json};

use super::hand::Hand;
use super::page::Page;
use super::programs;
use super::stage::{DESK, Looks, Stage, on_stage};
use super::study::lost_game;

/// An editor with a hive that is not one.
const SPLIT: &str = "/edit?game=hive%2Bmlp&position=0,0%3DwQ%201,0%3DbQ%204,0%3DwA1%20%7C%20w%2012";

/// A page with a game being played, one that is over, and all the others.
async fn all_pages(stage: &Stage) -> (Page, Vec<String>) {
    let page = stage.page(DESK).await;
    Hand::Mouse.begin(&page, "hive", "level:1", "one").await;
    let running = page.path().await;
    let over = lost_game(&page, "ostseeschach-2022", 2).await;
    let mut pages: Vec<_> = [
        "/",
        "/watch",
        "/games",
        "/about",
        "/study?game=hive&moves=wS1",
        "/openings?game=hive",
        "/upload",
        "/edit?game=piranhas-2026",
        SPLIT,
    ]
    .map(str::to_string)
    .into();
    pages.extend([running, format!("/games/{over}"), format!("/games/{over}/1")]);
    (page, pages)
}

/// Waits until a page shows everything.
pub async fn settled(page: &Page) {
    page.until("document.readyState === 'complete'").await;
    page.until("[...document.querySelectorAll('schwarm-board')].every((board) => board.shown)").await;
    page.until("[...document.images].every((it) => it.complete)").await;
}

/// Serious faults of the page as it is shown; none where there is no checker.
pub async fn faults(page: &Page, axe: Option<&str>) -> Vec<String> {
    let Some(axe) = axe else { return Vec::new() };
    // The checker tries styles of its own, which the pages refuse.
    page.forgive("Applying inline style");
    page.js(axe).await;
    let run = "return (await axe.run(document, { resultTypes: ['violations'] })).violations";
    serious(&page.ask(run, json!([])).await)
}

/// How wide the page is, and what makes it so, if that is more than the screen. What scrolls by itself does not count.
pub async fn too_wide(page: &Page, width: u32) -> Option<String> {
    let wide = page.js("return document.scrollingElement.scrollWidth").await.as_u64().unwrap();
    if wide <= u64::from(width) {
        return None;
    }
    let who = "const wide = (it) => it.getBoundingClientRect().right > innerWidth + 1 && !it.closest('.wide, .plot');
        const all = [...document.querySelectorAll('body *')].filter(wide);
        return all.slice(0, 4).map((it) => it.outerHTML.slice(0, 80)).join(' | ')";
    Some(format!("{wide} wide at {width}: {}", page.text(who).await))
}

#[test]
fn axe_finds_no_serious_fault_in_light_and_dark() {
    on_stage("axe", async |stage| {
        let Some(axe) = programs::axe() else { return };
        let (page, pages) = all_pages(&stage).await;
        let mut all = Vec::new();
        for theme in ["light", "dark"] {
            page.prefer("prefers-color-scheme", theme).await;
            for path in &pages {
                page.open(path).await;
                settled(&page).await;
                let found = faults(&page, Some(&axe)).await;
                all.extend(found.into_iter().map(|fault| format!("{theme} {path}: {fault}")));
            }
        }
        assert!(all.is_empty(), "{}", all.join("\n"));
    });
}

/// The serious and critical ones, with the first elements they were found at.
fn serious(found: &Value) -> Vec<String> {
    let bad = found.as_array().unwrap().iter().filter(|it| it["impact"] == "serious" || it["impact"] == "critical");
    let tell = |it: &Value| {
        let places = it["nodes"].as_array().unwrap().iter().take(3);
        let places: Vec<_> = places.map(|node| format!("{} ({})", node["html"], node["any"][0]["message"])).collect();
        format!("{}: {}", it["id"], places.join(", "))
    };
    bad.map(tell).collect()
}

#[test]
fn nothing_scrolls_sideways_on_narrow_screens() {
    on_stage("narrow", async |stage| {
        let (page, pages) = all_pages(&stage).await;
        let mut faults = Vec::new();
        for width in [320, 360, 768] {
            page.resize(Looks { width, height: 640, is_phone: true, ..DESK }).await;
            for path in &pages {
                page.open(path).await;
                settled(&page).await;
                faults.extend(too_wide(&page, width).await.map(|wide| format!("{path} is {wide}")));
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    });
}

#[test]
fn pages_can_be_read_without_scripts() {
    on_stage("scriptless", async |stage| {
        let page = stage.page(DESK).await;
        let id = lost_game(&page, "ostseeschach-2022", 2).await;
        page.command("Emulation.setScriptExecutionDisabled", json!({ "value": true })).await;
        let seen = async |path: &str| {
            page.open(path).await;
            assert_eq!(page.js("return customElements.get('schwarm-board') === undefined").await, json!(true));
            let source = page.js("return document.body.innerText").await;
            let loaded = "return [...document.images].filter((it) => it.complete && it.naturalWidth > 0).length";
            (source.as_str().unwrap().to_string(), page.js(loaded).await.as_u64().unwrap())
        };
        let (text, pictures) = seen("/").await;
        assert!(text.contains("Hive") && pictures >= 4, "{pictures} pictures, {text}");
        let (text, pictures) = seen(&format!("/games/{id}/2")).await;
        let listed = page.js("return document.querySelectorAll('#moves li').length").await.as_u64().unwrap();
        assert!(listed >= 3 && pictures >= 1, "{pictures} pictures, {listed} moves, {text}");
        let step = page.text("return document.querySelector('#steps [data-step=forward]').getAttribute('href')").await;
        assert_eq!(step, format!("/games/{id}/3"));
        let (text, _) = seen("/games").await;
        assert!(text.contains("Level 1"), "{text}");
    });
}
