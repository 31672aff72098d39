//! How data is made and weights are tuned, as a file says it: everything has a value, so a file
//! names only what it means to fix.

use std::fs;
use std::path::Path;

use schwarm_engine::selfplay::{Conditions, TABLE_MEBIBYTES};
use schwarm_engine::tuning::{Filter, Settings};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// A configuration of `datagen` and `tune`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Recipe {
    /// How games are played.
    pub datagen: Datagen,
    /// How weights are fitted to them.
    pub tune: Tune,
    /// How a network is trained with them: for the trainer, not for this program.
    pub train: Option<IgnoredAny>,
}

/// How games are played.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Datagen {
    pub seed: u64,
    pub games: u64,
    pub nodes: u64,
    pub hash: usize,
    pub opening_plies: u32,
    pub widest_opening: i32,
    pub opening_nodes: u64,
    pub stray: u64,
    pub even: i32,
    pub most_plies: u32,
    /// Whether games go on when their result is proven.
    pub plays_on: bool,
}

impl Default for Datagen {
    fn default() -> Datagen {
        let Conditions { widest_opening, opening_nodes, even, most_plies, .. } = Conditions::default();
        let (seed, games, nodes, hash, opening_plies, stray) = (1, 1000, 2000, TABLE_MEBIBYTES, 6, 16);
        Datagen {
            seed,
            games,
            nodes,
            hash,
            opening_plies,
            widest_opening,
            opening_nodes,
            stray,
            even,
            most_plies,
            plays_on: false,
        }
    }
}

impl Datagen {
    /// What every game is played under.
    pub fn conditions(&self) -> Conditions {
        let Datagen { opening_plies, widest_opening, opening_nodes, stray, even, most_plies, plays_on, .. } = *self;
        Conditions { opening_plies, widest_opening, opening_nodes, stray, even, most_plies, adjudicates: !plays_on }
    }
}

/// How weights are fitted.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Tune {
    /// Numbers the origin of new weights: `tuned-N`.
    pub generation: u32,
    pub seed: u64,
    pub result_share: f32,
    pub prior: f32,
    pub rate: f32,
    pub passes: u32,
    pub patience: u32,
    pub batch: usize,
    pub held_out: u64,
    pub highest_score: i32,
    pub first_plies: usize,
}

impl Default for Tune {
    fn default() -> Tune {
        let Settings { result_share, prior, rate, passes, patience, batch, held_out, seed, .. } = Settings::default();
        let Filter { highest_score, first_plies, .. } = Filter::default();
        Tune {
            generation: 1,
            seed,
            result_share,
            prior,
            rate,
            passes,
            patience,
            batch,
            held_out,
            highest_score,
            first_plies,
        }
    }
}

impl Tune {
    /// How the fit goes about it, on so many threads.
    pub fn settings(&self, threads: usize) -> Settings {
        let Tune { result_share, prior, rate, passes, patience, batch, held_out, seed, .. } = *self;
        Settings { result_share, prior, rate, passes, patience, batch, held_out, seed, threads }
    }

    /// Which positions count.
    pub fn filter(&self) -> Filter {
        Filter { highest_score: self.highest_score, first_plies: self.first_plies, ..Filter::default() }
    }
}

impl Recipe {
    /// The configuration of a file; without one everything has its default.
    ///
    /// # Errors
    /// When the file cannot be read, or says something that makes no sense.
    pub fn of(path: Option<&Path>) -> Result<Recipe, Failure> {
        let Some(path) = path else { return Ok(Recipe::default()) };
        let text = fs::read_to_string(path);
        let text = text.map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))?;
        Recipe::read(&text).map_err(|failure| failure.at(path.display()))
    }

    fn read(text: &str) -> Result<Recipe, Failure> {
        let recipe: Recipe = toml::from_str(text).map_err(|error| Failure::usage(error.to_string().trim_end()))?;
        let Tune { result_share, prior, rate, batch, held_out, passes, highest_score, .. } = &recipe.tune;
        for (is_wrong, what) in [
            (!(0.0..=1.0).contains(result_share), "tune.result-share goes from 0 to 1"),
            (!(*prior > 0.0 && prior.is_finite()), "tune.prior must be above zero"),
            (!(*rate > 0.0 && rate.is_finite()), "tune.rate must be above zero"),
            (*batch == 0, "tune.batch must be above zero"),
            (*passes == 0, "tune.passes must be above zero"),
            (*held_out < 2, "tune.held-out must be 2 or more: one game in so many is held out"),
            (*highest_score <= 0, "tune.highest-score must be above zero"),
            (recipe.datagen.nodes == 0, "datagen.nodes must be above zero"),
            (recipe.datagen.widest_opening < 0, "datagen.widest-opening must not be below zero"),
        ] {
            if is_wrong {
                return Err(Failure::usage(what));
            }
        }
        Ok(recipe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_names_only_what_it_fixes() {
        let recipe = Recipe::read("[datagen]\nseed = 9\nopening-plies = 8\nplays-on = true\n[tune]\ngeneration = 3\n");
        let recipe = recipe.expect("a recipe");
        assert_eq!((recipe.datagen.seed, recipe.datagen.opening_plies, recipe.tune.generation), (9, 8, 3));
        assert!(!recipe.datagen.conditions().adjudicates && Datagen::default().conditions().adjudicates);
        assert_eq!(recipe.datagen.nodes, Datagen::default().nodes);
        assert_eq!(Recipe::of(None).expect("no file"), Recipe::default());
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (text, said) in [
            ("[datagen]\nsede = 9", "sede"),
            ("[tune]\nresult-share = 1.5", "from 0 to 1"),
            ("[tune]\nheld-out = 1", "2 or more"),
            ("[tune]\nprior = nan", "above zero"),
            ("[datagen]\nnodes = 0", "nodes"),
            ("[datagen", "TOML"),
        ] {
            let failure = Recipe::read(text).expect_err(text);
            assert!(failure.message.contains(said), "{}", failure.message);
        }
    }

    #[test]
    fn the_committed_configurations_are_read() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/training");
        let mut read = 0;
        for entry in fs::read_dir(&folder).expect("the folder of configurations") {
            let path = entry.expect("a file").path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                Recipe::of(Some(&path)).unwrap_or_else(|failure| panic!("{}", failure.message));
                read += 1;
            }
        }
        assert!(read >= 5, "every table of weights has its configuration");
    }
}
