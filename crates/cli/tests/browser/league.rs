//! A tournament from the form to the ranking, by mouse and by keys alone; what the operator does on the way; everyone's pages.

use std::time::Duration;

use schwarm_store::{Claim, FailureKind, MachineStanding, NewBatch, WorkerCard};
use serde_json::json;

use super::everyone::{faults, too_wide};
use super::page::Page;
use super::programs;
use super::stage::{DESK, Looks, Stage, on_stage};

/// The operator shows the token, and comes back to the page where it was asked for.
async fn enter(stage: &Stage, page: &Page) {
    page.open("/operator?back=/tournaments/new").await;
    page.click("[name=token]").await;
    page.press(&[&stage.token()]).await;
    page.click("main form .button.main").await;
    page.until_page("organise").await;
}

/// Writes something into a field in place of what stands there.
async fn fill(page: &Page, name: &str, text: &str) {
    page.js(&format!("document.querySelector('#organise [name=\"{name}\"]').select()")).await;
    page.press(&[text]).await;
}

async fn until_state(page: &Page, state: &str) {
    page.until(&format!("document.querySelector('#report')?.dataset.state === '{state}'")).await;
}

/// Small and quick: two players without thought.
async fn small_tournament(page: &Page, title: &str, pairs: &str) {
    page.click("#organise [name=title]").await;
    page.press(&[title]).await;
    page.click("#organise [name=pairs]").await;
    fill(page, "pairs", pairs).await;
    for bot in ["Random", "Greedy"] {
        page.click(&format!("#organise [name=\"bot:{bot}\"]")).await;
    }
    page.click("#organise [value=form]").await;
    page.until_page("tournament").await;
}

#[test]
fn a_tournament_is_made_paused_and_ranked_by_mouse() {
    on_stage("league-mouse", async |stage| {
        let page = stage.page(DESK).await;
        page.forgive("422 (Unprocessable Entity)");
        enter(&stage, &page).await;
        // Nobody takes part yet: the page says so and keeps what was written.
        page.click("#organise [name=title]").await;
        page.press(&["Mouse cup"]).await;
        page.click("#organise [value=form]").await;
        page.until("document.querySelector('#problems pre')").await;
        let kept = page.text("return document.querySelector('#organise [name=title]').value").await;
        assert_eq!(kept, "Mouse cup");
        page.click("#organise [name=pairs]").await;
        // More than can be played before it is called off.
        fill(&page, "pairs", "5000").await;
        for bot in ["Random", "Greedy", "Level 1"] {
            page.click(&format!("#organise [name=\"bot:{bot}\"]")).await;
        }
        page.click("#organise [value=form]").await;
        page.until_page("tournament").await;
        assert_eq!(page.path().await, "/tournament/mouse-cup");
        // Somebody else watches: nothing to press, but boards that move and a table that grows.
        let guest = stage.page(DESK).await;
        guest.open("/tournament/mouse-cup").await;
        guest.until("document.querySelector('#wall .tile schwarm-board')?.shown").await;
        guest.until("Number(document.querySelector('.standings td:nth-last-child(5)').textContent) > 0").await;
        assert_eq!(guest.js("return document.querySelector('#deeds')").await, json!(null));
        page.click("#deeds form[action$=pause] button").await;
        until_state(&page, "paused").await;
        page.click("#deeds form[action$=resume] button").await;
        until_state(&page, "running").await;
        page.click("#deeds summary").await;
        page.click("#deeds form[action$=cancel] button").await;
        until_state(&page, "cancelled").await;
        until_state(&guest, "cancelled").await;
    });
}

#[test]
fn a_tournament_comes_to_its_ranking_by_keys_alone() {
    on_stage("league-keys", async |stage| {
        let page = stage.page(DESK).await;
        page.open("/operator?back=/tournaments/new").await;
        page.tab_to("[name=token]").await;
        page.press(&[&stage.token(), "Enter"]).await;
        page.until_page("organise").await;
        page.tab_to("#organise [name=title]").await;
        page.press(&["Keys"]).await;
        page.tab_to("#organise [name=\"bot:Random\"]").await;
        page.press(&[" "]).await;
        page.tab_to("#organise [name=\"bot:Greedy\"]").await;
        page.press(&[" "]).await;
        page.tab_to("#organise [value=form]").await;
        page.press(&["Enter"]).await;
        page.until_page("tournament").await;
        until_state(&page, "done").await;
        let places =
            "return [...document.querySelectorAll('.standings tbody td:first-child')].map((it) => it.textContent)";
        assert_eq!(page.js(places).await.as_array().unwrap().len(), 2);
        let first = "return document.querySelector('.standings tbody th').textContent";
        assert_eq!(page.text(first).await, "Greedy");
        // On to a game of it.
        page.tab_to(".last a").await;
        page.press(&["Enter"]).await;
        page.until_page("game").await;
    });
}

#[test]
fn a_file_is_chosen_its_mistakes_are_told_and_every_language_knows_the_words() {
    on_stage("league-file", async |stage| {
        let page = stage.page(Looks { language: "de", ..DESK }).await;
        page.forgive("422 (Unprocessable Entity)");
        enter(&stage, &page).await;
        let choose = "const list = new DataTransfer(); list.items.add(new File(['title = 3\\n'], 'league.toml'));
            const input = document.querySelector('#choose input'); input.files = list.files;
            input.dispatchEvent(new Event('change', { bubbles: true }))";
        page.js(choose).await;
        page.until("document.querySelector('textarea.toml').value.startsWith('title = 3')").await;
        page.click("#organise [value=file]").await;
        page.until("document.querySelector('#problems pre')?.textContent.includes(':1:9:')").await;
        for language in ["en", "de", "cs"] {
            let reader = stage.page(Looks { language, ..DESK }).await;
            for path in ["/tournaments", "/bots", "/bot/Greedy", "/fleet"] {
                reader.open(path).await;
                let text = reader.text("return document.body.innerText").await;
                assert!(!text.contains('⟦'), "{language} {path}");
                assert_eq!(reader.text("return document.documentElement.lang").await, language);
            }
        }
    });
}

#[test]
fn a_match_with_a_test_is_made_by_keys_alone_and_comes_to_its_answer() {
    on_stage("league-match", async |stage| {
        let page = stage.page(Looks { language: "de", ..DESK }).await;
        page.forgive("422 (Unprocessable Entity)");
        page.open("/operator?back=/matches/new").await;
        page.tab_to("[name=token]").await;
        page.press(&[&stage.token(), "Enter"]).await;
        page.until_page("challenge").await;
        for (field, typed) in [("one", "Greedy"), ("two", "Random")] {
            page.tab_to(&format!("#challenge [name={field}]")).await;
            page.press(&[typed]).await;
        }
        // The second figure is missing: the page says which field, and keeps the rest.
        page.tab_to("#challenge [name=elo0]").await;
        page.press(&["0", "Enter"]).await;
        page.until("document.querySelector('#problems a[href=\"#elo1\"]')").await;
        let kept = "return [...document.querySelectorAll('#challenge select')].slice(0, 2).map((it) => it.value)";
        assert_eq!(page.js(kept).await, json!(["Greedy", "Random"]));
        page.tab_to("#challenge [name=elo1]").await;
        page.press(&["40", "Enter"]).await;
        page.until_page("tournament").await;
        until_state(&page, "done").await;
        page.until("document.querySelector('.llr')?.dataset.state === 'H1'").await;
        assert!(page.text("return document.querySelector('.llr figcaption').innerText").await.contains("Greedy"));
        let found = faults(&page, programs::axe().as_deref()).await;
        assert!(found.is_empty(), "{found:?}");
        page.keep_screens("league-match-1280").await;
        page.resize(Looks { width: 320, height: 640, is_phone: true, ..DESK }).await;
        assert_eq!(too_wide(&page, 320).await, None);
        page.keep_screens("league-match-320").await;
    });
}

/// Machines, jobs and failures for the page of the fleet.
async fn fill_fleet(stage: &Stage) {
    let store = schwarm_store::open(stage.data().join("schwarm.db").to_str().unwrap()).await.unwrap();
    let jobs = store.jobs();
    jobs.enqueue(&NewBatch::new("a match with a name that is rather long", "{}", "{}"), 5).await.unwrap();
    for (name, is_good) in [("laptop", true), ("the machine in the cellar", false)] {
        let machine = jobs.admit(name, name).await.unwrap();
        let card = WorkerCard { name: "w".into(), version: "0.1.0/7".into(), slots: 4, speed: 1_234_567, load: 1 };
        let worker = jobs.greet(machine, &card).await.unwrap();
        let claim = Claim { worker, most: 1, lease: Duration::from_secs(60), speed: 1 };
        let claimed = jobs.claim(claim).await.unwrap().remove(0);
        if !is_good {
            jobs.fail(worker, &claimed.held, FailureKind::Refused, "game 2: event 7: nonsense").await.unwrap();
            jobs.set_machine(name, MachineStanding::Quarantined, "nonsense").await.unwrap();
        }
    }
    store.close().await.unwrap();
}

/// All pages of tournaments and bots, after a tournament was played.
async fn all_pages(stage: &Stage) -> (Page, Vec<&'static str>) {
    let page = stage.page(DESK).await;
    enter(stage, &page).await;
    small_tournament(&page, "Small", "3").await;
    until_state(&page, "done").await;
    fill_fleet(stage).await;
    let pages = vec![
        "/tournaments",
        "/tournaments/new",
        "/matches/new",
        "/tournament/small?elo0=0&elo1=10",
        "/bots",
        "/fleet",
        "/bot/Greedy",
        "/watch?tournament=small",
    ];
    (page, pages)
}

#[test]
fn everyone_can_use_the_pages_of_tournaments_and_bots() {
    on_stage("league-everyone", async |stage| {
        let (page, pages) = all_pages(&stage).await;
        let axe = programs::axe();
        let mut all = Vec::new();
        for path in &pages {
            for theme in ["light", "dark"] {
                page.resize(DESK).await;
                page.prefer("prefers-color-scheme", theme).await;
                page.open(path).await;
                page.until("document.readyState === 'complete'").await;
                let found = faults(&page, axe.as_deref()).await;
                all.extend(found.into_iter().map(|fault| format!("{theme} {path}: {fault}")));
                for width in [1280, 320] {
                    page.resize(Looks { width, height: 640, is_phone: width < 800, ..DESK }).await;
                    all.extend(too_wide(&page, width).await.map(|wide| format!("{path} is {wide}")));
                    let name: String = path.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
                    page.keep_screens(&format!("league{name}-{width}-{theme}")).await;
                }
            }
        }
        assert!(all.is_empty(), "{}", all.join("\n"));
    });
}
