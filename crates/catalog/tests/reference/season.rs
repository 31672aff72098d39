//! The four seasons: how the words of the reference read in ours.
//!
//! The reference writes `x,y>x,y`, `+P@x,y` and `skip`, and positions with row 0 first; we write
//! as printed on the boards, top row first. Its Ostseeschach x is the rank, y the file.

use schwarm_core::Side;

use super::swarm::somebody_united;
use super::{End, Setup, Team};

/// A season of the Software-Challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Season {
    Piranhas2019,
    Hive2020,
    Ostseeschach2022,
    Piranhas2026,
}

impl Season {
    /// The name of its files.
    pub fn name(self) -> &'static str {
        match self {
            Season::Piranhas2019 => "piranhas2019",
            Season::Hive2020 => "hive2020",
            Season::Ostseeschach2022 => "ostseeschach2022",
            Season::Piranhas2026 => "piranhas2026",
        }
    }

    /// The rule set that must agree with it.
    pub fn game_id(self) -> &'static str {
        match self {
            Season::Piranhas2019 => "piranhas-2019-server",
            Season::Hive2020 => "hive-2020-server",
            Season::Ostseeschach2022 => "ostseeschach-2022-server",
            Season::Piranhas2026 => "piranhas-2026",
        }
    }

    /// What we say where the server has no rule for a side that cannot move.
    pub fn if_stuck(self) -> Stuck {
        match self {
            Season::Hive2020 => Stuck::Passes,
            Season::Piranhas2019 | Season::Ostseeschach2022 => Stuck::Loses,
            Season::Piranhas2026 => Stuck::Never,
        }
    }

    /// A move in our notation.
    pub fn move_text(self, token: &str) -> String {
        if token == "skip" {
            return "pass".to_string();
        }
        if let Some(set) = token.strip_prefix('+') {
            return set.to_string();
        }
        if self == Season::Hive2020 {
            return token.to_string();
        }
        let (from, to) = token.split_once('>').expect("a token of the oracle");
        format!("{}-{}", self.cell(from), self.cell(to))
    }

    fn cell(self, token: &str) -> String {
        let (x, y) = token.split_once(',').expect("a cell of the oracle");
        let (x, y): (u8, u8) = (x.parse().expect("a number"), y.parse().expect("a number"));
        match self {
            Season::Ostseeschach2022 => format!("{}{}", char::from(b'a' + y), x + 1),
            _ => format!("{}{y}", char::from(b'a' + x)),
        }
    }

    /// A position in our notation.
    pub fn position_text(self, text: &str) -> String {
        if self == Season::Hive2020 {
            return text.to_string();
        }
        let mut fields: Vec<String> = text.split(' ').map(str::to_string).collect();
        fields[0] = top_row_first(&fields[0]);
        if self == Season::Piranhas2026 {
            let first_union = fields.last_mut().expect("a position has fields");
            *first_union = match first_union.as_str() {
                "ONE" => "r".to_string(),
                "TWO" => "b".to_string(),
                other => other.to_string(),
            };
        }
        fields.join(" ")
    }

    /// A setup in our notation.
    pub fn setup_text(self, setup: &Setup) -> String {
        match (self, setup) {
            (Season::Piranhas2019, Setup::Rows { board }) => format!("{} r 0", top_row_first(board)),
            (Season::Piranhas2026, Setup::Rows { board }) => format!("{} r 0 -", top_row_first(board)),
            (Season::Ostseeschach2022, Setup::FirstRank { row }) => row.clone(),
            (Season::Hive2020, Setup::Blackberries { obstructed }) => obstructed.join(" "),
            _ => panic!("{self:?} has no setup {setup:?}"),
        }
    }

    /// The id of our reason for a verdict of the reference.
    pub fn reason(self, end: &End) -> &'static str {
        let reason = end.reason.as_deref().unwrap_or_default();
        match (self, reason) {
            (Season::Piranhas2019, "Das Spiel ist beendet.\nEin Spieler hat seinen Schwarm vereint.") => "swarm-united",
            (Season::Piranhas2019, "Das Rundenlimit wurde erreicht.") => "round-limit",
            (Season::Hive2020, "BEE_SURROUNDED") => "queen-surrounded",
            // The reference has no word of its own for two queens without a free cell.
            (Season::Hive2020, "ROUND_LIMIT_EQUAL") if nobody_free(end) => "both-surrounded",
            (Season::Hive2020, "ROUND_LIMIT_EQUAL" | "ROUND_LIMIT_FREE_FIELDS") => "round-limit",
            // The reference says what told the sides apart, we say what ended the game.
            (Season::Ostseeschach2022, "DIFFERING_SCORES" | "DIFFERING_POSITIONS" | "EQUAL_SCORE") => {
                if ambers(&end.position).iter().any(|&ambers| ambers >= 2) { "ambers" } else { "round-limit" }
            }
            (Season::Piranhas2026, "BLOCKED") => "no-move",
            (Season::Piranhas2026, "FIRST_UNION") => "swarm-united",
            (Season::Piranhas2026, "BIGGER_SWARM" | "Beide Spieler sind gleichauf") => {
                if somebody_united(&end.position) { "swarm-united" } else { "round-limit" }
            }
            _ => panic!("{self:?} gives the unknown reason {reason:?}"),
        }
    }

    /// The score lines of a verdict. Where the reference fails, a side without light pieces has
    /// come no step far (`rules/README.md`).
    pub fn scores(self, end: &End) -> [Vec<i16>; 2] {
        if let Some(scores) = &end.scores {
            return scores.clone();
        }
        assert!(self == Season::Ostseeschach2022 && end.error.is_some(), "a verdict without scores: {end:?}");
        let points = schwarm_core::Outcome::victory_points(end.winner.map(Team::side));
        let ambers = ambers(&end.position);
        Side::BOTH.map(|side| {
            let line = [points[side.index()], ambers[side.index()], most_advanced(&end.position, side)];
            line.to_vec()
        })
    }
}

/// What happens to a side that cannot move where the server has no rule for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// It passes.
    Passes,
    /// It has lost.
    Loses,
    /// The server has a rule.
    Never,
}

impl Team {
    /// Our side.
    pub fn side(self) -> Side {
        match self {
            Team::One => Side::One,
            Team::Two => Side::Two,
        }
    }
}

fn top_row_first(rows: &str) -> String {
    rows.split('/').rev().collect::<Vec<_>>().join("/")
}

/// Hive: both queens are on the board and have no free cell.
fn nobody_free(end: &End) -> bool {
    end.scores.as_ref().is_some_and(|scores| scores.iter().all(|line| line[1] == 0))
}

/// Ostseeschach: the last field, `red:blue`.
fn ambers(position: &str) -> [i16; 2] {
    let field = position.rsplit(' ').next().unwrap_or_default();
    let (red, blue) = field.split_once(':').expect("ambers of both sides");
    [red, blue].map(|number| number.parse().expect("a number of ambers"))
}

/// Ostseeschach: how far the most advanced light piece of a side has come; 0 without one.
fn most_advanced(position: &str, side: Side) -> i16 {
    let rows = position.split(' ').next().unwrap_or_default().split('/');
    let light = if side == Side::One { ['H', 'M', 'S'] } else { ['h', 'm', 's'] };
    let ranks = rows.enumerate().filter(|(_, row)| row.contains(light)).map(|(rank, _)| rank as i16);
    ranks.map(|rank| if side == Side::One { rank } else { 7 - rank }).max().unwrap_or(0)
}
