//! Pieces as parts of a sentence.
//!
//! The words of a language give each kind its gender and its forms (`noun.KIND = gender | subject | object | beside`,
//! later forms left out repeat the one before), each side an adjective and each gender its articles.

use schwarm_core::view::PieceView;

use crate::words::Lang;

/// The part a piece plays in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    /// It does something.
    Subject,
    /// Something is done to it.
    Object,
    /// Something is placed beside it.
    Beside,
}

/// A piece of the one who moves: `spider 1`, `the queen`.
pub(super) fn own(lang: Lang, piece: &PieceView, sides: [&str; 2], case: Case) -> String {
    phrase(lang, if number(piece).is_empty() { "np.own" } else { "np.own.numbered" }, piece, sides, case)
}

/// A piece that is told by its side: `black's spider 1`.
pub(super) fn sided(lang: Lang, piece: &PieceView, sides: [&str; 2], case: Case) -> String {
    phrase(lang, if number(piece).is_empty() { "np.side" } else { "np.side.numbered" }, piece, sides, case)
}

/// One of many pieces: `a blue fish`.
pub(super) fn one(lang: Lang, piece: &PieceView, sides: [&str; 2], case: Case) -> String {
    phrase(lang, "np.one", piece, sides, case)
}

fn phrase(lang: Lang, shape: &str, piece: &PieceView, sides: [&str; 2], case: Case) -> String {
    let noun = lang.say(&format!("noun.{}", piece.kind), &[]);
    let (gender, forms) = noun.split_once('|').map_or(("m", noun.as_str()), |(gender, forms)| (gender.trim(), forms));
    let table = |key: String| form(&lang.say(&key, &[]), case).to_string();
    let values = [
        ("noun", form(forms, case).to_string()),
        ("adj", table(format!("adj.{}.{gender}", sides[piece.side.index()]))),
        ("article", table(format!("article.{gender}"))),
        ("one", table(format!("one.{gender}"))),
        ("n", number(piece).to_string()),
    ];
    let values: Vec<_> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    lang.say(shape, &values)
}

/// The form for a case; a form that is left out is the one before.
fn form(forms: &str, case: Case) -> &str {
    forms.split('|').take(case as usize + 1).last().unwrap_or_default().trim()
}

/// The number in the name of a piece, such as `1` in `wS1`.
fn number(piece: &PieceView) -> &str {
    piece.name.trim_start_matches(|c: char| !c.is_ascii_digit())
}
