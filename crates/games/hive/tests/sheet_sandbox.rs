//! The sandbox notation, sentence by sentence (`rules/hive-sandbox.en.txt`), with what `rules/README.md` adds: it is read
//! and written beside UHP, knows the expansions, and uses piece numbers in any order.

mod common;

use common::{allows, at, play_all, played, refusal, rule, start, target, to_move, verdict};
use schwarm_core::view::Cell;
use schwarm_core::{Notation, Rng, Session};
use std::collections::{BTreeMap, BTreeSet};

const ID: &str = "hive+mlp";

/// Contact sign, UHP target beside `T`, and the cell seen from `T`.
const CONTACTS: [(&str, &str, (i32, i32)); 6] = [
    ("/*", r"\T", (0, -1)),
    ("|*", "-T", (-1, 0)),
    (r"\*", "/T", (-1, 1)),
    (r"*\", "T/", (1, -1)),
    ("*|", "T-", (1, 0)),
    ("*/", r"T\", (0, 1)),
];

fn in_sandbox(session: &dyn Session) -> Vec<String> {
    session.legal_moves_in(Notation::Sandbox)
}

// Board

/// "There is no board in the original board game but as pieces are placed next to each other an hexagonal structure
/// forms."
#[test]
fn every_unbounded_game_reads_and_writes_it() {
    for id in ["hive", "hive+m", "hive+mlp", "hive-classic"] {
        assert_eq!(start(id).info().notations, [Notation::Standard, Notation::Sandbox]);
        let session = played(id, "wS1; bS1*|wS1; wQ1|*wS1");
        assert_eq!(session.moves_in(Notation::Sandbox), ["wS1", "bS1*|wS1", "wQ1|*wS1"]);
        assert_eq!(session.moves(), ["wS1", "bS1 wS1-", "wQ -wS1"]);
    }
    assert_eq!(start("hive-2020").info().notations, [Notation::Standard]);
    assert_eq!(refusal(&mut *start("hive-2020"), "wS1").kind(), "syntax");
}

// Piece

/// "A piece is represented by 3 chars."
#[test]
fn piece_is_three_characters() {
    let mut session = played(ID, "wS1");
    assert!(allows(&*session, "bG1*|wS1"));
    for wrong in ["bG*|wS1", "bG11*|wS1", "bG1*|wS", "bG1*|wS11", "G1*|wS1", "bG1*|S1", "*|wS1", "bG1*|", "b1*|wS1"] {
        assert_eq!(refusal(&mut *session, wrong).kind(), "syntax", "{wrong}");
    }
}

/// "The first is the color and can be \"black\" or \"white\" {b|w}."
#[test]
fn first_character_is_the_colour() {
    let mut session = played(ID, "wS1");
    assert!(allows(&*session, "bG1*|wS1"));
    assert_eq!(rule(&mut *session, "wG1*|wS1"), "not-yours");
    assert_eq!(refusal(&mut *session, "rG1*|wS1").kind(), "syntax");
}

/// "The second is the piece name {A|B|G|Q|S}."
#[test]
fn second_character_is_the_bug() {
    let mut session = played("hive,queen-first", "wS1");
    for name in ["bA1", "bB1", "bG1", "bQ1", "bS1"] {
        assert!(allows(&*session, &format!("{name}*|wS1")), "{name}");
    }
    assert_eq!(refusal(&mut *session, "bX1*|wS1").kind(), "syntax");
    assert_eq!(rule(&mut *session, "bM1*|wS1"), "not-in-set");
}

/// README: "`wM1 wL1 wP1` with expansions".
#[test]
fn expansions_have_letters_and_the_number_one() {
    let session = played(ID, "wS1");
    for name in ["bM1", "bL1", "bP1"] {
        let text = format!("{name}*|wS1");
        assert!(allows(&*session, &text) && in_sandbox(&*session).contains(&text), "{name}");
    }
    assert_eq!(played(ID, "wM1; bL1*|wM1; wP1|*wM1").moves(), ["wM", "bL wM-", "wP -wM"]);
    assert_eq!(rule(&mut *session.clone_box(), "bM2*|wS1"), "not-in-hand");
}

/// "The third is the piece number used to distinguish pieces of the same name {1|2|3}."
#[test]
fn third_character_is_the_number() {
    let mut session = played(ID, "wS1");
    assert!(["bA1", "bA2", "bA3"].iter().all(|name| allows(&*session, &format!("{name}*|wS1"))));
    assert_eq!(rule(&mut *session, "bB3*|wS1"), "not-in-hand", "there are two beetles a side");
    assert_eq!(rule(&mut *session, "bS3*|wS1"), "not-in-hand", "and two spiders");
    assert_eq!(rule(&mut *session, "bQ2*|wS1"), "not-in-hand", "and one queen");
    assert_eq!(refusal(&mut *session, "bA4*|wS1").kind(), "syntax");
    assert_eq!(refusal(&mut *session, "bA0*|wS1").kind(), "syntax");
}

/// "wG2 - represents the second played grasshopper": but README: "piece numbers may be used in any order there".
#[test]
fn numbers_are_used_in_any_order_and_remembered() {
    let given = ["wS1", "bG3*|wS1", "wA2|*wS1", "bG1*|bG3", "wA3|*wA2", "bQ1*|bG1", "wQ1|*wA3"];
    let mut session = played(ID, &given.join(";"));
    assert_eq!(session.moves_in(Notation::Sandbox), given, "remembered");
    let renumbered = "Base+MLP;InProgress;Black[4];wS1;bG1 wS1-;wA1 -wS1;bG2 bG1-;wA2 -wA1;bQ bG2-;wQ -wA2";
    assert_eq!(session.position(), renumbered, "UHP numbers pieces in the order they were played");
    play_all(&mut *session, r"bG2*|bQ1; wQ1\*wA3");
    assert_eq!(session.moves()[7..], ["bG3 bQ-", "wQ /wA2"], "the third grasshopper, the second ant");
    assert_eq!(session.check("bG2|*wA3").unwrap(), "bG3 -wA2");
    assert_eq!(session.check("bG3 -wA2").unwrap(), "bG3 -wA2", "UHP names are read by their own numbers");
}

/// README: "piece numbers may be used in any order there", so the bare first piece may be any of its kind.
#[test]
fn bare_first_piece_may_have_any_number() {
    let session = played(ID, "wS2; bG3*|wS2");
    assert_eq!(session.moves_in(Notation::Sandbox), ["wS2", "bG3*|wS2"]);
    assert_eq!(session.moves(), ["wS1", "bG1 wS1-"]);
}

/// A name is one piece: a number beyond the set is not the highest one there is.
#[test]
fn target_with_a_number_beyond_the_set_is_no_target() {
    let mut session = played(ID, "wB1; bG1*|wB1; wB2|*wB1; bQ1*|bG1; wQ1|*wB2");
    play_all(&mut *session, "bA1*|bQ1");
    assert_eq!(rule(&mut *session, "wA1|*wQ2"), "no-reference");
    assert_eq!(rule(&mut *session, r"wA1\*wB3"), "no-reference");
    assert_eq!(rule(&mut *session, "wA1|*wS3"), "no-reference");
}

// Move

/// "Both of this actions are represented in the same way. A move representation has 3 sections."
#[test]
fn placing_and_moving_are_written_alike() {
    let mut session = played(ID, "wS1; bS1*|wS1; wQ1|*wS1; bQ1*|bS1");
    let texts = in_sandbox(&*session);
    assert!(texts.contains(&"wA1|*wQ1".to_string()), "a placement: {texts:?}");
    assert!(texts.contains(&r"wQ1/*wS1".to_string()), "a movement");
    assert!(texts.iter().all(|text| text.len() == 8), "eight characters each");
    play_all(&mut *session, r"wQ1/*wS1; bQ1*\bS1");
    assert_eq!(session.moves()[4..], [r"wQ \wS1", "bQ bS1/"]);
}

/// "wG2/*bA1 - the second white grasshopper is positioned touching the first black ant on its left-upper side."
#[test]
fn example_of_the_sheet() {
    let mut session = at(ID, "0,0=bA1 1,0=bQ 0,1=wG2 1,1=wQ | w 12");
    assert_eq!(session.play("wG2/*bA1").unwrap(), r"wG2 \bA1");
    assert_eq!(session.view().last_move.unwrap().to, Cell::new(0, -1));
    assert_eq!(session.moves_in(Notation::Sandbox), ["wG2/*bA1"]);
}

// Point Of Contact

/// "/* - NW", "|* - W", "\* - SW", "*\ - NE", "*| - E", "*/ - SE".
#[test]
fn six_faces_are_read() {
    let session = played(ID, "wS1");
    for (sign, uhp, (q, r)) in CONTACTS {
        let text = format!("bG1{sign}wS1");
        assert_eq!(session.check(&text).unwrap(), format!("bG1 {}", uhp.replace('T', "wS1")), "{text}");
        assert_eq!(target(&*session, &text), Cell::new(q, r), "{text}");
    }
}

#[test]
fn six_faces_are_written() {
    let expected: BTreeSet<String> = CONTACTS.iter().map(|(sign, _, _)| format!("bG1{sign}wS1")).collect();
    let written = in_sandbox(&*played(ID, "wS1")).into_iter().filter(|text| text.starts_with("bG1"));
    assert_eq!(written.collect::<BTreeSet<_>>(), expected);
}

/// "Beware: the slashes mean the FACE of the target, so they are mirrored against UHP" (facts/hive.md 2.6).
#[test]
fn slashes_lean_the_other_way_than_in_uhp() {
    let session = played(ID, "wS1");
    assert_eq!(target(&*session, "bG1/*wS1"), target(&*session, r"bG1 \wS1"));
    assert_eq!(target(&*session, r"bG1\*wS1"), target(&*session, "bG1 /wS1"));
    assert_ne!(target(&*session, "bG1/*wS1"), target(&*session, "bG1 /wS1"));
}

/// "=* - O (over) active piece is place on top of the target piece."
#[test]
fn over_is_read_and_written() {
    let mut session = at(ID, "0,0=wB1 1,0=bQ 1,1=wQ | w 12");
    assert!(in_sandbox(&*session).contains(&"wB1=*bQ1".to_string()));
    assert_eq!(session.play("wB1=*bQ1").unwrap(), "wB1 bQ");
    assert_eq!(session.moves_in(Notation::Sandbox), ["wB1=*bQ1"]);
    let mut stack = at(ID, "0,0=wB1 1,0=bQ+bB1 1,1=wQ | w 12");
    assert_eq!(stack.check("wB1=*bQ1").unwrap(), "wB1 bB1", "any piece of the column names it");
    assert_eq!(rule(&mut *stack, "wQ1=*bB1"), "occupied");
}

#[test]
fn other_signs_are_none() {
    let mut session = played(ID, "wS1");
    for wrong in ["bG1**wS1", "bG1+*wS1", "bG1*=wS1", "bG1*wS1", "bG1-*wS1", "bG1/*wS1*", "bG1/*wS1x", "bG1/*/*wS1"] {
        assert_eq!(refusal(&mut *session, wrong).kind(), "syntax", "{wrong}");
    }
}

/// "We refer to wich face of the target piece the action piece will be touching": any neighbour may be the target.
#[test]
fn any_piece_beside_the_cell_may_be_the_target() {
    let session = at(ID, "0,0=wB1 1,0=bQ 1,1=wQ | w 12");
    let spelt = session.check(r"wQ1\*bQ1").unwrap();
    assert_eq!(session.check(r"wQ1*/wB1").unwrap(), spelt);
    assert_eq!(session.check("wQ1|*wQ1").unwrap(), spelt, "even the piece itself, where it was");
    assert_eq!(rule(&mut *session.clone_box(), "wQ1|*wA1"), "no-reference");
}

// Starting Piece

/// "The first move of the first player is just the name of a piece."
#[test]
fn first_move_is_a_bare_piece() {
    assert_eq!(in_sandbox(&*start("hive")), ["wA1", "wB1", "wG1", "wS1"]);
    assert_eq!(in_sandbox(&*start("hive+mlp,queen-first")), ["wA1", "wB1", "wG1", "wL1", "wM1", "wP1", "wQ1", "wS1"]);
    assert_eq!(played("hive,queen-first", "wQ1").moves(), ["wQ"]);
    assert_eq!(rule(&mut *start("hive"), "wQ1"), "queen-first");
    assert_eq!(refusal(&mut *start("hive"), "wS1*|bS1").kind(), "syntax", "there is nothing to touch");
    assert_eq!(rule(&mut *start("hive"), "bS1"), "not-yours");
}

/// "The only exception to the previous notation is the starting piece of the first player."
#[test]
fn later_moves_are_no_bare_pieces() {
    let mut session = played(ID, "wS1");
    for bare in ["bS1", "bQ1", "bM1", "wS1"] {
        assert_eq!(refusal(&mut *session, bare).kind(), "syntax", "{bare}");
    }
}

// Other Commands

/// "pass - Advances the turn counter and switches the active player. To be used when there is no possible move by a
/// player."
#[test]
fn pass_is_for_a_player_without_a_move() {
    let mut session = at("hive", "0,0=bQ+wB1 1,0=wQ | b 21");
    assert_eq!(in_sandbox(&*session), ["pass"]);
    play_all(&mut *session, "pass");
    assert_eq!((session.turn(), to_move(&*session)), (22, "white"));
    assert_eq!(session.moves_in(Notation::Sandbox), ["pass"]);
    assert_eq!(rule(&mut *session, "pass"), "pass");
}

/// "If both players pass then the game should end in a draw."
#[test]
fn two_passes_are_a_draw() {
    let mut session = at("hive", common::BOTH_STUCK);
    play_all(&mut *session, "pass; pass");
    assert_eq!(verdict(&*session), "draw: passes");
}

// rules/README.md: "a whole game pasted at once plays"

const PASTED: &str = r"
wS1
bS1*|wS1
wQ1|*wS1
bQ1*|bS1
wA2|*wQ1
bB2*\bQ1
wA2*/bQ1
bB2=*bQ1
wG3|*wQ1
bA3*\bB2
wG3*|bQ1
bB2*/bA3
";

#[test]
fn pasted_game_plays_move_by_move_and_as_one_text() {
    let lines: Vec<&str> = PASTED.split_whitespace().collect();
    let mut session = start("hive");
    for line in &lines {
        session.play(line).unwrap_or_else(|error| panic!("{error} in {}", session.position()));
    }
    let pasted = at("hive", &format!("Base;;;{}", lines.join(";")));
    assert_eq!(pasted.position(), session.position());
    assert_eq!(pasted.moves_in(Notation::Sandbox), session.moves_in(Notation::Sandbox));
    same_moves(&*session, &lines);
}

/// Random games with random numbers: what is given comes back, and a game in UHP goes the same way.
#[test]
fn games_with_numbers_in_any_order_are_lossless() {
    for seed in 0..30 {
        let mut rng = Rng::new(seed);
        let (mut sandbox, mut uhp) = (start(ID), start(ID));
        let mut given = Vec::new();
        let mut hands = Hands::default();
        while given.len() < 60 && sandbox.outcome().is_none() {
            let texts = in_sandbox(&*sandbox);
            let text = &texts[rng.below(texts.len())];
            let text = hands.renumber(text, &mut rng);
            let spelt = sandbox.play(&text).unwrap_or_else(|error| panic!("{error} after {given:?}"));
            uhp.play(&spelt).unwrap_or_else(|error| panic!("{error} after {given:?}"));
            given.push(text);
        }
        assert_eq!(uhp.position(), sandbox.position(), "after {given:?}");
        let given: Vec<&str> = given.iter().map(String::as_str).collect();
        same_moves(&*sandbox, &given);
        let again = at(ID, &format!("Base+MLP;;;{}", given.join(";")));
        assert_eq!(again.moves_in(Notation::Sandbox), sandbox.moves_in(Notation::Sandbox));
    }
}

/// The moves come back with the same piece and the same target cell; the piece they refer to may be another.
fn same_moves(session: &dyn Session, given: &[&str]) {
    let written = session.moves_in(Notation::Sandbox);
    assert_eq!(written.len(), given.len());
    let mut replay = start(&session.id());
    for (written, given) in written.iter().zip(given) {
        assert_eq!(written.get(..3), given.get(..3), "the same piece");
        let spelt = replay.check(written);
        assert_eq!(spelt, replay.check(given), "the same move");
        assert_eq!(replay.play(given), spelt);
    }
    assert_eq!(replay.position(), session.position());
}

/// Which numbers of each kind are still in hand, by the names used so far.
#[derive(Default)]
struct Hands(BTreeMap<String, BTreeSet<char>>);

impl Hands {
    /// Gives a piece that is placed a random number of its kind in hand.
    fn renumber(&mut self, text: &str, rng: &mut Rng) -> String {
        if text == "pass" {
            return text.to_string();
        }
        let (kind, number) = kind_and_number(text);
        let in_hand = self.in_hand(kind);
        if !in_hand.contains(&number) {
            return text.to_string();
        }
        let numbers: Vec<char> = in_hand.iter().copied().collect();
        let number = numbers[rng.below(numbers.len())];
        in_hand.remove(&number);
        format!("{kind}{number}{}", &text[3..])
    }

    fn in_hand(&mut self, kind: &str) -> &mut BTreeSet<char> {
        self.0.entry(kind.to_string()).or_insert_with(|| match &kind[1..] {
            "A" | "G" => "123".chars().collect(),
            "B" | "S" => "12".chars().collect(),
            _ => "1".chars().collect(),
        })
    }
}

fn kind_and_number(text: &str) -> (&str, char) {
    (&text[..2], text.chars().nth(2).expect("a piece has three characters"))
}
