//! What the source of a crate may not say.
//!
//! Rules know no files, no network, no clock, no environment and print nothing. `unsafe` stays in
//! the few files that are allowed it.

use std::path::{Path, PathBuf};

/// What no rules crate may name.
const FORBIDDEN_PATHS: &[&str] = &[
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "std::io::stdin",
    "std::io::stdout",
    "std::io::stderr",
    "std::time::Instant",
    "std::time::SystemTime",
    "std::thread::sleep",
];
const FORBIDDEN_WORDS: &[&str] = &["Instant", "SystemTime", "print!", "println!", "eprint!", "eprintln!", "dbg!"];

/// Where `unsafe` may stand, under `crates/`.
const UNSAFE_FILES: &[&str] = &[
    "engine/src/machine.rs",
    "games/hive/src/board/",
    "games/hive/src/kernel.rs",
    "games/hive/src/generate/list.rs",
    "games/hive/tests/memory.rs",
    "nets/src/avx2.rs",
];

/// Every Rust file below a folder.
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return files };
    for entry in entries {
        let path = entry.expect("a folder can be listed").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// What a source text of a rules crate says about the world outside.
pub fn reaches_outside(source: &str) -> Vec<String> {
    let code = code_only(source);
    let paths = imports(&code).into_iter().chain([without_blanks(&code)]);
    let mut found: Vec<String> = Vec::new();
    for path in paths {
        // `core` and `std` have the same rooms.
        let path = path.replace("core::", "std::");
        found.extend(FORBIDDEN_PATHS.iter().filter(|name| path.contains(*name)).map(|name| name.to_string()));
    }
    found.extend(FORBIDDEN_WORDS.iter().filter(|word| has_word(&code, word)).map(|word| word.to_string()));
    found.sort_unstable();
    found.dedup();
    found
}

/// What is wrong with the use of `unsafe` in a file, named by its path under `crates/`.
pub fn unsafe_trouble(file: &str, source: &str) -> Option<String> {
    let code = code_only(source);
    let is_unsafe = has_word(&code, "unsafe");
    let attributes = without_blanks(&code);
    let is_allowed = attributes.contains("#![allow(unsafe_code)]");
    let is_loosened =
        ["allow", "expect", "warn"].iter().any(|level| attributes.contains(&format!("{level}(unsafe_code")));
    let may_be = UNSAFE_FILES.iter().any(|place| file == *place || (place.ends_with('/') && file.starts_with(place)));
    if (is_unsafe || is_loosened) && !may_be {
        return Some(format!("{file}: unsafe code may stand only in {UNSAFE_FILES:?}"));
    }
    (is_unsafe && !is_allowed).then(|| format!("{file}: unsafe code, but no #![allow(unsafe_code)] on top"))
}

/// The paths that `use` declarations bring in, braces taken apart.
fn imports(code: &str) -> Vec<String> {
    let mut paths = Vec::new();
    let flat = code.split_whitespace().collect::<Vec<_>>().join(" ");
    for declaration in flat.split("use ").skip(1) {
        let tree = declaration.split(';').next().unwrap_or_default();
        expand("", tree.trim(), &mut paths);
    }
    paths
}

/// Expands one tree of a `use` declaration.
fn expand(prefix: &str, tree: &str, paths: &mut Vec<String>) {
    match tree.split_once('{') {
        None => paths.push(format!("{prefix}{tree}")),
        Some((head, rest)) => {
            let inner = rest.trim_end().strip_suffix('}').unwrap_or(rest);
            for branch in branches(inner) {
                expand(&format!("{prefix}{}", head.trim()), branch.trim(), paths);
            }
        }
    }
}

/// Splits at the commas that are not inside braces.
fn branches(inner: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0i32, 0, Vec::new());
    for (place, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&inner[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    found.push(&inner[start..]);
    found
}

fn without_blanks(code: &str) -> String {
    code.split_whitespace().collect()
}

/// Whether a word stands alone in the code.
fn has_word(code: &str, word: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word).any(|(place, _)| {
        let before = code[..place].chars().next_back();
        let after = code[place + word.len()..].chars().next();
        !before.is_some_and(is_name) && (word.ends_with('!') || !after.is_some_and(is_name))
    })
}

/// The source without comments and without what stands in quotes.
pub fn code_only(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let skipped = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            'r' if !code.ends_with(|c: char| c.is_alphanumeric() || c == '_') => raw_string(rest),
            '"' => quoted(rest, '"'),
            '\'' if is_character(rest) => quoted(rest, '\''),
            _ => 0,
        };
        if skipped == 0 {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            code.push(' ');
            rest = &rest[skipped..];
        }
    }
    code
}

/// Length of a block comment, which may hold others.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut place) = (0, 0);
    while place < text.len() {
        if text[place..].starts_with("/*") {
            depth += 1;
            place += 2;
        } else if text[place..].starts_with("*/") {
            depth -= 1;
            place += 2;
            if depth == 0 {
                return place;
            }
        } else {
            place += text[place..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// Length of a raw string such as `r#"…"#`, 0 if it is none.
fn raw_string(text: &str) -> usize {
    let hashes = text[1..].chars().take_while(|&c| c == '#').count();
    if !text[1 + hashes..].starts_with('"') {
        return 0;
    }
    let body = 2 + hashes;
    let end = format!("\"{}", "#".repeat(hashes));
    text[body..].find(&end).map_or(text.len(), |place| body + place + end.len())
}

/// Length of a text between quotes, escapes included.
fn quoted(text: &str, quote: char) -> usize {
    let mut chars = text.char_indices().skip(1);
    while let Some((place, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if c == quote {
            return place + 1;
        }
    }
    text.len()
}

/// Whether a tick begins a character and not a lifetime.
fn is_character(text: &str) -> bool {
    let mut chars = text.chars().skip(1);
    match chars.next() {
        Some('\\') => true,
        Some(_) => chars.next() == Some('\''),
        None => false,
    }
}
