//! Ends that both bots agree on.

use schwarm_core::Side;

use super::plan::{Adjudication, Agreement};

/// Listens to the scores of one game.
pub(super) struct Listener {
    rules: Adjudication,
    /// Moves in a row for which a side said that it wins, that it loses, that it is even.
    rows: [[u32; 3]; 2],
}

impl Listener {
    pub(super) fn new(rules: Adjudication) -> Listener {
        Listener { rules, rows: [[0; 3]; 2] }
    }

    /// A side has moved and said how it stands. Whoever wins by agreement, or nobody; `None` while
    /// there is none.
    pub(super) fn hear(&mut self, side: Side, score: Option<f64>) -> Option<(Option<Side>, Agreement)> {
        let said = |agreed: Option<Agreement>, says: &dyn Fn(f64, f64) -> bool| {
            agreed.zip(score).is_some_and(|(agreed, score)| says(score, agreed.score))
        };
        let row = &mut self.rows[side.index()];
        let now = [
            said(self.rules.win, &|score, bound| score >= bound),
            said(self.rules.win, &|score, bound| score <= -bound),
            said(self.rules.draw, &|score, bound| score.abs() <= bound),
        ];
        for (length, said) in row.iter_mut().zip(now) {
            *length = if said { length.saturating_add(1) } else { 0 };
        }
        let agreed = |agreement: Option<Agreement>, one: usize, two: usize| {
            agreement.filter(|it| self.rows[0][one] >= it.moves && self.rows[1][two] >= it.moves)
        };
        agreed(self.rules.win, 0, 1)
            .map(|it| (Some(Side::One), it))
            .or_else(|| agreed(self.rules.win, 1, 0).map(|it| (Some(Side::Two), it)))
            .or_else(|| agreed(self.rules.draw, 2, 2).map(|it| (None, it)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Adjudication =
        Adjudication { win: Some(Agreement { score: 5.0, moves: 2 }), draw: Some(Agreement { score: 0.1, moves: 2 }) };

    /// Who wins after which of these scores, given in turn.
    fn listen(scores: &[Option<f64>]) -> Option<(usize, Option<Side>)> {
        let mut listener = Listener::new(RULES);
        scores
            .iter()
            .enumerate()
            .find_map(|(ply, &score)| listener.hear(Side::BOTH[ply % 2], score).map(|(winner, _)| (ply, winner)))
    }

    #[test]
    fn both_must_say_so_for_as_many_moves_in_a_row() {
        assert_eq!(listen(&[Some(6.0), Some(-6.0), Some(7.0), Some(-5.0)]), Some((3, Some(Side::One))));
        assert_eq!(listen(&[Some(-6.0), Some(6.0), Some(-7.0), Some(5.0)]), Some((3, Some(Side::Two))));
        assert_eq!(listen(&[Some(0.0), Some(0.1), Some(-0.1), Some(0.0)]), Some((3, None)));
    }

    #[test]
    fn one_that_disagrees_or_says_nothing_keeps_the_game_going() {
        assert_eq!(listen(&[Some(6.0), Some(0.0), Some(7.0), Some(-5.0), Some(7.0)]), None);
        assert_eq!(listen(&[Some(6.0), None, Some(7.0), None, Some(8.0), None]), None);
        assert_eq!(listen(&[Some(6.0), Some(6.0), Some(6.0), Some(6.0)]), None);
        assert_eq!(listen(&[Some(6.0), Some(-6.0), None, Some(-6.0), Some(6.0), Some(4.0)]), None);
        assert_eq!(listen(&[Some(f64::NAN); 6]), None);
    }
}
