//! A small reader of pages: enough to see that they are sound.
#![allow(dead_code, reason = "each test binary uses its part of it")]

use crate::client::Browser;

/// Elements that have no end.
const VOID: [&str; 8] = ["meta", "link", "input", "img", "source", "br", "hr", "wbr"];

/// A page that was looked through.
pub struct Page {
    pub text: String,
    tags: Vec<String>,
}

impl Page {
    /// Reads a page and checks it: elements are nested, ids are unique, nothing is said that nobody has written,
    /// nothing in it is forbidden by our policy.
    #[track_caller]
    pub fn read(path: &str, text: &str) -> Page {
        assert!(text.starts_with("<!doctype html>"), "{path}");
        assert!(!text.contains('⟦'), "{path}: {}", text.split('⟦').nth(1).unwrap_or_default());
        let tags = tags(path, text);
        check_nesting(path, &tags);
        for tag in &tags {
            let inline = ["style", "style ", "script"].contains(&tag.as_str()) || tag.contains(" style=");
            let listens = |part: &str| part.starts_with("on") && part.contains("=\"");
            assert!(!inline && !tag.split(' ').any(listens), "{path}: {tag}");
            assert!(!tag.starts_with("img") || tag.contains(" alt="), "{path}: {tag}");
        }
        let mut ids: Vec<_> = tags.iter().filter_map(|tag| tag.split_once(" id=\"")?.1.split('"').next()).collect();
        ids.sort_unstable();
        assert!(ids.windows(2).all(|two| two[0] != two[1]), "{path}: {ids:?}");
        Page { text: text.to_string(), tags }
    }

    /// A page that must be there, in the language of the browser, and sound.
    #[track_caller]
    pub fn open(browser: &mut Browser, path: &str) -> Page {
        let answer = browser.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        let page = Page::read(path, &answer.text());
        assert_eq!(page.lang(), browser.lang, "{path}");
        page
    }

    pub fn lang(&self) -> &str {
        self.text.split("<html lang=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default()
    }

    #[track_caller]
    pub fn title(&self) -> String {
        let title = self.text.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next());
        title.filter(|title| !title.trim().is_empty()).expect("a page has a title").to_string()
    }

    /// Elements of a kind with an attribute: `li[data-ply`.
    pub fn count(&self, what: &str) -> usize {
        let (name, attribute) = what.split_once('[').expect("element[attribute");
        let is_one = |tag: &&String| tag.split(' ').next() == Some(name) && tag.contains(&format!(" {attribute}"));
        self.tags.iter().filter(is_one).count()
    }

    /// The numbers of the games in a table.
    pub fn games(&self) -> Vec<usize> {
        let rows = self.text.split("<th scope=\"row\"><a href=\"/games/").skip(1);
        rows.filter_map(|rest| rest.split('"').next()?.parse().ok()).collect()
    }
}

/// All tags of a page, without brackets; what is inside of scripts is none.
#[track_caller]
fn tags(path: &str, text: &str) -> Vec<String> {
    let (mut tags, mut rest) = (Vec::new(), text);
    while let Some((_, after)) = rest.split_once('<') {
        let (tag, after) = after.split_once('>').unwrap_or_else(|| panic!("{path}: a tag has no end"));
        tags.push(tag.to_string());
        rest = match tag.starts_with("script ") {
            true => &after[after.find("</script>").expect("a script has an end")..],
            false => after,
        };
    }
    tags
}

#[track_caller]
fn check_nesting(path: &str, tags: &[String]) {
    let mut open: Vec<&str> = Vec::new();
    for tag in tags.iter().filter(|tag| !tag.starts_with('!')) {
        let name = tag.split([' ', '\n']).next().unwrap_or_default();
        match name.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop(), Some(closed), "{path}: </{closed}> after {open:?}"),
            None if VOID.contains(&name) => {}
            None => open.push(name),
        }
        let inside = |outer: &str| open.iter().filter(|name| **name == outer).count();
        assert!(inside("a") <= 1 && inside("form") <= 1 && inside("button") <= 1, "{path}: {tag} inside of itself");
        assert!(
            !(["p", "div", "ul"].contains(&name) && inside("p") > usize::from(name == "p")),
            "{path}: {tag} in a p"
        );
    }
    assert!(open.is_empty(), "{path}: {open:?} have no end");
}

/// Files a page loads at once.
pub fn addresses(text: &str) -> Vec<String> {
    let attributes = [" src=\"", "stylesheet\" href=\"", "icon\" href=\"", "preload\" href=\"", "crossorigin href=\""];
    let found = attributes.into_iter().flat_map(|attribute| text.split(attribute).skip(1));
    found.filter_map(|rest| rest.split('"').next()).map(|path| path.replace("&#38;", "&")).collect()
}

/// Files a script loads before it begins; they lie beside it.
pub fn imports(path: &str, script: &str) -> Vec<String> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let names = script.split("from \"./").skip(1).filter_map(|rest| rest.split('"').next());
    names.map(|name| format!("{folder}/{name}")).collect()
}
