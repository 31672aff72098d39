//! The players that are always there: one plays at random, one looks a single ply ahead.

use schwarm_core::{Rng, Session, Side};

use crate::{Analysis, AnalysisError, Analyst, Finding, Limits, Setting, SettingError, Stop};

/// Plays any legal move.
pub struct Random {
    rng: Rng,
    seed: Setting,
}

impl Random {
    /// A random player; the same seed plays the same game.
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::new(seed), seed: seed_setting(seed) }
    }
}

/// Takes the move after which the game's own score is best for it.
pub struct Greedy {
    rng: Rng,
    seed: Setting,
}

impl Greedy {
    /// A greedy player; it draws among equally good moves.
    pub fn new(seed: u64) -> Greedy {
        Greedy { rng: Rng::new(seed), seed: seed_setting(seed) }
    }
}

fn seed_setting(seed: u64) -> Setting {
    Setting::int("Seed", i64::try_from(seed).unwrap_or(i64::MAX), 0, i64::MAX)
}

/// Sets the seed and begins it anew.
fn reseed(seed: &mut Setting, rng: &mut Rng, name: &str, value: &str) -> Result<(), SettingError> {
    if !name.eq_ignore_ascii_case(&seed.name) {
        return Err(SettingError::Unknown { name: name.chars().take(80).collect() });
    }
    seed.set(value)?;
    *rng = Rng::new(seed.value.parse().unwrap_or(0));
    Ok(())
}

impl Analyst for Random {
    fn name(&self) -> &str {
        "random"
    }

    fn analyse(
        &mut self,
        session: &dyn Session,
        _: &Limits,
        _: &Stop,
        found: &mut dyn FnMut(&Finding),
    ) -> Result<Analysis, AnalysisError> {
        let mv = session.random_move(&mut self.rng).ok_or(AnalysisError::GameOver)?;
        let finding = Finding { nodes: 1, line: vec![mv], ..Finding::default() };
        found(&finding);
        Ok(Analysis { lines: vec![finding] })
    }

    fn settings(&self) -> Vec<Setting> {
        vec![self.seed.clone()]
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        reseed(&mut self.seed, &mut self.rng, name, value)
    }
}

impl Analyst for Greedy {
    fn name(&self) -> &str {
        "greedy"
    }

    fn analyse(
        &mut self,
        session: &dyn Session,
        _: &Limits,
        stop: &Stop,
        found: &mut dyn FnMut(&Finding),
    ) -> Result<Analysis, AnalysisError> {
        let moves = session.legal_moves();
        let side = session.side_to_move();
        let mut best: Option<Finding> = None;
        let mut equals = 0;
        let mut session = session.clone_box();
        let mut nodes = 0;
        for mv in moves {
            if stop.is_stopped() && best.is_some() {
                break;
            }
            session.play(&mv).map_err(|error| AnalysisError::Failed(error.to_string()))?;
            let score = worth(&*session, side);
            session.undo();
            nodes += 1;
            let better = match &best {
                None => true,
                Some(best) if score > best.score => true,
                Some(best) if score == best.score => {
                    // Each of the equal ones ends up chosen with the same chance.
                    equals += 1;
                    self.rng.below(equals + 1) == 0
                }
                Some(_) => false,
            };
            if better {
                if best.as_ref().is_none_or(|best| best.score != score) {
                    equals = 0;
                }
                let finding = Finding { depth: 1, score, nodes, line: vec![mv], ..Finding::default() };
                found(&finding);
                best = Some(finding);
            }
        }
        let best = best.ok_or(AnalysisError::GameOver)?;
        Ok(Analysis { lines: vec![Finding { nodes, ..best }] })
    }

    fn settings(&self) -> Vec<Setting> {
        vec![self.seed.clone()]
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        reseed(&mut self.seed, &mut self.rng, name, value)
    }
}

/// What a position is worth to a side by the game's own score: a win or loss above all, then
/// the parts of the score line, each far more than the next.
fn worth(session: &dyn Session, side: Side) -> f64 {
    let decided = match session.outcome() {
        Some(outcome) => match outcome.winner {
            Some(winner) if winner == side => 1e9,
            Some(_) => -1e9,
            None => 0.0,
        },
        None => 0.0,
    };
    let scores = session.scores(None);
    let (mine, theirs) = (&scores[side.index()], &scores[side.other().index()]);
    let parts = mine.parts().iter().zip(theirs.parts()).skip(1);
    let (score, _) = parts
        .fold((0.0, 1.0), |(sum, weight), (&mine, &theirs)| (sum + weight * f64::from(mine - theirs), weight / 100.0));
    decided + score
}
