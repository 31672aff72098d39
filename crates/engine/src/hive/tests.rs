//! The Hive brain on random games of every rule book.

use schwarm_core::{Game, Rng, Ruleset, Setup};
use schwarm_hive::{Axial, Backend, Challenge, HiveRules, Official, Visit, visit};
use schwarm_search::{Limits, Prover, Root, Solution, Solver, Table, WIN, think, unhurried};

use super::inputs::{STATUS, turned};
use super::*;
use crate::sight::Sight;
use crate::weights::{LATE, Term, Trace};

/// Every Hive there is.
fn ids() -> impl Iterator<Item = &'static str> {
    schwarm_catalog::games().into_iter().map(|info| info.id).filter(|id| id.starts_with("hive"))
}

/// What is done with each position of a random game.
trait Check {
    fn check<B: Kernel, L: Law>(&mut self, rules: &HiveRules<B, L>, brain: &mut HiveBrain, state: &Hive<B, L>);
}

struct Games<'a, C>(&'a mut C, u64);

impl<C: Check> Visit for Games<'_, C> {
    type Output = ();

    fn visit<B: Kernel, L: Law>(self, rules: HiveRules<B, L>) {
        let mut brain = HiveBrain::house::<L>();
        let mut moves = Vec::new();
        for seed in 0..self.1 {
            let mut rng = Rng::new(seed);
            let mut state = Ruleset::start(&rules, Setup::Seed(seed)).expect("every seed is a setup");
            for _ in 0..90 {
                moves.clear();
                state.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                self.0.check(&rules, &mut brain, &state);
                state.play(lively(&mut brain, &state, &moves, &mut rng));
            }
        }
    }
}

/// Mostly one of the moves rated best, so that queens come under attack.
fn lively<B: Kernel, L: Law>(brain: &mut HiveBrain, state: &Hive<B, L>, moves: &[Move], rng: &mut Rng) -> Move {
    let mut rated = Vec::new();
    brain.rate(state, moves, &mut rated);
    let some = [(); 3].map(|()| rng.below(moves.len()));
    moves[some.into_iter().max_by_key(|&index| rated[index].order).unwrap_or(0)]
}

fn check_games(games: u64, check: &mut impl Check) {
    for id in ids() {
        visit(Backend::detect(), id, Games(check, games)).expect("an id of Hive");
    }
}

#[test]
fn the_tables_name_all_terms() {
    assert_eq!(house_weights::<Official>().all.len(), HiveTerm::ALL.len());
    assert_eq!(house_weights::<Challenge>().all.len(), HiveTerm::ALL.len());
}

/// The worth of a position is the sum of its counts times their weights, or that of a win.
#[test]
fn the_score_is_made_of_the_counts() {
    struct Sums(u64);

    impl Check for Sums {
        fn check<B: Kernel, L: Law>(&mut self, _: &HiveRules<B, L>, brain: &mut HiveBrain, state: &Hive<B, L>) {
            let score = brain.evaluate(state);
            if state.survey().wins {
                self.0 += 1;
                return assert_eq!(score, WINS);
            }
            let mut trace = Trace::new::<HiveTerm>();
            brain.judge(state, &mut trace);
            let mut sums = [0, 0];
            for (count, values) in trace.counts.iter().zip(brain.weights.values()) {
                sums = [sums[0] + count * values[0], sums[1] + count * values[1]];
            }
            let phase = brain.phase(state);
            assert_eq!(score, (sums[0] * (LATE - phase) + sums[1] * phase) / LATE, "{}", state.to_text());
        }
    }

    let mut sums = Sums(0);
    check_games(8, &mut sums);
    assert!(sums.0 >= 20, "only {} positions with a win by the next move", sums.0);
}

/// A position with all colours changed is worth the same to the side that is to move then.
#[test]
fn colours_do_not_matter() {
    struct Colours(u64);

    impl Check for Colours {
        fn check<B: Kernel, L: Law>(&mut self, rules: &HiveRules<B, L>, brain: &mut HiveBrain, state: &Hive<B, L>) {
            // The queen's last turn to be placed and the round's end depend on the turn.
            if state.turn() < 8 || state.winner().is_some() {
                return;
            }
            let text = swapped_text(&state.to_text(), L::BOUNDED);
            let Ok(line) = rules.parse_position(&text) else { panic!("{text}") };
            let counts = [state, &line.start].map(|state| {
                let mut trace = Trace::new::<HiveTerm>();
                brain.judge(state, &mut trace);
                trace.counts
            });
            assert_eq!(counts[0], counts[1], "{} and {text}", state.to_text());
            self.0 += 1;
        }
    }

    let mut colours = Colours(0);
    check_games(3, &mut colours);
    assert!(colours.0 > 1000, "{} positions", colours.0);
}

/// A network sees the same in a position with all colours changed, and turned rows in a turned one.
#[test]
fn a_turned_position_is_seen_turned() {
    struct Turned(u64);

    impl Check for Turned {
        fn check<B: Kernel, L: Law>(&mut self, rules: &HiveRules<B, L>, _: &mut HiveBrain, state: &Hive<B, L>) {
            if L::BOUNDED || state.turn() < 8 || !state.turn().is_multiple_of(5) {
                return;
            }
            let sight: Box<dyn Sight<Hive<B, L>>> = Box::new(HiveSight::new());
            let rows = |text: &str| {
                let mut rows = sight.look(&rules.parse_position(text).expect(text).start);
                rows.sort_unstable();
                rows
            };
            let (text, seen) = (state.to_text(), sight.look(state));
            for (turn, symmetry) in sight.symmetries().iter().enumerate() {
                let mut wanted: Vec<u16> = seen.iter().map(|&row| symmetry[usize::from(row)]).collect();
                wanted.sort_unstable();
                assert_eq!(rows(&turned_text(&text, turn)), wanted, "turn {turn} of {text}");
            }
            // What is the same for both sides has rows for each colour; those lie between the status and the places.
            let values = &sight.layout().values;
            let places = values[STATUS..].iter().min().expect("places");
            let of_sides = |text: &str| {
                let mut rows = rows(text);
                rows.retain(|row| !(values[STATUS - 2]..*places).contains(row));
                rows
            };
            assert_eq!(of_sides(&swapped_text(&text, false)), of_sides(&text), "{text}");
            self.0 += 1;
        }
    }

    let mut turned = Turned(0);
    check_games(4, &mut turned);
    assert!(turned.0 > 300, "{} positions", turned.0);
}

/// The text of a position on the board without bounds, after one of the turns.
fn turned_text(text: &str, turn: usize) -> String {
    let (cells, rest) = text.split_once('|').expect("cells and a side");
    let turned_cell = |cell: &str| {
        let (place, stack) = cell.split_once('=').expect("a cell and its pieces");
        let (q, r) = place.split_once(',').expect("two numbers");
        let [q, r] = [q, r].map(|number| number.parse().expect("a number"));
        let Axial { q, r } = turned(turn, Axial { q, r });
        format!("{q},{r}={stack}")
    };
    let cells: Vec<String> = cells.split_whitespace().map(turned_cell).collect();
    format!("{} |{rest}", cells.join(" "))
}

/// What the solver calls won is won: its line is one, the prover, which tries every move of both sides, agrees, and so do
/// games in which the other side plays anything at all.
#[test]
fn wins_by_force_are_wins() {
    struct Wins {
        won: u64,
        proven: u64,
        quiet: u64,
        answered: u64,
    }

    impl Check for Wins {
        fn check<B: Kernel, L: Law>(&mut self, _: &HiveRules<B, L>, brain: &mut HiveBrain, state: &Hive<B, L>) {
            if state.winner().is_some() || !brain.may_force(state) {
                return;
            }
            let control = unhurried();
            let mut solver = Solver::new(brain, state, &[], &control);
            let Solution::Won { line, plies } = solver.look(3000, None) else { return };
            assert!(solver.is_done() && line.len() <= usize::from(plies) && !line.is_empty(), "{}", state.to_text());
            let mut end = *state;
            for &mv in &line {
                let mut moves = Vec::new();
                end.legal_moves(&mut moves);
                assert!(moves.contains(&mv), "{}", state.to_text());
                end.play(mv);
            }
            assert_eq!(end.winner(), Some(Some(state.side_to_move())), "{}", state.to_text());
            self.won += 1;
            self.ask_search(brain, state, &line, plies);
            if plies <= 3 {
                let mut prover = Prover::new(brain, state.side_to_move(), 2_000_000, &control);
                let shortest = prover.shortest(state, plies as u8).expect("nodes enough");
                assert!(shortest.is_some(), "{} within {plies}", state.to_text());
                self.proven += u64::from(plies > 1);
            } else {
                self.play_out(brain, state, plies);
            }
        }
    }

    impl Wins {
        /// A search that only has to answer, and stands well, finds the win by the solver's share.
        fn ask_search<B: Kernel, L: Law>(&mut self, brain: &HiveBrain, state: &Hive<B, L>, line: &[Move], plies: u16) {
            let knobs = Knobs { solving: 20, ..brain.knobs.clone() };
            let mut brain = HiveBrain::with(house_weights::<L>(), knobs);
            if brain.evaluate(state) < 800 {
                return;
            }
            let table = Table::new(1).expect("a small table");
            let limits = Limits { nodes: Some(60_000), only_answer: true, ..Limits::default() };
            let report = think(&brain, &Root::alone(state), &table, &limits, &unhurried(), &mut |_| {}).expect("moves");
            let found = (report.score(), &report.lines[0].moves[..], report.is_proven);
            assert_eq!(found, (WIN - i32::from(plies), line, true), "{}", state.to_text());
            assert!(report.nodes <= 3000, "{} nodes in {}", report.nodes, state.to_text());
            self.answered += u64::from(plies > 3);
        }

        /// The solver against moves by lot.
        fn play_out<B: Kernel, L: Law>(&mut self, brain: &mut HiveBrain, start: &Hive<B, L>, plies: u16) {
            let control = unhurried();
            for lot in 0..4_u64 {
                let mut state = *start;
                for ply in 0..plies {
                    if state.winner().is_some() {
                        break;
                    }
                    let mut moves = Vec::new();
                    state.legal_moves(&mut moves);
                    let mut mv = moves[(((state.key() >> 8) ^ (lot * 0x9E37)) % moves.len() as u64) as usize];
                    if ply % 2 == 0 {
                        let found = Solver::new(brain, &state, &[], &control).look(200_000, None);
                        let Solution::Won { line, plies: left } = found else {
                            panic!("{} is won no more after {ply} plies", start.to_text())
                        };
                        assert!(ply > 0 || left <= plies, "{}", start.to_text());
                        mv = line[0];
                    }
                    let is_first = ply == 0 && lot == 0;
                    state.play(mv);
                    self.quiet += u64::from(is_first && state.winner().is_none() && !brain.is_threatened(&state));
                }
                assert_eq!(state.winner(), Some(Some(start.side_to_move())), "{} within {plies}", start.to_text());
            }
        }
    }

    let mut wins = Wins { won: 0, proven: 0, quiet: 0, answered: 0 };
    check_games(30, &mut wins);
    let Wins { won, proven, quiet, answered } = wins;
    assert!(won > 50 && proven > 3 && quiet > 3, "{won} won, {proven} proven again, {quiet} by a quiet move");
    assert!(answered > 3, "{answered} answered");
}

/// The text of a position with the colours changed, one ply later.
fn swapped_text(text: &str, is_bounded: bool) -> String {
    let mut fields = text.split('|').map(str::trim);
    let swap = |c: char| match c {
        _ if is_bounded && c.is_ascii_uppercase() => c.to_ascii_lowercase(),
        _ if is_bounded => c.to_ascii_uppercase(),
        'w' => 'b',
        'b' => 'w',
        other => other,
    };
    let cells: String = fields.next().unwrap_or_default().chars().map(swap).collect();
    let side = fields.next().unwrap_or_default();
    let (letter, turn) = side.split_once(' ').expect("a side and a turn");
    let letter = match letter {
        "b" if is_bounded => "r",
        "w" | "r" => "b",
        _ => "w",
    };
    let turn = turn.parse::<u32>().expect("a number") + 1;
    let last: String = fields.map(|field| format!(" | {}", swap_stun(field))).collect();
    format!("{cells} | {letter} {turn}{last}")
}

fn swap_stun(field: &str) -> String {
    match field.strip_prefix("stun ") {
        Some(name) if name.starts_with('w') => format!("stun b{}", &name[1..]),
        Some(name) => format!("stun w{}", &name[1..]),
        None => field.to_string(),
    }
}

/// Everything the search may ask has an answer that fits.
#[test]
fn every_question_has_an_answer() {
    struct Questions {
        passes: u32,
        threats: u32,
        noisy: u32,
    }

    impl Check for Questions {
        fn check<B: Kernel, L: Law>(&mut self, _: &HiveRules<B, L>, brain: &mut HiveBrain, state: &Hive<B, L>) {
            let mut moves = Vec::new();
            state.legal_moves(&mut moves);
            let mut rated = Vec::new();
            brain.rate(state, &moves, &mut rated);
            assert_eq!(rated.len(), moves.len());
            let mut packed: Vec<_> = moves.iter().map(|&mv| Brain::<Hive<B, L>>::pack(brain, mv)).collect();
            packed.sort_unstable();
            packed.dedup();
            assert_eq!(packed.len(), moves.len(), "two moves are packed alike");
            assert!(moves.iter().all(|&mv| brain.slot(state, mv) < <HiveBrain as Brain<Hive<B, L>>>::SLOTS));
            let mut noisy = vec![Move::PASS];
            brain.noisy_moves(state, &mut noisy);
            assert!(noisy[1..].iter().all(|mv| moves.contains(mv)));
            self.noisy += u32::from(noisy.len() > 1);
            self.threats += u32::from(brain.is_threatened(state));
            if let Some(passed) = brain.pass(state) {
                self.passes += 1;
                assert_ne!(passed.side_to_move(), state.side_to_move());
            }
        }
    }

    let mut questions = Questions { passes: 0, threats: 0, noisy: 0 };
    check_games(4, &mut questions);
    assert!(questions.passes > 100 && questions.threats > 10 && questions.noisy > 10);
}

/// A threat is what the enemy would win by if it were his turn.
#[test]
fn a_threat_is_a_win_the_enemy_would_have() {
    struct Threats(u64);

    impl Check for Threats {
        fn check<B: Kernel, L: Law>(&mut self, _: &HiveRules<B, L>, brain: &mut HiveBrain, state: &Hive<B, L>) {
            // Where both queens are nearly surrounded one move may surround both.
            let own_is_safe = state.free_cells_round_queen(state.side_to_move().other()) > 1;
            if L::BOUNDED || L::EXPANSIONS || !own_is_safe {
                return;
            }
            let Some(passed) = state.passed() else { return };
            let wins = passed.survey().wins;
            self.0 += u64::from(wins);
            assert_eq!(brain.is_threatened(state), wins, "{}", state.to_text());
        }
    }

    let mut threats = Threats(0);
    check_games(60, &mut threats);
    assert!(threats.0 > 20, "{} threats", threats.0);
}

/// Of the moves of a position the one that wins comes first.
#[test]
fn a_winning_move_is_tried_first() {
    let position = "0,0=bQ 1,0=bA1 0,1=bG1 -1,1=bS1 -1,0=wA1 0,-1=wS1 1,1=wQ 2,0=wA2 | w 20";
    struct First<'a>(&'a str);

    impl Visit for First<'_> {
        type Output = ();

        fn visit<B: Kernel, L: Law>(self, rules: HiveRules<B, L>) {
            let mut state = rules.parse_position(self.0).expect("the test's own position").start;
            let mut brain = HiveBrain::house::<L>();
            assert_eq!(brain.evaluate(&state), WINS);
            let (mut moves, mut rated) = (Vec::new(), Vec::new());
            state.legal_moves(&mut moves);
            brain.rate(&state, &moves, &mut rated);
            let best = (0..moves.len()).max_by_key(|&index| rated[index].order).expect("a move");
            state.play(moves[best]);
            assert_eq!(state.winner(), Some(Some(Side::One)));
        }
    }

    visit(Backend::detect(), "hive", First(position)).expect("an id of Hive");
}
