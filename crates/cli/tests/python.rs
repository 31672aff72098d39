//! The Python package: its wheel is built, installed, and put through its own tests with the real PettingZoo, Gymnasium and
//! OpenSpiel and with this very program as the arena.
//!
//! `.ci/run` prepares the virtual environment `venv-python` in the target folder; without it the test skips with a loud line, and
//! `SCHWARM_REQUIRE_ALL=1` demands it. Where everything is demanded the wheel is the one users get, and no test of the package
//! may skip; otherwise it is built with the profile `wheel`, in a fraction of the time.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The target folder: the one this test was built into.
fn target() -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_schwarm")).ancestors().nth(2).unwrap().to_path_buf()
}

/// Runs a program to its good end and returns what it said.
fn run(command: &mut Command) -> String {
    let done = command.current_dir(root()).output().unwrap();
    let said = [done.stdout, done.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(done.status.success(), "{command:?}\n{said}");
    said
}

#[test]
fn the_wheel_is_built_and_passes_the_tests_of_the_package() {
    let python = target().join("venv-python/bin/python");
    let required = std::env::var("SCHWARM_REQUIRE_ALL").is_ok_and(|value| value == "1");
    if !python.exists() {
        assert!(!required, "{} is missing, and SCHWARM_REQUIRE_ALL=1 wants everything", python.display());
        eprintln!("SKIPPED: {} is missing (see .ci/run); the Python package was not tested", python.display());
        return;
    }
    let wheels = target().join("wheels-tested");
    let _ = std::fs::remove_dir_all(&wheels);
    let profile = if required { "release" } else { "wheel" };
    run(Command::new(&python).args(["-m", "maturin", "build", "--locked", "--profile", profile, "--out"]).arg(&wheels));
    let wheel = std::fs::read_dir(&wheels).unwrap().next().unwrap().unwrap().path();
    assert!(wheel.to_string_lossy().contains("-cp39-abi3-"), "{}", wheel.display());
    run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps"]).arg(&wheel));
    // From the folder of the tests: the package must come from the wheel, not from the sources beside it.
    let tests = root().join("python/tests");
    let said = run(Command::new(&python)
        .args(["-I", "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider"])
        .arg(&tests)
        .env("SCHWARM_BIN", env!("CARGO_BIN_EXE_schwarm")));
    assert!(!required || !said.contains("SKIPPED"), "SCHWARM_REQUIRE_ALL=1 wants every test of the package\n{said}");
    eprintln!("{}", said.lines().last().unwrap_or_default());
}
