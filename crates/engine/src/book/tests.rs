use std::collections::HashSet;

use schwarm_core::{Game, Rng, Ruleset, Session, Setup, shape_of};

use super::*;
use crate::house::{self, House};

/// A book of a few games, quickly made.
fn small(game: &str, threads: usize) -> Book {
    let plan = Plan {
        game: game.to_string(),
        games: 96,
        random_plies: 1,
        deepest: 5,
        plies: 2,
        nodes: 20,
        glance_nodes: 10,
        choice_nodes: 30,
        least: 4,
        seed: 3,
        threads,
    };
    grow(&plan, &mut |_| {}).expect("it grows")
}

#[test]
fn a_book_depends_on_its_plan_alone() {
    let book = small("hive+m", 1);
    assert!(book.len() > 5, "{} positions", book.len());
    assert!(book.card.starts_with("hive+m: 96 games"), "{}", book.card);
    assert_eq!(small("hive+m", 3), book);
}

#[test]
fn what_is_written_is_read_and_nothing_else() {
    let book = small("hive", 2);
    let bytes = book.to_bytes();
    assert_eq!(Book::read(&bytes), Ok(book.clone()));
    assert_eq!(Book::read(&Book::default().to_bytes()), Ok(Book::default()));
    for end in 0..bytes.len() {
        assert!(Book::read(&bytes[..end]).is_err(), "cut at {end}");
    }
    let mut rng = Rng::new(5);
    for _ in 0..500 {
        let mut bent = bytes.clone();
        bent[rng.below(bytes.len())] ^= 1 << rng.below(8);
        assert!(Book::read(&bent).is_err());
    }
    assert!(Book::read(&[&bytes[..], b"x"].concat()).is_err());
    assert_eq!(Book::read(b"a poem"), Err(BookError::Foreign));
}

#[test]
fn a_book_takes_in_another_one_and_keeps_what_it_said() {
    let advice = |shape: u64, next| Advice { shape: shape << CUT, turn: 2, next, chance: 0.5 };
    let own = Book::new("a\n".to_string(), &[advice(1, 10), advice(1, 11), advice(3, 12)]);
    let both = own.with(Book::new("b\n".to_string(), &[advice(2, 20), advice(3, 21)]));
    assert_eq!(both, Book::new("a\nb\n".to_string(), &[advice(1, 10), advice(2, 20), advice(3, 12)]));
}

struct Walk;

impl house::Visit for Walk {
    type Output = (usize, usize);

    /// Games that follow the book and stray from it: positions it knows, and moves that lead to the shape it names.
    fn visit<H: House>(self, rules: H::Rules) -> (usize, usize) {
        let book = Book::read(H::book_file(&rules).expect("there is a book")).expect("it can be read");
        let (mut known, mut met) = (HashSet::new(), 0);
        for seed in 0..60 {
            let mut rng = Rng::new(seed);
            let mut state = rules.start(Setup::Seed(seed)).expect("a start");
            while state.turn() <= book.deepest {
                let (mut moves, found) = (Vec::new(), book.find(&rules, &state));
                state.legal_moves(&mut moves);
                let random = moves[rng.below(moves.len())];
                let mv = match found {
                    Some(found) if rng.below(4) > 0 => found.mv,
                    _ => random,
                };
                if let Some(found) = found {
                    assert!(moves.contains(&found.mv) && (0.0..=1.0).contains(&found.chance));
                    met += 1;
                    known.insert(shape_of(&rules, &state));
                }
                state.play(mv);
            }
            assert_eq!(book.find(&rules, &state).map(|found| found.mv), None);
        }
        (known.len(), met)
    }
}

#[test]
fn the_house_book_knows_the_beginnings_of_hive_and_is_small() {
    for id in ["hive", "hive+mlp"] {
        let (known, met) = house::visit(id, Walk).expect("a game");
        assert!(known >= 20 && met >= 100, "{id}: {known} positions, met {met} times");
    }
    assert!(include_bytes!("../../books/hive.book").len() < 1_000_000);
}

/// However a position is turned and mirrored, the move of the book leads to the same shape.
#[test]
fn turned_boards_get_the_same_answer() {
    let session = |moves: &[&str]| {
        let mut session = schwarm_catalog::open("hive").expect("a game").start(Setup::Seed(1)).expect("a start");
        for mv in moves {
            session.play(mv).expect("a move");
        }
        session
    };
    // The same three pieces, laid out in four directions.
    let turned = [
        session(&["wS1", "bS1 wS1-", "wA1 -wS1"]),
        session(&["wS1", "bS1 -wS1", "wA1 wS1-"]),
        session(&["wS1", "bS1 wS1/", "wA1 /wS1"]),
        session(&["wS1", "bS1 \\wS1", "wA1 wS1\\"]),
    ];
    let shape = turned[0].shape();
    let mut after = turned[0].clone_box();
    after.play("bQ bS1-").expect("a move");
    let book = Book::new(String::new(), &[Advice { shape, turn: 3, next: after.shape(), chance: 0.5 }]);
    for session in turned {
        assert_eq!(session.shape(), shape);
        let answer =
            house::visit("hive", Answer { book: &book, session: &*session }).expect("a game").expect("an answer");
        let mut played = session.clone_box();
        played.play(&answer).expect("a legal move");
        assert_eq!(played.shape(), after.shape(), "{answer}");
    }
}

struct Answer<'a> {
    book: &'a Book,
    session: &'a dyn Session,
}

impl house::Visit for Answer<'_> {
    type Output = Option<String>;

    fn visit<H: House>(self, rules: H::Rules) -> Option<String> {
        let played = self.session.as_any().downcast_ref::<schwarm_core::PlayedSession<H::Rules>>()?;
        let found = self.book.find(&rules, played.state())?;
        Some(played.state().move_text(found.mv, schwarm_core::Notation::Standard))
    }
}
