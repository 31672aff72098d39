//! What was said with the bots, beside the board.

use super::stage::{DESK, on_stage};
use crate::common;

/// A bot that tries to do something on the page of whoever reads its log.
fn hostile() -> String {
    let log = "<img src=x onerror=document.title=1> <b>bold</b>";
    format!("odd=line:sh -c 'echo \"{log}\" >&2; exec {} line --bot greedy'", env!("CARGO_BIN_EXE_schwarm"))
}

#[test]
fn what_was_said_goes_along_with_the_moves() {
    on_stage("talk", async |stage| {
        let data = stage.data();
        let args = ["match", &hostile(), "builtin:random", "--game", "piranhas-2026", "--games", "2", "--data"];
        let played = common::command(&args).arg(&data).output().unwrap();
        assert!(played.status.success(), "{played:?}");
        let page = stage.page(DESK).await;
        page.open("/games/1").await;
        page.until_board().await;
        page.until("!document.querySelector('#analysis').hidden").await;
        page.click("#talk > summary").await;
        page.until("document.querySelector('#talk .said pre > span')").await;
        let heard = "return document.querySelectorAll('#talk .said').length + ' ' + document.querySelector('#talk h3').textContent";
        assert_eq!(page.text(heard).await, "1 odd", "the other bot is one of this program");
        page.press(&["Home"]).await;
        page.until("document.querySelector('#talk [aria-current]')?.dataset.ply === '0'").await;
        page.click("#moves a[data-ply='8']").await;
        page.until("document.querySelector('#talk [aria-current]')?.dataset.ply === '8'").await;
        let is_seen = "const pre = document.querySelector('#talk pre').getBoundingClientRect(); \
                       const now = document.querySelector('#talk [aria-current]').getBoundingClientRect(); \
                       return String(now.top >= pre.top - 1 && now.top < pre.bottom)";
        assert_eq!(page.text(is_seen).await, "true");
        page.click("#talk details > summary").await;
        let log = "return document.querySelector('#talk details pre').textContent";
        assert!(page.text(log).await.contains("<b>bold</b>"));
        let obeyed = "return String(document.querySelectorAll('#talk img, #talk b').length) + document.title";
        assert!(page.text(obeyed).await.starts_with("0odd"), "{}", page.text(obeyed).await);
        // The same without scripts, on a page of its own.
        page.open("/games/1/talk").await;
        let blocks = "return String(document.querySelectorAll('.said pre > span[data-ply]').length > 10)";
        assert_eq!(page.text(blocks).await, "true");
    });
}
