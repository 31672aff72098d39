//! Reviews by an engine that says what it is told to say.

use schwarm_core::{Rng, Setup};

use super::*;
use crate::{Analysis, PlayedMove, TimeFault};

/// Says what its script says about the position after so many plies.
struct Scripted<F>(F);

impl<F: FnMut(usize, &dyn Session) -> Vec<Finding> + Send> Analyst for Scripted<F> {
    fn name(&self) -> &str {
        "scripted"
    }

    fn analyse(
        &mut self,
        session: &dyn Session,
        _: &Limits,
        _: &Stop,
        _: &mut dyn FnMut(&Finding),
    ) -> Result<Analysis, AnalysisError> {
        Ok(Analysis { lines: self.0(session.moves().len(), session) })
    }
}

/// A line with the chance of the side to move.
fn line(moves: &str, chance: f64) -> Finding {
    let line = moves.split(", ").map(str::to_string).collect();
    Finding { depth: 5, chance: Some(chance), line, ..Finding::default() }
}

/// A line to a proven end.
fn proven(moves: &str, ends_in: i32) -> Finding {
    Finding { ends_in: Some(ends_in), chance: None, ..line(moves, 0.0) }
}

/// Four plies with the texts the scripts below use.
const MOVES: [&str; 4] = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];

fn record() -> GameRecord {
    let moves = MOVES.map(PlayedMove::plain).to_vec();
    GameRecord { game: "hive".into(), players: ["ann".into(), "bob".into()], moves, ..GameRecord::default() }
}

fn try_review(
    record: &GameRecord,
    stop: &Stop,
    script: impl FnMut(usize, &dyn Session) -> Vec<Finding> + Send,
) -> Result<Review, ReviewError> {
    let rules = schwarm_catalog::open(&record.game).expect("a known game");
    let terms = Terms { limits: Limits::depth(1), stop, progress: &mut |_, _| {} };
    Review::of(record, &*rules, &mut Scripted(script), terms)
}

fn review(record: &GameRecord, script: impl FnMut(usize, &dyn Session) -> Vec<Finding> + Send) -> Review {
    try_review(record, &Stop::default(), script).expect("the record is a game")
}

/// Reviews the four plies; each position has its lines.
fn with_lines(record: &GameRecord, lines: [Vec<Finding>; 5]) -> Review {
    review(record, move |ply, _| lines[ply].clone())
}

/// Both sides play the engine's moves, then black stands at 30 %.
fn quiet() -> [Vec<Finding>; 5] {
    [
        vec![line("wS1", 0.5), line("wG1", 0.45)],
        vec![line("bS1 wS1-", 0.5), line("bG1 wS1-", 0.45)],
        vec![line("wQ -wS1", 0.5), line("wA1 -wS1", 0.45)],
        vec![line("bQ bS1-", 0.5), line("bA1 bS1-", 0.45)],
        vec![line("wA1 -wS1", 0.5)],
    ]
}

fn lost_by(side: Side, termination: Termination) -> Option<Ending> {
    let score = schwarm_core::Score::new(&[0]);
    Some(Ending { termination, winner: Some(side.other()), scores: [score, score], outcome: None })
}

#[test]
fn a_move_is_classed_by_what_it_gives_away() {
    for (after, class) in [
        (0.50, Class::Best),
        (0.54, Class::Good),
        (0.56, Class::Inaccuracy),
        (0.61, Class::Mistake),
        (0.71, Class::Blunder),
    ] {
        let mut lines = quiet();
        // White could have kept 50 %; black's chance at the next move says what is left of it.
        lines[2] = vec![line("wA1 -wS1", 0.5), line("wG1 -wS1", 0.4)];
        lines[3] = vec![line("bQ bS1-", after)];
        lines[4] = vec![line("wA1 -wS1", 1.0 - after)];
        let review = with_lines(&record(), lines);
        assert_eq!(review.moves[2].class, class, "{after}");
        assert!((review.moves[2].loss - (after - 0.5)).abs() < 1e-9, "{:?}", review.moves[2]);
        let better = class.is_fault().then_some("wA1 -wS1");
        assert_eq!(review.moves[2].better(), better);
    }
}

#[test]
fn the_next_position_says_what_the_best_move_was_worth() {
    let mut lines = quiet();
    // The engine liked the queen, but one ply later black stands at 80 %: the other move was better.
    lines[3] = vec![line("bQ bS1-", 0.8)];
    lines[4] = vec![line("wA1 -wS1", 0.2)];
    let review = with_lines(&record(), lines);
    let queen = &review.moves[2];
    assert_eq!((queen.class, &*queen.best), (Class::Blunder, "wA1 -wS1"));
    assert!((queen.before - 0.45).abs() < 1e-9 && (queen.after - 0.2).abs() < 1e-9, "{queen:?}");
}

#[test]
fn a_move_better_than_the_engines_own_costs_nothing() {
    let mut lines = quiet();
    lines[2] = vec![line("wA1 -wS1", 0.5), line("wG1 -wS1", 0.4)];
    lines[3] = vec![line("bQ bS1-", 0.1)];
    lines[4] = vec![line("wA1 -wS1", 0.9)];
    let review = with_lines(&record(), lines);
    assert_eq!((review.moves[2].class, review.moves[2].loss), (Class::OnlyMove, 0.0));
    assert_eq!(review.moves[2].best, "wQ -wS1");
    assert!((review.positions[2].chance - 0.9).abs() < 1e-9, "the position was that good already");
}

#[test]
fn an_only_move_is_one_without_which_it_were_a_blunder() {
    for (second, class) in [(0.31, Class::Best), (0.30, Class::OnlyMove)] {
        let mut lines = quiet();
        lines[2] = vec![line("wQ -wS1", 0.5), line("wA1 -wS1", second)];
        assert_eq!(with_lines(&record(), lines).moves[2].class, class, "{second}");
    }
}

#[test]
fn a_proven_win_given_away_is_a_missed_win() {
    let mut lines = quiet();
    lines[2] = vec![proven("wA1 -wS1, bA1 bS1-, wA2 -wS1", 3), line("wQ -wS1", 0.5)];
    let review = with_lines(&record(), lines);
    let missed = &review.moves[2];
    assert_eq!((missed.class, missed.before, missed.after), (Class::MissedWin, 1.0, 0.5));
    assert_eq!(review.positions[2].fact, Some(Fact { winner: Some(Side::One), plies: Some(3) }));
    assert_eq!((review.positions[2].score, review.summary[0].missed_wins), (None, 1));
    // The opponent's move before it had lost by force; that is its blunder.
    assert_eq!(review.moves[1].class, Class::Blunder);
}

#[test]
fn what_is_proven_stays_proven_along_its_line() {
    let mut lines = quiet();
    lines[1] = vec![proven("bS1 wS1-, wQ -wS1", 4), line("bG1 wS1-", 0.5)];
    lines[2] = vec![line("wQ -wS1", 0.4)];
    let review = with_lines(&record(), lines);
    let facts: Vec<_> = review.positions.iter().map(|seen| seen.fact.map(|fact| (fact.winner, fact.plies))).collect();
    let black = Some(Side::Two);
    assert_eq!(facts, [None, Some((black, Some(4))), Some((black, Some(3))), Some((black, None)), None]);
    assert_eq!(review.moves[2].loss, 0.0, "who has lost by force can lose nothing more");
    assert_eq!(review.moves[3].class, Class::MissedWin, "the win was there and was not kept");
}

#[test]
fn whoever_plays_a_winning_move_had_it() {
    let mut lines = quiet();
    lines[3] = vec![proven("bA1 bS1-", -4)];
    let review = with_lines(&record(), lines);
    let white = |plies| Some(Fact { winner: Some(Side::One), plies });
    assert_eq!((review.positions[2].fact, review.positions[3].fact), (white(Some(5)), white(Some(4))));
    assert_eq!(review.moves[2].class, Class::OnlyMove);
}

#[test]
fn a_chance_falls_only_by_the_moves_of_its_side() {
    for (game, seed) in [("piranhas-2019", 1), ("piranhas-2026", 2), ("ostseeschach-2022", 3), ("hive-2020", 4)] {
        let rules = schwarm_catalog::open(game).expect("a known game");
        let mut session = rules.start(Setup::Seed(seed)).expect("a start");
        let setup = session.setup();
        let mut rng = Rng::new(seed);
        while let Some(mv) = session.random_move(&mut rng) {
            session.play(&mv).expect("a legal move");
        }
        let moves: Vec<_> = session.moves().into_iter().map(PlayedMove::plain).collect();
        let record = GameRecord { game: game.into(), start: Start::Setup(setup), moves, ..GameRecord::default() };
        let review = review(&record, |_, session| {
            let legal = session.legal_moves();
            let chance = |rng: &mut Rng| rng.below(1000) as f64 / 999.0;
            let some = |rng: &mut Rng| line(&legal[rng.below(legal.len())], chance(rng));
            vec![some(&mut rng), some(&mut rng)]
        });
        let outcome = session.outcome().expect("it was played to its end");
        assert_eq!(review.ending.as_ref().and_then(|ending| ending.outcome), Some(outcome));
        let last = review.positions.last().expect("a last position");
        assert_eq!(last.fact, Some(Fact { winner: outcome.winner, plies: Some(0) }));
        for mv in &review.moves {
            let [before, after] = [mv.ply - 1, mv.ply].map(|ply| review.positions[ply].chance);
            let gain = if mv.side == Side::One { after - before } else { before - after };
            assert!((mv.loss + gain).abs() < 1e-9 && mv.loss >= 0.0, "{game}: {mv:?}");
        }
    }
}

#[test]
fn the_turning_point_is_the_largest_loss_since_the_loser_was_even() {
    let mut lines = quiet();
    lines[1] = vec![line("bG1 wS1-, wQ -wS1, bQ bG1-", 0.61), line("bA1 wS1-", 0.5)];
    lines[2] = vec![line("wQ -wS1", 0.82)];
    lines[3] = vec![line("bA1 bS1-", 0.18)];
    lines[4] = vec![line("wA1 -wS1", 0.9)];
    let mut record = record();
    record.ending = lost_by(Side::Two, Termination::Adjudication { why: "enough".into() });
    let review = with_lines(&record, lines);
    let expected = "Move 2 (black, bS1 wS1-): black's chances fell from 61 % to 18 %; bG1 wS1- would have held: \
                    bG1 wS1-; wQ -wS1; bQ bG1-.";
    assert_eq!(review.verdict, expected);
    assert_eq!(review.turning_point.map(|turning| (turning.ply, turning.side)), Some((2, Side::Two)));
}

#[test]
fn a_game_that_slips_away_has_no_turning_point() {
    let mut lines = quiet();
    lines[1] = vec![line("bG1 wS1-", 0.49), line("bS1 wS1-", 0.46)];
    lines[2] = vec![line("wQ -wS1", 0.54)];
    lines[3] = vec![line("bG1 bS1-", 0.46)];
    lines[4] = vec![line("wA1 -wS1", 0.57)];
    let mut record = record();
    record.ending = lost_by(Side::Two, Termination::Adjudication { why: "enough".into() });
    let review = with_lines(&record, lines);
    assert_eq!(review.turning_point, None);
    let expected = "No single move lost it: black's chances went from 49 % to 43 %, never by more than 3 % at once.";
    assert_eq!(review.verdict, expected);
}

#[test]
fn who_loses_on_time_did_not_lose_by_the_position() {
    let mut lines = quiet();
    lines[4] = vec![line("wA1 -wS1", 0.63)];
    let mut record = record();
    let time = Termination::Time { side: Side::One, fault: TimeFault::Late };
    record.ending = lost_by(Side::One, time.clone());
    let review = with_lines(&record, lines);
    assert_eq!(review.verdict, "White lost on time in a position worth 63 %: the position did not lose it.");
    assert_eq!(review.turning_point, None);
    let mut lines = quiet();
    lines[3] = vec![line("bQ bS1-", 0.9)];
    lines[4] = vec![line("wA1 -wS1", 0.1)];
    let review = with_lines(&record, lines);
    assert!(review.verdict.starts_with("White lost on time in a position worth 10 %. Move 3 (white, wQ -wS1): "));
}

#[test]
fn an_unfinished_game_is_reviewed_as_far_as_it_goes() {
    let review = with_lines(&record(), quiet());
    assert_eq!(review.verdict, "Unfinished after 4 plies: white's chances are 50 %.");
    assert_eq!((review.positions.len(), review.moves.len(), review.ending), (5, 4, None));
    let nothing = GameRecord { moves: vec![], ..record() };
    let review = with_lines(&nothing, quiet());
    assert_eq!(review.summary.map(|side| side.accuracy), [None, None]);
}

#[test]
fn accuracy_is_the_mean_over_moves_that_were_chosen() {
    let mut lines = quiet();
    lines[2] = vec![line("wA1 -wS1", 0.5)];
    lines[3] = vec![line("bQ bS1-", 0.71)];
    lines[4] = vec![line("wA1 -wS1", 0.29)];
    let review = with_lines(&record(), lines);
    let [white, black] = review.summary.map(|side| side.accuracy.expect("it has moved"));
    assert!((white - 70.0).abs() < 1.0, "the mean of 100 and 40 is not {white}");
    assert_eq!(black, 100.0);
    assert_eq!(review.summary[0].blunders, 1);
}

#[test]
fn an_engine_without_chances_is_judged_by_its_scores() {
    let review = review(&record(), |ply, session| {
        let score = if session.side_to_move() == Side::One { 2.0 } else { -2.0 };
        let mv = MOVES.get(ply).copied().unwrap_or("wA1 -wS1");
        vec![Finding { score, line: vec![mv.to_string()], ..Finding::default() }]
    });
    for seen in review.positions {
        assert!((seen.chance - 0.73).abs() < 0.01, "{seen:?}");
        assert_eq!(seen.score, Some(2.0));
    }
}

#[test]
fn a_review_can_be_stopped_and_a_failing_engine_is_named_with_the_position() {
    let stop = Stop::default();
    let silent = try_review(&record(), &stop, |_, _| vec![]).expect_err("no line at all");
    assert_eq!(silent.to_string(), "the position after 4 plies could not be judged: it found no move");
    stop.stop();
    assert_eq!(try_review(&record(), &stop, |_, _| vec![line("x", 0.5)]), Err(ReviewError::Stopped));
}
