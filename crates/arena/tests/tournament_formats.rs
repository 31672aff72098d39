//! Tournaments of simulated bots, played to their end in every format.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use schwarm_arena::stats::Sprt;
use schwarm_arena::tournament::format::RankBy;
use schwarm_arena::tournament::{
    Encounter, Format, FormatError, Game, Results, Schedule, Seeding, Standings, Tournament,
};
use schwarm_core::Rng;

fn names(n: usize) -> Vec<String> {
    (0..n).map(|i| format!("bot{i}")).collect()
}

fn tournament(n: usize, format: Format) -> Tournament {
    Tournament::new(names(n), format, Seeding::Listed, 7).unwrap()
}

fn won_by(winner: Option<usize>) -> Game {
    Game { winner, counts: true, criterion: [Some(1), Some(2)], offender: None }
}

/// The result of a game of bots of which the lower numbers are stronger; decided by the key alone.
fn simulate(encounter: &Encounter, game: u64, draws: usize) -> Game {
    let text = encounter.key.bytes().fold(game, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let mut rng = Rng::new(text);
    if rng.below(100) < draws {
        return won_by(None);
    }
    let stronger = usize::from(encounter.players[0] > encounter.players[1]);
    won_by(Some(if rng.below(100) < 70 { stronger } else { 1 - stronger }))
}

fn play(results: &mut Results, encounter: &Encounter, draws: usize) {
    (0..encounter.games()).for_each(|game| results.add_game(&encounter.key, game, simulate(encounter, game, draws)));
}

/// Plays all, the last open encounter first where `backwards`; the schedules on the way.
fn play_out(tournament: &Tournament, draws: usize, backwards: bool) -> (Results, Vec<Schedule>) {
    let (mut results, mut schedules) = (Results::default(), Vec::new());
    loop {
        let schedule = tournament.schedule(&results);
        let open: Vec<_> = schedule.open(&results).cloned().collect();
        assert_eq!(open.is_empty(), schedule.is_done, "an end without a last game, or games after the end");
        schedules.push(schedule);
        let next = if backwards { open.last() } else { open.first() };
        let Some(next) = next else { return (results, schedules) };
        play(&mut results, next, draws);
    }
}

fn met(schedule: &Schedule) -> BTreeMap<(usize, usize), usize> {
    let mut met = BTreeMap::new();
    for Encounter { players: [a, b], .. } in &schedule.encounters {
        *met.entry((*a.min(b), *a.max(b))).or_default() += 1;
    }
    met
}

fn every_format(n: usize) -> Vec<Format> {
    let mut formats = vec![
        Format::RoundRobin { cycles: 2, pairs: 1 },
        Format::Gauntlet { challengers: vec![n - 1], cycles: 2, pairs: 2 },
        Format::Swiss { rounds: 5, pairs: 1 },
        Format::Knockout { pairs: 1, replays: 2, third_place: true },
        Format::Knockout { pairs: 2, replays: 0, third_place: false },
        Format::Ladder { rounds: 6, pairs: 1 },
        Format::League { cycles: 1, pairs: 2, rank_by: RankBy::Points },
    ];
    if n <= 8 {
        let decisions = BTreeMap::new();
        formats.push(Format::FinalEight { least_games: 6, most_games: 10, third_place: true, decisions });
    }
    formats
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_format_ends_and_its_schedule_only_grows(n in 2usize..12, which in 0usize..8, draws in 0usize..100) {
        let formats = every_format(n);
        let tournament = tournament(n, formats[which % formats.len()].clone());
        let (results, schedules) = play_out(&tournament, draws, false);
        for pair in schedules.windows(2) {
            let later: BTreeMap<_, _> = pair[1].encounters.iter().map(|e| (&e.key, e)).collect();
            prop_assert_eq!(later.len(), pair[1].encounters.len(), "a key given twice");
            for encounter in &pair[0].encounters {
                prop_assert_eq!(later.get(&encounter.key), Some(&encounter));
            }
        }
        // In whatever order games are played, the tournament is the same.
        let (other, _) = play_out(&tournament, draws, true);
        prop_assert_eq!(&results, &other);
        let standings = Standings::of(&tournament, schedules.last().unwrap(), &results);
        let bots: BTreeSet<_> = standings.rows.iter().map(|row| row.player).collect();
        prop_assert_eq!(bots.len(), n);
        prop_assert!(standings.rows.windows(2).all(|rows| rows[0].rank <= rows[1].rank));
        // A bracket with an undecided encounter has no winner.
        if schedules.last().unwrap().undecided.is_empty() {
            prop_assert_eq!(standings.rows[0].rank, 1);
        }
    }

    #[test]
    fn any_part_of_the_results_leads_to_the_same_schedule(
        n in 2usize..10, which in 0usize..8, cut in 0usize..200, odd in any::<bool>(),
    ) {
        let formats = every_format(n);
        let tournament = tournament(n, formats[which % formats.len()].clone());
        let (results, schedules) = play_out(&tournament, 20, false);
        let last = schedules.last().unwrap();
        // What a kill leaves behind: whole encounters, and one that is half played.
        let mut kept = Results::default();
        for encounter in last.encounters.iter().take(cut % (last.encounters.len() + 1)) {
            play(&mut kept, encounter, 20);
        }
        let half = tournament.schedule(&kept).open(&kept).next().cloned();
        if let (true, Some(next)) = (odd, half) {
            kept.add_game(&next.key, 1, simulate(&next, 1, 20));
        }
        loop {
            let schedule = tournament.schedule(&kept);
            for encounter in &schedule.encounters {
                prop_assert!(last.encounters.contains(encounter), "{} is new", encounter.key);
            }
            let Some(next) = schedule.open(&kept).next().cloned() else { break };
            play(&mut kept, &next, 20);
        }
        prop_assert_eq!(&tournament.schedule(&kept), last);
        for encounter in &last.encounters {
            prop_assert_eq!(kept.sum(encounter), results.sum(encounter));
        }
    }

    #[test]
    fn in_a_round_robin_all_meet_equally_often_and_once_a_round(n in 2usize..20, cycles in 1u32..4) {
        for format in [
            Format::RoundRobin { cycles, pairs: 1 },
            Format::League { cycles, pairs: 1, rank_by: RankBy::Wins },
        ] {
            let schedule = tournament(n, format).schedule(&Results::default());
            let met = met(&schedule);
            prop_assert_eq!(met.len(), n * (n - 1) / 2);
            prop_assert!(met.values().all(|&times| times == cycles as usize));
            let mut seen = BTreeSet::new();
            for encounter in &schedule.encounters {
                prop_assert!(encounter.players.iter().all(|&player| seen.insert((encounter.round, player))));
            }
            prop_assert!(schedule.byes.iter().all(|bye| seen.insert((bye.round, bye.player))));
            prop_assert_eq!(schedule.byes.len(), if n % 2 == 1 { n * cycles as usize } else { 0 });
        }
    }

    #[test]
    fn in_a_gauntlet_challengers_meet_all_others_and_nobody_else_meets(n in 3usize..12, k in 1usize..3, cycles in 1u32..4) {
        let challengers: Vec<_> = (0..k).collect();
        let schedule = tournament(n, Format::Gauntlet { challengers, cycles, pairs: 1 }).schedule(&Results::default());
        let met = met(&schedule);
        prop_assert_eq!(met.len(), k * (n - k));
        prop_assert!(met.iter().all(|(&(a, b), &times)| a < k && b >= k && times == cycles as usize));
    }
}

/// Whether all can be paired without any of these couples, by trying.
fn can_pair(left: &[usize], met: &BTreeSet<(usize, usize)>) -> bool {
    let Some((&first, rest)) = left.split_first() else { return true };
    rest.iter().any(|&mate| {
        let others: Vec<_> = rest.iter().copied().filter(|&other| other != mate).collect();
        !met.contains(&(first.min(mate), first.max(mate))) && can_pair(&others, met)
    })
}

#[test]
fn a_swiss_round_repeats_nobody_while_that_is_possible() {
    for n in [2, 3, 4, 5, 6, 7, 8] {
        for draws in [0, 50] {
            let tournament = tournament(n, Format::Swiss { rounds: 9, pairs: 1 });
            let (_, schedules) = play_out(&tournament, draws, false);
            let last = schedules.last().unwrap();
            // The round off is a couple with number n.
            let seats: Vec<_> = (0..n + n % 2).collect();
            let mut met = BTreeSet::new();
            for round in 1..=9 {
                let now = last.encounters.iter().filter(|e| e.round == round).map(|e| e.players);
                let byes = last.byes.iter().filter(|bye| bye.round == round).map(|bye| [bye.player, n]);
                let now: Vec<_> = now.chain(byes).map(|[a, b]| (a.min(b), a.max(b))).collect();
                assert_eq!(now.len(), seats.len() / 2, "somebody was forgotten");
                let repeats = now.iter().filter(|couple| met.contains(*couple)).count();
                assert!(repeats == 0 || !can_pair(&seats, &met), "{n} bots, round {round}: {now:?}");
                met.extend(now);
            }
        }
    }
}

#[test]
fn sixty_four_in_a_swiss_of_32_rounds_never_meet_twice() {
    for n in [64, 63] {
        let (_, schedules) = play_out_by_rounds(&tournament(n, Format::Swiss { rounds: 32, pairs: 1 }));
        let last = schedules.last().unwrap();
        assert_eq!(last.encounters.len(), 32 * (n / 2));
        assert!(met(last).values().all(|&times| times == 1));
        let off: BTreeSet<_> = last.byes.iter().map(|bye| bye.player).collect();
        assert_eq!(off.len(), last.byes.len());
    }
}

fn play_out_by_rounds(tournament: &Tournament) -> (Results, Vec<Schedule>) {
    let (mut results, mut schedules) = (Results::default(), Vec::new());
    loop {
        let schedule = tournament.schedule(&results);
        let open: Vec<_> = schedule.open(&results).cloned().collect();
        open.iter().for_each(|encounter| play(&mut results, encounter, 20));
        schedules.push(schedule);
        if open.is_empty() {
            return (results, schedules);
        }
    }
}

#[test]
fn the_first_swiss_round_pairs_the_upper_half_with_the_lower_and_gives_the_last_the_round_off() {
    let schedule = tournament(7, Format::Swiss { rounds: 3, pairs: 1 }).schedule(&Results::default());
    let couples: Vec<_> = schedule.encounters.iter().map(|encounter| encounter.players).collect();
    assert_eq!(couples, [[0, 3], [1, 4], [2, 5]]);
    assert_eq!(schedule.byes.iter().map(|bye| bye.player).collect::<Vec<_>>(), [6]);
}

#[test]
fn seeds_are_drawn_by_the_seed_alone() {
    let draw = |seed| {
        let format = Format::RoundRobin { cycles: 1, pairs: 1 };
        Tournament::new(names(20), format, Seeding::Drawn, seed).unwrap().order().to_vec()
    };
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
    assert_eq!(draw(3).into_iter().collect::<BTreeSet<_>>().len(), 20);
}

/// All games of an encounter end like this.
fn all(results: &mut Results, encounter: &Encounter, winner: Option<usize>) {
    (0..encounter.games()).for_each(|game| results.add_game(&encounter.key, game, won_by(winner)));
}

fn by_key(schedule: &Schedule, key: &str) -> Encounter {
    let keys = || schedule.encounters.iter().map(|e| e.key.as_str()).collect::<Vec<_>>();
    schedule.encounters.iter().find(|e| e.key == key).unwrap_or_else(|| panic!("no {key} in {:?}", keys())).clone()
}

#[test]
fn a_bracket_of_five_gives_the_best_three_the_first_round_off() {
    let tournament = tournament(5, Format::Knockout { pairs: 1, replays: 1, third_place: true });
    let mut results = Results::default();
    let schedule = tournament.schedule(&results);
    assert_eq!(schedule.byes.iter().map(|bye| bye.player).collect::<BTreeSet<_>>(), BTreeSet::from([0, 1, 2]));
    // The other half of the bracket does not wait.
    let keys: Vec<_> = schedule.encounters.iter().map(|e| e.key.clone()).collect();
    assert_eq!(keys, ["round-1/bot3-vs-bot4", "round-2/bot1-vs-bot2"]);
    all(&mut results, &by_key(&schedule, "round-1/bot3-vs-bot4"), Some(1));
    all(&mut results, &by_key(&schedule, "round-2/bot1-vs-bot2"), None);
    let schedule = tournament.schedule(&results);
    all(&mut results, &by_key(&schedule, "round-2/bot0-vs-bot4"), Some(0));
    // Tied, replayed, tied again: the better seed.
    all(&mut results, &by_key(&schedule, "round-2/bot1-vs-bot2/replay-1"), None);
    let schedule = tournament.schedule(&results);
    all(&mut results, &by_key(&schedule, "round-3/bot0-vs-bot1"), Some(1));
    assert!(!tournament.schedule(&results).is_done);
    all(&mut results, &by_key(&schedule, "third-place/bot2-vs-bot4"), Some(1));
    let schedule = tournament.schedule(&results);
    assert!(schedule.is_done);
    assert_eq!(schedule.places, Some(vec![2, 1, 4, 5, 3]));
}

fn final_eight(most_games: u64, decisions: &[(&str, usize)]) -> Format {
    let decisions = decisions.iter().map(|(key, winner)| (key.to_string(), *winner)).collect();
    Format::FinalEight { least_games: 6, most_games, third_place: false, decisions }
}

/// Wins of both and draws, in this order.
fn games(results: &mut Results, encounter: &Encounter, wins: [u64; 2]) {
    for game in 0..encounter.games() {
        let winner = if game < wins[0] { Some(0) } else { (game < wins[0] + wins[1]).then_some(1) };
        results.add_game(&encounter.key, game, won_by(winner));
    }
}

#[test]
fn an_encounter_of_the_final_eight_needs_six_games_and_more_wins() {
    let tournament = tournament(2, final_eight(10, &[]));
    let mut results = Results::default();
    let first = by_key(&tournament.schedule(&results), "round-1/bot0-vs-bot1");
    assert_eq!(first.games(), 6);
    // Four wins decide nothing before the sixth game.
    (0..4).for_each(|game| results.add_game(&first.key, game, won_by(Some(0))));
    assert!(!tournament.schedule(&results).is_done);
    let mut results = Results::default();
    games(&mut results, &first, [1, 0]);
    let schedule = tournament.schedule(&results);
    assert!(schedule.is_done && schedule.undecided.is_empty());
    assert_eq!(schedule.places, Some(vec![1, 2]));
    assert_eq!(schedule.encounters.len(), 1);
}

#[test]
fn a_tied_encounter_goes_on_by_two_games_up_to_the_cap_and_is_then_undecided() {
    let tournament = tournament(2, final_eight(10, &[]));
    let mut results = Results::default();
    let first = by_key(&tournament.schedule(&results), "round-1/bot0-vs-bot1");
    games(&mut results, &first, [2, 2]);
    let extra = by_key(&tournament.schedule(&results), "round-1/bot0-vs-bot1/extra-1");
    assert_eq!(extra.games(), 2);
    games(&mut results, &extra, [1, 1]);
    let second = by_key(&tournament.schedule(&results), "round-1/bot0-vs-bot1/extra-2");
    let mut won = results.clone();
    games(&mut won, &second, [0, 1]);
    assert_eq!(tournament.schedule(&won).places, Some(vec![2, 1]));
    games(&mut results, &second, [0, 0]);
    let schedule = tournament.schedule(&results);
    assert!(schedule.is_done);
    assert_eq!(schedule.undecided.iter().map(|e| e.key.as_str()).collect::<Vec<_>>(), ["round-1/bot0-vs-bot1"]);
    assert_eq!(schedule.places, Some(vec![1, 1]));
}

#[test]
fn what_hangs_on_an_undecided_encounter_waits_for_the_organiser() {
    let run = |decisions: &[(&str, usize)]| {
        let tournament = tournament(4, final_eight(6, decisions));
        let mut results = Results::default();
        let schedule = tournament.schedule(&results);
        games(&mut results, &by_key(&schedule, "round-1/bot0-vs-bot3"), [3, 3]);
        games(&mut results, &by_key(&schedule, "round-1/bot1-vs-bot2"), [4, 2]);
        tournament.schedule(&results)
    };
    let stuck = run(&[]);
    assert!(stuck.is_done && stuck.encounters.len() == 2 && stuck.undecided.len() == 1);
    let decided = run(&[("round-1/bot0-vs-bot3", 3)]);
    assert!(!decided.is_done && decided.undecided.is_empty());
    assert_eq!(by_key(&decided, "round-2/bot1-vs-bot3").games(), 6);
}

#[test]
fn on_a_ladder_a_challenger_who_wins_changes_places() {
    let tournament = tournament(4, Format::Ladder { rounds: 2, pairs: 1 });
    let mut results = Results::default();
    let schedule = tournament.schedule(&results);
    all(&mut results, &by_key(&schedule, "round-1/bot0-vs-bot1"), Some(1));
    all(&mut results, &by_key(&schedule, "round-1/bot2-vs-bot3"), None);
    let schedule = tournament.schedule(&results);
    assert_eq!(schedule.places, Some(vec![2, 1, 3, 4]));
    all(&mut results, &by_key(&schedule, "round-2/bot0-vs-bot2"), Some(1));
    let schedule = tournament.schedule(&results);
    assert!(schedule.is_done);
    assert_eq!(schedule.places, Some(vec![3, 1, 2, 4]));
}

/// Wins, draws and the criterion of a league of two.
fn league(rank_by: RankBy, games: &[(Option<usize>, [i16; 2])]) -> Vec<(u32, usize)> {
    let tournament = tournament(2, Format::League { cycles: 1, pairs: games.len() as u64 / 2, rank_by });
    let mut results = Results::default();
    let schedule = tournament.schedule(&results);
    for (number, &(winner, criterion)) in (0..).zip(games) {
        let game = Game { winner, counts: true, criterion: criterion.map(Some), offender: None };
        results.add_game(&schedule.encounters[0].key, number, game);
    }
    let standings = Standings::of(&tournament, &tournament.schedule(&results), &results);
    standings.rows.iter().map(|row| (row.rank, row.player)).collect()
}

#[test]
fn a_league_counts_wins_or_points_and_then_the_average_of_the_criterion() {
    let even = [(Some(0), [2, 1]), (Some(1), [0, 2])];
    assert_eq!(league(RankBy::Wins, &even), [(1, 1), (2, 0)]);
    assert_eq!(league(RankBy::Points, &even), [(1, 1), (2, 0)]);
    let same = [(Some(0), [2, 1]), (Some(1), [1, 2])];
    assert_eq!(league(RankBy::Wins, &same), [(1, 0), (1, 1)]);
    // A win outweighs any criterion.
    let won = [(Some(0), [1, 9]), (None, [1, 9])];
    assert_eq!(league(RankBy::Wins, &won), [(1, 0), (2, 1)]);
    assert_eq!(league(RankBy::Points, &won), [(1, 0), (2, 1)]);
}

#[test]
fn wins_and_points_can_rank_differently() {
    // bot0: one win, three losses. bot1: four draws. bot2 makes up the rest.
    let of = |rank_by| {
        let tournament = tournament(3, Format::League { cycles: 1, pairs: 1, rank_by });
        let mut results = Results::default();
        for encounter in &tournament.schedule(&results).encounters.clone() {
            let winners = match encounter.players {
                [0, 2] => [Some(0), Some(1)],
                [0, 1] => [Some(1), None],
                _ => [None, None],
            };
            for (number, winner) in (0..).zip(winners) {
                results.add_game(&encounter.key, number, won_by(winner));
            }
        }
        let standings = Standings::of(&tournament, &tournament.schedule(&results), &results);
        standings.rows.iter().map(|row| (row.player, row.values[0].unwrap())).collect::<BTreeMap<_, _>>()
    };
    assert_eq!(of(RankBy::Wins), BTreeMap::from([(0, 1.0), (1, 1.0), (2, 1.0)]));
    assert_eq!(of(RankBy::Points), BTreeMap::from([(0, 3.0), (1, 5.0), (2, 4.0)]));
}

#[test]
fn games_that_do_not_count_bring_nothing_but_end_an_encounter() {
    let tournament = tournament(2, Format::RoundRobin { cycles: 1, pairs: 1 });
    let mut results = Results::default();
    let encounter = tournament.schedule(&results).encounters[0].clone();
    results.add_game(&encounter.key, 0, Game { counts: false, ..won_by(Some(0)) });
    results.add_game(&encounter.key, 1, won_by(Some(1)));
    // A second result of the same game, and a game beyond the end, change nothing.
    results.add_game(&encounter.key, 1, won_by(Some(0)));
    results.add_game(&encounter.key, 2, won_by(Some(0)));
    let sum = results.sum(&encounter);
    assert_eq!((sum.wins, sum.draws, sum.is_done, sum.pairs, sum.singles), ([0, 1], 0, true, [0; 5], [1, 0, 0]));
}

#[test]
fn what_cannot_be_played_is_refused() {
    let test = |pairs| Format::Match { pairs, test: None };
    assert!(Tournament::new(names(2), test(0), Seeding::Listed, 1).is_err());
    assert!(Tournament::new(names(3), test(1), Seeding::Listed, 1).is_err(), "a match is between two");
    let robin = || Format::RoundRobin { cycles: 1, pairs: 1 };
    let new = |names: &[&str], format| {
        Tournament::new(names.iter().map(|name| name.to_string()).collect(), format, Seeding::Listed, 1)
    };
    for bad in ["", "a/b", "a-vs-b", " a", "a ", "-a", "a\nb", "a\"", &"x".repeat(41)] {
        assert!(matches!(new(&[bad, "b"], robin()), Err(FormatError::Name { .. })), "{bad:?}");
    }
    assert!(new(&["Müller's 2. Bot", "b"], robin()).is_ok());
    assert!(matches!(new(&["a", "a"], robin()), Err(FormatError::Name { .. })));
    assert!(matches!(new(&["a"], robin()), Err(FormatError::Range { .. })));
    let two = &["a", "b"];
    assert!(new(two, Format::RoundRobin { cycles: 0, pairs: 1 }).is_err());
    assert!(new(two, Format::Swiss { rounds: 1, pairs: 0 }).is_err());
    let gauntlet = |challengers| Format::Gauntlet { challengers, cycles: 1, pairs: 1 };
    assert_eq!(new(two, gauntlet(vec![0, 1])), Err(FormatError::NobodyLeft));
    assert_eq!(new(two, gauntlet(vec![2])), Err(FormatError::Player(2)));
    assert!(matches!(new(two, final_eight(7, &[])), Err(FormatError::Odd { .. })));
    assert!(new(two, final_eight(4, &[])).is_err());
    let many: Vec<_> = names(128);
    let long = Tournament::new(many, Format::RoundRobin { cycles: 1000, pairs: 1 }, Seeding::Listed, 1);
    assert_eq!(long, Err(FormatError::TooLong(8_128_000)));
}

#[test]
fn a_match_ends_when_its_test_has_an_answer_and_goes_on_when_it_is_open_again() {
    let test: Sprt = "elo0=0,elo1=50".parse().unwrap();
    let drawn = Tournament::new(names(2), Format::Match { pairs: 400, test: Some(test) }, Seeding::Drawn, 7).unwrap();
    let encounter = drawn.schedule(&Results::default()).encounters[0].clone();
    assert_eq!((encounter.key.as_str(), encounter.players), ("match/bot0-vs-bot1", [0, 1]), "whatever is drawn");
    let mut results = Results::default();
    let mut games = 0;
    while !drawn.is_answered(&results) {
        assert_eq!(drawn.schedule(&results).open(&results).count(), 1, "after {games} games");
        // Two wins of three.
        results.add_game(&encounter.key, games, won_by(Some(usize::from(games % 3 == 2))));
        games += 1;
    }
    assert!(games < 800, "{games}");
    let schedule = drawn.schedule(&results);
    assert!(schedule.is_done && schedule.is_answered && schedule.open(&results).next().is_none());
    // Games that were running count, too.
    for _ in 0..10 {
        results.add_game(&encounter.key, games, won_by(Some(1)));
        games += 1;
    }
    let schedule = drawn.schedule(&results);
    assert!(!schedule.is_done && schedule.open(&results).count() == 1);
    let plain = tournament(2, Format::Match { pairs: 400, test: None });
    assert!(!plain.is_answered(&results) && !plain.schedule(&results).is_done);
}
