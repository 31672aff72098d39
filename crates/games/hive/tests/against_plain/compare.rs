//! The comparison of one line of play, and the report when it fails.

use super::survey;
use crate::common::plain::board::xy_from_axial;
use crate::common::plain::{Action, Bug, Cell, End, Plain};
use crate::common::text::position_text;
use schwarm_core::{Game, Line, Ruleset, Session, Side};
use schwarm_hive::{Backend, Hive, HiveRules, Kernel, Law, Move, Reach, Visit, visit};
use std::collections::{BTreeMap, BTreeSet};

/// What the plain implementation says about one position.
pub struct Point {
    pub position: Plain,
    pub legal: BTreeSet<Action>,
    pub outcome: Option<(End, &'static str)>,
    /// Whether one of the actions wins at once.
    pub wins: bool,
}

impl Point {
    pub fn of(position: Plain) -> Point {
        let outcome = position.outcome();
        let legal = if outcome.is_some() { BTreeSet::new() } else { position.actions() };
        let wins = legal.iter().any(|&action| {
            let mut next = position.clone();
            next.apply(action);
            next.outcome().is_some_and(|(end, _)| end == End::Win(position.side))
        });
        Point { position, legal, outcome, wins }
    }
}

/// A line of play: the positions it goes through and what was played between them.
pub struct Trace {
    pub id: &'static str,
    pub points: Vec<Point>,
    pub actions: Vec<Action>,
}

impl Trace {
    pub fn new(id: &'static str, start: Plain) -> Trace {
        Trace { id, points: vec![Point::of(start)], actions: Vec::new() }
    }

    pub fn last(&self) -> &Point {
        self.points.last().expect("a trace has a start")
    }

    pub fn play(&mut self, action: Action) {
        let mut position = self.last().position.clone();
        position.apply(action);
        self.actions.push(action);
        self.points.push(Point::of(position));
    }

    /// Compares the line with the fast implementation on every board of this machine.
    ///
    /// # Errors
    /// The first difference, with the line that led to it.
    pub fn check(&self) -> Result<(), String> {
        for backend in Backend::all() {
            let found = visit(backend, self.id, Check(self)).expect("an id of Hive");
            found.map_err(|difference| format!("{backend:?} board, {}: {difference}", self.id))?;
        }
        Ok(())
    }
}

struct Check<'a>(&'a Trace);

impl Visit for Check<'_> {
    type Output = Result<(), String>;

    fn visit<B: Kernel, L: Law>(self, rules: HiveRules<B, L>) -> Result<(), String> {
        check_line(&rules, self.0)
    }
}

fn check_line<B: Kernel, L: Law>(rules: &HiveRules<B, L>, trace: &Trace) -> Result<(), String> {
    let text = position_text(&trace.points[0].position);
    let line = rules.parse_position(&text).map_err(|error| format!("{text} was refused: {error}"))?;
    let mut line = Line { start: line.start, moves: Vec::new() };
    let mut state = line.start;
    let mut undos = Vec::new();
    for (ply, point) in trace.points.iter().enumerate() {
        let moves = compare(&state, point).map_err(|difference| report(rules, &line, point, &difference))?;
        let Some(action) = trace.actions.get(ply) else { break };
        let mv = moves[action];
        let before = state;
        undos.push((before, mv, state.play(mv)));
        line.moves.push(mv);
    }
    while let Some((before, mv, undo)) = undos.pop() {
        let text = before.move_text(mv, schwarm_core::Notation::Standard);
        state.undo(mv, undo);
        let same = state == before && state.key() == before.key() && listed(&state) == listed(&before);
        if !same {
            let point = &trace.points[undos.len()];
            return Err(report(rules, &line, point, &format!("undo of {text} gives {}", state.to_text())));
        }
    }
    Ok(())
}

/// Compares one position; gives the fast move of each action.
fn compare<B: Kernel, L: Law>(state: &Hive<B, L>, point: &Point) -> Result<BTreeMap<Action, Move>, String> {
    let there = Translation::between::<B, L>(state, &point.position)?;
    let mut moves = BTreeMap::new();
    let list = listed(state);
    for &mv in &list {
        let action = there.action::<B, L>(state, mv);
        if moves.insert(action, mv).is_some() {
            return Err(format!("{action:?} is listed twice"));
        }
        if let Action::Move { from, .. } = action {
            check_mover(mv, from, &point.position)?;
        }
    }
    let fast: BTreeSet<Action> = moves.keys().copied().collect();
    if fast != point.legal {
        let missing: Vec<_> = point.legal.difference(&fast).collect();
        let extra: Vec<_> = fast.difference(&point.legal).collect();
        return Err(format!("missing moves: {missing:?}\n  extra moves: {extra:?}"));
    }
    if state.count_legal_moves() != list.len() as u64 {
        return Err(format!("counts {} moves, lists {}", state.count_legal_moves(), list.len()));
    }
    if state.key() != state.compute_key() {
        return Err("the key kept while playing is not the computed one".to_string());
    }
    check_outcome(state, point)?;
    check_reach(state, &list)?;
    if point.outcome.is_none() {
        survey::check(state, &list, point)?;
    }
    Ok(moves)
}

pub fn listed<B: Kernel, L: Law>(state: &Hive<B, L>) -> Vec<Move> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves
}

fn check_mover(mv: Move, from: Cell, position: &Plain) -> Result<(), String> {
    let top = position.top(from).ok_or_else(|| format!("{mv:?} moves a piece from the empty cell {from:?}"))?;
    let piece = mv.piece();
    let same = usize::from(top.side) == piece.side().index() && top.bug.letter() == piece.bug().letter();
    if same { Ok(()) } else { Err(format!("{mv:?} moves {piece:?} from {from:?}, where {top:?} is on top")) }
}

fn check_outcome<B: Kernel, L: Law>(state: &Hive<B, L>, point: &Point) -> Result<(), String> {
    let outcome = state.outcome();
    let fast = outcome.map(|outcome| {
        let end = outcome.winner.map_or(End::Draw, |side| End::Win(side.index() as u8));
        (end, outcome.reason.id())
    });
    if fast != point.outcome {
        return Err(format!("outcome {fast:?}, expected {:?}", point.outcome));
    }
    for side in Side::BOTH {
        let expected = point.position.free_cells_round_queen(side.index() as u8);
        let free = state.free_cells_round_queen(side);
        let scored = outcome.map(|outcome| i32::from(outcome.scores[side.index()].parts()[1]));
        if free != expected || scored.is_some_and(|scored| scored != expected) {
            return Err(format!("{side:?} has {free} free cells round the queen, scored {scored:?}, not {expected}"));
        }
    }
    Ok(())
}

/// The moves sorted by piece, as an evaluation sees them, are the same moves.
fn check_reach<B: Kernel, L: Law>(state: &Hive<B, L>, list: &[Move]) -> Result<(), String> {
    let mut reach = Reach::default();
    state.reach(&mut reach);
    let mut found = BTreeSet::from_iter(reach.placements().iter().copied());
    let movers: BTreeSet<_> = list.iter().filter(|mv| !mv.is_pass()).map(|mv| mv.piece()).collect();
    for piece in movers.into_iter().filter(|&piece| state.is_placed(piece)) {
        found.extend(reach.moves(piece));
    }
    let expected: BTreeSet<_> = list.iter().copied().filter(|mv| !mv.is_pass()).collect();
    if found == expected { Ok(()) } else { Err(format!("reach finds {found:?}, the list is {expected:?}")) }
}

/// From cells of the fast implementation to those of the plain one.
struct Translation {
    bounded: bool,
    shift: Cell,
}

impl Translation {
    /// The fast implementation knows the unbounded plane up to multiples of 32. Beyond that both must show the
    /// very same position.
    fn between<B: Kernel, L: Law>(state: &Hive<B, L>, position: &Plain) -> Result<Translation, String> {
        let shift = if L::BOUNDED { (0, 0) } else { corner_shift(state, position) };
        let mut shown = position.clone();
        shown.stacks = position.stacks.iter().map(|(&cell, stack)| (minus(cell, shift), stack.clone())).collect();
        shown.stunned = position.stunned.map(|cell| minus(cell, shift));
        let (expected, text) = (position_text(&shown), state.to_text());
        if shift.0 % 32 != 0 || shift.1 % 32 != 0 || text != expected {
            return Err(format!("shows {text}, expected {expected}"));
        }
        Ok(Translation { bounded: L::BOUNDED, shift })
    }

    fn cell(&self, cell: schwarm_core::view::Cell) -> Cell {
        match self.bounded {
            true => xy_from_axial((cell.x, cell.y)),
            false => (cell.x + self.shift.0, cell.y + self.shift.1),
        }
    }

    fn action<B: Kernel, L: Law>(&self, state: &Hive<B, L>, mv: Move) -> Action {
        let Some(cells) = state.move_cells(mv) else { return Action::Pass };
        let to = self.cell(cells.to);
        match cells.from {
            Some(from) => Action::Move { from: self.cell(from), to },
            None => Action::Place { bug: Bug::from_letter(mv.piece().bug().letter()).expect("a bug"), at: to },
        }
    }
}

fn minus(cell: Cell, shift: Cell) -> Cell {
    (cell.0 - shift.0, cell.1 - shift.1)
}

fn corner_shift<B: Kernel, L: Law>(state: &Hive<B, L>, position: &Plain) -> Cell {
    let corner = |cells: &[Cell]| {
        let (q, r) = (cells.iter().map(|cell| cell.0).min(), cells.iter().map(|cell| cell.1).min());
        (q.unwrap_or(0), r.unwrap_or(0))
    };
    let fast: Vec<Cell> = state.view().cells.iter().map(|cell| (cell.at.x, cell.at.y)).collect();
    let plain: Vec<Cell> = position.stacks.keys().copied().collect();
    minus(corner(&plain), corner(&fast))
}

/// The difference with everything needed to see it again.
fn report<B: Kernel, L: Law>(
    rules: &HiveRules<B, L>,
    line: &Line<Hive<B, L>>,
    point: &Point,
    difference: &str,
) -> String {
    let alone = rules
        .parse_position(&position_text(&point.position))
        .map_err(|error| error.to_string())
        .and_then(|line| compare(&line.start, point).map(|_| "agrees".to_string()))
        .unwrap_or_else(|difference| format!("differs too: {difference}"));
    let played = schwarm_core::PlayedSession::from_line(rules.clone(), line.clone()).map(|session| session.moves());
    format!(
        "\n  {difference}\n  at     {}\n  from   {}\n  after  {played:?}\n  the bare position, read from its text, {alone}\n",
        position_text(&point.position),
        line.start.to_text(),
    )
}
