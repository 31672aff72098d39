//! A book from games of the engine against itself.
//!
//! A tree grows from the first position, move after move where play so far went best, or where a search would go (upper confidence bounds). Where it
//! ends, the engine plays on for a few plies against itself; how it stands then is what the game was worth to every
//! position on its way. Many games begin with random moves, so that answers to them are found, too: what they come to
//! counts after those moves, not before.
//!
//! What must hold: a book depends on its plan alone, never on the number of threads.

use std::collections::HashMap;
use std::ops::ControlFlow;

use schwarm_core::{Game, Rng, Ruleset, Setup, Side, shape_of};
use schwarm_search::{Brain, Limits, PROVEN, Root, Table, think, unhurried};

use super::{Advice, Book};
use crate::chance::chance;
use crate::house::{self, House};
use crate::selfplay::{SelfplayError, TABLE_MEBIBYTES, in_order};
use crate::sight::Judge;

/// Games that are begun before any of them counts.
const BATCH: u64 = 32;

/// Games of its own that a position needs before its moves are looked at.
const LEAF_VISITS: u32 = 1;

/// What a glance at a position counts, in games.
const GLANCE: f64 = 1.0;

/// How much is risked for moves that look good and have few games.
const RISK: f64 = 0.3;

/// A move that a glance finds worse by this chance to win is tried e times less often at first.
const WORSE: f64 = 0.03;

/// The share of the first tries of a position that goes to the move a search prefers.
const PREFERRED: f64 = 0.5;

/// What a game that is not over yet counts for whoever chose it.
const PENDING: f64 = 0.3;

/// How a book is made.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Id of the game.
    pub game: String,
    /// Games.
    pub games: u64,
    /// Random plies that a game begins with at most.
    pub random_plies: u32,
    /// Plies that the tree has at most.
    pub deepest: u32,
    /// Plies the engine plays on where the tree ends.
    pub plies: u32,
    /// Nodes for each of these.
    pub nodes: u64,
    /// Nodes for a glance at a position.
    pub glance_nodes: u64,
    /// Nodes for the choice of a move to try first.
    pub choice_nodes: u64,
    /// Games of a position that is written into the book.
    pub least: u32,
    /// Decides the random moves.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

/// How far a book is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// Games played.
    pub games: u64,
    /// Positions in the tree.
    pub positions: usize,
}

/// Makes a book. `news` hears how far it is.
///
/// # Errors
/// When no engine plays the game, or a search fails.
pub fn grow(plan: &Plan, news: &mut dyn FnMut(Growth)) -> Result<Book, SelfplayError> {
    house::visit(&plan.game, Grow { plan, news })?
}

struct Grow<'a> {
    plan: &'a Plan,
    news: &'a mut dyn FnMut(Growth),
}

/// A position of the tree, in one of its twelve guises.
struct Position<G> {
    state: G,
    shape: u64,
    games: u32,
    pending: u32,
    /// What its games came to for the first side.
    sum: f64,
    /// What a glance says.
    glance: f64,
    /// One move for each shape.
    moves: Vec<Branch>,
    is_open: bool,
}

/// A move of the tree.
struct Branch {
    /// The position it leads to.
    to: usize,
    /// Its share of the first tries.
    share: f64,
}

impl<G: Game> Position<G> {
    fn new(state: G, shape: u64, glance: f64) -> Position<G> {
        Position { state, shape, games: 0, pending: 0, sum: 0.0, glance, moves: Vec::new(), is_open: false }
    }

    /// What it is worth to a side by all its games.
    fn chance(&self, side: Side) -> f64 {
        let first = (self.sum + GLANCE * self.glance) / (f64::from(self.games) + GLANCE);
        if side == Side::One { first } else { 1.0 - first }
    }

    /// How well it is known.
    fn weight(&self) -> f64 {
        f64::from(self.games) + GLANCE
    }

    /// What makes a side go there by a move with such a share, after so many games of the position before.
    fn attraction(&self, side: Side, share: f64, before: u32) -> f64 {
        let pending = f64::from(self.pending);
        let chance = (self.chance(side) * self.weight() + PENDING * pending) / (self.weight() + pending);
        let games = f64::from(self.games) + pending;
        chance + RISK * share * f64::from(before).sqrt() / (1.0 + games)
    }
}

/// What is to be done where the tree ends.
struct Task<G> {
    /// Positions that the result counts for, the one where the tree ends last.
    way: Vec<usize>,
    state: G,
    /// Whether its moves are to be looked at, and the game goes on with the best of them.
    opens: bool,
}

/// What came of it.
struct Done<G> {
    children: Vec<Child<G>>,
    /// What the game came to for the first side.
    worth: f64,
}

/// A move of a position that was opened.
struct Child<G> {
    after: G,
    shape: u64,
    /// What a glance says for the first side.
    glance: f64,
    share: f64,
}

impl house::Visit for Grow<'_> {
    type Output = Result<Book, SelfplayError>;

    fn visit<H: House>(self, rules: H::Rules) -> Self::Output {
        let Grow { plan, news } = self;
        let net = Judge::House.net::<H>(&rules, false)?;
        let checksum = net.as_ref().map_or(0, |net| net.checksum());
        let brain = H::brain(&rules, H::weights(&rules), net, H::knobs(&rules));
        let start = rules.start(Setup::Seed(plan.seed))?;
        let mut tree = Tree::new(&rules, start);
        let player = Player { rules: &rules, brain: &brain, plan, scale: H::scale(&rules) };
        let tables: Vec<Table> =
            (0..plan.threads.max(1)).map(|_| Table::new(TABLE_MEBIBYTES)).collect::<Result<_, _>>()?;
        let mut rng = Rng::new(plan.seed);
        let mut games = 0;
        while games < plan.games {
            let batch = BATCH.min(plan.games - games);
            let tasks: Vec<Task<H::State>> = (0..batch).map(|_| tree.descend(plan, &mut rng)).collect();
            let mut failure = None;
            let mut done = Vec::new();
            let work = |table: &mut &Table, number: u64| player.play(&tasks[number as usize], table);
            in_order(0..batch, tables.iter().collect(), work, |_, result| match result {
                Ok(result) => {
                    done.push(result);
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            });
            if let Some(error) = failure {
                return Err(error);
            }
            for (task, done) in tasks.iter().zip(done) {
                tree.count(task, done);
            }
            games += batch;
            news(Growth { games, positions: tree.positions.len() });
        }
        let Plan { plies, nodes, least, seed, .. } = plan;
        let card = format!(
            "{}: {games} games, {plies} plies at {nodes} nodes beyond the tree, positions of {least} games and more, \
             seed {seed}, network {checksum:016x}\n",
            Ruleset::id(&rules),
        );
        Ok(Book::new(card, &tree.advice(plan.least)))
    }
}

/// All positions that were reached.
struct Tree<G: Game> {
    positions: Vec<Position<G>>,
    by_shape: HashMap<u64, usize>,
}

impl<G: Game> Tree<G> {
    fn new<R: Ruleset<State = G>>(rules: &R, start: G) -> Tree<G> {
        let shape = shape_of(rules, &start);
        Tree { positions: vec![Position::new(start, shape, 0.5)], by_shape: HashMap::from([(shape, 0)]) }
    }

    /// Goes down the tree to where it ends.
    fn descend(&mut self, plan: &Plan, rng: &mut Rng) -> Task<G> {
        // Half of the games begin with as many random moves as they may.
        let most = plan.random_plies as usize;
        let mut random = rng.below(2 * most.max(1)).min(most);
        let mut way = vec![0];
        let mut at = 0;
        loop {
            let position = &self.positions[at];
            if position.moves.is_empty() {
                break;
            }
            at = if random > 0 {
                random -= 1;
                let next = position.moves[rng.below(position.moves.len())].to;
                way.clear();
                next
            } else {
                self.best(position)
            };
            way.push(at);
        }
        let position = &mut self.positions[at];
        let has_games = position.games + position.pending >= LEAF_VISITS || position.state.turn() == 0;
        let opens = has_games && !position.is_open && position.state.turn() < plan.deepest;
        position.is_open |= opens;
        let state = position.state.clone();
        for &position in &way {
            self.positions[position].pending += 1;
        }
        Task { way, state, opens }
    }

    /// The position its mover goes to.
    fn best(&self, position: &Position<G>) -> usize {
        let (side, before) = (position.state.side_to_move(), position.games + position.pending + 1);
        let attraction = |branch: &Branch| self.positions[branch.to].attraction(side, branch.share, before);
        let mut best = &position.moves[0];
        for branch in &position.moves[1..] {
            if attraction(branch) > attraction(best) {
                best = branch;
            }
        }
        best.to
    }

    /// Writes down what a game came to.
    fn count(&mut self, task: &Task<G>, done: Done<G>) {
        let end = task.way[task.way.len() - 1];
        for Child { after, shape, glance, share } in done.children {
            let known = self.by_shape.get(&shape).copied();
            let to = known.unwrap_or_else(|| {
                self.positions.push(Position::new(after, shape, glance));
                self.by_shape.insert(shape, self.positions.len() - 1);
                self.positions.len() - 1
            });
            self.positions[end].moves.push(Branch { to, share });
        }
        for &at in &task.way {
            let position = &mut self.positions[at];
            position.pending -= 1;
            position.games += 1;
            position.sum += done.worth;
        }
    }

    /// The best moves of all positions with so many games.
    fn advice(&self, least: u32) -> Vec<Advice> {
        let mut advice = Vec::new();
        for position in self.positions.iter().filter(|position| position.games >= least) {
            let side = position.state.side_to_move();
            let best = position.moves.iter().max_by_key(|branch| self.positions[branch.to].games);
            let Some(best) = best.filter(|best| self.positions[best.to].games > 0) else { continue };
            // Marks are short: a move that cannot be told from another one is not written down.
            let next = self.positions[best.to].shape;
            let is_like = |branch: &&Branch| self.positions[branch.to].shape as u16 == next as u16;
            if position.moves.iter().filter(is_like).count() == 1 {
                let chance = self.positions[best.to].chance(side);
                advice.push(Advice { shape: position.shape, turn: position.state.turn(), next, chance });
            }
        }
        advice
    }
}

/// Plays on where the tree ends.
struct Player<'a, R, B> {
    rules: &'a R,
    brain: &'a B,
    plan: &'a Plan,
    scale: f64,
}

impl<R: Ruleset, B: Brain<R::State>> Player<'_, R, B> {
    fn play(&self, task: &Task<R::State>, table: &Table) -> Result<Done<R::State>, SelfplayError> {
        let mut state = task.state.clone();
        let mut children = Vec::new();
        if task.opens {
            children = self.children(&state, table)?;
            if let Some(best) = children.iter().max_by(|a, b| a.share.total_cmp(&b.share)) {
                state = best.after.clone();
            }
        }
        table.clear();
        let mut worths: Vec<f64> = Vec::new();
        for _ in 0..self.plan.plies.max(2) {
            if self.brain.winner(&state).is_some() {
                break;
            }
            let (mv, worth, is_proven) = self.think(&state, self.plan.nodes, table)?;
            state.play(mv);
            if is_proven {
                worths = vec![worth];
                break;
            }
            worths.push(worth);
        }
        // Both sides see their own chances a little too bright.
        let last = &worths[worths.len().saturating_sub(2)..];
        let worth = if last.is_empty() { 0.5 } else { last.iter().sum::<f64>() / last.len() as f64 };
        Ok(Done { children, worth })
    }

    /// The moves of a position, one for each shape, and how promising they look.
    fn children(&self, state: &R::State, table: &Table) -> Result<Vec<Child<R::State>>, SelfplayError> {
        table.clear();
        let (preferred, _, _) = self.think(state, self.plan.choice_nodes, table)?;
        let preferred = self.after(state, preferred).1;
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let mut children: Vec<Child<R::State>> = Vec::new();
        for mv in moves {
            let (after, shape) = self.after(state, mv);
            if children.iter().any(|child| child.shape == shape) {
                continue;
            }
            table.clear();
            let glance = match self.brain.winner(&after) {
                Some(winner) => winner.map_or(0.5, |winner| f64::from(u8::from(winner == Side::One))),
                None => self.think(&after, self.plan.glance_nodes, table)?.1,
            };
            children.push(Child { after, shape, glance, share: 0.0 });
        }
        let sign = if state.side_to_move() == Side::One { 1.0 } else { -1.0 };
        let best = children.iter().map(|child| sign * child.glance).fold(f64::NEG_INFINITY, f64::max);
        let weight = |child: &Child<R::State>| ((sign * child.glance - best) / WORSE).exp();
        let all: f64 = children.iter().map(weight).sum();
        for child in &mut children {
            let own = if child.shape == preferred { PREFERRED } else { 0.0 };
            child.share = own + (1.0 - PREFERRED) * weight(child) / all;
        }
        Ok(children)
    }

    /// A position after a move, and its shape.
    fn after(&self, state: &R::State, mv: <R::State as Game>::Move) -> (R::State, u64) {
        let mut after = state.clone();
        after.play(mv);
        let shape = shape_of(self.rules, &after);
        (after, shape)
    }

    /// The best move, what it is worth to the first side, and whether that is a fact.
    fn think(
        &self,
        state: &R::State,
        nodes: u64,
        table: &Table,
    ) -> Result<(<R::State as Game>::Move, f64, bool), SelfplayError> {
        let limits = Limits { nodes: Some(nodes), only_answer: true, ..Limits::default() };
        let report = think(self.brain, &Root::alone(state), table, &limits, &unhurried(), &mut |_| {})?;
        let own = chance(report.score(), self.scale);
        let worth = if state.side_to_move() == Side::One { own } else { 1.0 - own };
        Ok((report.best(), worth, report.score().abs() >= PROVEN))
    }
}
