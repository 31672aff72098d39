//! Handing in games: a file by mouse, a text by keys alone.

use std::path::Path;

use super::stage::{DESK, on_stage};

const UHP: &str = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-";

const REPLAY: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../protocol/socha/tests/transcripts/piranhas2026-server26.1.0-replay.xml.gz");

#[test]
fn games_are_handed_in_by_mouse_and_by_keys() {
    on_stage("upload", async |stage| {
        let page = stage.page(DESK).await;
        let file = stage.data().join("games.txt");
        std::fs::create_dir_all(stage.data()).unwrap();
        std::fs::write(&file, format!("{UHP}\n{UHP}\n")).unwrap();
        page.open("/games").await;
        page.click("a[href='/upload']").await;
        page.until_page("upload").await;
        page.choose_file("input[type=file]", &file).await;
        page.click("#upload button[type=submit]").await;
        page.until("document.querySelectorAll('#report tbody tr').length === 2").await;
        page.click("#report tbody a").await;
        page.until_page("game").await;
        page.until_board().await;
        let moves = "return String(document.querySelectorAll('#moves li').length)";
        assert_eq!(page.text(moves).await, "4");

        // As the official server packs it.
        page.open("/upload").await;
        page.choose_file("input[type=file]", Path::new(REPLAY)).await;
        page.click("#upload button[type=submit]").await;
        page.until("document.querySelector('#report tbody a')?.textContent").await;

        page.open("/upload").await;
        page.tab_to("#upload textarea").await;
        page.type_text("Base;InProgress;White[2];wS1;bS1 wA1-").await;
        page.tab_to("#upload button[type=submit]").await;
        page.press(&["Enter"]).await;
        page.until("document.querySelector('#report td.bad')?.textContent").await;
    });
}
