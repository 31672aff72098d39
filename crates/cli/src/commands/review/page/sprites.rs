//! Many drawings of nearly the same thing in little room: every shape and group is kept once and used by its name.
//!
//! What must hold: the drawing that is put together again looks like the one that was taken apart.
//! Not here: what is drawn (`schwarm-draw`).

use std::collections::{BTreeSet, HashMap};

/// What is shorter than this is cheaper written out than named.
const SHORTEST: usize = 80;

/// The parts of many drawings.
#[derive(Default)]
pub(super) struct Sprites {
    /// Shapes and groups by their text, with their numbers.
    known: HashMap<String, usize>,
    /// All of them as definitions.
    pub defs: String,
    /// Rules of the drawings' style sheets for dark paper, without the class of the drawing: a group that is used
    /// elsewhere does not stand inside of it.
    pub dark: BTreeSet<String>,
}

/// A drawing taken apart.
pub(super) struct Taken {
    /// Left, top, width, height.
    pub frame: [f64; 4],
    /// Its words for those who hear it, escaped.
    pub words: String,
    /// What is drawn.
    pub body: String,
}

impl Sprites {
    /// Takes a drawing of `schwarm-draw` apart.
    pub fn take(&mut self, svg: &str) -> Taken {
        let (root, content) = svg.split_once('>').unwrap_or_default();
        let numbers = attribute(root, "viewBox").unwrap_or_default();
        let mut frame = [0.0; 4];
        for (place, number) in frame.iter_mut().zip(numbers.split(' ')) {
            *place = number.parse().unwrap_or(0.0);
        }
        if let Some((_, rules)) = inside(content, "style").and_then(|style| style.split_once('{')) {
            let rules = rules.split(".schwarm-auto ").map(|rule| rule.trim_end_matches('}'));
            self.dark.extend(
                rules.filter(|rule| !rule.is_empty()).map(|rule| format!(".{}}}", rule.trim_start_matches('.'))),
            );
        }
        let words = inside(content, "desc").unwrap_or_default().to_string();
        let from = content.find("<g").unwrap_or(content.len());
        Taken { frame, words, body: self.body(&content[from..]) }
    }

    fn body(&mut self, content: &str) -> String {
        let mut open = vec![String::new()];
        let mut rest = content;
        while let Some((text, tag)) = rest.split_once('<') {
            let (tag, after) = tag.split_once('>').unwrap_or((tag, ""));
            rest = after;
            let is_group = tag == "g" || tag.starts_with("g ");
            if is_group {
                open.push(format!("<{tag}>"));
                continue;
            }
            let closed = if tag == "/g" && open.len() > 1 { open.pop() } else { None };
            let element = match closed {
                // A cell on which nothing stands.
                Some(group) if group.matches('<').count() == 1 => String::new(),
                Some(group) => self.name(group + "</g>"),
                None if tag == "/svg" => String::new(),
                None if tag.ends_with('/') => self.name(format!("<{tag}>")),
                None => format!("{}<{tag}>", text.trim_matches('\n')),
            };
            if let Some(top) = open.last_mut() {
                top.push_str(&element);
            }
        }
        open.concat()
    }

    /// An element as it is written where it was found.
    fn name(&mut self, element: String) -> String {
        if element.len() < SHORTEST {
            return element;
        }
        let next = self.known.len();
        let defs = &mut self.defs;
        let number = *self.known.entry(element).or_insert_with_key(|element| {
            let (name, rest) = element.split_at(element.find([' ', '>']).unwrap_or(element.len()));
            defs.push_str(&format!("{name} id=\"s{next}\"{rest}\n"));
            next
        });
        format!("<use href=\"#s{number}\"/>")
    }
}

/// Where a drawing puts a cell.
pub(super) fn centre(svg: &str, x: i32, y: i32) -> Option<(f64, f64)> {
    let name = format!("data-cell=\"{x},{y}\"");
    let tag = svg.split('<').find(|tag| tag.contains(&name))?;
    let Some((_, moved)) = tag.split_once("translate(") else { return Some((0.0, 0.0)) };
    let (x, y) = moved.split_once(')')?.0.split_once(' ')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, value) = tag.split_once(&format!("{name}=\""))?;
    value.split_once('"').map(|(value, _)| value)
}

fn inside<'a>(content: &'a str, name: &str) -> Option<&'a str> {
    let (_, text) = content.split_once(&format!("<{name}>"))?;
    text.split_once(&format!("</{name}>")).map(|(text, _)| text)
}

#[cfg(test)]
mod tests {
    use schwarm_core::Setup;
    use schwarm_draw::{SvgStyle, svg};

    use super::*;

    /// A drawing with all names replaced by what they stand for.
    fn expanded(text: &str, defs: &HashMap<String, String>) -> String {
        let Some((before, after)) = text.split_once("<use href=\"#") else { return text.to_string() };
        let (name, after) = after.split_once("\"/>").expect("a use names one thing");
        format!("{before}{}{}", expanded(&defs[name], defs), expanded(after, defs))
    }

    #[test]
    fn a_drawing_taken_apart_is_the_same_put_together() {
        for game in ["hive+mlp", "hive-2020", "piranhas-2026", "ostseeschach-2022"] {
            let rules = schwarm_catalog::open(game).expect("a known game");
            let mut session = rules.start(Setup::Seed(3)).expect("a start");
            let mut rng = schwarm_core::Rng::new(3);
            let mut sprites = Sprites::default();
            let (mut drawn, mut plain) = (Vec::new(), 0);
            while let Some(mv) = session.random_move(&mut rng).filter(|_| drawn.len() < 40) {
                session.play(&mv).expect("a legal move");
                let text = svg(&session.view(), &SvgStyle { coordinates: true, ..SvgStyle::default() });
                plain += text.len();
                let from = text.find("<g").expect("a drawing has groups");
                let groups = text[from..].replace('\n', "").replace("</svg>", "");
                drawn.push((sprites.take(&text), groups));
            }
            let defs: HashMap<String, String> = sprites
                .defs
                .lines()
                .map(|line| {
                    let (element, rest) = line.split_once(" id=\"").expect("a definition");
                    let (name, rest) = rest.split_once('"').expect("a name");
                    (name.to_string(), format!("{element}{rest}"))
                })
                .collect();
            let small = sprites.defs.len() + drawn.iter().map(|(taken, _)| taken.body.len()).sum::<usize>();
            assert!(small * 3 < plain, "{game}: {small} of {plain} bytes");
            for (taken, groups) in drawn {
                assert_eq!(expanded(&taken.body, &defs), groups, "{game}");
                assert!(taken.frame[2] > 100.0 && !taken.words.is_empty());
            }
            assert!(sprites.dark.iter().all(|rule| rule.matches(['{', '}']).count() == 2), "{:?}", sprites.dark);
        }
    }

    #[test]
    fn a_cell_is_found_where_it_is_drawn() {
        let svg = r#"<svg><g data-cell="0,0"><path/></g><g data-cell="1,-2" data-label="x" transform="translate(10.5 -3)"/></svg>"#;
        assert_eq!(centre(svg, 0, 0), Some((0.0, 0.0)));
        assert_eq!(centre(svg, 1, -2), Some((10.5, -3.0)));
        assert_eq!(centre(svg, 1, 2), None);
    }
}
