//! Which puzzles somebody wants to see, as a form or an address says it.

use schwarm_store::PuzzleFilter;
use serde::Deserialize;

use super::Wanted;

/// How hard a puzzle is, in three words. Ratings are those of the levels: in every game level 1 has 0, level 9 from 1400 to 2100.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Difficulty {
    Easy,
    Middling,
    Hard,
}

impl Difficulty {
    pub(crate) const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Middling, Difficulty::Hard];

    /// The stable id.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Middling => "middling",
            Difficulty::Hard => "hard",
        }
    }

    /// The easiest and the hardest rating of it.
    const fn ratings(self) -> [i32; 2] {
        match self {
            Difficulty::Easy => [i32::MIN, 699],
            Difficulty::Middling => [700, 1199],
            Difficulty::Hard => [1200, i32::MAX],
        }
    }

    /// That of a rating.
    pub(crate) fn of(rating: i32) -> Difficulty {
        let is_in = |level: &Difficulty| (level.ratings()[0]..=level.ratings()[1]).contains(&rating);
        Difficulty::ALL.into_iter().find(is_in).unwrap_or(Difficulty::Hard)
    }
}

/// The fields of a form. An empty one lets all pass, as forms send them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Choice {
    pub(crate) game: String,
    /// The id of a difficulty.
    pub(crate) level: String,
    /// Moves of the side that solves it.
    pub(crate) moves: String,
    /// From 1.
    pub(crate) page: Option<usize>,
}

impl Choice {
    /// Whether everything in it makes sense.
    pub(crate) fn is_clear(&self) -> bool {
        let is_level = Difficulty::ALL.into_iter().any(|level| level.id() == self.level);
        (self.level.is_empty() || is_level) && (self.moves.is_empty() || self.moves().is_some())
    }

    fn moves(&self) -> Option<u8> {
        self.moves.parse::<u8>().ok().filter(|moves| (1..=100).contains(moves))
    }

    /// The same as a question. What makes no sense lets all pass.
    pub(crate) fn wanted(&self) -> Wanted {
        let all = PuzzleFilter::default();
        let level = Difficulty::ALL.into_iter().find(|level| level.id() == self.level);
        Wanted {
            filter: PuzzleFilter {
                game: Some(self.game.clone()).filter(|game| !game.is_empty()),
                ratings: level.map_or(all.ratings, Difficulty::ratings),
                plies: self.moves().map_or(all.plies, |moves| [2 * moves - 1, 2 * moves]),
            },
            page: self.page.unwrap_or(1).saturating_sub(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rating_has_one_difficulty() {
        assert_eq!([-500, 0, 699].map(Difficulty::of), [Difficulty::Easy; 3]);
        assert_eq!([700, 1199].map(Difficulty::of), [Difficulty::Middling; 2]);
        assert_eq!([1200, i32::MAX].map(Difficulty::of), [Difficulty::Hard; 2]);
    }

    #[test]
    fn moves_are_rounds_and_nonsense_lets_all_pass() {
        let choice =
            |level: &str, moves: &str| Choice { level: level.into(), moves: moves.into(), ..Choice::default() };
        assert_eq!(choice("hard", "2").wanted().filter.plies, [3, 4]);
        for (level, moves) in [("", ""), ("x", "-1"), ("easy ", "999")] {
            assert_eq!(choice(level, moves).wanted().filter, PuzzleFilter::default());
        }
    }
}
