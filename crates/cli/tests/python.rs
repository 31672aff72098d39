//! The Python package: its wheel is built, installed, and put through its own tests with the real PettingZoo, Gymnasium and
//! OpenSpiel and with this very program as the arena.
//!
//! `.ci/run` prepares the virtual environment `venv-python` in the target folder; without it the test skips with a loud line, and
//! `SCHWARM_REQUIRE_ALL=1` demands it. Where everything is demanded the wheel is the one users get, and no test of the package
//! may skip; otherwise it is built with the profile `wheel`, in a fraction of the time. Where there is a `venv-python-oldest`, the same
//! wheel is tried by the oldest Python it is for.

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
    let said = test(&python, &wheel, &[""]);
    assert!(!required || !said.contains("SKIPPED"), "SCHWARM_REQUIRE_ALL=1 wants every test of the package\n{said}");
    let oldest = target().join("venv-python-oldest/bin/python");
    if oldest.exists() {
        // What needs none of the other libraries, and little time.
        test(&oldest, &wheel, &["test_position.py", "test_records.py", "test_encodings.py", "test_bot.py"]);
    }
}

/// Installs a wheel and runs tests of the package on it.
fn test(python: &Path, wheel: &Path, tests: &[&str]) -> String {
    run(Command::new(python).args(["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps"]).arg(wheel));
    // Isolated: the package must come from the wheel, not from the sources beside it.
    let said = run(Command::new(python)
        .args(["-I", "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider"])
        .args(tests.iter().map(|file| root().join("python/tests").join(file)))
        .env("SCHWARM_BIN", env!("CARGO_BIN_EXE_schwarm")));
    eprintln!("{}: {}", python.display(), said.lines().last().unwrap_or_default());
    said
}
