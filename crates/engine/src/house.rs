//! The games an engine plays, with their types: the one place where an id becomes a brain, and where a game has its network.
//!
//! Not here: what a brain thinks (the modules of the games).

use std::sync::Arc;

use schwarm_core::{Game, GameId, IdError, Ruleset};
use schwarm_hive::{Backend, Hive, HiveRules, Kernel, Law};
use schwarm_nets::Net;
use schwarm_search::{Brain, Knobs};

use crate::hive::{self, HiveBrain, HiveSight};
use crate::ostseeschach::{self, OstseeBrain, OstseeEvaluation, OstseeSight};
use crate::piranhas::{self, PiranhasBrain, PiranhasEvaluation, PiranhasSight};
use crate::sight::Sight;
use crate::weights::{Evaluation, Weights};

/// A game as an engine plays it.
pub trait House: Send + Sync + 'static {
    /// The rules.
    type Rules: Ruleset<State = Self::State>;
    /// The state they play on.
    type State: Game;
    /// What the search goes by.
    type Brain: Brain<Self::State> + 'static;
    /// The linear part of the brain's evaluation.
    type Evaluation: Evaluation<Self::State> + Clone + Send + Sync + 'static;

    /// The name of the game's table of weights, and of its levels.
    fn table(rules: &Self::Rules) -> &'static str;

    /// The weights of this program.
    fn weights(rules: &Self::Rules) -> Weights;

    /// The numbers the search goes by.
    fn knobs(rules: &Self::Rules) -> Knobs;

    /// A brain, which judges by a network if it is given one.
    fn brain(rules: &Self::Rules, weights: Weights, net: Option<Arc<Net>>, knobs: Knobs) -> Self::Brain;

    /// What a network is shown of the game.
    fn sight(rules: &Self::Rules) -> Box<dyn Sight<Self::State>>;

    /// The file of this program's network for the game.
    fn net_file(rules: &Self::Rules) -> &'static [u8];

    /// The file of this program's opening book for the game, if it has one.
    fn book_file(_: &Self::Rules) -> Option<&'static [u8]> {
        None
    }

    /// The linear part of its evaluation.
    fn evaluation(rules: &Self::Rules) -> Self::Evaluation;

    /// The same position with the other side to move, where there is one.
    fn passed(state: &Self::State) -> Option<Self::State>;

    /// The score at which a side wins 73 of 100 games: what turns scores into chances.
    fn scale(rules: &Self::Rules) -> f64;
}

/// Something to be done with a game whose types are chosen at run time.
pub trait Visit {
    /// What it gives.
    type Output;

    /// Does it, with the types known.
    fn visit<H: House>(self, rules: H::Rules) -> Self::Output;
}

/// Opens an id and hands its typed rules to a visitor.
///
/// # Errors
/// For an id no engine plays, or an option it does not know.
pub fn visit<V: Visit>(id: &str, visitor: V) -> Result<V::Output, IdError> {
    let parsed = GameId::parse(id);
    for edition in schwarm_ostseeschach::Edition::ALL {
        if parsed.names(edition.info()) {
            parsed.resolve(edition.info())?;
            return Ok(visitor.visit::<Ostseeschach>(schwarm_ostseeschach::Ostseeschach::new(edition)));
        }
    }
    for edition in schwarm_piranhas::Edition::ALL {
        if parsed.names(edition.info()) {
            parsed.resolve(edition.info())?;
            return Ok(visitor.visit::<Piranhas>(schwarm_piranhas::Piranhas::new(edition)));
        }
    }
    schwarm_hive::visit(Backend::detect(), id, VisitHive(visitor))
}

struct VisitHive<V>(V);

impl<V: Visit> schwarm_hive::Visit for VisitHive<V> {
    type Output = V::Output;

    fn visit<B: Kernel, L: Law>(self, rules: HiveRules<B, L>) -> V::Output {
        self.0.visit::<HiveHouse<B, L>>(rules)
    }
}

struct Ostseeschach;

impl House for Ostseeschach {
    type Rules = schwarm_ostseeschach::Ostseeschach;
    type State = schwarm_ostseeschach::State;
    type Brain = OstseeBrain;
    type Evaluation = OstseeEvaluation;

    fn table(_: &Self::Rules) -> &'static str {
        "ostseeschach"
    }

    fn weights(_: &Self::Rules) -> Weights {
        ostseeschach::house_weights()
    }

    fn knobs(_: &Self::Rules) -> Knobs {
        ostseeschach::house_knobs()
    }

    fn brain(_: &Self::Rules, weights: Weights, net: Option<Arc<Net>>, knobs: Knobs) -> OstseeBrain {
        let brain = OstseeBrain::with(weights, knobs);
        match net {
            Some(net) => brain.judging_by(net),
            None => brain,
        }
    }

    fn sight(_: &Self::Rules) -> Box<dyn Sight<Self::State>> {
        Box::new(OstseeSight::new())
    }

    fn net_file(_: &Self::Rules) -> &'static [u8] {
        include_bytes!("../nets/ostseeschach.net")
    }

    fn evaluation(_: &Self::Rules) -> OstseeEvaluation {
        OstseeEvaluation
    }

    fn passed(state: &Self::State) -> Option<Self::State> {
        state.passed()
    }

    fn scale(_: &Self::Rules) -> f64 {
        // Fitted by `schwarm tune`, as those of the other games.
        157.0
    }
}

struct Piranhas;

impl House for Piranhas {
    type Rules = schwarm_piranhas::Piranhas;
    type State = schwarm_piranhas::State;
    type Brain = PiranhasBrain;
    type Evaluation = PiranhasEvaluation;

    fn table(rules: &Self::Rules) -> &'static str {
        match rules.edition() {
            schwarm_piranhas::Edition::Season2026 => "piranhas-2026",
            _ => "piranhas-2019",
        }
    }

    fn weights(rules: &Self::Rules) -> Weights {
        piranhas::house_weights(rules.edition())
    }

    fn knobs(_: &Self::Rules) -> Knobs {
        piranhas::house_knobs()
    }

    fn brain(rules: &Self::Rules, weights: Weights, net: Option<Arc<Net>>, knobs: Knobs) -> PiranhasBrain {
        let brain = PiranhasBrain::with(weights, knobs);
        match net {
            Some(net) => brain.judging_by(net, rules.edition()),
            None => brain,
        }
    }

    fn sight(rules: &Self::Rules) -> Box<dyn Sight<Self::State>> {
        Box::new(PiranhasSight::new(rules.edition()))
    }

    fn net_file(rules: &Self::Rules) -> &'static [u8] {
        match rules.edition() {
            schwarm_piranhas::Edition::Season2026 => include_bytes!("../nets/piranhas-2026.net"),
            _ => include_bytes!("../nets/piranhas-2019.net"),
        }
    }

    fn evaluation(_: &Self::Rules) -> PiranhasEvaluation {
        PiranhasEvaluation
    }

    fn passed(state: &Self::State) -> Option<Self::State> {
        state.passed()
    }

    fn scale(rules: &Self::Rules) -> f64 {
        match rules.edition() {
            schwarm_piranhas::Edition::Season2026 => 73.0,
            _ => 113.0,
        }
    }
}

struct HiveHouse<B, L>(std::marker::PhantomData<(B, L)>);

impl<B: Kernel, L: Law> House for HiveHouse<B, L> {
    type Rules = HiveRules<B, L>;
    type State = Hive<B, L>;
    type Brain = HiveBrain;
    type Evaluation = HiveBrain;

    fn table(_: &Self::Rules) -> &'static str {
        if L::BOUNDED { "hive-2020" } else { "hive" }
    }

    fn weights(_: &Self::Rules) -> Weights {
        hive::house_weights::<L>()
    }

    fn knobs(_: &Self::Rules) -> Knobs {
        hive::house_knobs::<L>()
    }

    fn brain(_: &Self::Rules, weights: Weights, net: Option<Arc<Net>>, knobs: Knobs) -> HiveBrain {
        let brain = HiveBrain::with(weights, knobs);
        match net {
            Some(net) => brain.judging_by(net),
            None => brain,
        }
    }

    fn sight(_: &Self::Rules) -> Box<dyn Sight<Self::State>> {
        Box::new(HiveSight::new())
    }

    fn net_file(_: &Self::Rules) -> &'static [u8] {
        if L::BOUNDED { include_bytes!("../nets/hive-2020.net") } else { include_bytes!("../nets/hive.net") }
    }

    fn book_file(_: &Self::Rules) -> Option<&'static [u8]> {
        // Where cells are blocked by lot there is no first position to learn from.
        (!L::BOUNDED).then_some(include_bytes!("../books/hive.book"))
    }

    fn evaluation(_: &Self::Rules) -> HiveBrain {
        HiveBrain::house::<L>()
    }

    fn passed(state: &Self::State) -> Option<Self::State> {
        state.passed()
    }

    fn scale(_: &Self::Rules) -> f64 {
        if L::BOUNDED { 171.0 } else { 468.0 }
    }
}
