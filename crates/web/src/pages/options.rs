//! What a game can be played with besides: of `hive+m`, `hive+l`, … the letters behind the `+`.

use std::collections::BTreeMap;

/// The letters a game can have behind a `+`, in the order its ids have them; none for most games.
pub(super) fn letters(id: &str) -> Vec<char> {
    let games = schwarm_catalog::games();
    let suffixes = games.iter().filter_map(|info| info.id.strip_prefix(id)?.strip_prefix('+'));
    suffixes.max_by_key(|suffix| suffix.len()).map_or_else(Vec::new, |longest| longest.chars().collect())
}

/// The game with some of its letters: `hive` with m and p is `hive+mp`.
pub(super) fn with(id: &str, is_chosen: impl Fn(char) -> bool) -> String {
    let chosen: String = letters(id).into_iter().filter(|letter| is_chosen(*letter)).collect();
    if chosen.is_empty() { id.to_string() } else { format!("{id}+{chosen}") }
}

/// The game a form asks for: its fields `with-m`, `with-l`, … choose letters.
pub(super) fn ordered(id: &str, fields: &BTreeMap<String, String>) -> String {
    with(id, |letter| fields.contains_key(&format!("with-{letter}")))
}

/// Whether a game is another one with letters.
pub(super) fn is_variant(id: &str) -> bool {
    id.contains('+')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_make_a_game_that_exists() {
        assert_eq!(letters("hive"), ['m', 'l', 'p']);
        assert_eq!(letters("piranhas-2026"), [' '; 0]);
        let ordered = |id, names: &[&str]| {
            let fields = names.iter().map(|name| (name.to_string(), "on".to_string())).collect();
            ordered(id, &fields)
        };
        assert_eq!(ordered("hive", &[]), "hive");
        assert_eq!(ordered("hive", &["with-p", "with-m", "with-x"]), "hive+mp");
        assert_eq!(ordered("hive-2020", &["with-p"]), "hive-2020");
        assert_eq!(ordered("chess", &["with-p"]), "chess");
        for subset in 0..8 {
            let id = with("hive", |letter| "mlp".find(letter).is_some_and(|bit| subset >> bit & 1 == 1));
            assert!(schwarm_catalog::open(&id).is_ok(), "{id}");
        }
    }
}
