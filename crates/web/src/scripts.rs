//! Scripts as browsers get them: what a page needs is named at once, and comments stay here.

use crate::assets;

/// These scripts and everything they import, so that a page can ask for all of it at once instead of finding it out
/// step by step. What a script imports later, when it is used, is not among them.
pub(crate) fn needed(entries: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = entries.iter().map(|name| (*name).to_string()).collect();
    let mut done = 0;
    while let Some(name) = names.get(done) {
        let script = assets::text(name).unwrap_or_default();
        for import in imports(&script) {
            if !names.iter().any(|known| known == import) {
                names.push(import.to_string());
            }
        }
        done += 1;
    }
    names
}

/// The files a script imports before it begins: lines such as `import { a } from "./b.js";`.
fn imports(script: &str) -> impl Iterator<Item = &str> {
    let lines = script.lines().filter(|line| line.starts_with("import "));
    lines.filter_map(|line| line.split_once("\"./")?.1.split_once('"')).map(|(name, _)| name)
}

/// The script without comments that stand alone on their lines: a quarter of it, which no browser needs.
pub(crate) fn lean(script: &str) -> String {
    let mut kept = String::with_capacity(script.len());
    let mut is_inside = false;
    for line in script.lines() {
        let text = line.trim();
        let begins = text.starts_with("/*");
        if is_inside || begins {
            let end = text.find("*/");
            is_inside = end.is_none();
            // A cast stands before what it casts.
            if end.is_none_or(|end| end + 2 == text.len()) {
                continue;
            }
        }
        if !text.is_empty() && !text.starts_with("//") {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_knows_all_it_will_ask_for_and_nothing_of_later() {
        let play = needed(&["game.js", "play.js"]);
        for name in ["board.js", "geometry.js", "clock.js"] {
            assert_eq!(play.iter().filter(|known| *known == name).count(), 1, "{name} in {play:?}");
        }
        for later in ["study.js", "analysis.js", "review.js", "graph.js"] {
            assert!(!play.iter().any(|known| known == later), "{later} in {play:?}");
        }
        assert!(play.iter().all(|name| assets::text(name).is_some()), "{play:?}");
        assert_eq!(needed(&["site.js"]), ["site.js", "dom.js"]);
    }

    #[test]
    fn comments_on_lines_of_their_own_are_left_out() {
        let script = "/** What it is. */\nimport \"./a.js\";\n\n/**\n * Long.\n * @param {number} x\n */\nf(x); // why\n  \
                      // how\n  /** @type {A} */ a = 1;\n  const b = 2\n    * 3;\n";
        let kept = "import \"./a.js\";\nf(x); // why\n  /** @type {A} */ a = 1;\n  const b = 2\n    * 3;\n";
        assert_eq!(lean(script), kept);
    }
}
