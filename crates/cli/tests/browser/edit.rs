//! Setting up positions: by mouse, by finger, by keys alone, by pasting. What is wrong is named and marked, and one goes on
//! from there.

use schwarm_core::{Rng, Setup};
use schwarm_socha::season::{RuleStyle, Season};
use serde_json::{Value, json};

use super::page::Page;
use super::stage::{DESK, Looks, PHONE, Stage, on_stage};

/// A key that has no name in `press`.
const DELETE: &str = "\u{e017}";

async fn opened(stage: &Stage, looks: Looks, path: &str) -> Page {
    let page = stage.page(looks).await;
    page.open(path).await;
    page.until_board().await;
    page.until("document.querySelector('.palette input') !== null").await;
    page
}

/// Waits until the rules have taken the position on the board, and it is this one.
async fn until_position(page: &Page, position: &str) {
    let here = "new URLSearchParams(location.search).get('position')";
    page.until(&format!("{here} === {} || document.title === 'never'", json!(position))).await;
}

fn cell(x: i32, y: i32) -> String {
    format!("#board [data-at=\"{x},{y}\"]")
}

/// The brush of a side's pieces of a kind, or of a terrain.
fn brush(words: &str) -> String {
    format!("#board .brush:has([data-words=\"{words}\"])")
}

async fn right_click(page: &Page, which: &str) {
    let (x, y) = page.spot(which).await;
    for kind in ["mousePressed", "mouseReleased"] {
        let event = json!({ "type": kind, "x": x, "y": y, "button": "right", "clickCount": 1 });
        page.command("Input.dispatchMouseEvent", event).await;
    }
}

async fn ctrl(page: &Page, key: &str) {
    for kind in ["rawKeyDown", "keyUp"] {
        let code = key.to_uppercase().bytes().next().unwrap();
        let event = json!({ "type": kind, "key": key, "modifiers": 2, "windowsVirtualKeyCode": code });
        page.command("Input.dispatchKeyEvent", event).await;
    }
}

/// Types into a number field as one does: all of it is replaced.
async fn set(page: &Page, name: &str, value: &str) {
    let script = format!(
        "const field = document.querySelector('#values [name=\"{name}\"]'); field.focus(); field.value = '{value}';
         field.dispatchEvent(new Event('change', {{ bubbles: true }}));"
    );
    page.js(&script).await;
}

/// Ids of what is wrong, and how many cells are marked.
async fn told(page: &Page) -> (Vec<String>, u64) {
    let ids = page.js("return [...document.querySelectorAll('#problems li')].map((it) => it.dataset.problem)").await;
    let marked = page.js("return document.querySelectorAll('#board .cell.fault').length").await;
    (serde_json::from_value(ids).unwrap(), marked.as_u64().unwrap())
}

async fn until_problem(page: &Page, id: &str) {
    page.until(&format!("document.querySelector('#problems [data-problem=\"{id}\"]') !== null")).await;
}

#[test]
fn a_hive_is_built_by_mouse() {
    on_stage("edit-hive", async |stage| {
        let page = opened(&stage, DESK, "/edit?game=hive").await;
        // The first piece of the palette is chosen on an empty table.
        page.click(&cell(0, 0)).await;
        page.click(&brush("Black queen")).await;
        page.click(&cell(1, 0)).await;
        page.drag(&brush("White ant"), &cell(-1, 0)).await;
        until_position(&page, "-1,0=wA1 0,0=wQ 1,0=bQ | w 0").await;
        page.drag(&brush("Black beetle"), &cell(0, 0)).await;
        until_position(&page, "-1,0=wA1 0,0=wQ+bB1 1,0=bQ | w 0").await;
        page.drag(&cell(-1, 0), &cell(2, 0)).await;
        until_position(&page, "0,0=wQ+bB1 1,0=bQ 2,0=wA1 | w 0").await;
        set(&page, "round", "7").await;
        set(&page, "to_move", "two").await;
        until_position(&page, "0,0=wQ+bB1 1,0=bQ 2,0=wA1 | b 13").await;
        right_click(&page, &cell(0, 0)).await;
        until_position(&page, "0,0=wQ 1,0=bQ 2,0=wA1 | b 13").await;
        page.click("#tools [data-act=undo]").await;
        until_position(&page, "0,0=wQ+bB1 1,0=bQ 2,0=wA1 | b 13").await;
        page.click("#tools [data-act=redo]").await;
        until_position(&page, "0,0=wQ 1,0=bQ 2,0=wA1 | b 13").await;
        // A link is the position; what is opened by it is the same.
        page.reload().await;
        page.until_board().await;
        let pieces = "document.querySelector('#board').shown.view.cells.length";
        assert_eq!(page.until(pieces).await, json!(3));
        page.click("#tools [data-act=clear]").await;
        until_position(&page, "| w 0").await;
    });
}

#[test]
fn a_hive_is_built_by_keys_alone() {
    on_stage("edit-keys", async |stage| {
        let page = opened(&stage, DESK, "/edit?game=hive-classic").await;
        page.tab_to("#board [data-at]").await;
        page.press(&["Enter"]).await;
        until_position(&page, "0,0=wQ | w 0").await;
        page.press(&["r"]).await;
        for _ in 0..5 {
            page.press(&["ArrowRight"]).await;
        }
        page.until("document.querySelector('.palette :checked').dataset.words === 'Blue queen'").await;
        page.press(&["Enter"]).await;
        page.until("document.activeElement.matches('#board [data-at]')").await;
        page.press(&["ArrowRight", "Enter"]).await;
        until_position(&page, "0,0=wQ 1,0=bQ | w 0").await;
        page.press(&["ArrowLeft", DELETE]).await;
        until_position(&page, "1,0=bQ | w 0").await;
        ctrl(&page, "z").await;
        until_position(&page, "0,0=wQ 1,0=bQ | w 0").await;
        ctrl(&page, "y").await;
        until_position(&page, "1,0=bQ | w 0").await;
    });
}

#[test]
fn a_square_board_is_built_by_mouse_and_what_is_wrong_is_marked() {
    on_stage("edit-square", async |stage| {
        let page = opened(&stage, DESK, "/edit?game=ostseeschach-2022").await;
        page.click("#tools [data-act=clear]").await;
        until_position(&page, "......../......../......../......../......../......../......../........ r 0 0:0").await;
        page.click(&brush("Red gull")).await;
        page.click(&cell(0, 0)).await;
        page.click(&cell(3, 3)).await;
        page.click(&brush("Blue seal")).await;
        page.click(&cell(3, 3)).await;
        page.click(&cell(6, 4)).await;
        set(&page, "ambers-two", "1").await;
        set(&page, "round", "6").await;
        let fine = "......../......../......../......r./...r2..../......../......../M....... r 10 0:1";
        until_position(&page, fine).await;
        page.drag(&cell(6, 4), &cell(3, 3)).await;
        until_problem(&page, "tower-height").await;
        assert_eq!(told(&page).await, (vec!["tower-height".to_string()], 1));
        page.until("document.querySelector('#play-from').hidden").await;
        let words = page.text("return document.querySelector('#board .cell.fault').getAttribute('aria-label')").await;
        assert!(words.contains("d4") && words.contains("tower"), "{words}");
        page.click("#tools [data-act=undo]").await;
        page.until("!document.querySelector('#play-from').hidden").await;
        assert_eq!(told(&page).await, (vec![], 0));
    });
}

#[test]
fn a_square_board_is_built_by_keys_alone() {
    on_stage("edit-fish", async |stage| {
        let page = opened(&stage, DESK, "/edit?game=piranhas-2026").await;
        page.tab_to("#tools [data-act=clear]").await;
        page.press(&["Enter"]).await;
        page.tab_to("#board [data-at]").await;
        page.press(&["r"]).await;
        page.press(&["ArrowRight"]).await;
        let chosen = page.text("return document.querySelector('.palette :checked').value").await;
        assert!(!chosen.is_empty());
        // Round the group to a fish and to an octopus, whatever was chosen before.
        for words in ["Red large fish", "octopus"] {
            page.press(&["r"]).await;
            for _ in 0..12 {
                let here = page.text("return document.querySelector('.palette :checked').dataset.words").await;
                if here == words {
                    break;
                }
                page.press(&["ArrowRight"]).await;
            }
            page.press(&["Enter", "ArrowRight", "ArrowUp", "Enter"]).await;
        }
        page.until("document.querySelectorAll('#board .sb-board .stack').length === 1").await;
        let counted = "const { cells } = document.querySelector('#board').shown.view;
            return [cells.filter((it) => it.stack.length).length, cells.filter((it) => it.terrain === 'octopus').length]";
        assert_eq!(page.js(counted).await, json!([1, 1]));
        page.until("document.querySelectorAll('#doubts li').length > 0").await;
    });
}

/// A position in the middle of a game, as its own text, with its history, and as the XML of its season.
fn written(game: &str, season: Option<Season>) -> (String, String, Option<String>) {
    let rules = schwarm_catalog::open(game).unwrap();
    let mut session = rules.start(Setup::Seed(5)).unwrap();
    let mut rng = Rng::new(5);
    for _ in 0..9 {
        let mv = session.random_move(&mut rng).unwrap();
        session.play(&mv).unwrap();
    }
    let xml = season.map(|season| season.state(&*session, &["a".to_string(), "b".to_string()], None).to_string());
    (session.board().unwrap_or_else(|| session.position()), session.position(), xml)
}

async fn paste(page: &Page, text: &str) {
    page.ask("document.querySelector('#paste textarea').value = args", json!(text)).await;
    page.click("#paste button").await;
}

#[test]
fn every_kind_of_text_can_be_pasted() {
    on_stage("edit-paste", async |stage| {
        let page = opened(&stage, DESK, "/edit?game=hive").await;
        let (board, game_string, _) = written("hive+mlp", None);
        assert!(game_string.starts_with("Base+MLP;"));
        for text in [&game_string, &board] {
            page.click("#tools [data-act=clear]").await;
            until_position(&page, "| w 0").await;
            paste(&page, text).await;
            until_position(&page, &board).await;
            let game = page.text("return document.querySelector('#choose select').value").await;
            assert_eq!(game, "hive+mlp");
        }
        for season in Season::ALL {
            let game = season.game(RuleStyle::Server);
            let (position, _, xml) = written(game, Some(season));
            paste(&page, &xml.unwrap()).await;
            until_position(&page, &position).await;
            assert_eq!(page.text("return new URLSearchParams(location.search).get('game')").await, game);
            paste(&page, &position).await;
            until_position(&page, &position).await;
        }
        paste(&page, "0,0=wQ\n1,0=bX | w 2").await;
        page.until("document.querySelector('#paste-trouble').textContent.includes('line 2, column 5')").await;
    });
}

#[test]
fn a_wrong_position_names_its_cause_in_the_language_of_the_page() {
    on_stage("edit-wrong", async |stage| {
        for (language, word) in [("de", "geteilt"), ("cs", "rozdělený")] {
            let page = opened(&stage, Looks { language, ..DESK }, "/edit?game=hive").await;
            paste(&page, "0,0=wQ 1,0=bQ 4,0=wA1 -3,0=bA1 | w 12").await;
            until_problem(&page, "split").await;
            assert_eq!(told(&page).await, (vec!["split".to_string()], 2));
            let text = page.text("return document.querySelector('#problems').textContent").await;
            assert!(text.contains(word) && text.contains("4,0"), "{text}");
            let unwritten = "return (document.documentElement.outerHTML.match(/⟦[^⟧]*⟧/g) ?? []).join(' ')";
            assert_eq!(page.text(unwritten).await, "");
            // Brought together it can be played.
            page.drag(&cell(4, 0), &cell(2, 0)).await;
            page.drag(&cell(-3, 0), &cell(-1, 0)).await;
            until_position(&page, "-1,0=bA1 0,0=wQ 1,0=bQ 2,0=wA1 | w 12").await;
            assert_eq!(told(&page).await, (vec![], 0));
        }
    });
}

#[test]
fn one_plays_and_studies_from_there() {
    on_stage("edit-on", async |stage| {
        let page = opened(
            &stage,
            DESK,
            "/edit?game=hive&position=0%2C0%3DwQ%201%2C0%3DbQ%202%2C0%3DbA1%20-1%2C0%3DwA1%20%7C%20b%2013",
        )
        .await;
        let shown = "document.querySelector('#board').shown.view.cells.length === 4";
        page.click("a[data-link=study]").await;
        page.until_page("study").await;
        page.until_board().await;
        page.until(shown).await;
        let play = page.text("return document.querySelector('#edit').getAttribute('href')").await;
        page.open(&play).await;
        page.until_board().await;
        page.until(shown).await;
        page.click("#play-from button").await;
        page.until_page("game").await;
        page.until_board().await;
        // The side to move was mine.
        page.until("document.querySelector('#board').acts").await;
        page.until(shown).await;
        let gesture: Value = page.js("return document.querySelector('#board').shown.gestures[0]").await;
        super::hand::Hand::Mouse.make(&page, &gesture, 0).await;
        page.until("document.querySelector('#board').shown.ply >= 2").await;
    });
}

#[test]
fn a_finger_sets_up_a_board_on_a_telephone() {
    on_stage("edit-phone", async |stage| {
        let page = opened(&stage, PHONE, "/edit?game=hive-2020").await;
        page.tap("#tools [data-act=clear]").await;
        page.tap(&brush("Red queen")).await;
        page.tap(&cell(0, 0)).await;
        page.swipe(&brush("Blue queen"), &cell(1, 0)).await;
        page.tap(&brush("blackberry")).await;
        page.tap(&cell(-2, 0)).await;
        until_position(&page, "-2,2=# 0,0=Q 1,-1=q | r 0").await;
        page.tap(&brush("Take away")).await;
        page.tap(&cell(-2, 0)).await;
        until_position(&page, "0,0=Q 1,-1=q | r 0").await;
        let wide = page.js("return document.scrollingElement.scrollWidth").await.as_u64().unwrap();
        assert!(wide <= 360, "{wide}");
    });
}
