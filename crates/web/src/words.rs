//! What the pages say, in three languages.
//!
//! All texts are in `words/*.txt`, one `key = text with {name}` a line; nothing people read stands in code.
//! What must hold: every language has the same keys with the same names in braces (`tests/words.rs`).
//! Where a number decides, a key has the variants `.one` and `.many`, in Czech `.few`, too.
//!
//! Not here: sentences that are put together from a position (`speech`).

use std::collections::HashMap;
use std::sync::OnceLock;

/// A language of the pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// German.
    De,
    /// Czech.
    Cs,
}

/// Which of the texts go to the scripts as well, and as what.
const FOR_SCRIPTS: [&str; 8] = ["adj.", "class.", "counter.", "kind.", "mark.", "side.", "talk.", "terrain."];

type Texts = HashMap<&'static str, &'static str>;

impl Lang {
    /// All languages, in the order they are offered.
    pub const ALL: [Lang; 3] = [Lang::En, Lang::De, Lang::Cs];

    /// The language of a request: what was chosen before, else what the browser prefers, else English.
    pub fn of(accept_language: Option<&str>, cookie: Option<&str>) -> Lang {
        cookie.and_then(Lang::from_code).or_else(|| preferred(accept_language?)).unwrap_or_default()
    }

    /// The language with this code, such as `de`.
    pub fn from_code(code: &str) -> Option<Lang> {
        Lang::ALL.into_iter().find(|lang| lang.code() == code)
    }

    /// The code as HTML and HTTP write it.
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::De => "de",
            Lang::Cs => "cs",
        }
    }

    /// The name of the language in itself.
    pub const fn name(self) -> &'static str {
        match self {
            Lang::En => "English",
            Lang::De => "Deutsch",
            Lang::Cs => "Čeština",
        }
    }

    /// A text with its names filled in. A key nobody has written is shown as a mark that tests look for.
    pub fn say(self, key: &str, values: &[(&str, &str)]) -> String {
        match self.find(key) {
            Some(text) => fill(text, values),
            None => format!("⟦{key}⟧"),
        }
    }

    /// A text in the form a number asks for, with the number as `{n}`.
    pub fn count(self, key: &str, n: u64, values: &[(&str, &str)]) -> String {
        let form = self.form(n);
        let key = [form, "many"].map(|form| format!("{key}.{form}")).into_iter().find(|key| self.find(key).is_some());
        let number = n.to_string();
        let values: Vec<_> = values.iter().copied().chain([("n", number.as_str())]).collect();
        self.say(&key.unwrap_or_default(), &values)
    }

    /// The text of a key as it is written, if there is one.
    pub fn find(self, key: &str) -> Option<&'static str> {
        self.texts().get(key).copied()
    }

    /// All keys, sorted.
    pub fn keys(self) -> Vec<&'static str> {
        let mut keys: Vec<_> = self.texts().keys().copied().collect();
        keys.sort_unstable();
        keys
    }

    /// What scripts say: the keys that begin with `js.`, without it, and the names of things on a board.
    pub fn script_words(self) -> serde_json::Value {
        let mine = |key: &'static str| match key.strip_prefix("js.") {
            None => FOR_SCRIPTS.iter().any(|prefix| key.starts_with(prefix)).then_some(key),
            short => short,
        };
        let words = self.keys().into_iter().filter_map(|key| Some((mine(key)?, self.find(key)?)));
        words.map(|(key, text)| (key.to_string(), text.into())).collect::<serde_json::Map<_, _>>().into()
    }

    /// Which form a number asks for.
    const fn form(self, n: u64) -> &'static str {
        match (self, n) {
            (_, 1) => "one",
            (Lang::Cs, 2..=4) => "few",
            _ => "many",
        }
    }

    fn texts(self) -> &'static Texts {
        static TEXTS: OnceLock<[Texts; 3]> = OnceLock::new();
        let all = TEXTS.get_or_init(|| {
            [include_str!("../words/en.txt"), include_str!("../words/de.txt"), include_str!("../words/cs.txt")]
                .map(read)
        });
        &all[self as usize]
    }
}

/// Reads a file of texts. Lines without a key are told by the tests.
fn read(file: &'static str) -> Texts {
    let lines = file.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.filter_map(|line| line.split_once('=')).map(|(key, text)| (key.trim(), text.trim())).collect()
}

/// Puts values in the place of their names. A value is never read as a text: braces in it stay.
fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            filled.push('{');
            rest = after;
            continue;
        };
        match values.iter().find(|(known, _)| *known == name) {
            Some((_, value)) => filled.push_str(value),
            None => filled.push_str(&format!("⟦{name}⟧")),
        }
        rest = after;
    }
    filled + rest
}

/// The language a browser likes best among ours.
fn preferred(accept: &str) -> Option<Lang> {
    let mut best: Option<(Lang, f32)> = None;
    for wish in accept.split(',').take(50) {
        let mut parts = wish.split(';');
        let tag = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
        let weight = parts.find_map(|part| part.trim().strip_prefix("q=")?.trim().parse().ok()).unwrap_or(1.0);
        let Some(lang) = Lang::from_code(tag.split('-').next().unwrap_or_default()) else { continue };
        if weight > best.map_or(0.0, |(_, least)| least) {
            best = Some((lang, weight));
        }
    }
    best.map(|(lang, _)| lang)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weight_decides_and_the_first_of_equals() {
        let of = |accept| Lang::of(Some(accept), None);
        assert_eq!(of("de-AT,de;q=0.9,en;q=0.8"), Lang::De);
        assert_eq!(of("fr, en;q=0.3, cs;q=0.7"), Lang::Cs);
        assert_eq!(of("fr-CH, fr;q=0.9"), Lang::En);
        assert_eq!(of("cs;q=0, de;q=0.1"), Lang::De);
        assert_eq!(of("cs;q=x,de"), Lang::Cs);
        assert_eq!(of(""), Lang::En);
        assert_eq!(of("en;q=0.5,*;q=0.9,CS ; q=0.6"), Lang::Cs);
    }

    #[test]
    fn a_choice_beats_the_browser() {
        assert_eq!(Lang::of(Some("de"), Some("cs")), Lang::Cs);
        assert_eq!(Lang::of(Some("de"), Some("xx")), Lang::De);
        assert_eq!(Lang::of(None, None), Lang::En);
    }

    #[test]
    fn values_are_put_in_and_not_read() {
        assert_eq!(fill("{a} and {b}, {a}", &[("a", "{b}"), ("b", "2")]), "{b} and 2, {b}");
        assert_eq!(fill("{a", &[("a", "1")]), "{a");
        assert_eq!(fill("{c}", &[]), "⟦c⟧");
    }

    #[test]
    fn czech_counts_in_three_forms() {
        let forms = [1, 2, 4, 5, 0, 22].map(|n| Lang::Cs.form(n));
        assert_eq!(forms, ["one", "few", "few", "many", "many", "many"]);
        assert_eq!([1, 2, 0].map(|n| Lang::En.form(n)), ["one", "many", "many"]);
    }
}
