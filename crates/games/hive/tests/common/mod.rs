//! What the tests of the public face share: sessions by id, verdicts and refusals as short texts.
//!
//! One helper touches the API, a hundred tests do not. `drawn` makes sessions from pictures, `text` writes the
//! positions of the plain implementation as texts.
#![allow(dead_code)] // Every test file uses a part.

pub mod drawn;
#[path = "../plain/mod.rs"]
pub mod plain;
pub mod text;

use schwarm_core::view::{Cell, MoveCells};
use schwarm_core::{GameId, MoveError, Notation, Outcome, PositionError, Rulebook, Session, Setup, Side};
use schwarm_hive::FAMILY;

/// The rule set of an id, options included.
pub fn rules(id: &str) -> Box<dyn Rulebook> {
    FAMILY.open(&GameId::parse(id)).expect("an id of Hive").expect("options that exist")
}

/// The default first position of a game.
pub fn start(id: &str) -> Box<dyn Session> {
    rules(id).start(Setup::Default).expect("a default start")
}

/// The first position of a setup text.
pub fn start_with(id: &str, setup: &str) -> Box<dyn Session> {
    let setup = Setup::parse(setup).expect("a setup text");
    rules(id).start(setup).unwrap_or_else(|error| panic!("{id} {setup:?}: {error}"))
}

/// A game at a position text.
pub fn at(id: &str, position: &str) -> Box<dyn Session> {
    rules(id).from_position(position).unwrap_or_else(|error| panic!("{id} {position:?}: {error}"))
}

/// Why a position text is refused.
pub fn position_error(id: &str, position: &str) -> PositionError {
    match rules(id).from_position(position) {
        Ok(session) => panic!("{id}: {position:?} was read as {}", session.position()),
        Err(error) => error,
    }
}

/// Why a setup text is refused.
pub fn setup_error(id: &str, setup: &str) -> PositionError {
    match Setup::parse(setup).and_then(|setup| rules(id).start(setup)) {
        Ok(session) => panic!("{id}: {setup:?} was read as {}", session.position()),
        Err(error) => error,
    }
}

/// A game in which the moves, joined by `;`, were played from the start.
pub fn played(id: &str, moves: &str) -> Box<dyn Session> {
    let mut session = start(id);
    play_all(&mut *session, moves);
    session
}

/// Plays moves joined by `;`, all of which must be legal.
pub fn play_all(session: &mut dyn Session, moves: &str) {
    for text in moves.split(';').map(str::trim).filter(|text| !text.is_empty()) {
        if let Err(error) = session.play(text) {
            panic!("{error}\n in {}", session.position());
        }
    }
}

/// The error with which a move text is refused. The session must be as it was.
pub fn refusal(session: &mut dyn Session, text: &str) -> MoveError {
    let before = Facts::of(session);
    let checked = session.check(text);
    let error = match session.play(text) {
        Ok(spelt) => panic!("{text:?} was played as {spelt:?} in {}", before.position),
        Err(error) => error,
    };
    assert_eq!(checked, Err(error.clone()), "check and play disagree");
    assert_eq!(Facts::of(session), before, "the refused move {text:?} changed something");
    error
}

/// The id of the rule that a readable move breaks. The session must be as it was.
pub fn rule(session: &mut dyn Session, text: &str) -> &'static str {
    match refusal(session, text) {
        MoveError::Illegal { rule, .. } => rule.id,
        other => panic!("{text:?} breaks no rule, it is refused otherwise: {other}"),
    }
}

/// Whether a move text may be played now.
pub fn allows(session: &dyn Session, text: &str) -> bool {
    session.check(text).is_ok()
}

/// `open`, `draw: passes`, `white wins: queen-surrounded`.
pub fn verdict(session: &dyn Session) -> String {
    let Some(Outcome { winner, reason, .. }) = session.outcome() else {
        return "open".to_string();
    };
    match winner {
        None => format!("draw: {}", reason.id()),
        Some(side) => format!("{} wins: {}", session.info().sides[side.index()], reason.id()),
    }
}

/// The name of the side to move.
pub fn to_move(session: &dyn Session) -> &'static str {
    session.info().sides[session.side_to_move().index()]
}

/// What a side has in hand, such as `Q1 S2 B2 G3 A3`.
pub fn in_hand(session: &dyn Session, side: Side) -> String {
    let view = session.view();
    let letter = |kind: &str| match kind {
        "queen" => 'Q',
        "spider" => 'S',
        "beetle" => 'B',
        "grasshopper" => 'G',
        "ant" => 'A',
        "mosquito" => 'M',
        "ladybug" => 'L',
        "pillbug" => 'P',
        other => panic!("no bug is called {other:?}"),
    };
    let kinds = view.reserves[side.index()].iter();
    kinds.map(|kind| format!("{}{}", letter(kind.piece.kind), kind.count)).collect::<Vec<_>>().join(" ")
}

/// Free cells round the queens as the score lines say it at the end.
pub fn free_cells(session: &dyn Session) -> [i16; 2] {
    session.outcome().expect("a finished game").scores.map(|score| score.parts()[1])
}

/// The cells a legal move touches.
pub fn cells_of(session: &dyn Session, text: &str) -> MoveCells {
    let mut after = session.clone_box();
    if let Err(error) = after.play(text) {
        panic!("{error}\n in {}", session.position());
    }
    after.view().last_move.unwrap_or_else(|| panic!("{text:?} touches no cell"))
}

/// The cell a legal move leads to.
pub fn target(session: &dyn Session, text: &str) -> Cell {
    cells_of(session, text).to
}

/// Everything about a session that a refused text must leave alone.
#[derive(Debug, PartialEq)]
struct Facts {
    position: String,
    board: Option<String>,
    legal: Vec<String>,
    moves: Vec<String>,
    key: u64,
    turn: u32,
    outcome: Option<Outcome>,
}

impl Facts {
    fn of(session: &dyn Session) -> Facts {
        Facts {
            position: session.position(),
            board: session.board(),
            legal: session.legal_moves(),
            moves: session.moves_in(Notation::Sandbox),
            key: session.key(),
            turn: session.turn(),
            outcome: session.outcome(),
        }
    }
}

/// Neither side can set or move anything. White's eleven pieces form an S in which each holds the hive together;
/// black has no queen on the board, and every empty cell beside a black piece touches a white one.
pub const BOTH_STUCK: &str = "0,0=wQ 0,-1=wA1 1,-2=bA1 2,-3=wA2 3,-3=bA2 4,-3=wA3 4,-2=wG1 3,-1=wG2 2,-1=bG1 \
    0,1=wG3 -1,2=bA3 -2,3=wS1 -3,3=bG2 -4,3=wS2 -4,2=wB1 -3,1=wB2 -2,1=bG3 | w 20";

/// The same on the board of 2020, where red's eleventh piece is a grasshopper by the sheet and a spider on the server.
pub fn both_stuck_2020(id: &str) -> String {
    let eleventh = if id == "hive-2020" { "G" } else { "S" };
    "0,0=Q 0,1=A 1,1=a 2,1=A 3,0=a 4,-1=A 4,-2=G 3,-2=G 2,-1=g \
     0,-1=B -1,-1=a -2,-1=S -3,0=g -4,1=S -4,2=B -3,2=? -2,1=s | r 20"
        .replace('?', eleventh)
}
