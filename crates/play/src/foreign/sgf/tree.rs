//! SGF as such: trees, nodes, properties. Only the main line is kept.

use crate::foreign::Place;

/// How deep variations may lie in each other.
pub const DEEPEST: usize = 64;

/// The most nodes, properties and values a game may have, all together.
const MOST_PARTS: usize = 500_000;

/// The longest name of a property.
const LONGEST_NAME: usize = 32;

/// A property with its values.
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<String>,
    pub(super) place: Place,
}

impl Property {
    /// The first value.
    pub(super) fn value(&self) -> &str {
        self.values.first().map_or("", String::as_str)
    }
}

/// The nodes of a game's main line, the root first.
pub(super) struct Tree {
    pub(super) place: Place,
    pub(super) nodes: Vec<Vec<Property>>,
}

/// What is wrong, and where.
pub(super) type Wrong = (Place, String);

/// A parser that stands between two trees.
pub(super) struct Parser<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    place: Place,
    /// Parts of this tree so far.
    parts: usize,
}

/// A tree that is open: whether it is on the main line, and whether a variation has begun in it.
struct Level {
    live: bool,
    branched: bool,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> Parser<'a> {
        Parser { rest: text.chars().peekable(), place: Place { line: 1, column: 1 }, parts: 0 }
    }

    /// The next tree; `None` at the end of the text.
    pub(super) fn tree(&mut self) -> Result<Option<Tree>, Wrong> {
        self.skip_blanks();
        let mut tree = Tree { place: self.place, nodes: Vec::new() };
        match self.next() {
            None => return Ok(None),
            Some('(') => {}
            Some(c) => return Err((tree.place, format!("{c:?} stands outside of every game; expected (;"))),
        }
        self.parts = 0;
        let mut levels = vec![Level { live: true, branched: false }];
        // The node that properties belong to, and whether it is kept.
        let mut in_node = false;
        while let Some(level) = levels.last_mut() {
            self.skip_blanks();
            let place = self.place;
            let live = level.live;
            match self.rest.peek().copied() {
                None => return Err((place, "the text ends within a game; expected )".to_string())),
                Some(';') => {
                    self.next();
                    if level.branched {
                        return Err((place, "a node stands behind a variation; expected ( or )".to_string()));
                    }
                    in_node = true;
                    self.count(place)?;
                    if live {
                        tree.nodes.push(Vec::new());
                    }
                }
                Some('(') => {
                    self.next();
                    let first = !level.branched;
                    level.branched = true;
                    in_node = false;
                    if levels.len() >= DEEPEST {
                        return Err((place, format!("variations lie more than {DEEPEST} deep in each other")));
                    }
                    levels.push(Level { live: live && first, branched: false });
                }
                Some(')') => {
                    self.next();
                    levels.pop();
                    in_node = false;
                }
                Some(_) => {
                    let property = self.property()?;
                    if !in_node {
                        return Err((place, format!("{}[…] stands outside of a node; expected ;", property.name)));
                    }
                    if let (true, Some(node)) = (live, tree.nodes.last_mut()) {
                        node.push(property);
                    }
                }
            }
        }
        Ok(Some(tree))
    }

    fn property(&mut self) -> Result<Property, Wrong> {
        let place = self.place;
        let mut name = String::new();
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        while let Some(c) = self.rest.peek().copied().filter(|c| is_name(*c)) {
            self.next();
            name.push(c);
            if name.len() > LONGEST_NAME {
                return Err((place, format!("{name}… is no property; names have at most {LONGEST_NAME} letters")));
            }
        }
        if name.is_empty() {
            let c = self.rest.peek().copied().unwrap_or_default();
            return Err((place, format!("{c:?} begins no property; expected a name such as GM, or one of ; ( )")));
        }
        let mut values = Vec::new();
        self.skip_blanks();
        while self.rest.peek() == Some(&'[') {
            self.count(place)?;
            values.push(self.value()?);
            self.skip_blanks();
        }
        if values.is_empty() {
            return Err((self.place, format!("{name} has no value; expected {name}[…]")));
        }
        Ok(Property { name, values, place })
    }

    /// Reads `[…]`. A backslash takes the next character as it is.
    fn value(&mut self) -> Result<String, Wrong> {
        let place = self.place;
        self.next();
        let mut value = String::new();
        loop {
            match self.next() {
                None => return Err((place, "this value has no end; expected ]".to_string())),
                Some(']') => return Ok(value),
                Some('\\') => match self.next() {
                    // A broken line is joined again.
                    None | Some('\n') => {}
                    Some(c) => value.push(c),
                },
                Some(c) => value.push(c),
            }
        }
    }

    fn count(&mut self, place: Place) -> Result<(), Wrong> {
        self.parts += 1;
        match self.parts > MOST_PARTS {
            true => Err((place, format!("a game of more than {MOST_PARTS} nodes and values"))),
            false => Ok(()),
        }
    }

    fn skip_blanks(&mut self) {
        while self.rest.peek().is_some_and(|c| c.is_whitespace()) {
            self.next();
        }
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        match c {
            '\n' => self.place = Place { line: self.place.line + 1, column: 1 },
            _ => self.place.column += 1,
        }
        Some(c)
    }
}

/// A text as the inside of a value.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | ']') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Result<Vec<String>, Wrong> {
        let tree = Parser::new(text).tree()?.expect("a tree");
        Ok(tree.nodes.iter().flatten().map(|p| format!("{}={}", p.name, p.values.join("|"))).collect())
    }

    #[test]
    fn only_the_main_line_is_kept() {
        let text = "(;A[1];B[2](;C[3](;D[4])(;X[0]))(;Y[0];Z[0]))";
        assert_eq!(names(text).expect("reads"), ["A=1", "B=2", "C=3", "D=4"]);
    }

    #[test]
    fn values_may_hold_anything() {
        assert_eq!(names("(;A[a\\]b\\\\]B [x] [y]\nP-1[(;)])").expect("reads"), ["A=a]b\\", "B=x|y", "P-1=(;)"]);
        let odd = "\\]](;)[\\\n";
        assert_eq!(names(&format!("(;A[{}])", escaped(odd))).expect("reads"), [format!("A={odd}")]);
    }

    #[test]
    fn faults_are_named_with_line_and_column() {
        for (text, line, column) in [
            ("(;A[1]\n", 2, 1),
            ("(;\n  A[1", 2, 4),
            ("(;A)", 1, 4),
            ("(A[1])", 1, 2),
            ("x", 1, 1),
            ("(;A[1]\n é)", 2, 2),
            ("(;A[1](;B[2]);C[3])", 1, 14),
        ] {
            let (place, what) = names(text).err().unwrap_or_else(|| panic!("{text:?} was read"));
            assert_eq!((place.line, place.column), (line, column), "{text:?}: {what}");
        }
    }

    #[test]
    fn variations_have_a_limit() {
        let deep = |depth: usize| format!("(;A[1]{}{}", "(;B[2]".repeat(depth), ")".repeat(depth + 1));
        assert!(names(&deep(DEEPEST - 1)).is_ok());
        assert!(names(&deep(DEEPEST)).is_err_and(|(_, what)| what.contains("deep")));
        assert!(names(&deep(1_000_000)).is_err());
    }
}
