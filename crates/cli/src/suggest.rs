//! Guessing what a mistyped word meant.
//!
//! Not here: typos in commands and flags of the command line; clap suggests those.

use strsim::damerau_levenshtein;

/// The most suggestions made at once.
const MOST: usize = 4;

/// The candidates `word` may have meant, best first; a part of a name finds the whole.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let word = word.trim().to_lowercase();
    let length = word.chars().count();
    // Distance grows with the square of the length; nobody mistypes a name of this length.
    if length == 0 || length > 60 {
        return Vec::new();
    }
    let allowed = (length / 3).max(1);
    let mut found: Vec<(usize, &str)> = candidates
        .into_iter()
        .filter_map(|candidate| {
            let lower = candidate.to_lowercase();
            let distance = damerau_levenshtein(&word, &lower);
            (distance <= allowed || (length >= 3 && lower.contains(&word))).then_some((distance, candidate))
        })
        .collect();
    found.sort_by_key(|&(distance, _)| distance);
    if let Some(&(best, _)) = found.first().filter(|(best, _)| *best <= allowed) {
        found.retain(|&(distance, _)| distance == best);
    }
    found.into_iter().map(|(_, candidate)| candidate).take(MOST).collect()
}

/// `did you mean a, b or c?`, if there is anything to suggest.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    match nearest(word, candidates).as_slice() {
        [] => None,
        [one] => Some(format!("did you mean {one}?")),
        [first @ .., last] => Some(format!("did you mean {} or {last}?", first.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDS: [&str; 5] = ["hive", "hive-2020", "piranhas-2019", "piranhas-2026", "ostseeschach-2022"];

    #[test]
    fn a_typo_finds_the_nearest_name_only() {
        assert_eq!(nearest("piranas-2019", IDS), ["piranhas-2019"]);
        assert_eq!(nearest("Hive2020", IDS), ["hive-2020"]);
        assert_eq!(nearest("hvie", IDS), ["hive"]);
    }

    #[test]
    fn a_part_of_a_name_finds_every_whole() {
        assert_eq!(did_you_mean("piranhas", IDS).unwrap(), "did you mean piranhas-2019 or piranhas-2026?");
        assert_eq!(nearest("schach", IDS), ["ostseeschach-2022"]);
    }

    #[test]
    fn nothing_near_suggests_nothing() {
        assert_eq!(did_you_mean("backgammon", IDS), None);
        assert_eq!(did_you_mean("", IDS), None);
        assert_eq!(did_you_mean(&"x".repeat(100_000), IDS), None);
    }
}
