//! The classic rule sheet, sentence by sentence (`rules/hive-classic.cs.txt`), and what `rules/README.md` decides where
//! the sheet is silent. Every doc comment quotes its sentence.
//!
//! In pictures and texts `b` is blue.

mod common;

use common::drawn::{E, NE, NW, SE, SW, W, draw};
use common::{
    allows, at, in_hand, play_all, played, position_error, refusal, rule, setup_error, start, start_with, to_move,
    verdict,
};
use schwarm_core::Side;

const ID: &str = "hive-classic";

fn is_placement(text: &str, on_board: &str) -> bool {
    !on_board.split(' ').any(|name| text.starts_with(name))
}

// Počet hráčů, Obsah

/// "2 hráči", "11 bílých a 11 modrých kamenů".
#[test]
fn players_are_white_and_blue() {
    assert_eq!(start(ID).info().sides, ["white", "blue"]);
}

/// "11 bílých a 11 modrých kamenů: 1 včelí královna, 3 mravenci, 2 pavouci, 2 brouci, 3 kobylky."
#[test]
fn each_player_has_eleven_pieces() {
    for side in Side::BOTH {
        assert_eq!(in_hand(&*start(ID), side), "Q1 S2 B2 G3 A3");
    }
    for expansion in ["wM", "wL", "wP"] {
        assert_eq!(rule(&mut *start(ID), expansion), "not-in-set");
    }
}

/// "Počet polí není omezený." A row of 22 is longer than the plan of side 5 that the sheet believes to be enough.
#[test]
fn board_is_unbounded() {
    let mut session = start(ID);
    play_all(&mut *session, "wS1; bS1 wS1-; wQ -wS1; bQ bS1-");
    let (mut west, mut east) = ("wQ".to_string(), "bQ".to_string());
    for piece in ["A1", "A2", "A3", "G1", "G2", "G3", "B1", "B2", "S2"] {
        play_all(&mut *session, &format!("w{piece} -{west}; b{piece} {east}-"));
        (west, east) = (format!("w{piece}"), format!("b{piece}"));
    }
    let view = session.view();
    let columns = view.cells.iter().map(|cell| cell.at.x);
    assert_eq!(columns.clone().max().unwrap() - columns.min().unwrap(), 21);
    assert_eq!(verdict(&*session), "open");
    assert!(session.legal_moves().iter().all(|text| text.starts_with("wS2 ")), "only the western end can move");
    assert_eq!(session.legal_moves().len(), 2, "three steps along either side");
}

// Průběh hry

/// "Hráči se střídají v tazích."
#[test]
fn players_alternate() {
    let mut session = start(ID);
    for (text, side) in [("wQ", "white"), ("bQ wQ-", "blue"), ("wA1 -wQ", "white"), ("bQ wQ/", "blue")] {
        assert_eq!(to_move(&*session), side);
        play_all(&mut *session, text);
    }
    assert_eq!(rule(&mut *session, "bQ wQ-"), "not-yours");
}

/// "V jednom tahu smí hráč buď nasadit jeden vlastní kámen, nebo se pohnout jedním vlastním kamenem."
#[test]
fn player_places_a_piece_or_moves_one() {
    let session = played(ID, "wQ; bQ wQ-");
    let (placements, moves): (Vec<_>, Vec<_>) =
        session.legal_moves().into_iter().partition(|text| is_placement(text, "wQ bQ"));
    assert_eq!(moves, [r"wQ /bQ", r"wQ \bQ"]);
    assert_eq!(placements.len(), 4 * 3, "each kind in hand on each cell that touches white only");
    assert_eq!(rule(&mut *played(ID, "wQ; bQ wQ-"), r"bQ wQ\"), "not-yours");
}

/// "Tah je povinný."
#[test]
fn player_who_can_move_may_not_pass() {
    assert_eq!(rule(&mut *start(ID), "pass"), "pass");
    assert_eq!(rule(&mut *played(ID, "wQ; bQ wQ-"), "pass"), "pass");
}

// Zahájení hry

/// "Potom se domluví, kdo bude začínat."
#[test]
fn either_colour_may_begin() {
    let mut white = start_with(ID, "first:white");
    assert_eq!((to_move(&*white), white.setup().as_str()), ("white", "first:white"));
    assert_eq!(rule(&mut *white, "bA1"), "not-yours");
    play_all(&mut *white, "wA1");
    assert_eq!(white.position(), "Classic;InProgress;Blue[1];wA1");

    let mut blue = start_with(ID, "first:blue");
    assert_eq!((to_move(&*blue), blue.setup().as_str()), ("blue", "first:blue"));
    assert_eq!(blue.position(), "Classic;NotStarted;Blue[1]");
    assert_eq!(rule(&mut *blue, "wA1"), "not-yours");
    play_all(&mut *blue, "bA1");
    assert_eq!(blue.position(), "Classic;InProgress;White[1];bA1");
    play_all(&mut *blue, "wA1 bA1-");
    assert_eq!(blue.position(), "Classic;InProgress;Blue[2];bA1;wA1 bA1-");

    assert_eq!(start(ID).setup(), "first:white", "the default");
    assert_eq!(setup_error(ID, "first:black").kind(), "setup");
}

/// DESIGN: "where blue began, `Blue[n]`/`White[n]` in that order".
#[test]
fn game_texts_say_who_began() {
    for text in [
        "Classic;NotStarted;White[1]",
        "Classic;NotStarted;Blue[1]",
        "Classic;InProgress;White[1];bA1",
        "Classic;InProgress;Blue[1];wA1",
        "Classic;InProgress;Blue[2];bA1;wA1 bA1-",
        "Classic;InProgress;White[2];wA1;bA1 wA1-",
    ] {
        assert_eq!(at(ID, text).position(), text);
    }
    assert_eq!(to_move(&*at(ID, "Classic;;;bA1")), "white", "the moves alone say it too");
    assert_eq!(position_error(ID, "Classic;;;bA1;bA2 bA1-").kind(), "illegal");
    assert_eq!(position_error(ID, "Base;;;wA1").kind(), "position-syntax", "not the official game");
}

/// Either colour may have begun in a set-up position too.
#[test]
fn board_texts_say_who_began() {
    for text in ["0,0=wQ 1,0=bQ | w 2", "0,0=wQ 1,0=bQ | b 2", "0,0=wQ 1,0=bQ | b 3", "0,0=wQ 1,0=bQ | w 3"] {
        let session = at(ID, text);
        assert_eq!(session.board().as_deref(), Some(text));
        assert_eq!(to_move(&*session), if text.contains("| w") { "white" } else { "blue" });
    }
}

/// "Na začátku hry kameny obou hráčů nejsou nasazeny. V 1. tahu oba hráči nasadí svůj první kámen …"
#[test]
fn game_begins_with_an_empty_board_and_a_placement_each() {
    let mut session = start(ID);
    assert!(session.view().cells.is_empty());
    assert_eq!(session.legal_moves(), ["wA1", "wB1", "wG1", "wQ", "wS1"], "the queen may be the first piece");
    play_all(&mut *session, "wA1");
    assert_eq!(session.legal_moves().len(), 5 * 6);
    assert!(session.legal_moves().iter().all(|text| is_placement(text, "wA1")));
}

/// "… přičemž druhý hrač nasadí svůj první kámen na pole sousedící s kamenem soupeře."
#[test]
fn second_players_first_piece_touches_the_first() {
    for (setup, first, second) in [("first:white", "wA1", "bQ"), ("first:blue", "bA1", "wQ")] {
        let mut session = start_with(ID, setup);
        play_all(&mut *session, first);
        let target = |text: &String| common::target(&*session, text);
        let cells: std::collections::BTreeSet<_> = session.legal_moves().iter().map(target).collect();
        assert_eq!(cells.len(), 6);
        assert!(allows(&*session, &format!("{second} -{first}")));
    }
    assert_eq!(draw(ID, "wA! .   .", "").after_plies(1).session().legal_moves().len(), 5 * 6);
    let mut far = at(ID, "0,0=wA1 1,0=wA2 | b 1");
    assert!(allows(&*far, "bQ wA2-"), "beside any piece of the opponent");
    assert_eq!(refusal(&mut *far, "bQ bQ-").kind(), "illegal", "nothing to name the cell by");
}

/// "Královnu musí hráč nasadit nejpozději ve 4. svém tahu."
#[test]
fn queen_is_placed_in_the_fourth_turn_at_the_latest() {
    for setup in ["first:white", "first:blue"] {
        let mut session = start_with(ID, setup);
        let (one, two) = if setup == "first:white" { ('w', 'b') } else { ('b', 'w') };
        play_all(&mut *session, &format!("{one}A1; {two}A1 {one}A1-; {one}A2 -{one}A1; {two}A2 {two}A1-"));
        assert!(allows(&*session, &format!("{one}S1 -{one}A2")), "in the third turn she may still wait");
        play_all(&mut *session, &format!("{one}A3 -{one}A2; {two}A3 {two}A2-"));
        for (side, other) in [(one, format!("-{one}A3")), (two, format!("{two}A3-"))] {
            let queen = format!("{side}Q");
            assert!(session.legal_moves().iter().all(|text| text.starts_with(&queen)));
            assert_eq!(rule(&mut *session, &format!("{side}S1 {other}")), "queen-due");
            assert_eq!(rule(&mut *session, &format!(r"{side}A1 {side}A1\")), "queen-due", "nor may anything move");
            play_all(&mut *session, &format!("{queen} {other}"));
        }
    }
}

/// "Dokud hráč nenasadí svou královnu, nesmí svými kameny pohybovat (smí je pouze nasazovat)."
#[test]
fn nothing_moves_before_the_own_queen_is_placed() {
    let mut session = played(ID, "wA1; bQ wA1-");
    assert_eq!(rule(&mut *session, "wA1 bQ/"), "queen-unplaced");
    play_all(&mut *session, "wQ -wA1");
    assert!(allows(&*session, r"bQ wA1\"), "blue's queen is on the board, so blue may move");
    play_all(&mut *session, r"bA1 bQ-; wQ \wA1");
}

// Konec hry, Mat

const ENCLOSED: &str = "  wA  bG\nbS  bQ! wG  wQ\n  wS  bA";

/// "V případě, že hráč má královnu v matu, prohrál."
#[test]
fn player_whose_queen_is_mated_loses() {
    assert_eq!(draw(ID, ENCLOSED, "").verdict(), "white wins: queen-surrounded");
    let swapped = ENCLOSED.replace("bQ!", "x").replace("wQ", "bQ").replace('x', "wQ!");
    assert_eq!(draw(ID, &swapped, "").verdict(), "blue wins: queen-surrounded");
}

/// "Hra se hraje tak dlouho, dokud jeden z hráčů nemá královnu v matu": it ends with the very ply.
#[test]
fn game_ends_at_once() {
    for (closer, winner) in [("wA!", "white"), ("bA!", "blue")] {
        // The same two queens; whoever moves closes the other one's last cell or the own.
        let picture = format!("  wA  wG\nwS  bQ  .\n  bG  wQ  {closer}");
        let session = draw(ID, &picture, "").moved(NW);
        assert_eq!(verdict(&*session), "white wins: queen-surrounded", "{winner} closes the blue queen in");
        assert_eq!(session.legal_moves(), Vec::<String>::new());
    }
}

/// "V případě, že některý hráč zahrál tah, kterým se obě královny dostaly do matu, je partie prohlášena za remis."
#[test]
fn both_queens_mated_by_one_move_are_a_draw() {
    let picture = r"
          wS  bG  wG
        bA  bQ  wQ  bB
          wB  .   bS
        .   .   wA! .
    ";
    assert_eq!(draw(ID, picture, "").verdict(), "open");
    assert_eq!(verdict(&*draw(ID, picture, "").moved(NW)), "draw: both-surrounded");
}

/// "Včelí královna je mat, pokud jsou všechna sousední pole obsazena nějakým kamenem (vlastním nebo cizím)."
#[test]
fn queen_is_mated_by_pieces_of_any_colour_on_all_six_cells() {
    for ring in ["bA bG bS bA bG bA", "wA wG wS wA wG wA", "bA wG bS wA bG wA"] {
        let [a, b, c, d, e, f] = ring.split(' ').collect::<Vec<_>>()[..] else { panic!("six pieces") };
        let picture = |d| format!("  {a}  {b}\n{c}  wQ! {d}\n  {e}  {f}  bQ");
        assert_eq!(draw(ID, &picture(d), "").verdict(), "blue wins: queen-surrounded");
        assert_eq!(draw(ID, &picture("."), "").verdict(), "open", "five are not enough");
    }
}

// Nasazení kamene

const PLACING: &str = r"
      .   .   .
    .   wQ! bQ  .
      .   .   .
";

/// "Hráč může nasadit kámen pouze na pole, které sousedí s nějakým jeho kamenem …"
#[test]
fn new_piece_touches_an_own_piece() {
    assert!(draw(ID, PLACING, "").allows_placing('A', W));
    let blue = draw(ID, PLACING, "").black_to_move();
    assert!(blue.allows_placing('A', (2, 0)));
    let mut away = draw(ID, "1!  wQ", "1=bQ wB").white_to_move().session();
    assert!(allows(&*away, "wA1 -wB1"), "beside the own beetle");
    assert_eq!(refusal(&mut *away, "wA1 wA1-").kind(), "illegal");
}

/// "… a které nesousedí s žádným soupeřovým kamenem (vyjma prvního tahu)."
#[test]
fn new_piece_touches_no_enemy() {
    for cell in [NE, SE, (2, 0)] {
        assert_eq!(draw(ID, PLACING, "").rule_placing('A', cell), "touches-enemy");
    }
    assert_eq!(draw(ID, PLACING, "").rule_placing('A', E), "occupied");
    assert!(allows(&*played(ID, "wA1"), "bA1 wA1-"), "but for the first turn");
}

/// "Kameny zakryté jiným kamenem se při aplikaci tohoto pravidla neberou v úvahu."
#[test]
fn covered_pieces_do_not_count_for_placing() {
    let stack = draw(ID, "wQ! 1", "1=bQ wB");
    assert!(stack.allows_placing('A', (2, 0)) && stack.allows_placing('A', NE), "blue's queen is covered");
    let blue = draw(ID, "wQ! 1   bA", "1=bQ wB").black_to_move();
    assert_eq!(blue.rule_placing('G', (1, 1)), "touches-enemy", "and does not help blue either");
    assert!(blue.allows_placing('G', (3, 0)));
}

// Pohyb kamene

/// "Není povoleno udělat takový tah, kterým by přestaly být kameny … tvořit jednu souvislou skupinu."
#[test]
fn pieces_stay_one_group() {
    for line in ["bA  wA! wQ  bQ", "bA  wG! wQ  bQ", "bA  wB! wQ  bQ", "bA  wS! wQ  bQ", "bA  wQ! wA  bQ"] {
        let drawn = draw(ID, line, "");
        drawn.check_stuck();
        assert_eq!(drawn.rule_to(NE), "one-hive");
    }
}

/// "Toto pravidlo platí nejenom po dokončení tahu, ale i v libovolný okamžik průběhu tahu."
#[test]
fn pieces_stay_one_group_during_the_move_too() {
    let would_touch_both_again = r"
        bQ  wB!
          .   bA  wQ
    ";
    assert_eq!(draw(ID, would_touch_both_again, "").rule_to(SW), "one-hive");
    draw(ID, would_touch_both_again, "").check_stuck();
    let across_the_gap = r"
            x   .
          bA  wQ! .
        bG  x   .
          bS  bQ
    ";
    draw(ID, across_the_gap, "").check();
    assert_eq!(draw(ID, across_the_gap, "").rule_to(SE), "contact");
}

/// "Není možno se pohnout na pole, kde už stojí jiný kámen, a to vyjma brouka."
#[test]
fn only_the_beetle_enters_an_occupied_cell() {
    for bug in ["wQ", "wA", "wS", "wG"] {
        let other = if bug == "wQ" { "wA" } else { "wQ" };
        assert_eq!(draw(ID, &format!("{bug}! bQ  {other}"), "").rule_to(E), "occupied", "{bug}");
    }
    assert!(draw(ID, "wB! bQ  wQ", "").allows("wB1 bQ"));
}

/// "Není možno pohnout kamenem na sousední pole, pokud jsou obě 2 pole, která jediná sousedí s těmito oběma 2 poli,
/// obsazena …"
#[test]
fn piece_does_not_fit_through_a_gate() {
    let picture = r"
          bA  bG
        bA  .   bG
      x   wQ! bQ
        .   x
    ";
    draw(ID, picture, "").check();
    assert_eq!(draw(ID, picture, "").rule_to(NE), "gate");
    for bug in ["wA", "wS"] {
        draw(ID, &format!("  bA  bG\nbS  {bug}! .\n  bQ  wQ"), "").check_stuck();
    }
}

/// "… a to vyjma brouka a kobylky."
#[test]
fn beetle_and_grasshopper_are_exempt_from_the_gate() {
    let beetle = r"
          bA* bG*
        bS* wB! x
          bQ* wQ*
    ";
    draw(ID, beetle, "").check();
    let grasshopper = r"
              x       x
                bA  bG
          x   bS  wG! .
                bQ  wQ
              x       x
    ";
    draw(ID, grasshopper, "").check();
}

/// README: "Beetle and grasshopper are free of the gate rule on every level."
#[test]
fn beetle_knows_no_gate_between_stacks() {
    let up = r"
          x   1*
        .   wB! bQ* wQ
          x   2*
    ";
    draw(ID, up, "1=bG bB, 2=wA wB").check();
    let down = r"
          x   1*
        x   3!  x
          x   2*
    ";
    draw(ID, down, "1=bG bB, 2=wA bB, 3=wQ wB").check();
}

/// README: "start (after lifting), target or a common neighbour must hold a piece".
#[test]
fn beetle_may_not_lose_contact() {
    let on_the_ground = r"
          .   x
        .   wB! bQ* wQ
          .   x
    ";
    draw(ID, on_the_ground, "").check();
    for away in [W, NW, SW] {
        assert_eq!(draw(ID, on_the_ground, "").rule_to(away), "contact");
    }
    let down_from_the_end = r"
          x   x
        x   1!  wQ*
          x   x
    ";
    draw(ID, down_from_the_end, "1=bQ wB").check();
}

/// "Není možno vykonat pohyb zakrytým kamenem."
#[test]
fn covered_piece_may_not_move() {
    let drawn = draw(ID, "bQ  1!  wQ  wA", "1=wG bB").white_to_move();
    drawn.check_stuck();
    assert_eq!(drawn.rule(r"wG1 wQ/"), "covered");
}

/// "Pohyb královny: Na libovolné sousední pole."
#[test]
fn queen_moves_to_a_neighbouring_cell() {
    let picture = r"
          .   x   .
        .   wQ! bA  bQ
          .   x   .
    ";
    draw(ID, picture, "").check();
    assert_eq!(draw(ID, picture, "").rule_to((2, -1)), "distance");
}

/// "Pohyb brouka: Na libovolné sousední pole, a to i obsazené."
#[test]
fn beetle_moves_to_a_neighbouring_cell_occupied_or_not() {
    let drawn = draw(ID, "wB! bQ  wQ", "");
    assert_eq!(drawn.reached().len(), 3);
    assert_eq!(drawn.rule_to((2, 0)), "distance");
    assert_eq!(drawn.rule_to((2, -1)), "distance");
}

/// "Je-li toto pole obsazeno jiným kamenem (resp. více kameny), kámen brouka se položí na tento kámen (resp. tyto
/// kameny), a tím je zakryje."
#[test]
fn beetle_covers_a_piece_or_a_whole_stack() {
    let session = draw(ID, "wB! 1   wQ", "1=bQ wB bB bB").moved(E);
    assert_eq!(session.board().unwrap(), "1,0=bQ+wB2+bB1+bB2+wB1 2,0=wQ | b 21");
    assert_eq!(session.legal_moves(), ["pass"], "all of blue is covered");
}

/// "Pokud je některé sousední pole obsazeno, pak skočí na 1. neobsazené pole ve směru tohoto pole."
#[test]
fn grasshopper_jumps_to_the_first_free_cell_of_a_direction() {
    let picture = r"
              x       x
                bA  bG
              .   wG! 1   bQ  x
                .   bS
                      wQ
                        x
    ";
    draw(ID, picture, "1=bG bB").check();
    let hole = "  wQ  bG  bA  bA\n    wG! bS  x   bQ  .";
    assert!(draw(ID, hole, "").allows(&draw(ID, hole, "").move_text((2, 0))));
    assert_eq!(draw(ID, hole, "").rule_to((4, 0)), "jump", "not past the first free cell");
}

/// "V případě, že v některém směru není sousední pole obsazeno, nesmí tímto směrem kobylka táhnout."
#[test]
fn grasshopper_does_not_move_towards_a_free_neighbour() {
    let drawn = draw(ID, "wG! bQ  wQ", "");
    for free in [NE, SE, NW, SW, W] {
        assert_eq!(drawn.rule_to(free), "jump");
    }
    assert_eq!(drawn.reached().len(), 1);
}

/// "Pavouk se musí v 1 tahu pohnout 3x po sobě na sousední pole …, ani se pohnout méněkrát."
#[test]
fn spider_moves_exactly_three_times() {
    let picture = r"
            .   .   x   .
          wS! bA  bQ  wQ  .
            .   .   x   .
    ";
    draw(ID, picture, "").check();
    for (cell, steps) in [(NE, 1), ((2, -1), 2), ((4, -1), 4)] {
        assert_eq!(draw(ID, picture, "").rule_to(cell), "distance", "{steps} steps");
    }
}

/// "… přičemž se nikdy nesmí vrátit na pole, kde už byl."
#[test]
fn spider_never_returns_to_a_cell() {
    let pocket = r"
          bA  bG  bA
        bS  wS! .   bG
          bA  .   bB
            bQ  wQ
    ";
    draw(ID, pocket, "").check_stuck();
    let detour = r"
          bA  bG  bA
        bA  wS! .   bG
          wQ  .   bQ
        x   x   x   x
    ";
    draw(ID, detour, "").check();
}

/// "Mravenec se v 1 tahu může pohnout libovolněkrát z jednoho pole na pole sousední."
#[test]
fn ant_moves_any_number_of_times() {
    let picture = r"
            x   x   x
          x   bA  bG  x
        x   bS  .   wQ  x
          x   bA  bQ  wA!
            x   x   x
    ";
    draw(ID, picture, "").check();
    assert_eq!(draw(ID, picture, "").rule_to((-1, -1)), "unreachable");
}

/// "… pouze nesmí dojít na pole, ze kterého právě vyšel": README: it may "not end where it began".
#[test]
fn ant_may_not_end_where_it_began() {
    let drawn = draw(ID, "wA! bQ  wQ", "");
    assert_eq!(drawn.rule("wA1 -bQ"), "no-move");
}

// rules/README.md, where the sheet is silent

/// README: "the sheet says nothing for a player who has none: he passes".
#[test]
fn player_without_a_move_passes() {
    let stuck = draw(ID, "1!  wQ", "1=bQ wB").black_to_move();
    let mut session = stuck.session();
    assert_eq!(session.legal_moves(), ["pass"]);
    assert_eq!(rule(&mut *session, "bA1 -bQ"), "pass");
    play_all(&mut *session, "pass");
    assert_eq!(verdict(&*session), "open", "one pass ends nothing");
    assert_eq!(rule(&mut *session, "pass"), "pass");
}

/// README: "two passes in a row end the game as a draw".
#[test]
fn two_passes_in_a_row_are_a_draw() {
    let mut session = at(ID, common::BOTH_STUCK);
    assert_eq!(session.legal_moves(), ["pass"]);
    play_all(&mut *session, "pass");
    assert_eq!(verdict(&*session), "open");
    assert_eq!(session.legal_moves(), ["pass"]);
    play_all(&mut *session, "pass");
    assert_eq!(verdict(&*session), "draw: passes");
    assert_eq!(session.legal_moves(), Vec::<String>::new());
    assert_eq!(refusal(&mut *session, "pass").kind(), "game-over");
}

/// README: "No repetition rule: the referee's ply limit ends endless games."
#[test]
fn repetition_ends_nothing() {
    let mut session = played(ID, "wQ; bQ wQ-; wA1 -wQ; bA1 bQ-");
    for _ in 0..10 {
        play_all(&mut *session, r"wA1 /wQ; bA1 bQ\; wA1 -wQ; bA1 bQ-");
        assert_eq!(verdict(&*session), "open");
    }
    assert_eq!(session.turn(), 44);
    assert_eq!(session.info().ply_limit, None);
}

/// README: "Base set", and DESIGN gives the game no options.
#[test]
fn game_has_no_options() {
    let opened = schwarm_hive::FAMILY.open(&schwarm_core::GameId::parse("hive-classic,queen-first")).unwrap();
    assert!(opened.err().unwrap().to_string().contains("no options"));
}
