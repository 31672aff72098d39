//! Arrows point one way: a test that fails on a dependency that points the wrong one, on a crate
//! that does not inherit from the workspace, on rules that reach for the world outside, and on
//! `unsafe` where it may not be.
//!
//! The checks are in `house` and are tried here on made-up crates too: a check that cannot fail
//! proves nothing.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod house;

use std::path::Path;

use house::manifest::{Crate, crates_of_workspace, not_inherited, read_metadata};
use house::plan::{Arrow, forbidden};
use house::source::{code_only, reaches_outside, rust_files, unsafe_trouble};

#[test]
fn every_arrow_points_the_right_way() {
    let crates = crates_of_workspace();
    assert!(crates.len() >= 7, "only {} crates were found", crates.len());
    assert!(crates.iter().map(|c| c.arrows.len()).sum::<usize>() >= 10, "hardly an arrow was found");
    let wrong: Vec<_> = crates.iter().flat_map(|c| forbidden(&c.folder, &c.arrows)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_package_is_named_after_us_and_inherits_from_the_workspace() {
    let mut wrong = Vec::new();
    for Crate { name, path, .. } in crates_of_workspace() {
        let manifest = std::fs::read_to_string(path.join("Cargo.toml")).unwrap();
        wrong.extend(not_inherited(&manifest).into_iter().map(|what| format!("{name}: {what}")));
        if !name.starts_with("schwarm-") {
            wrong.push(format!("{name}: packages are called schwarm-…"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether a manifest names a package of Python's.
fn speaks_python(manifest: &str) -> bool {
    manifest.lines().any(|line| ["pyo3", "numpy"].iter().any(|package| line.trim_start().starts_with(package)))
}

#[test]
fn python_stays_in_its_crate() {
    assert!(speaks_python("[dependencies]\npyo3.workspace = true") && !speaks_python("# Not for numpy"));
    for Crate { folder, path, .. } in crates_of_workspace() {
        let manifest = std::fs::read_to_string(path.join("Cargo.toml")).unwrap();
        assert_eq!(speaks_python(&manifest), folder == "py", "{folder}");
    }
}

#[test]
fn rules_know_no_world_outside() {
    let (mut files, mut wrong) = (0, Vec::new());
    for Crate { folder, path, .. } in crates_of_workspace() {
        if folder != "core" && !folder.starts_with("games/") {
            continue;
        }
        for (name, source) in sources(&path, &path.join("src")) {
            files += 1;
            wrong.extend(reaches_outside(&source).into_iter().map(|what| format!("{folder}/{name}: {what}")));
        }
    }
    assert!(files >= 30, "only {files} files were read");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn unsafe_stays_in_its_room() {
    let (mut files, mut wrong) = (0, Vec::new());
    for Crate { folder, path, .. } in crates_of_workspace() {
        for (name, source) in sources(&path, &path) {
            files += 1;
            wrong.extend(unsafe_trouble(&format!("{folder}/{name}"), &source));
        }
    }
    assert!(files >= 60, "only {files} files were read");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Name within the crate and text of every Rust file below a folder of it.
fn sources(of: &Path, below: &Path) -> Vec<(String, String)> {
    let name = |file: &Path| file.strip_prefix(of).unwrap().to_string_lossy().replace('\\', "/");
    let files = rust_files(below);
    files.iter().map(|file| (name(file), std::fs::read_to_string(file).unwrap())).collect()
}

fn arrows(to: &[&str], is_dev: bool) -> Vec<Arrow> {
    to.iter().map(|to| Arrow { to: to.to_string(), is_dev }).collect()
}

#[test]
fn a_wrong_arrow_is_found() {
    for (from, to) in [
        ("core", "games/hive"),
        ("games/hive", "games/piranhas"),
        ("games/hive", "catalog"),
        ("catalog", "draw"),
        ("draw", "catalog"),
        ("search", "games/hive"),
        ("nets", "core"),
        ("engine", "catalog"),
        ("protocol/uhp", "protocol/line"),
        ("arena", "store"),
        ("store", "core"),
        ("web", "engine"),
    ] {
        let found = forbidden(from, &arrows(&[to], false));
        assert_eq!(found.len(), 1, "{from} → {to}");
        assert!(found[0].contains(&format!("{from} may not use {to}")), "{found:?}");
    }
    for (from, to) in [("games/go", "core"), ("protocol/uhp", "games/hive"), ("cli", "web"), ("catalog", "games/go")] {
        assert_eq!(forbidden(from, &arrows(&[to], false)), Vec::<String>::new(), "{from} → {to}");
    }
}

#[test]
fn tests_may_use_the_catalog_and_processes_and_nothing_else_beyond() {
    assert_eq!(forbidden("games/hive", &arrows(&["core", "catalog"], true)), Vec::<String>::new());
    assert_eq!(forbidden("protocol/uhp", &arrows(&["arena"], true)), Vec::<String>::new());
    assert_eq!(forbidden("protocol/uhp", &arrows(&["arena"], false)).len(), 1);
    assert_eq!(forbidden("games/hive", &arrows(&["games/piranhas"], true)).len(), 1);
    assert_eq!(forbidden("draw", &arrows(&["catalog"], false)).len(), 1);
    assert_eq!(forbidden("search", &arrows(&["games/hive"], true)), Vec::<String>::new());
    assert_eq!(forbidden("search", &arrows(&["games/hive"], false)).len(), 1);
}

#[test]
fn an_unknown_crate_is_told_to_add_a_row() {
    for unknown in ["telemetry", "games/hive/macros", "/elsewhere/helper"] {
        let found = forbidden(unknown, &[]);
        assert!(found.len() == 1 && found[0].contains("row of crates/catalog/tests/house/plan.rs"), "{found:?}");
    }
}

#[test]
fn the_answer_of_cargo_is_understood() {
    let metadata = serde_json::json!({
        "workspace_root": "/house",
        "packages": [{
            "name": "schwarm-arena",
            "manifest_path": "/house/crates/arena/Cargo.toml",
            "dependencies": [
                { "name": "serde", "kind": null },
                { "name": "schwarm-store", "kind": null, "path": "/house/crates/store" },
                { "name": "schwarm-catalog", "kind": "dev", "path": "/house/crates/catalog" },
                { "name": "schwarm-uhp", "kind": "build", "path": "/house/crates/protocol/uhp" },
                { "name": "helper", "kind": "dev", "path": "/elsewhere/helper" },
            ],
        }],
    });
    let [arena] = &read_metadata(&metadata)[..] else { panic!("one package") };
    assert_eq!((arena.name.as_str(), arena.folder.as_str()), ("schwarm-arena", "arena"));
    let found = forbidden(&arena.folder, &arena.arrows);
    let starts =
        ["arena may not use store;", "arena may not use protocol/uhp;", "arena may not use /elsewhere/helper for"];
    assert_eq!(found.len(), starts.len(), "{found:?}");
    assert!(found.iter().zip(starts).all(|(found, start)| found.starts_with(start)), "{found:?}");
}

#[test]
fn a_manifest_of_its_own_mind_is_found() {
    let good = "[package]\nname = \"x\"\nversion.workspace = true\nedition.workspace = true\n\
                rust-version.workspace = true\nlicense.workspace = true # both\npublish.workspace = true\n\n\
                [dependencies]\n\n[lints]\nworkspace = true\n";
    assert_eq!(not_inherited(good), Vec::<String>::new());
    for (own, why) in [
        ("edition.workspace = true", "[package] lacks `edition.workspace = true`"),
        ("license.workspace = true", "[package] lacks `license.workspace = true`"),
        ("[lints]", "[lints] lacks `workspace = true`"),
    ] {
        assert_eq!(not_inherited(&good.replace(own, "# gone")), [why]);
    }
}

#[test]
fn rules_that_reach_outside_are_found() {
    for (source, what) in [
        ("fn f() { std::fs::read(\"x\"); }", "std::fs"),
        ("use std::{collections::HashMap, io::{self, stdin}};", "std::io::stdin"),
        ("use std::{\n    fmt,\n    net,\n};", "std::net"),
        ("pub(crate) use std :: env;", "std::env"),
        ("use std::time::{Duration, Instant};", "Instant"),
        ("fn now() { time::SystemTime::now(); }", "SystemTime"),
        ("fn f() { println!(\"hello\"); }", "println!"),
        ("let c = '\"'; eprintln!(\"x\");", "eprintln!"),
    ] {
        assert!(reaches_outside(source).iter().any(|found| found == what), "{source}: {:?}", reaches_outside(source));
    }
    for harmless in [
        "//! Not here: std::fs, Instant.\nuse std::fmt;",
        "/* std::net /* nested */ println!() */ fn f<'a>(x: &'a str) {}",
        "let text = \"std::env, \\\" println!(\"; let raw = r#\"std::fs \" \"#;",
        "struct Instantly; fn print() {}",
        "use std::{fmt::Write, sync::Mutex};",
    ] {
        assert_eq!(reaches_outside(harmless), Vec::<String>::new(), "{harmless}");
    }
}

#[test]
fn unsafe_out_of_its_room_is_found() {
    let allowed = "#![allow(unsafe_code)]\nfn f() { unsafe { g() } }";
    let bare = "fn f() { unsafe { g() } }";
    assert_eq!(unsafe_trouble("games/hive/src/board/avx2.rs", allowed), None);
    assert_eq!(unsafe_trouble("games/hive/src/kernel.rs", allowed), None);
    assert_eq!(unsafe_trouble("core/src/perft.rs", "// no unsafe here\nconst X: &str = \"unsafe\";"), None);
    assert_eq!(unsafe_trouble("draw/src/lib.rs", "#![forbid(unsafe_code)]"), None);
    for (file, source) in [
        ("games/hive/src/board/avx2.rs", bare),
        ("games/hive/src/state.rs", allowed),
        ("core/src/perft.rs", bare),
        ("core/src/perft.rs", "#[allow(unsafe_code)]\nmod fast;"),
    ] {
        assert!(unsafe_trouble(file, source).is_some(), "{file}: {source}");
    }
}

#[test]
fn comments_and_quotes_are_no_code() {
    let source = "a /* b /* c */ d */ 'e' \"f\\\"g\" r#\"h\"i\"# j::<'k>('\\'') br\"l\" // m\nn";
    let words: Vec<_> = code_only(source).split_whitespace().map(str::to_string).collect();
    assert_eq!(words, ["a", "j::<'k>(", ")", "br", "n"]);
}
