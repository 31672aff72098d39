//! The fast rules against the plain ones of `plain/`: at every ply the same set of moves and the same outcome,
//! on every board this machine has.
//!
//! Seeded. `SCHWARM_LONG=1` multiplies the work by 50.

mod common;

#[path = "against_plain/compare.rs"]
mod compare;
#[path = "against_plain/games.rs"]
mod games;
#[path = "against_plain/seen.rs"]
mod seen;
#[path = "against_plain/setups.rs"]
mod setups;
#[path = "against_plain/survey.rs"]
mod survey;

use common::plain::{Book, Plain};
use common::text::{book_of, position_text};
use compare::Trace;
use games::Taste;
use schwarm_core::{Game, Notation, Rng, Ruleset, Setup};
use schwarm_hive::{Backend, Hive, HiveRules, Kernel, Law, Visit, visit};
use seen::Seen;

const OFFICIAL: [&str; 8] = ["hive", "hive+m", "hive+l", "hive+p", "hive+ml", "hive+mp", "hive+lp", "hive+mlp"];
const BOUNDED: [&str; 2] = ["hive-2020", "hive-2020-server"];

/// Times an amount of work, for a long run.
fn work(amount: usize) -> usize {
    if std::env::var("SCHWARM_LONG").is_ok_and(|value| value == "1") { amount * 50 } else { amount }
}

fn check(trace: &Trace, seen: &mut Seen) {
    if let Err(difference) = trace.check() {
        panic!("{difference}");
    }
    seen.add(trace);
}

fn play_games(id: &'static str, games: usize, plies: usize, tastes: &[Taste], seen: &mut Seen) {
    let mut rng = Rng::new(0x5EED ^ id.len() as u64);
    for game in 0..games {
        let taste = tastes[game % tastes.len()];
        let start = first_position(id, game, &mut rng);
        let trace = games::play(id, start, plies, taste, &mut rng);
        seen.count("games", 1);
        check(&trace, seen);
    }
}

/// An empty board; in the classic game blue begins every other game, on the bounded board blackberries grow.
fn first_position(id: &str, game: usize, rng: &mut Rng) -> Plain {
    match book_of(id) {
        Book::Classic { .. } => Plain::new(Book::Classic { blue_first: game % 4 >= 2 }, &[]),
        book @ Book::Sc2020 { .. } => {
            let mut cells: Vec<_> = common::plain::board::sc2020_cells().into_iter().collect();
            rng.shuffle(&mut cells);
            Plain::new(book, &cells[..3])
        }
        book @ Book::Official { .. } => Plain::new(book, &[]),
    }
}

fn try_setups(id: &'static str, positions: usize, plies: usize, seen: &mut Seen) {
    let mut rng = Rng::new(0xB10B ^ id.len() as u64);
    for _ in 0..positions {
        let start = setups::random_position(book_of(id), &mut rng);
        let taste = Taste::ALL[rng.below(Taste::ALL.len())];
        let trace = games::play(id, start.clone(), plies, taste, &mut rng);
        if let Err(difference) = Trace::new(id, start.clone()).check() {
            let smallest = setups::shrink(id, start);
            let again = Trace::new(id, smallest.clone()).check().expect_err("still differs");
            panic!("{difference}\n reduced to {}{again}", position_text(&smallest));
        }
        check(&trace, seen);
    }
}

/// Positions in which the two once disagreed.
#[test]
fn positions_that_once_differed() {
    let table = [
        // The ant on 3,-2 is locked in by five neighbours; it was let out to the whole rim.
        ("hive", "1,-4=bQ 1,-3=bS1 2,-3=bG2 2,-2=bA2 2,-1=bG1 3,-3=wS1 3,-2=bA3 4,-3=wG3 4,-2=wG1 | b 163"),
    ];
    for (id, text) in table {
        check(&Trace::new(id, common::text::parse_position(id, text)), &mut Seen::default());
    }
}

#[test]
fn games_of_all_official_sets() {
    let mut seen = Seen::default();
    for id in OFFICIAL {
        play_games(id, work(6), 70, &Taste::ALL, &mut seen);
    }
    play_games("hive+mlp", work(12), 110, &Taste::ALL, &mut seen);
    play_games("hive,queen-first", work(3), 60, &Taste::ALL, &mut seen);
    play_games("hive+mlp,queen-first", work(3), 60, &Taste::ALL, &mut seen);
    seen.demand(&[
        ("positions", 3000),
        ("stacks of 3 and more", 100),
        ("throws possible", 300),
        ("throws played", 100),
        ("wide hives", 100),
        ("wide and narrow change", 5),
        ("holes", 100),
        ("pockets", 100),
        ("queen-surrounded", 5),
        ("wins by the next move", 20),
    ]);
}

/// The sandbox notation places pieces out of order; taking that back must give the numbers back too.
#[test]
fn pieces_placed_out_of_order_are_taken_back() {
    for backend in Backend::all() {
        visit(backend, "hive", OutOfOrder).expect("an id of Hive");
    }
}

struct OutOfOrder;

impl Visit for OutOfOrder {
    type Output = ();

    fn visit<B: Kernel, L: Law>(self, rules: HiveRules<B, L>) {
        let mut state = rules.start(Setup::Default).expect("a start");
        let read = |state: &Hive<B, L>, text: &str| state.parse_move(text).expect("a move");
        for text in ["wS1", "bG1*|wS1"] {
            let mv = read(&state, text);
            state.play(mv);
        }
        let before = state;
        let third = read(&state, "wA3|*wS1");
        let undo = state.play(third);
        assert_eq!(state.to_text(), "-1,0=wA1 0,0=wS1 1,0=bG1 | b 3", "UHP numbers it first");
        state.undo(third, undo);
        assert!(state == before && state.key() == before.key() && state.to_text() == before.to_text());
        let first = read(&state, "wA1 -wS1");
        assert_eq!(state.move_text(first, Notation::Sandbox), "wA1|*wS1", "nothing is left of the third ant");
        state.play(first);
        assert_eq!(state.to_text(), "-1,0=wA1 0,0=wS1 1,0=bG1 | b 3");
    }
}

/// Rows of 22 and 28 pieces in all three directions; only the ends can move, and both ends meet on a small torus.
#[test]
fn straight_rows_of_all_pieces() {
    let mut seen = Seen::default();
    let mut rng = Rng::new(28);
    for id in ["hive", "hive+mlp", "hive-classic"] {
        for direction in common::plain::board::DIRECTIONS {
            for _ in 0..work(2) {
                let start = setups::straight_row(book_of(id), direction, &mut rng);
                let trace = games::play(id, start, 5, Taste::Any, &mut rng);
                check(&trace, &mut seen);
            }
        }
    }
    seen.demand(&[("positions", 100), ("wide hives", 50)]);
}

/// Small hives that walk away from where they began, past every edge of the boards inside.
#[test]
fn travelling_hives() {
    let mut seen = Seen::default();
    for id in ["hive", "hive+mlp", "hive-classic"] {
        let mut rng = Rng::new(3);
        for _ in 0..work(1) {
            let trace = games::play(id, Plain::new(book_of(id), &[]), 400, Taste::Travel, &mut rng);
            let farthest = trace.last().position.stacks.keys().map(|cell| cell.0).max();
            seen.count("cells travelled", farthest.map_or(0, |column| column.unsigned_abs().into()));
            check(&trace, &mut seen);
        }
    }
    seen.demand(&[("positions", 400), ("cells travelled", 120)]);
}

#[test]
fn games_of_the_classic_sheet() {
    let mut seen = Seen::default();
    play_games("hive-classic", work(18), 90, &Taste::ALL, &mut seen);
    seen.demand(&[
        ("positions", 900),
        ("stacks of 3 and more", 30),
        ("wide hives", 30),
        ("holes", 30),
        ("pockets", 30),
    ]);
}

#[test]
fn games_of_the_software_challenge() {
    let mut seen = Seen::default();
    for id in BOUNDED {
        play_games(id, work(40), 60, &Taste::ALL, &mut seen);
    }
    seen.demand(&[
        ("positions", 2500),
        ("stacks of 3 and more", 100),
        ("holes", 50),
        ("pockets", 50),
        ("forced passes", 10),
        ("round-limit", 5),
        ("queen-surrounded", 10),
        ("wins by the next move", 50),
    ]);
}

#[test]
fn set_up_positions_of_all_official_sets() {
    let mut seen = Seen::default();
    for id in OFFICIAL {
        try_setups(id, work(60), 4, &mut seen);
    }
    try_setups("hive+mlp", work(400), 4, &mut seen);
    seen.demand(&[
        ("positions", 3000),
        ("stacks of 3 and more", 500),
        ("stacks of 5 and more", 20),
        ("throws possible", 500),
        ("wide hives", 300),
        ("wide and narrow change", 20),
        ("holes", 200),
        ("pockets", 200),
        ("forced passes", 20),
        ("queen-surrounded", 20),
        ("wins by the next move", 50),
    ]);
}

#[test]
fn set_up_positions_of_the_classic_sheet() {
    let mut seen = Seen::default();
    try_setups("hive-classic", work(250), 4, &mut seen);
    seen.demand(&[
        ("positions", 800),
        ("stacks of 3 and more", 100),
        ("wide hives", 100),
        ("holes", 50),
        ("pockets", 50),
        ("wins by the next move", 10),
    ]);
}

#[test]
fn set_up_positions_of_the_software_challenge() {
    let mut seen = Seen::default();
    for id in BOUNDED {
        try_setups(id, work(300), 4, &mut seen);
    }
    seen.demand(&[
        ("positions", 2000),
        ("stacks of 3 and more", 200),
        ("holes", 100),
        ("pockets", 100),
        ("forced passes", 10),
        ("round-limit", 20),
        ("queen-surrounded", 50),
        ("both-surrounded", 1),
        ("wins by the next move", 50),
    ]);
}
