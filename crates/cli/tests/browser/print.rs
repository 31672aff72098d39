//! A game on paper: board, players and all moves, nothing to click, dark on white whatever the screen is.

use serde_json::json;

use super::stage::{DESK, Looks, on_stage};
use super::study::lost_game;

/// Whether an element takes room.
const SEEN: &str = "const seen = (it) => it.getClientRects().length > 0 && it.getBoundingClientRect().width > 1;";

#[test]
fn a_game_is_printed_without_controls() {
    on_stage("print", async |stage| {
        let page = stage.page(Looks { is_dark: true, ..DESK }).await;
        let id = lost_game(&page, "ostseeschach-2022", 12).await;
        page.open(&format!("/games/{id}")).await;
        page.until_board().await;
        page.until("!document.querySelector('#analysis').hidden").await;
        let dark = json!([{ "name": "prefers-color-scheme", "value": "dark" }]);
        page.command("Emulation.setEmulatedMedia", json!({ "media": "print", "features": dark })).await;
        let controls = format!(
            "{SEEN} const all = document.querySelectorAll('button, input, select, textarea, header, footer, nav');
             return [...all].filter(seen).map((it) => it.outerHTML.slice(0, 70)).join(' | ')"
        );
        assert_eq!(page.text(&controls).await, "");
        let shown = format!(
            "{SEEN} const board = document.querySelector('#board svg.sb-board');
             return seen(board) && board.getBoundingClientRect().height > 200 && seen(document.querySelector('#player-one'))"
        );
        assert_eq!(page.js(&shown).await, json!(true));
        let cut = "const list = document.querySelector('#moves');
            const last = list.lastElementChild.getBoundingClientRect();
            return [list.children.length > 20, last.bottom <= list.getBoundingClientRect().bottom + 1]";
        assert_eq!(page.js(cut).await, json!([true, true]), "every move is on the paper");
        let colours = "const of = (which) => getComputedStyle(document.querySelector(which));
            return [of('body').backgroundColor, of('#moves').backgroundColor, of('#moves .text').color]";
        assert_eq!(page.js(colours).await, json!(["rgb(255, 255, 255)", "rgb(255, 255, 255)", "rgb(0, 0, 0)"]));
    });
}
