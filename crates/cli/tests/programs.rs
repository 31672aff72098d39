//! Programs of others talk to a running server: a tool that checks it against its own OpenAPI document, and the bot of
//! `docs/protocols.md`. Where Python or the tool is missing they are skipped; `SCHWARM_REQUIRE_ALL=1` demands them.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use common::{command, schwarm};

/// Requests whose answers take their time, or do not end by themselves.
const SLOW: &str = "/(events|analyse|review)$";

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// A server of its own, ended with the test.
struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    /// Over the games in `data` of a folder.
    fn start(folder: &Path) -> Serving {
        let mut command =
            command(&["serve", "--web", "127.0.0.1:0", "--socha", "off", "--token", TOKEN, "--data", "data"]);
        let mut child = command.current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
        let address =
            said.split_whitespace().find(|word| word.starts_with("http://")).unwrap_or_else(|| panic!("{said}"));
        Serving { address: address.trim_end_matches('/').to_string(), child }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn fresh_folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("programs").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Says loudly that something is missing; no test is green without it where everything is demanded.
fn skip(missing: &str) {
    let required = std::env::var("SCHWARM_REQUIRE_ALL").is_ok_and(|value| value == "1");
    assert!(!required, "{missing} is missing, and SCHWARM_REQUIRE_ALL=1 wants everything");
    eprintln!("SKIPPED: {missing} is not installed");
}

fn is_there(program: &Path) -> bool {
    let found = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    found.is_ok_and(|status| status.success())
}

/// Where `.ci/run` puts it, or wherever a shell finds it.
fn schemathesis() -> Option<PathBuf> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    [target.join("venv-openapi/bin/schemathesis"), PathBuf::from("schemathesis")]
        .into_iter()
        .find(|path| is_there(path))
}

#[test]
fn a_tool_of_others_finds_no_answer_that_is_not_in_the_document() {
    let Some(tool) = schemathesis() else { return skip("schemathesis (pip install schemathesis)") };
    let folder = fresh_folder("openapi");
    // Something to be found: a match of two games, kept where the server looks.
    let data = folder.join("data");
    let games = ["match", "builtin:random", "builtin:greedy", "--game", "piranhas-2026", "--games", "2", "--data"];
    schwarm(&[&games[..], &[data.to_str().unwrap()]].concat(), "").ok();
    let server = Serving::start(&folder);
    let run = |args: &[&str]| {
        let mut command = Command::new(&tool);
        command.current_dir(&folder).args(["run", &format!("{}/api/openapi.json", server.address)]);
        command.args(["--header", &format!("Authorization: Bearer {TOKEN}"), "--seed", "1", "--checks", "all"]);
        // Texts such as moves are more than any pattern says; who shows nothing gets 403 where the tool expects 401.
        command.args(["--exclude-checks", "positive_data_acceptance,missing_required_header"]);
        command.args(["--request-timeout", "60", "--no-color"]).args(args);
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        assert!(!said.contains("Rate limited"), "{said}");
        said
    };
    let all = run(&["--phases", "examples,coverage,fuzzing", "--max-examples", "4", "--exclude-path-regex", SLOW]);
    assert!(all.contains("Tested: 39"), "{all}");
    // Engines think as long as they are told: once is enough.
    let slow = run(&["--phases", "examples", "--include-path-regex", "/(analyse|review)$"]);
    assert!(slow.contains("Tested: 2"), "{slow}");
}

/// The bot of the page, as it stands there.
fn bot(folder: &Path) -> PathBuf {
    let page = include_str!("../../../docs/protocols.md");
    let part = page.split("```python\n").find(|part| part.starts_with("\"\"\"A bot that plays over HTTP")).unwrap();
    let file = folder.join("http_bot.py");
    std::fs::write(&file, part.split("```").next().unwrap()).unwrap();
    file
}

#[test]
fn the_bot_of_the_page_plays_a_level_and_itself_over_http() {
    if !is_there(Path::new("python3")) {
        return skip("python3");
    }
    let folder = fresh_folder("http-bot");
    let server = Serving::start(&folder);
    let file = bot(&folder);
    let start = |args: &[&str]| {
        let mut command = Command::new("python3");
        command.arg(&file).args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let finish = |child: Child| {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let said = finish(start(&[&server.address, "ostseeschach-2022", "level:1"]));
    assert!(said.contains("wins") || said.contains("draw"), "{said}");
    let mut host = start(&[&server.address, "piranhas-2026", "person"]);
    let mut lines = BufReader::new(host.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    let link = first.strip_prefix("invitation: ").unwrap_or_else(|| panic!("{first}"));
    let guest = finish(start(&[&format!("{}{link}", server.address)]));
    assert_eq!(lines.next().unwrap().unwrap(), guest.trim());
    finish(host);
}
