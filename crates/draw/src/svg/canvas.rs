//! Writing SVG.
//!
//! Colours become concrete attributes that every renderer understands; under
//! `Theme::Auto` they also carry classes, and a style sheet exchanges them on dark systems.
//! What must hold: elements are closed in order, text is escaped, numbers are finite and
//! short.
//! Not here: what is drawn.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;

use super::Theme;
use super::glyphs;
use super::theme::Colour;

/// Where a text hangs on its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
}

/// An SVG being written.
pub(super) struct Canvas {
    theme: Theme,
    /// Colours are written as variables of a page.
    variables: bool,
    out: String,
    used: BTreeSet<Colour>,
}

impl Canvas {
    pub fn new(theme: Theme) -> Canvas {
        Canvas { theme, variables: false, out: String::new(), used: BTreeSet::new() }
    }

    /// A canvas whose colours are CSS variables, set by whoever uses the drawing.
    pub fn with_variables() -> Canvas {
        Canvas { variables: true, ..Canvas::new(Theme::Light) }
    }

    /// What was drawn, without a document around it.
    pub fn into_text(self) -> String {
        self.out
    }

    /// Opens a group; `attributes` starts with a space or is empty.
    pub fn open(&mut self, attributes: &str) {
        let _ = write!(self.out, "<g{attributes}>");
    }

    /// Closes the last group.
    pub fn close(&mut self) {
        self.out.push_str("</g>\n");
    }

    /// Starts a new line in the source.
    pub fn newline(&mut self) {
        self.out.push('\n');
    }

    /// A tooltip and name for the group just opened.
    pub fn title(&mut self, words: &str) {
        let _ = write!(self.out, "<title>{}</title>", escape(words));
    }

    /// A path with a fill, an outline, or both.
    pub fn path(&mut self, d: &str, fill: Option<Colour>, stroke: Option<(Colour, f64)>) {
        let paint = self.paint(fill, stroke);
        let _ = write!(self.out, r#"<path d="{d}"{paint}/>"#);
    }

    /// A dashed outline.
    pub fn dashed(&mut self, d: &str, stroke: (Colour, f64), dash: f64) {
        let paint = self.paint(None, Some(stroke));
        let _ = write!(self.out, r#"<path d="{d}"{paint} stroke-dasharray="{} {}"/>"#, n(dash), n(dash * 1.3));
    }

    /// A circle.
    pub fn circle(&mut self, x: f64, y: f64, r: f64, fill: Option<Colour>, stroke: Option<(Colour, f64)>) {
        let paint = self.paint(fill, stroke);
        let _ = write!(self.out, r#"<circle cx="{}" cy="{}" r="{}"{paint}/>"#, n(x), n(y), n(r));
    }

    /// A rectangle `[x, y, width, height]` with rounded corners.
    pub fn rect(&mut self, frame: [f64; 4], round: f64, fill: Option<Colour>, stroke: Option<(Colour, f64)>) {
        let paint = self.paint(fill, stroke);
        let [x, y, w, h] = frame.map(n);
        let _ = write!(self.out, r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{}"{paint}/>"#, n(round));
    }

    /// A line of text in strokes; `size` is the height of a capital, `y` the base line.
    pub fn text(&mut self, x: f64, y: f64, size: f64, anchor: Anchor, words: &str, colour: Colour) {
        let width = glyphs::width(words, size);
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
        };
        let d = glyphs::path(words, left, y, size);
        if !d.is_empty() {
            self.path(&d, None, Some((colour, size * glyphs::WEIGHT)));
        }
    }

    /// The whole document: `attributes` of the root, a head written before everything else, the drawing.
    pub fn finish(self, attributes: &str, head: &str) -> String {
        let Canvas { theme, out, used, .. } = self;
        let class = if theme == Theme::Auto { "schwarm schwarm-auto" } else { "schwarm" };
        let style = if theme == Theme::Auto { style_sheet(&used) } else { String::new() };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{class}\"{attributes} fill=\"none\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\">\n{head}{style}{out}</svg>\n"
        )
    }

    fn paint(&mut self, fill: Option<Colour>, stroke: Option<(Colour, f64)>) -> String {
        let mut attributes = String::new();
        let mut classes = Vec::new();
        if let Some(colour) = fill {
            let _ = write!(attributes, r#" fill="{}""#, self.code(colour));
            classes.extend(self.class('f', colour));
        }
        if let Some((colour, width)) = stroke {
            let _ = write!(attributes, r#" stroke="{}" stroke-width="{}""#, self.code(colour), n(width));
            classes.extend(self.class('s', colour));
        }
        if !classes.is_empty() {
            let _ = write!(attributes, r#" class="{}""#, classes.join(" "));
        }
        attributes
    }

    fn code(&self, colour: Colour) -> Cow<'static, str> {
        match self.theme {
            _ if self.variables => format!("var(--{})", colour.name).into(),
            Theme::Dark => colour.dark.into(),
            _ => colour.light.into(),
        }
    }

    fn class(&mut self, property: char, colour: Colour) -> Option<String> {
        (self.theme == Theme::Auto && colour.light != colour.dark).then(|| {
            self.used.insert(colour);
            format!("{property}-{}", colour.name)
        })
    }
}

fn style_sheet(used: &BTreeSet<Colour>) -> String {
    let mut css = String::from("<style>@media (prefers-color-scheme:dark){");
    for Colour { name, dark, .. } in used {
        let _ = write!(css, ".schwarm-auto .f-{name}{{fill:{dark}}}.schwarm-auto .s-{name}{{stroke:{dark}}}");
    }
    css + "}</style>\n"
}

/// A number with at most two decimals.
pub(super) fn n(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    // Negative zero would print its sign.
    if rounded == 0.0 { "0".to_owned() } else { rounded.to_string() }
}

/// Text for XML.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}

/// A regular hexagon, pointy top, with softened corners, its centre at `0,y`.
pub(super) fn hexagon(y: f64, radius: f64, soft: f64) -> String {
    let corner = |i: usize| {
        let angle = (i as f64).mul_add(60.0, -90.0).to_radians();
        (radius * angle.cos(), y + radius * angle.sin())
    };
    let mut d = String::new();
    for i in 0..6 {
        let (here, before, after) = (corner(i), corner((i + 5) % 6), corner((i + 1) % 6));
        let toward = |p: (f64, f64)| {
            let t = soft / radius;
            (here.0 + (p.0 - here.0) * t, here.1 + (p.1 - here.1) * t)
        };
        let (a, b) = (toward(before), toward(after));
        let command = if i == 0 { 'M' } else { 'L' };
        let _ = write!(d, "{command}{} {}Q{} {} {} {}", n(a.0), n(a.1), n(here.0), n(here.1), n(b.0), n(b.1));
    }
    d + "Z"
}

/// A `transform` attribute that moves and scales; nothing when it would change nothing.
pub(super) fn place(at: (f64, f64), scale: f64) -> String {
    let scale = (scale * 1000.0).round() / 1000.0;
    let mut steps = Vec::new();
    if at != (0.0, 0.0) {
        steps.push(format!("translate({} {})", n(at.0), n(at.1)));
    }
    if scale != 1.0 {
        steps.push(format!("scale({scale})"));
    }
    if steps.is_empty() { String::new() } else { format!(r#" transform="{}""#, steps.join(" ")) }
}
