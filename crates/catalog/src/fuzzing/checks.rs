//! What must hold for one text, whatever it is.
//!
//! Each check answers whether the rules took the text, or says which invariant broke.

use schwarm_core::{MoveError, Outcome, Rulebook, Session, Setup};

/// The longest message a refusal may have, in bytes.
const LONGEST_MESSAGE: usize = 4000;
/// Moves tried out of an accepted position.
const MOVES_TRIED: usize = 5;
/// Plies after which a line is long: taking back a move replays it, so fewer moves are tried.
const LONG_LINE: usize = 1000;

macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}

/// Everything a session tells; two sessions that tell the same are at the same place.
#[derive(Clone, Debug, PartialEq)]
struct Snapshot {
    position: String,
    board: Option<String>,
    key: u64,
    turn: u32,
    plies: usize,
    outcome: Option<Outcome>,
    legal: Vec<String>,
}

impl Snapshot {
    fn of(session: &dyn Session) -> Snapshot {
        Snapshot {
            position: session.position(),
            board: session.board(),
            key: session.key(),
            turn: session.turn(),
            plies: session.moves().len(),
            outcome: session.outcome(),
            legal: session.legal_moves(),
        }
    }
}

/// Reads a text as a position.
pub(super) fn try_position(rules: &dyn Rulebook, text: &str) -> Result<bool, String> {
    let about = |what: &str| format!("{}: position {text:?} {what}", rules.id());
    let session = match rules.from_position(text) {
        Ok(session) => session,
        Err(error) => return refused(error.kind(), &error.to_string()).map_err(|what| about(&what)),
    };
    let there = Snapshot::of(&*session);
    for written in [Some(&there.position), there.board.as_ref()].into_iter().flatten() {
        let again = rules
            .from_position(written)
            .map_err(|error| about(&format!("was accepted, but its own text {written:?} is refused: {error}")))?;
        let again = Snapshot::of(&*again);
        // The board alone knows nothing of the moves played, nor of repetition.
        let same = match written == &there.position {
            true => again == there,
            false => again.board == there.board && again.key == there.key && again.turn == there.turn,
        };
        ensure!(same, "{}", about(&format!("was accepted, but its own text {written:?} reads back as {again:?}")));
    }
    check_playable(session, &there).map_err(|what| about(&what))?;
    Ok(true)
}

/// Reads a text as a setup.
pub(super) fn try_setup(rules: &dyn Rulebook, text: &str) -> Result<bool, String> {
    let about = |what: &str| format!("{}: setup {text:?} {what}", rules.id());
    let session = match Setup::parse(text).and_then(|setup| rules.start(setup)) {
        Ok(session) => session,
        Err(error) => return refused(error.kind(), &error.to_string()).map_err(|what| about(&what)),
    };
    let there = Snapshot::of(&*session);
    let written = session.setup();
    let again = Setup::parse(&written)
        .and_then(|setup| rules.start(setup))
        .map_err(|error| about(&format!("was accepted, but its own text {written:?} is refused: {error}")))?;
    ensure!(Snapshot::of(&*again) == there, "{}", about(&format!("and its own text {written:?} differ")));
    ensure!(again.setup() == written, "{}", about(&format!("is written as {written:?}, then as {:?}", again.setup())));
    check_playable(session, &there).map_err(|what| about(&what))?;
    Ok(true)
}

/// An accepted position can be shown and played on.
fn check_playable(mut session: Box<dyn Session>, there: &Snapshot) -> Result<(), String> {
    let over = there.outcome.is_some();
    ensure!(over == there.legal.is_empty(), "has outcome {:?} and {} moves", there.outcome, there.legal.len());
    let view = session.view();
    ensure!(view.turn == there.turn && view.to_move == session.side_to_move(), "is shown at another turn");
    let moves = if there.plies < LONG_LINE { MOVES_TRIED } else { 1 };
    let step = 1 + there.legal.len() / moves;
    for mv in there.legal.iter().step_by(step) {
        ensure!(try_move(&mut *session, mv)?, "does not take its own move {mv:?}");
        session.undo();
    }
    Ok(())
}

/// Plays a text if the rules take it.
pub(super) fn try_move(session: &mut dyn Session, text: &str) -> Result<bool, String> {
    let (id, before) = (session.id(), Snapshot::of(session));
    let about = |what: &str| format!("{id} at {:?}: move {text:?} {what}", before.position);
    let checked = session.check(text);
    ensure!(Snapshot::of(session) == before, "{}", about("was only looked at, and changed the session"));
    let played = session.play(text);
    ensure!(checked == played, "{}", about(&format!("was {checked:?} when looked at, {played:?} when played")));
    let spelt = match played {
        Ok(spelt) => spelt,
        Err(error) => {
            ensure!(Snapshot::of(session) == before, "{}", about("was refused, and changed the session"));
            if let MoveError::Illegal { rule, .. } = &error {
                ensure!(!rule.id.is_empty() && !rule.message.is_empty(), "{}", about("breaks a rule without a name"));
            }
            return refused(error.kind(), &error.to_string()).map_err(|what| about(&what));
        }
    };
    ensure!(before.legal.contains(&spelt), "{}", about(&format!("was played as {spelt:?}, which is not listed")));
    let after = Snapshot::of(session);
    ensure!(after.turn == before.turn + 1, "{}", about("does not count as one ply"));
    ensure!(session.undo() && Snapshot::of(session) == before, "{}", about("cannot be taken back"));
    ensure!(session.play(&spelt).as_ref() == Ok(&spelt), "{}", about(&format!("is spelt {spelt:?}, which is refused")));
    ensure!(Snapshot::of(session) == after, "{}", about(&format!("and its spelling {spelt:?} lead apart")));
    Ok(true)
}

/// Reads a text as a game id.
pub(super) fn try_id(text: &str) -> Result<bool, String> {
    let rules = match crate::open(text) {
        Ok(rules) => rules,
        Err(error) => return refused("id", &error.to_string()).map_err(|what| format!("id {text:?} {what}")),
    };
    let id = rules.id();
    let again = crate::open(&id).map_err(|error| format!("id {text:?} opens {id:?}, which is refused: {error}"))?;
    ensure!(again.id() == id, "id {text:?} opens {id:?}, which opens {:?}", again.id());
    let session = rules.start(Setup::Default).map_err(|error| format!("{id:?} has no default start: {error}"))?;
    ensure!(session.id() == id, "the session of {id:?} calls itself {:?}", session.id());
    ensure!(!session.legal_moves().is_empty(), "{id:?} starts without a move");
    Ok(true)
}

/// A refusal names its kind and stays short, however long the text was.
fn refused(kind: &str, message: &str) -> Result<bool, String> {
    ensure!(!kind.is_empty() && !message.is_empty(), "is refused without a word");
    ensure!(message.len() <= LONGEST_MESSAGE, "is refused with a message of {} bytes", message.len());
    Ok(false)
}
