//! Which puzzles are asked for, as the command line says it.

use std::str::FromStr;

use schwarm_play::Puzzle;
use schwarm_store::{PuzzleFilter, Store};

use crate::failure::Failure;
use crate::opening::Opening;
use crate::storage;

/// Puzzles asked for at a time.
const PAGE: u32 = 500;

/// Arguments that narrow down the puzzles; together they must all hold.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Which puzzles")]
pub struct FilterArgs {
    /// Puzzles of this rule set, options included
    #[arg(long, value_name = "ID")]
    game: Option<String>,
    /// Puzzles of a difficulty: 900, or from 500 to 1200 as 500..1200; either end may be left out
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true)]
    rating: Option<Range<i32>>,
    /// Puzzles that take so many plies: 5, or 3..5
    #[arg(long, value_name = "RANGE")]
    plies: Option<Range<u8>>,
}

/// A number, or two with dots between them; either may be missing then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range<T> {
    least: Option<T>,
    most: Option<T>,
}

impl<T: FromStr + Copy + PartialOrd> FromStr for Range<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Range<T>, String> {
        let number = |part: &str| match part.trim() {
            "" => Ok(None),
            part => part.parse().map(Some).map_err(|_| format!("{part:?} is no number that can be here")),
        };
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let range = Range { least: number(least)?, most: number(most)? };
        match (range.least, range.most) {
            (None, None) => Err("a number or a range such as 3..5 is wanted".into()),
            (Some(least), Some(most)) if least > most => Err("the first number is the larger one".into()),
            _ => Ok(range),
        }
    }
}

impl FilterArgs {
    /// The same for the store.
    ///
    /// # Errors
    /// For an unknown game, with a suggestion.
    pub fn filter(&self) -> Result<PuzzleFilter, Failure> {
        let game = self.game.as_deref().map(|id| Opening::of_game(id).map(|opening| opening.rules.id())).transpose()?;
        let all = PuzzleFilter::default();
        Ok(PuzzleFilter {
            game,
            ratings: self.rating.map_or(all.ratings, |range| range.within(all.ratings)),
            plies: self.plies.map_or(all.plies, |range| range.within(all.plies)),
        })
    }
}

impl<T: Copy> Range<T> {
    fn within(self, [least, most]: [T; 2]) -> [T; 2] {
        [self.least.unwrap_or(least), self.most.unwrap_or(most)]
    }
}

/// Puzzles of a store, at most so many, the easiest first; `each` hears of them page by page.
///
/// # Errors
/// When the store cannot be read, or `each` fails.
pub async fn walk(
    store: &dyn Store,
    filter: &PuzzleFilter,
    limit: u64,
    mut each: impl FnMut(&[Puzzle]) -> anyhow::Result<()>,
) -> anyhow::Result<u64> {
    let mut done = 0;
    while done < limit {
        let wanted = u32::try_from(limit - done).unwrap_or(PAGE).min(PAGE);
        let page = store.puzzles(filter, wanted, done).await.map_err(storage::failure)?;
        each(&page)?;
        done += page.len() as u64;
        if page.len() < wanted as usize {
            break;
        }
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_a_number_or_two() {
        let read = |text: &str| text.parse::<Range<i32>>().map(|range| range.within([-9999, 9999]));
        assert_eq!(read("7"), Ok([7, 7]));
        assert_eq!(read("-50..1200"), Ok([-50, 1200]));
        assert_eq!((read("..1200"), read("900..")), (Ok([-9999, 1200]), Ok([900, 9999])));
        for wrong in ["", "..", "x", "5..3", "3-5", "99999999999"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
