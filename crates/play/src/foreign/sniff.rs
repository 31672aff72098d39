//! Which format a text is in. The content says it, never a file name.

use super::{Format, ImportError, Place};

const EXPECTED: &str = "expected PGN ([Game \"hive\"] or [GameType \"Base\"]), SGF ((;GM[27]…), \
                        a UHP GameString (Base;InProgress;…) or a record as JSON ({\"game\":…})";

/// Characters of a text that are looked at before the first tag must have come.
const LOOK: usize = 1 << 16;

/// The format of a text.
pub(super) fn detect(text: &str) -> Result<Format, ImportError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut tags = false;
    let mut in_comment = false;
    let mut seen = 0;
    for (index, line) in text.lines().enumerate() {
        let body = line.trim_start();
        let column = line.chars().count() - body.chars().count() + 1;
        let place = Place { line: index + 1, column };
        let unknown = |what: String| Err(ImportError::Unknown { place, what });
        seen += line.len() + 1;
        if seen > LOOK && index > 0 && !tags {
            return unknown(format!("nothing so far says which format this is; {EXPECTED}"));
        }
        if in_comment {
            in_comment = !body.contains('}');
            continue;
        }
        match body.chars().next() {
            None => {}
            Some('%' | ';' | '#') => {}
            Some('(') => match body[1..].trim_start().chars().next() {
                None | Some(';') => return Ok(Format::Sgf),
                Some(_) => return unknown(format!("an SGF tree begins with (; {EXPECTED}")),
            },
            Some('{') if !tags => match body[1..].trim_start().chars().next() {
                None | Some('"' | '}') => return Ok(Format::Json),
                // A remark before the first tag of a PGN file.
                Some(_) => in_comment = !body.contains('}'),
            },
            Some('[') => {
                if body[1..].trim_start().starts_with('{') {
                    return unknown("a list of records; expected one record a line, without [ and ]".to_string());
                }
                tags = true;
                match body[1..].split_whitespace().next() {
                    Some("Game") => return Ok(Format::Pgn),
                    // Our own files name the game too, in the lines that follow or went before.
                    Some("GameType") => {
                        return Ok(if names_game(text) { Format::Pgn } else { Format::ViewerPgn });
                    }
                    _ => {}
                }
            }
            Some('<') => {
                let what = "this is XML, perhaps a replay of the Software-Challenge; it is not read here";
                return unknown(what.to_string());
            }
            Some(_) if tags => {
                let what = "the moves begin, but no tag says which game it is; expected [Game \"hive\"] or \
                            [GameType \"Base+MLP\"] before them";
                return unknown(what.to_string());
            }
            Some(_) => {
                let kind = body.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
                let is_type = kind == "base" || kind.starts_with("base+") || kind == "classic";
                if is_type && body.contains(';') {
                    return Ok(Format::Uhp);
                }
                return unknown(format!("{:?} begins no format; {EXPECTED}", schwarm_core::error::shorten(body)));
            }
        }
    }
    let place = Place { line: text.lines().count().max(1), column: 1 };
    let what = match tags {
        true => "no tag says which game it is; expected [Game \"hive\"] or [GameType \"Base+MLP\"]".to_string(),
        false => format!("the text is empty; {EXPECTED}"),
    };
    Err(ImportError::Unknown { place, what })
}

/// Whether the tags of the first game have one that is only ours.
fn names_game(text: &str) -> bool {
    let tags = text.lines().skip_while(|line| !line.trim_start().starts_with('['));
    let mut tags = tags.take_while(|line| line.trim_start().starts_with('['));
    tags.any(|line| line.trim_start()[1..].split_whitespace().next() == Some("Game"))
}
