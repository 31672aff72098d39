//! Programs of others: the browser, its driver, and the checker of accessibility.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Once;

/// What is missing is told once, not by every test.
static TOLD: Once = Once::new();

/// A chromedriver that runs as long as this lives.
pub struct Chromedriver {
    child: Child,
    /// Where it listens.
    pub address: String,
}

impl Chromedriver {
    /// Starts it on a free port.
    pub fn start() -> Chromedriver {
        let mut command = Command::new("chromedriver");
        let mut child = command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let port =
            said.find_map(|line| Some(line.split_once("successfully on port ")?.1.trim_end_matches('.').to_string()));
        std::thread::spawn(move || said.count());
        Chromedriver { child, address: format!("http://127.0.0.1:{}", port.expect("chromedriver tells its port")) }
    }
}

impl Drop for Chromedriver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether there is a browser to drive. Where everything is required, there must be.
pub fn are_there() -> bool {
    let runs = |program: &&str| {
        let found = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        found.is_ok_and(|status| status.success())
    };
    match ["chromium", "chromedriver"].into_iter().find(|program| !runs(program)) {
        Some(missing) => skip(missing, "the pages were not tried in a browser"),
        None => true,
    }
}

/// Where the browser is: its driver would look for another brand.
pub fn browser() -> String {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders).map(|folder| folder.join("chromium")).find(|file| file.is_file());
    found.expect("chromium runs").to_str().unwrap().to_string()
}

/// The script of axe-core: `SCHWARM_AXE`, or where `.ci/run` puts it.
pub fn axe() -> Option<String> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let places = ["npm", "axe"].map(|folder| target.join(folder).join("node_modules/axe-core/axe.min.js"));
    let mut places = std::env::var_os("SCHWARM_AXE").map(PathBuf::from).into_iter().chain(places);
    let found = places.find_map(|place| std::fs::read_to_string(place).ok());
    if found.is_none() {
        skip("axe-core", "the accessibility of the pages was not checked");
    }
    found
}

fn skip(missing: &str, what: &str) -> bool {
    let required = std::env::var("SCHWARM_REQUIRE_ALL").is_ok_and(|value| value == "1");
    assert!(!required, "{missing} is missing, and SCHWARM_REQUIRE_ALL=1 wants everything");
    TOLD.call_once(|| eprintln!("SKIPPED: {missing} is not installed; {what}"));
    false
}
