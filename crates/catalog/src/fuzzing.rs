//! What must hold for any bytes whatever: the bodies of the fuzz targets (`fuzz/`) and of
//! `tests/fuzz.rs`.
//!
//! Three bytes set the [`Scene`]: a game somewhere in its course, and how the rest of the input is
//! read. Blind bytes seldom make a text the rules look at twice, so they can also be read as words
//! the game itself writes, and as edits of a text the game itself wrote.
//!
//! Invariants checked: nothing panics; a refused text leaves the session untouched and is answered
//! in bearable length; an accepted text is written in a form that reads back as the same thing.
//! Not here: where the bytes come from.

mod checks;
mod scene;
mod texts;

pub use scene::{Reading, Scene};

use checks::{try_id, try_move, try_position, try_setup};

/// Move texts played one after another.
const MOST_TEXTS: usize = 16;

/// How often the rules took what they were given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Texts that were accepted.
    pub accepted: u64,
    /// Texts that were refused.
    pub refused: u64,
}

impl Tried {
    fn count(&mut self, accepted: bool) {
        match accepted {
            true => self.accepted += 1,
            false => self.refused += 1,
        }
    }
}

impl From<bool> for Tried {
    fn from(accepted: bool) -> Tried {
        let mut tried = Tried::default();
        tried.count(accepted);
        tried
    }
}

impl std::ops::AddAssign for Tried {
    fn add_assign(&mut self, more: Tried) {
        self.accepted += more.accepted;
        self.refused += more.refused;
    }
}

/// Every id there is: each game as it stands, and with every option off its default.
pub fn ids() -> Vec<String> {
    let mut ids = Vec::new();
    for info in crate::games() {
        ids.push(info.id.to_string());
        let changed = info.options.iter().filter_map(|option| match option.values {
            [] => Some(option.name.to_string()),
            values => {
                let other = values.iter().find(|value| **value != option.default)?;
                Some(format!("{}={other}", option.name))
            }
        });
        let changed: Vec<String> = changed.collect();
        if !changed.is_empty() {
            ids.push(format!("{},{}", info.id, changed.join(",")));
        }
    }
    ids
}

/// Reads the input as a position.
///
/// # Errors
/// The invariant that broke, with the text that broke it.
pub fn position(data: &[u8]) -> Result<Tried, String> {
    let scene = Scene::set(data)?;
    let written = scene.session.board().filter(|_| scene.seed % 2 == 0).unwrap_or_else(|| scene.session.position());
    try_position(&*scene.rules, &scene.text(&written)).map(Tried::from)
}

/// Plays the input as moves, one after another.
///
/// # Errors
/// The invariant that broke, with the text that broke it.
pub fn moves(data: &[u8]) -> Result<Tried, String> {
    let scene = Scene::set(data)?;
    let mut session = scene.session.clone_box();
    let legal = session.legal_moves();
    let written = legal.get(usize::from(scene.seed) % legal.len().max(1)).map_or("", String::as_str);
    let mut tried = Tried::default();
    for text in scene.text(written).split(['\n', ';']).take(MOST_TEXTS) {
        tried.count(try_move(&mut *session, text)?);
    }
    Ok(tried)
}

/// Reads the input as a setup.
///
/// # Errors
/// The invariant that broke, with the text that broke it.
pub fn setup(data: &[u8]) -> Result<Tried, String> {
    let scene = Scene::set(data)?;
    try_setup(&*scene.rules, &scene.text(&scene.session.setup())).map(Tried::from)
}

/// Reads the input as a game id with options. The scene only chooses the reading.
///
/// # Errors
/// The invariant that broke, with the text that broke it.
pub fn id(data: &[u8]) -> Result<Tried, String> {
    let (header, body) = scene::split(data);
    let ids = ids();
    let near = &ids[usize::from(header[0]) % ids.len()];
    let words = || texts::words_of(ids.iter().map(String::as_str));
    try_id(&Reading::of(header).text(body, near, words)).map(Tried::from)
}
