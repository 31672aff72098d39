//! The scripts of the pages: their types by `tsc`, their arithmetic by Node's own test runner.
//!
//! Both are found or the test skips with a loud line; `SCHWARM_REQUIRE_ALL=1` demands them.

use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn types_of_all_scripts_agree() {
    let tsc = modules().join("typescript/bin/tsc");
    if !tsc.exists() {
        return skip("typescript (npm install --prefix target/npm typescript)");
    }
    run(Command::new("node").arg(tsc).args(["-p", "tsconfig.json"]));
}

#[test]
fn geometry_clocks_and_variations_are_right() {
    if Command::new("node").arg("--version").output().is_err() {
        return skip("node");
    }
    run(Command::new("node").args(["--test", "tests/js/"]));
}

/// Where packages of others are installed for tests.
fn modules() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    target.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target")).join("npm/node_modules")
}

fn run(command: &mut Command) {
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("node runs");
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{said}");
}

fn skip(missing: &str) {
    let required = std::env::var("SCHWARM_REQUIRE_ALL").is_ok_and(|value| value == "1");
    assert!(!required, "{missing} is missing, and SCHWARM_REQUIRE_ALL=1 wants everything");
    eprintln!("SKIPPED: {missing} is not here; the scripts are not checked");
}
