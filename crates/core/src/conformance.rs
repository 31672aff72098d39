//! The conformance kit: every invariant of a game, checked on seeded random games.
//!
//! A game registered in the catalog is checked by it without a line of its own (see
//! [`Rulebook::conformance`](crate::Rulebook::conformance)). A violation is returned
//! as a text that says which invariant broke, and the game that led there.

macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}

mod by_hand;
mod drafts;
mod hostile;

pub use hostile::{hostile_move, hostile_position, mutate};

use crate::view::Grid;
use crate::{Game, GameId, Line, Notation, PlayedSession, Rng, Ruleset, Session, Setup};

/// How much to check.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Random games to play.
    pub games: u32,
    /// Plies after which a game is left unfinished.
    pub plies: u32,
    /// Seed of everything.
    pub seed: u64,
    /// Hostile texts tried per game of full length, spread over its plies.
    pub hostile_texts: u32,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { games: 200, plies: 300, seed: 1, hostile_texts: 50 }
    }
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games played.
    pub games: u64,
    /// Positions checked.
    pub positions: u64,
    /// Moves whose play, undo and text were checked.
    pub moves: u64,
    /// Games that ended by the rules.
    pub finished: u64,
    /// Hostile texts tried.
    pub hostile: u64,
}

/// Checks every invariant of [`Game`] on random games.
///
/// # Errors
/// The first violation, with the game that led to it.
pub fn check<R: Ruleset>(rules: &R, plan: &Plan) -> Result<Report, String> {
    let mut rng = Rng::new(plan.seed);
    let mut report = Report::default();
    for game in 0..plan.games {
        let setup = if game == 0 { Setup::Default } else { Setup::Seed(rng.next_u64()) };
        let start = rules.start(setup).map_err(|error| format!("{setup:?} was refused: {error}"))?;
        check_setup(rules, &start)?;
        let mut session = PlayedSession::new(rules.clone(), start);
        let context = |session: &PlayedSession<R>, error: String| {
            format!("{}: {error}\n  setup {}\n  moves {:?}", Session::id(session), session.setup(), session.moves())
        };
        loop {
            check_state(session.state(), &mut rng, &mut report).map_err(|e| context(&session, e))?;
            check_texts(rules, &session).map_err(|e| context(&session, e))?;
            check_facts(rules, &session).map_err(|e| context(&session, e))?;
            if report.hostile < hostile_so_far(plan, game, session.turn()) {
                by_hand::check(&session, &mut rng).map_err(|e| context(&session, e))?;
                drafts::check(rules, &session, &mut rng).map_err(|e| context(&session, e))?;
                check_hostile(rules, &mut session, &mut rng).map_err(|e| context(&session, e))?;
                report.hostile += 3;
            }
            let Some(mv) = session.random_move(&mut rng) else {
                report.finished += 1;
                break;
            };
            if session.turn() >= plan.plies {
                break;
            }
            session.play(&mv).map_err(|e| context(&session, format!("its own move was refused: {e}")))?;
        }
        check_undo_to_start(&mut session).map_err(|e| context(&session, e))?;
        report.games += 1;
    }
    Ok(report)
}

/// Hostile texts that should have been tried by now. What a short game leaves over is made up
/// for in the next ones.
fn hostile_so_far(plan: &Plan, game: u32, turn: u32) -> u64 {
    let share = u64::from(plan.hostile_texts) * u64::from(turn + 1) / u64::from(plan.plies.max(1));
    u64::from(plan.hostile_texts) * u64::from(game) + share.max(1)
}

/// What is said about a game beside its rules must fit the game.
fn check_facts<R: Ruleset>(rules: &R, session: &PlayedSession<R>) -> Result<(), String> {
    let info = rules.info();
    let id = Ruleset::id(rules);
    ensure!(GameId::parse(&id).names(info), "the rule set calls itself {id:?}, its facts say {:?}", info.id);
    let past_the_end = info.ply_limit.is_some_and(|limit| session.turn() > limit);
    ensure!(!past_the_end, "turn {} is beyond the limit of {:?} plies", session.turn(), info.ply_limit);
    if let Some(outcome) = session.outcome() {
        for score in outcome.scores {
            let (has, says) = (score.parts().len(), info.score_parts.len());
            ensure!(has == says, "a score line has {has} parts, the facts name {says}");
        }
    }
    let view = session.view();
    ensure!(view.sides == info.sides, "the view names the sides {:?}, the facts {:?}", view.sides, info.sides);
    let mut places: Vec<_> = view.cells.iter().map(|cell| cell.at).collect();
    places.sort_unstable();
    places.dedup();
    ensure!(places.len() == view.cells.len(), "the view lists a cell twice");
    if let Grid::Square { columns, rows } = &view.grid {
        let (width, height) = (columns.len(), rows.len());
        let inside = |n: i32, size: usize| usize::try_from(n).is_ok_and(|n| n < size);
        ensure!(
            places.iter().all(|at| inside(at.x, width) && inside(at.y, height)),
            "the view has a cell off its grid"
        );
        ensure!(places.len() == width * height, "the view lists {} cells of {width} x {height}", places.len());
    }
    Ok(())
}

fn check_setup<R: Ruleset>(rules: &R, start: &R::State) -> Result<(), String> {
    let text = rules.setup_text(start);
    let again = Setup::parse(&text)
        .and_then(|setup| rules.start(setup))
        .map_err(|error| format!("setup text {text:?} is not read back: {error}"))?;
    ensure!(again == *start, "setup text {text:?} reads back as another position: {}", again.to_text());
    Ok(())
}

fn check_state<G: Game>(state: &G, rng: &mut Rng, report: &mut Report) -> Result<(), String> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    report.positions += 1;

    let over = state.outcome().is_some();
    ensure!(over == moves.is_empty(), "outcome {:?} with {} legal moves", state.outcome(), moves.len());
    let mut again = Vec::new();
    state.clone().legal_moves(&mut again);
    ensure!(moves == again, "the order of the moves is not stable");
    let mut unique = moves.clone();
    unique.sort_unstable();
    unique.dedup();
    ensure!(unique.len() == moves.len(), "a move is listed twice");
    let counted = state.count_legal_moves();
    ensure!(counted == moves.len() as u64, "counted {counted} moves, listed {}", moves.len());
    ensure!(state.key() == state.compute_key(), "the key kept while playing is not the computed one");

    // All moves of a small position; of a large one, a sample.
    let step = 1 + moves.len() / 24;
    let first = if moves.is_empty() { 0 } else { rng.below(step) };
    let mut keys = Vec::new();
    for &mv in moves.iter().skip(first).step_by(step) {
        keys.push(check_move(state, mv)?);
        report.moves += 1;
    }
    // Two moves may lead to the same position, but most do not, and a hash tells them apart.
    let checked = keys.len();
    keys.sort_unstable();
    keys.dedup();
    ensure!(checked < 12 || 2 * keys.len() > checked, "{checked} moves lead to only {} keys", keys.len());
    Ok(())
}

/// Checks one move and returns the key it leads to.
fn check_move<G: Game>(state: &G, mv: G::Move) -> Result<u64, String> {
    for notation in [Notation::Standard, Notation::Sandbox] {
        let text = state.move_text(mv, notation);
        match state.parse_move(&text) {
            Ok(read) => ensure!(read == mv, "move text {text:?} reads back as {read:?}, not {mv:?}"),
            Err(error) => return Err(format!("move text {text:?} is not read back: {error}")),
        }
    }
    let mut played = state.clone();
    let undo = played.play(mv);
    let text = state.move_text(mv, Notation::Standard);
    ensure!(played.turn() == state.turn() + 1, "{text} does not count as one ply");
    ensure!(played.side_to_move() != state.side_to_move(), "{text} does not pass the turn on");
    let key = played.key();
    ensure!(key == played.compute_key(), "after {text} the key is not the computed one");
    played.undo(mv, undo);
    ensure!(played == *state, "undo of {text} gives another state: {}", played.to_text());
    ensure!(played.key() == state.key(), "undo of {text} gives another key");
    Ok(key)
}

fn check_texts<R: Ruleset>(rules: &R, session: &PlayedSession<R>) -> Result<(), String> {
    let state = session.state();
    let text = state.to_text();
    let line = rules.parse_position(&text).map_err(|error| format!("position {text:?} is not read back: {error}"))?;
    let read = end_of(&line);
    ensure!(read == *state, "position {text:?} reads back as {:?}", read.to_text());
    ensure!(read.to_text() == text, "position {text:?} is written differently when read back");
    ensure!(read.key() == state.key(), "position {text:?} reads back with another key");
    let written = session.position();
    let line = rules.parse_position(&written).map_err(|error| format!("line {written:?} is not read back: {error}"))?;
    ensure!(end_of(&line) == *state, "line {written:?} reads back as another position");
    let again = PlayedSession::from_line(rules.clone(), line).map_err(|e| format!("line {written:?}: {e}"))?;
    ensure!(again.position() == written, "line {written:?} is written back as {:?}", again.position());
    ensure!(again.outcome() == session.outcome() || !rules.writes_history(), "line {written:?} loses its outcome");
    let view = session.view();
    ensure!(view.turn == state.turn() && view.to_move == state.side_to_move(), "the view shows another turn");
    Ok(())
}

fn end_of<G: Game>(line: &Line<G>) -> G {
    let mut state = line.start.clone();
    for &mv in &line.moves {
        state.play(mv);
    }
    state
}

fn check_hostile<R: Ruleset>(rules: &R, session: &mut PlayedSession<R>, rng: &mut Rng) -> Result<(), String> {
    let before = session.clone();
    let mut texts = session.legal_moves();
    texts.extend(session.moves());
    let text = mutate(texts.get(rng.below(texts.len().max(1))).map_or("", String::as_str), rng);
    match session.play(&text) {
        Ok(_) => {
            session.undo();
        }
        Err(_) => ensure!(
            session.state() == before.state() && session.turn() == before.turn(),
            "the refused move {text:?} changed the state"
        ),
    }
    hostile_move(session.state(), &text)?;
    let source = if rng.below(2) == 0 { session.position() } else { session.state().to_text() };
    hostile_position(rules, &mutate(&source, rng))
}

fn check_undo_to_start<R: Ruleset>(session: &mut PlayedSession<R>) -> Result<(), String> {
    let line = session.line();
    while session.undo() {}
    ensure!(*session.state() == line.start, "undoing every move does not lead back to the start");
    Ok(())
}
