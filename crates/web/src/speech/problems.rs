//! What is wrong with a position, in a sentence.

use schwarm_core::draft::{Palette, Problem};

use crate::words::Lang;

/// Cells of a problem that are named; a board shows all of them.
const MOST_NAMED: usize = 6;

/// A problem of a position, or of a text that should be one. The cells it is about are named behind it.
pub fn problem_words(lang: Lang, palette: &Palette, problem: &Problem) -> String {
    let facts: Vec<(&str, String)> =
        problem.facts.iter().map(|(name, value)| (*name, fact(lang, palette, name, value))).collect();
    let facts: Vec<(&str, &str)> = facts.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let known = Some(format!("problem.{}", problem.id)).filter(|key| lang.find(key).is_some());
    let sentence = lang.say(known.as_deref().unwrap_or("problem.impossible"), &facts);
    match named(palette, problem).as_str() {
        "" => sentence,
        cells => format!("{sentence} ({cells})"),
    }
}

/// Names of things in the language of the reader.
fn fact(lang: Lang, palette: &Palette, name: &str, value: &str) -> String {
    let key = match name {
        "side" => format!("side.{value}"),
        "kind" => format!("kind.{value}"),
        "terrain" => format!("terrain.{value}"),
        "field" => {
            let field = palette.fields.iter().find(|field| field.key == value);
            format!("js.edit.field.{}", field.map_or(value, |field| field.id))
        }
        _ => return value.to_string(),
    };
    lang.find(&key).map_or_else(|| value.to_string(), str::to_string)
}

fn named(palette: &Palette, problem: &Problem) -> String {
    let label = |at: &schwarm_core::view::Cell| {
        palette.board.cell(*at).map_or_else(|| format!("{},{}", at.x, at.y), |cell| cell.label.clone())
    };
    let mut names: Vec<String> = problem.cells.iter().take(MOST_NAMED).map(label).collect();
    if problem.cells.len() > MOST_NAMED {
        names.push("…".to_string());
    }
    names.join("; ")
}
