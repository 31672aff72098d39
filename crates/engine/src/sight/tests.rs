use schwarm_core::{Game, Rng, Ruleset, Setup};
use schwarm_nets::{Arithmetic, Net, NetError};
use schwarm_search::{Brain, HIGHEST};

use super::*;
use crate::house::{self, House};

#[path = "../../../nets/tests/maker/mod.rs"]
mod maker;

/// The games that a network can judge.
const GAMES: [&str; 10] = [
    "ostseeschach-2022",
    "ostseeschach-2022-server",
    "piranhas-2019",
    "piranhas-2019-server",
    "piranhas-2026",
    "hive",
    "hive+mlp",
    "hive-classic",
    "hive-2020",
    "hive-2020-server",
];

/// A network of random numbers for the inputs of a game.
fn random_net<G: Game>(sight: &dyn Sight<G>, seed: u64) -> Net {
    let bytes = maker::make(sight.name(), sight.rows(), 64, sight.buckets(), seed);
    Net::read_for(&bytes, sight.name(), sight.rows()).expect("a network")
}

/// The states of some games, random moves and good ones mixed.
fn states<H: House>(rules: &H::Rules, games: u64) -> Vec<H::State> {
    let mut brain = H::brain(rules, H::weights(rules), None, H::knobs(rules));
    let (mut all, mut moves, mut rated) = (Vec::new(), Vec::new(), Vec::new());
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut state = rules.start(Setup::Seed(seed)).expect("a setup");
        while brain.winner(&state).is_none() {
            all.push(state.clone());
            moves.clear();
            rated.clear();
            state.legal_moves(&mut moves);
            brain.rate(&state, &moves, &mut rated);
            let first = (0..moves.len()).max_by_key(|&n| rated[n].order).unwrap_or(0);
            state.play(moves[if rng.below(3) == 0 { rng.below(moves.len()) } else { first }]);
        }
    }
    all
}

struct KeptIsFresh;

impl house::Visit for KeptIsFresh {
    type Output = usize;

    /// Judges positions, and their neighbours in the tree, as a search does, and counts each again from nothing.
    fn visit<H: House>(self, rules: H::Rules) -> usize {
        let sight = H::sight(&rules);
        let (net, other_view) = (random_net(&*sight, 11), sight.other_view());
        let mut counting = H::brain(&rules, H::weights(&rules), None, H::knobs(&rules));
        let (mut judged, mut rng, mut moves) = (0, Rng::new(3), Vec::new());
        for arithmetic in Arithmetic::all() {
            let net = Arc::new(net.clone().with_arithmetic(arithmetic));
            let mut brain = H::brain(&rules, H::weights(&rules), Some(net.clone()), H::knobs(&rules));
            let mut check = |state: &H::State| {
                // Before the last ply a draw may be known, too, and it looks like any other score.
                if counting.plies_left(state) == Some(1) {
                    return;
                }
                let decided = counting.evaluate(state);
                let wanted = if decided.abs() >= HIGHEST {
                    decided
                } else {
                    judged += 1;
                    let own = sight.look(state);
                    let other: Vec<u16> = own.iter().map(|row| other_view[usize::from(*row)]).collect();
                    let score = net.output(sight.bucket(state), &net.sum_of(&own), &net.sum_of(&other));
                    score.clamp(-HIGHEST, HIGHEST)
                };
                assert_eq!(brain.evaluate(state), wanted, "{} {}", arithmetic.name(), state.to_text());
            };
            for state in states::<H>(&rules, 6) {
                check(&state);
                moves.clear();
                state.legal_moves(&mut moves);
                for _ in 0..2 {
                    let mut next = state.clone();
                    let mv = moves[rng.below(moves.len())];
                    let undo = next.play(mv);
                    if counting_winner::<H>(&rules, &next).is_none() {
                        check(&next);
                    }
                    next.undo(mv, undo);
                    check(&next);
                }
            }
        }
        judged
    }
}

fn counting_winner<H: House>(rules: &H::Rules, state: &H::State) -> Option<Option<Side>> {
    H::brain(rules, H::weights(rules), None, H::knobs(rules)).winner(state)
}

#[test]
fn a_kept_judgement_is_a_fresh_one() {
    for game in GAMES {
        let judged = house::visit(game, KeptIsFresh).expect("a game");
        assert!(judged > 500, "{game}: only {judged} judged");
    }
}

struct Views;

impl house::Visit for Views {
    type Output = ();

    fn visit<H: House>(self, rules: H::Rules) {
        let sight = H::sight(&rules);
        let other_view = sight.other_view();
        for (row, &other) in other_view.iter().enumerate() {
            assert_eq!(usize::from(other_view[usize::from(other)]), row, "looking twice leads back");
        }
        let symmetries = sight.symmetries();
        assert!([0, sight.rows()].contains(&sight.families().len()), "every row has a family, or none has");
        for symmetry in &symmetries {
            let mut sorted = symmetry.clone();
            sorted.sort_unstable();
            assert!(sorted.iter().copied().eq(0..sight.rows() as u16), "no row is lost");
            for row in 0..sight.rows() {
                // Turning the board and changing sides may come in any order, up to another turning.
                let turned = other_view[usize::from(symmetry[row])];
                let reached = symmetries.iter().any(|other| other[usize::from(other_view[row])] == turned);
                assert!(reached, "row {row}");
            }
        }
        assert!(symmetries[0].iter().copied().eq(0..sight.rows() as u16), "the first leaves all where it is");
        for state in states::<H>(&rules, 8) {
            let rows = sight.look(&state);
            assert!(rows.iter().all(|row| usize::from(*row) < sight.rows()));
            assert!(sight.bucket(&state) < sight.buckets());
        }
    }
}

#[test]
fn views_and_symmetries_lose_nothing() {
    for game in GAMES {
        house::visit(game, Views).expect("a game");
    }
}

struct Read<'a>(&'a [u8]);

impl house::Visit for Read<'_> {
    type Output = Result<Option<Arc<Net>>, NetError>;

    fn visit<H: House>(self, rules: H::Rules) -> Self::Output {
        Judge::Net(self.0.into()).net::<H>(&rules, false)
    }
}

#[test]
fn a_network_of_another_game_is_refused() {
    let ostsee = house::visit("ostseeschach-2022", RandomFile).expect("a game");
    assert!(house::visit("ostseeschach-2022-server", Read(&ostsee)).expect("a game").is_ok());
    let refusal = |game: &str, bytes: &[u8]| house::visit(game, Read(bytes)).expect("a game").expect_err(game);
    let error = refusal("piranhas-2026", &ostsee).to_string();
    assert!(error.contains("ostseeschach-1") && error.contains("piranhas-2026-1"), "{error}");
    assert!(refusal("hive", &ostsee).to_string().contains("hive-1"));
    let hive = house::visit("hive", RandomFile).expect("a game");
    assert!(house::visit("hive+mlp", Read(&hive)).expect("a game").is_ok());
    assert!(refusal("hive-2020", &hive).to_string().contains("hive-2020-1"));
    assert_eq!(refusal("piranhas-2026", b"nothing"), NetError::Foreign);
    let cut = &ostsee[..ostsee.len() - 1];
    assert!(refusal("ostseeschach-2022", cut).to_string().contains("cut off"));
}

struct RandomFile;

impl house::Visit for RandomFile {
    type Output = Vec<u8>;

    fn visit<H: House>(self, rules: H::Rules) -> Vec<u8> {
        let sight = H::sight(&rules);
        maker::make(sight.name(), sight.rows(), 32, sight.buckets(), 5)
    }
}

/// The networks of the program, with the positions and integers that lie beside them.
const SHIPPED: [(&str, &[u8], &str); 5] = [
    ("hive+mlp", include_bytes!("../../nets/hive.net"), include_str!("../../nets/hive.txt")),
    ("hive-2020-server", include_bytes!("../../nets/hive-2020.net"), include_str!("../../nets/hive-2020.txt")),
    (
        "ostseeschach-2022-server",
        include_bytes!("../../nets/ostseeschach.net"),
        include_str!("../../nets/ostseeschach.txt"),
    ),
    (
        "piranhas-2019-server",
        include_bytes!("../../nets/piranhas-2019.net"),
        include_str!("../../nets/piranhas-2019.txt"),
    ),
    ("piranhas-2026", include_bytes!("../../nets/piranhas-2026.net"), include_str!("../../nets/piranhas-2026.txt")),
];

struct Vector<'a> {
    net: &'a [u8],
    lines: &'a str,
}

impl house::Visit for Vector<'_> {
    type Output = usize;

    /// Judges the positions of a test vector by every arithmetic.
    fn visit<H: House>(self, rules: H::Rules) -> usize {
        let sight = H::sight(&rules);
        let read = read_net(self.net, &*sight).expect("a network");
        assert_eq!(H::net_file(&rules), self.net, "it is the one that plays");
        let mut counting = H::brain(&rules, H::weights(&rules), None, H::knobs(&rules));
        let mut judged = 0;
        for arithmetic in Arithmetic::all() {
            let net = Arc::new(read.as_ref().clone().with_arithmetic(arithmetic));
            let mut brain = H::brain(&rules, H::weights(&rules), Some(net.clone()), H::knobs(&rules));
            for line in self.lines.lines() {
                let (score, text) = line.split_once(' ').expect("a number and a position");
                let state = rules.parse_position(text).expect("a position").start;
                let own = sight.look(&state);
                let other: Vec<u16> = own.iter().map(|row| sight.other_view()[usize::from(*row)]).collect();
                let found = net.output(sight.bucket(&state), &net.sum_of(&own), &net.sum_of(&other));
                assert_eq!(found.to_string(), score, "{} {text}", arithmetic.name());
                if counting.evaluate(&state).abs() < HIGHEST {
                    judged += 1;
                    assert_eq!(brain.evaluate(&state), found, "{} {text}", arithmetic.name());
                }
            }
        }
        judged
    }
}

#[test]
fn the_networks_of_the_program_give_the_integers_that_lie_beside_them() {
    for (game, net, lines) in SHIPPED {
        assert!(net.len() < 5_000_000, "{game}");
        assert!(lines.lines().count() >= 20, "{game}");
        let judged = house::visit(game, Vector { net, lines }).expect("a game");
        assert!(judged >= 20, "{game}: {judged} judged by the brain");
    }
}

#[test]
fn sums_of_the_networks_fit_sixteen_bits() {
    struct Widest<'a>(&'a [u8]);
    impl house::Visit for Widest<'_> {
        type Output = i64;

        /// The largest sum in positions of games, reckoned without bounds.
        fn visit<H: House>(self, rules: H::Rules) -> i64 {
            let sight = H::sight(&rules);
            let net = read_net(self.0, &*sight).expect("a network");
            let alone = |rows: &[u16]| net.sum_of(rows);
            let biases = alone(&[]);
            let mut widest = 0;
            for state in states::<H>(&rules, 12) {
                let mut sums: Vec<i64> = biases.iter().map(|sum| i64::from(*sum)).collect();
                for row in sight.look(&state) {
                    for ((sum, with), bias) in sums.iter_mut().zip(alone(&[row])).zip(&biases) {
                        *sum += i64::from(with) - i64::from(*bias);
                    }
                }
                widest = widest.max(sums.iter().map(|sum| sum.abs()).max().unwrap_or(0));
            }
            widest
        }
    }
    for (game, net, _) in SHIPPED {
        let widest = house::visit(game, Widest(net)).expect("a game");
        assert!(widest < i64::from(i16::MAX) / 2, "{game}: {widest}");
    }
}
