use std::ops::ControlFlow;

use schwarm_search::{Limits, PROVEN};

use super::record::Record;
use super::*;
use crate::house::{self, House};

const GAMES: [&str; 4] = ["ostseeschach-2022", "piranhas-2019", "hive+mlp", "hive-2020-server"];

fn series(game: &str, games: u64, threads: usize) -> Series {
    let conditions = Conditions { stray: 8, opening_nodes: 100, most_plies: 40, ..Conditions::default() };
    Series { game: game.to_string(), conditions, seed: 7, numbers: 0..games, threads, hash_mebibytes: 1 }
}

fn records(series: &Series) -> Vec<Record> {
    let mut records = Vec::new();
    let keep = &mut |record| {
        records.push(record);
        ControlFlow::Continue(())
    };
    series.record(&Entrant::of_nodes(60), keep).expect("games");
    records
}

#[test]
fn games_depend_on_seed_and_number_and_not_on_threads() {
    for game in GAMES {
        let alone = records(&series(game, 5, 1));
        assert_eq!(alone, records(&series(game, 5, 3)), "{game}");
        let last = Series { numbers: 4..5, ..series(game, 5, 1) };
        assert_eq!(alone[4..], records(&last)[..], "{game}: the last game alone");
        let other = Series { seed: 8, ..series(game, 5, 1) };
        assert_ne!(alone, records(&other), "{game}: another seed");
    }
}

struct Replay<'a>(&'a [Record]);

impl house::Visit for Replay<'_> {
    type Output = ();

    /// Checks what a record says against the rules.
    fn visit<H: House>(self, rules: H::Rules) {
        let brain = H::brain(&rules, H::weights(&rules), None, H::knobs(&rules));
        for record in self.0 {
            let played = record.replay(&rules, &brain).expect("a record is a game");
            assert_eq!(Record::of(&rules, &brain, record.number, &played), *record);
            let mut state = played.start.clone();
            for ply in &played.plies {
                assert_eq!(brain.winner(&state), None, "nobody moves after the end");
                state.play(ply.mv);
            }
            match played.end {
                End::Rules => assert!(brain.winner(&state).is_none_or(|winner| winner == played.winner)),
                End::Proven => {
                    let last = played.plies.last().and_then(|ply| ply.score).expect("the last move was searched");
                    assert!(played.winner.is_none() || last.abs() >= PROVEN);
                }
                End::TooLong => assert_eq!((played.winner, played.plies.len()), (None, 40)),
            }
            assert!(played.plies[..4].iter().all(|ply| ply.score.is_none()), "an opening is random");
        }
    }
}

#[test]
fn a_record_is_replayed_to_the_same_game() {
    for game in GAMES {
        let records = records(&series(game, 5, 2));
        house::visit(game, Replay(&records)).expect("a game");
    }
}

#[test]
fn a_game_that_is_played_on_begins_like_the_one_that_ends_at_its_proof() {
    let mut longer = 0;
    for game in GAMES {
        let short = series(game, 8, 2);
        let on = Series { conditions: Conditions { adjudicates: false, ..short.conditions.clone() }, ..short.clone() };
        let (short, on) = (records(&short), records(&on));
        house::visit(game, Replay(&on)).expect("a game");
        for (short, on) in short.iter().zip(&on) {
            assert_ne!(on.end, End::Proven, "{game}");
            assert_eq!(short.plies, on.plies[..short.plies.len()], "{game}");
            longer += usize::from(short.plies.len() < on.plies.len());
        }
    }
    assert!(longer > 0, "some games went on");
}

#[test]
fn random_moves_come_while_the_game_is_even() {
    let records = records(&series("ostseeschach-2022", 8, 2));
    let strays = records.iter().flat_map(|record| record.plies[4..].windows(2));
    let before: Vec<i16> = strays.filter(|pair| pair[1].1 == record::RANDOM).map(|pair| pair[0].1).collect();
    assert!(before.len() > 5, "{} random moves", before.len());
    assert!(before.iter().all(|score| score.abs() <= 150), "{before:?}");
    let calm = Conditions { stray: 0, ..series("ostseeschach-2022", 1, 1).conditions };
    let calm = Series { conditions: calm, ..series("ostseeschach-2022", 3, 1) };
    assert!(self::records(&calm).iter().all(|record| record.plies[4..].iter().all(|ply| ply.1 != record::RANDOM)));
}

#[test]
fn a_player_against_itself_plays_the_same_game_on_both_sides() {
    let player =
        Entrant { limits: Limits { only_answer: true, ..Entrant::of_nodes(60).limits }, ..Entrant::of_nodes(60) };
    let mut seen = 0;
    let check = &mut |[first, second]: [Summary; 2]| {
        seen += 1;
        assert_eq!(first.winner.map(|winner| 1 - winner), second.winner);
        assert_eq!((first.plies, first.spent[0].nodes), (second.plies, second.spent[1].nodes));
        if seen == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    series("piranhas-2026", 3, 1).play_pairs(&[player.clone(), player], check).expect("pairs");
    assert_eq!(seen, 2, "whoever hears of the games may break them off");
}

#[test]
fn the_stronger_player_wins_more() {
    let mut points = 0;
    let count = &mut |pair: [Summary; 2]| {
        points += pair.iter().map(|game| game.winner.map_or(1, |winner| 2 - 2 * winner)).sum::<usize>();
        ControlFlow::Continue(())
    };
    let entrants = [Entrant::of_nodes(2000), Entrant::of_nodes(20)];
    let conditions = Conditions { opening_nodes: 100, ..Conditions::default() };
    Series { conditions, ..series("ostseeschach-2022", 15, 2) }.play_pairs(&entrants, count).expect("pairs");
    assert!(points >= 38, "{points} of 60");
}

#[test]
fn the_fingerprint_tells_ways_of_playing_apart() {
    let plain = series("ostseeschach-2022", 1, 1);
    let house = Entrant::of_nodes(60);
    let print = |series: &Series, entrant: &Entrant| series.fingerprint(entrant).expect("a player");
    let (id, hash) = print(&plain, &house);
    assert_eq!(id, "ostseeschach-2022");
    let same = Series { numbers: 5..9, threads: 4, ..plain.clone() };
    assert_eq!(print(&same, &house).1, hash, "numbers and threads change no game");
    let knob = Entrant { knobs: vec!["lmr=off".to_string()], ..house.clone() };
    for (series, entrant) in
        [(&Series { seed: 8, ..plain.clone() }, &house), (&plain, &Entrant::of_nodes(61)), (&plain, &knob)]
    {
        assert_ne!(print(series, entrant).1, hash, "{series:?} {entrant:?}");
    }
}

#[test]
fn what_cannot_play_says_why() {
    let refusal = |game: &str, entrant: Entrant| {
        series(game, 1, 1).record(&entrant, &mut |_| ControlFlow::Continue(())).expect_err(game).to_string()
    };
    let house = Entrant::of_nodes(10);
    assert!(refusal("chess", house.clone()).contains("chess"));
    let weights = Entrant { weights: Some("tempo 1 1 0".to_string()), ..house.clone() };
    assert!(refusal("hive", weights).contains("line 1"));
    let knobs = Entrant { knobs: vec!["lmr=often".to_string()], ..house };
    assert!(refusal("hive", knobs).contains("lmr=often"));
}
