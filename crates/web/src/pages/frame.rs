//! What all pages have in common: who visits, the frame around the content, pictures of boards.

use std::convert::Infallible;

use askama::Template;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::Html;
use serde::Serialize;

use crate::guard::{Called, cookie};
use crate::words::Lang;
use crate::{Asker, Trouble, assets, scripts};

/// The script of every page.
const SITE: &str = "site.js";

/// Cookie of the colours.
pub(super) const THEME: &str = "theme";

/// Colours one can choose; the first is what the device prefers.
pub(super) const THEMES: [&str; 3] = ["auto", "light", "dark"];

/// Whoever looks at a page.
#[derive(Clone, Debug)]
pub(super) struct Visit {
    pub(super) asker: Option<Asker>,
    pub(super) lang: Lang,
    pub(super) theme: &'static str,
    /// Path and query of the page.
    pub(super) path: String,
    /// Whether the page itself was asked for, and nothing changed.
    pub(super) is_read: bool,
    /// By which address the server was called.
    origin: String,
}

impl Visit {
    pub(super) fn of(parts: &Parts) -> Visit {
        let asker = parts.extensions.get::<Asker>().cloned();
        let chosen = cookie(&parts.headers, THEME);
        Visit {
            lang: asker.as_ref().map_or(Lang::default(), |asker| asker.lang),
            asker,
            theme: THEMES.into_iter().find(|theme| Some(*theme) == chosen).unwrap_or(THEMES[0]),
            path: parts.uri.path_and_query().map_or("/", |path| path.as_str()).to_string(),
            is_read: parts.method == axum::http::Method::GET,
            origin: parts.extensions.get::<Called>().map_or_else(String::new, |called| called.0.clone()),
        }
    }

    /// The frame of a page.
    pub(super) fn frame(&self, page: &'static str, title: String) -> Frame {
        Frame { lang: self.lang, theme: self.theme, path: self.path.clone(), page, title, scripts: &[] }
    }

    /// A picture in the colours of the visitor.
    pub(super) fn picture(&self, src: impl Into<String>, alt: impl Into<String>) -> Picture {
        let src = src.into();
        let with = |theme| format!("{src}{}theme={theme}", if src.contains('?') { '&' } else { '?' });
        Picture {
            src: if self.theme == "dark" { with("dark") } else { src.clone() },
            dark: (self.theme == "auto").then(|| with("dark")),
            alt: alt.into(),
            width: None,
        }
    }

    /// The whole address of a path here, for those who need it outside of the page.
    pub(super) fn absolute(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Visit {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Visit, Infallible> {
        Ok(Visit::of(parts))
    }
}

/// A picture of a board.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    pub(super) src: String,
    /// The same for dark devices, where the device decides.
    pub(super) dark: Option<String>,
    pub(super) alt: String,
    /// In pixels; without it the picture takes the room it is given.
    pub(super) width: Option<u32>,
}

/// The frame around the content of a page.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) lang: Lang,
    pub(super) theme: &'static str,
    pub(super) path: String,
    pub(super) page: &'static str,
    pub(super) title: String,
    /// The script of the page, and those it will load in any case.
    scripts: &'static [&'static str],
}

impl Frame {
    /// The same page with a script. Behind it stand those which it loads by itself in any case.
    pub(super) fn with(self, scripts: &'static [&'static str]) -> Frame {
        Frame { scripts, ..self }
    }

    /// The script of the page.
    pub(super) fn script(&self) -> Option<&'static str> {
        self.scripts.first().copied()
    }

    /// Everything the scripts need, asked for at once.
    pub(super) fn modules(&self) -> Vec<String> {
        let all: Vec<_> = [SITE].into_iter().chain(self.scripts.iter().copied()).collect();
        scripts::needed(&all)
    }

    /// A text.
    pub(super) fn t(&self, key: &str) -> String {
        self.lang.say(key, &[])
    }

    /// The address of a file that browsers may keep.
    pub(super) fn asset(&self, name: &str) -> String {
        assets::address(name)
    }

    /// The words of the scripts.
    pub(super) fn words(&self) -> String {
        embedded(&self.lang.script_words())
    }

    /// The pages of the menu: address, title, and whether it is this one.
    pub(super) fn menu(&self) -> [(&'static str, String, bool); 7] {
        let pages = [
            ("/", "home"),
            ("/learn", "learn"),
            ("/watch", "watch"),
            ("/tournaments", "tournaments"),
            ("/games", "games"),
            ("/study", "study"),
            ("/about", "about"),
        ];
        pages.map(|(path, page)| {
            let key = if page == "home" { "nav.play".to_string() } else { format!("nav.{page}") };
            (path, self.t(&key), page == self.page)
        })
    }

    /// The languages: code, name, and whether it is this one.
    pub(super) fn languages(&self) -> [(&'static str, &'static str, bool); 3] {
        Lang::ALL.map(|lang| (lang.code(), lang.name(), lang == self.lang))
    }

    /// The colours: id, name, and whether these are chosen.
    pub(super) fn themes(&self) -> [(&'static str, String, bool); 3] {
        THEMES.map(|theme| (theme, self.t(&format!("theme.{theme}")), theme == self.theme))
    }
}

/// JSON that can stand inside of a page: nothing in it ends a script element.
pub(super) fn embedded(data: &impl Serialize) -> String {
    let text = serde_json::to_string(data).unwrap_or_else(|_| "null".to_string());
    text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// A page as it is sent.
pub(super) fn render(page: &impl Template) -> Result<Html<String>, Trouble> {
    page.render().map(Html).map_err(|error| Trouble::failed("a page", &error))
}
