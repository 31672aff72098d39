//! Results: who won, by how much, and what is said about it.
//!
//! Four shapes of one message. What the servers say about regular ends, lateness and leaving are
//! their own German sentences where recorded games show them.
//! Where an official server is plainly wrong we are not: a player who loses on time in 2022 has an
//! opponent who wins, waiting in vain has the cause `HARD_TIMEOUT` there, and the sentence about it
//! in 2026 names the ten seconds that were waited.

use schwarm_core::{Reason, Score, Session, Side};
use schwarm_play::{Ending, Termination, TimeFault};

use crate::xml::Element;

use super::Season;
use super::common::{colour, number, read_side, roomy, team};

/// Why a player's game ended, as the seasons until 2022 say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// By the rules, or by the other player's fault.
    Regular,
    /// The player went away.
    Left,
    /// The player made an illegal move.
    RuleViolation,
    /// The player answered too late.
    SoftTimeout,
    /// The player did not answer.
    HardTimeout,
    /// Something else.
    Unknown,
}

impl Cause {
    const ALL: [(Cause, &'static str); 6] = [
        (Cause::Regular, "REGULAR"),
        (Cause::Left, "LEFT"),
        (Cause::RuleViolation, "RULE_VIOLATION"),
        (Cause::SoftTimeout, "SOFT_TIMEOUT"),
        (Cause::HardTimeout, "HARD_TIMEOUT"),
        (Cause::Unknown, "UNKNOWN"),
    ];

    /// The word of the protocol.
    pub fn word(self) -> &'static str {
        Cause::ALL.iter().find(|known| known.0 == self).map_or("UNKNOWN", |known| known.1)
    }

    fn of(termination: &Termination) -> Cause {
        match termination {
            Termination::Time { fault: TimeFault::Late, .. } => Cause::SoftTimeout,
            Termination::Time { fault: TimeFault::None, .. } | Termination::Silence { .. } => Cause::HardTimeout,
            Termination::IllegalMove { .. } => Cause::RuleViolation,
            Termination::Left { .. } | Termination::Crash { .. } => Cause::Left,
            Termination::Rules | Termination::Adjudication { .. } | Termination::Abort { .. } => Cause::Regular,
        }
    }
}

/// What a result message says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadResult {
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// The score lines, `Side::One` first.
    pub scores: [Score; 2],
    /// The server's sentence about it; may be empty.
    pub reason: String,
    /// Whether the rules ended the game.
    pub regular: bool,
    /// Why it ended for each player. 2026 does not say; there it is taken from the sentence.
    pub causes: [Cause; 2],
    /// Names of the players; empty where the message has none.
    pub players: [String; 2],
}

impl ReadResult {
    /// The same as the end of a game of ours. `session` stands at the last position.
    pub fn ending(&self, session: &dyn Session) -> Ending {
        let offender = Side::BOTH.into_iter().find(|side| self.causes[side.index()] != Cause::Regular);
        let why = self.reason.clone();
        let termination = match offender.map(|side| (side, self.causes[side.index()])) {
            Some((side, Cause::RuleViolation)) => Termination::IllegalMove { side, text: String::new(), why },
            Some((side, Cause::SoftTimeout)) => Termination::Time { side, fault: TimeFault::Late },
            Some((side, Cause::HardTimeout)) => Termination::Time { side, fault: TimeFault::None },
            Some((side, Cause::Left)) => Termination::Left { side, why: leaving_cause(&why).to_string() },
            Some((_, Cause::Unknown | Cause::Regular)) => Termination::Abort { why },
            None if !self.regular || self.scores.iter().all(|score| score.parts().first() == Some(&0)) => {
                Termination::Abort { why }
            }
            None => Termination::Rules,
        };
        let outcome = session.outcome().filter(|_| termination == Termination::Rules);
        match (&termination, outcome) {
            // A server may end a game earlier than the rules, such as when it is told to.
            (Termination::Rules, None) => {
                let termination = Termination::Adjudication { why: self.reason.clone() };
                Ending { termination, winner: self.winner, scores: self.scores, outcome: None }
            }
            _ => {
                // The server of 2022 names no winner when somebody is late; nobody wins an abort.
                let winner = match termination.offender() {
                    Some(side) => Some(side.other()),
                    None => self.winner.filter(|_| termination == Termination::Rules),
                };
                Ending { termination, winner, scores: self.scores, outcome }
            }
        }
    }
}

/// The official word for the way a player left, from a sentence or a reason.
fn leaving_cause(why: &str) -> &'static str {
    const KNOWN: [&str; 3] = ["PROTOCOL_ERROR", "RECEIVED_DISCONNECT", "LOST_CONNECTION"];
    KNOWN.into_iter().find(|word| why.ends_with(word)).unwrap_or("LOST_CONNECTION")
}

/// The `data` element.
pub(super) fn write(season: Season, ending: &Ending, session: &dyn Session, players: &[String; 2]) -> Element {
    let mut data = super::data("result").containing(definition(season));
    let scores = scores(season, ending, session);
    match season {
        Season::Piranhas2019 | Season::Hive2020 => {
            for side in Side::BOTH {
                data.children.push(score(season, side, &scores, ending, players));
            }
            if let Some(side) = ending.winner {
                let winner = Element::new("winner").marked("color", colour(side));
                data.children.push(match players[side.index()].as_str() {
                    "" => winner,
                    name => winner.with("displayName", name),
                });
            }
        }
        Season::Ostseeschach2022 | Season::Piranhas2026 => {
            let mut list = roomy("scores", 2);
            for side in Side::BOTH {
                let player = match players[side.index()].as_str() {
                    "" => Element::new("player"),
                    name => Element::new("player").with("name", name),
                };
                let player = player.marked("team", team(side));
                let score = score(season, side, &scores, ending, players);
                list.children.push(Element::new("entry").containing(player).containing(score));
            }
            data.children.push(list);
            data.children.extend(winner(season, ending, players));
        }
    }
    data
}

fn winner(season: Season, ending: &Ending, players: &[String; 2]) -> Option<Element> {
    let mut element = Element::new("winner");
    if let Some(side) = ending.winner {
        element = element.marked("team", team(side));
    }
    if season == Season::Ostseeschach2022 {
        return ending.winner.map(|_| element);
    }
    let is_regular = matches!(ending.termination, Termination::Rules | Termination::Adjudication { .. });
    Some(element.with("regular", is_regular).with("reason", reason_2026(ending, players)))
}

fn definition(season: Season) -> Element {
    let parts: &[(&str, &str)] = match season {
        Season::Piranhas2019 => &[("Gewinner", "SUM"), ("∅ Schwarm", "AVERAGE")],
        Season::Hive2020 => &[("Gewinner", "SUM"), ("∅ freie Felder", "AVERAGE")],
        Season::Ostseeschach2022 => {
            &[("Siegpunkte", "SUM"), ("Bernsteine", "AVERAGE"), ("Leichtfiguren Vorne", "AVERAGE")]
        }
        Season::Piranhas2026 => &[("Siegpunkte", "SUM"), ("Schwarmgröße", "AVERAGE")],
    };
    let mut definition = roomy("definition", parts.len());
    for &(name, aggregation) in parts {
        let fragment = Element::new("fragment")
            .marked("name", name)
            .containing(Element::new("aggregation").saying(aggregation))
            .containing(Element::new("relevantForRanking").saying("true"));
        definition.children.push(fragment);
    }
    definition
}

/// The score lines as the season's server writes them.
fn scores(season: Season, ending: &Ending, session: &dyn Session) -> [Score; 2] {
    let current = session.scores(ending.winner);
    match (&ending.termination, season) {
        // An offender keeps what it had, except the victory points.
        (termination, Season::Piranhas2019 | Season::Hive2020) if termination.offender().is_some() => current,
        (Termination::Abort { .. }, _) => current.map(|score| {
            let mut parts = score.parts().to_vec();
            parts.iter_mut().take(1).for_each(|points| *points = 0);
            Score::new(&parts)
        }),
        _ => ending.scores,
    }
}

fn score(season: Season, side: Side, scores: &[Score; 2], ending: &Ending, players: &[String; 2]) -> Element {
    let mut element = roomy("score", 3);
    if season != Season::Piranhas2026 {
        let is_offender = ending.termination.offender() == Some(side);
        let cause = if is_offender { Cause::of(&ending.termination) } else { Cause::Regular };
        let reason = match is_offender {
            true => fault(season, &ending.termination),
            false => regular_reason(season, ending, players),
        };
        element = element.marked("cause", cause.word()).with("reason", reason);
    }
    for &part in scores[side.index()].parts() {
        element.children.push(Element::new("part").saying(number(i32::from(part))));
    }
    element
}

/// What is said about an offender until 2022.
fn fault(season: Season, termination: &Termination) -> String {
    let too_slow =
        |seconds: u8| format!("Der Spieler hat innerhalb von {seconds} Sekunden nach Aufforderung keinen Zug gesendet");
    match termination {
        Termination::Time { fault: TimeFault::Late, .. } => too_slow(2),
        Termination::Time { fault: TimeFault::None, .. } | Termination::Silence { .. } => too_slow(10),
        Termination::IllegalMove { why, .. } => why.clone(),
        Termination::Left { why, .. } | Termination::Crash { why, .. } => match season {
            Season::Ostseeschach2022 => {
                format!("Der Spieler hat das Spiel verlassen: {}", leaving_cause(why))
            }
            _ => "Der Spieler hat das Spiel verlassen".to_string(),
        },
        Termination::Rules | Termination::Adjudication { .. } | Termination::Abort { .. } => String::new(),
    }
}

/// What is said about a regular end until 2022.
fn regular_reason(season: Season, ending: &Ending, players: &[String; 2]) -> String {
    let Some(outcome) = ending.outcome.filter(|_| ending.termination == Termination::Rules) else {
        return String::new();
    };
    match (season, outcome.reason) {
        (Season::Piranhas2019, Reason::SwarmUnited) => {
            "Das Spiel ist beendet.\nEin Spieler hat seinen Schwarm vereint.".to_string()
        }
        (Season::Piranhas2019, Reason::NoMove) => {
            "Das Spiel ist beendet.\nEin Spieler kann nicht mehr ziehen.".to_string()
        }
        (Season::Piranhas2019, _) => "Das Rundenlimit wurde erreicht.".to_string(),
        (Season::Hive2020, Reason::RoundLimit) => match outcome.winner {
            Some(side) => format!(
                "Das Rundenlimit wurde erreicht.\n{} hat um die eigene Biene mehr Felder frei.",
                coloured_name(side, players)
            ),
            None => "Das Rundenlimit wurde erreicht.\nUm beide Bienen sind gleich viele Felder frei.".to_string(),
        },
        (Season::Hive2020, _) => match outcome.winner {
            Some(side) => {
                format!("Das Spiel ist beendet.\n{} hat die gegnerische Biene umzingelt.", coloured_name(side, players))
            }
            None => "Das Spiel ist beendet.\nBeide Bienen sind umzingelt.".to_string(),
        },
        _ => String::new(),
    }
}

fn coloured_name(side: Side, players: &[String; 2]) -> String {
    let colour = ["Rot", "Blau"][side.index()];
    match players[side.index()].as_str() {
        "" => colour.to_string(),
        name => format!("{name} ({colour})"),
    }
}

fn reason_2026(ending: &Ending, players: &[String; 2]) -> String {
    let name = |side: Side| match players[side.index()].as_str() {
        "" => team(side),
        name => name,
    };
    let offender = ending.termination.offender().map(name).unwrap_or_default();
    match &ending.termination {
        Termination::Time { fault: TimeFault::Late, .. } => {
            format!("{offender} hat fuer die Antwort auf die Zugaufforderung laenger als 2 Sekunden gebraucht.")
        }
        Termination::Time { fault: TimeFault::None, .. } | Termination::Silence { .. } => {
            format!("{offender} hat innerhalb von 10 Sekunden nach Aufforderung keinen Zug gesendet.")
        }
        Termination::IllegalMove { why, .. } if why.starts_with(RULE) || why.starts_with(FLOW) => why.clone(),
        Termination::IllegalMove { why, .. } => format!("{RULE}{offender}: {why}"),
        Termination::Left { why, .. } | Termination::Crash { why, .. } => {
            format!("{offender}{LEFT}: {}", leaving_cause(why))
        }
        Termination::Abort { .. } => "Das Spiel wurde abgebrochen.".to_string(),
        Termination::Rules | Termination::Adjudication { .. } => {
            let is_blocked = ending.outcome.is_some_and(|outcome| outcome.reason == Reason::NoMove);
            let [one, two] = ending.scores.map(|score| score.parts().get(1).copied());
            match ending.winner {
                None => "Beide Spieler sind gleichauf".to_string(),
                Some(side) if is_blocked => format!("{} kann nicht mehr ziehen", name(side.other())),
                Some(side) if one == two => format!("{} hat den Schwarm zuerst vereint", name(side)),
                Some(side) => format!("{} hat den größeren zusammenhängenden Schwarm", name(side)),
            }
        }
    }
}

const RULE: &str = "Regelverletzung von ";
const FLOW: &str = "Missachtung des Spielablaufs von ";
const LEFT: &str = " hat das Spiel verlassen";

/// What a result message says; `None` if it is none.
pub(super) fn read(season: Season, data: &Element) -> Option<ReadResult> {
    if data.attribute("class") != Some("result") {
        return None;
    }
    let winner = data.child("winner");
    let mut players = [String::new(), String::new()];
    let scores: Vec<&Element> = match season {
        Season::Piranhas2019 | Season::Hive2020 => data.children_named("score").take(3).collect(),
        Season::Ostseeschach2022 | Season::Piranhas2026 => {
            let entries: Vec<&Element> = data.child("scores")?.children_named("entry").take(3).collect();
            for player in entries.iter().filter_map(|entry| entry.child("player")) {
                let side = player.attribute("team").and_then(read_side)?;
                players[side.index()] = player.attribute("name").unwrap_or_default().to_string();
            }
            entries.iter().filter_map(|entry| entry.child("score")).collect()
        }
    };
    let &[one, two] = scores.as_slice() else { return None };
    let side = winner.and_then(|winner| winner.attribute("team").or(winner.attribute("color")));
    let side = match side {
        None => None,
        Some(word) => Some(read_side(word)?),
    };
    if let (Some(side), Some(name)) = (side, winner.and_then(|winner| winner.attribute("displayName"))) {
        players[side.index()] = name.to_string();
    }
    let scores = [read_score(one)?, read_score(two)?];
    if season == Season::Piranhas2026 {
        let reason = winner?.attribute("reason").unwrap_or_default().to_string();
        let regular = winner?.attribute("regular") == Some("true");
        let mut causes = [Cause::Regular; 2];
        if let Some(side) = side.filter(|_| !regular) {
            causes[side.other().index()] = cause_of_sentence(&reason);
        }
        return Some(ReadResult { winner: side, scores, reason, regular, causes, players });
    }
    let causes = [read_cause(one)?, read_cause(two)?];
    let faulty = [one, two].into_iter().zip(causes).find(|(_, cause)| *cause != Cause::Regular);
    let reason = faulty.map_or(one, |(score, _)| score).attribute("reason").unwrap_or_default().to_string();
    Some(ReadResult { winner: side, scores, reason, regular: faulty.is_none(), causes, players })
}

fn read_score(score: &Element) -> Option<Score> {
    let mut parts = Vec::new();
    for part in score.children_named("part") {
        parts.push(part.text.parse().ok()?);
        if parts.len() > Score::MAX {
            return None;
        }
    }
    Some(Score::new(&parts))
}

fn read_cause(score: &Element) -> Option<Cause> {
    let word = score.attribute("cause")?;
    let is_hard = score.attribute("reason").is_some_and(|reason| reason.contains("10 Sekunden"));
    Some(match Cause::ALL.iter().find(|known| known.1 == word).map_or(Cause::Unknown, |known| known.0) {
        // The server of 2022 calls both the same.
        Cause::SoftTimeout if is_hard => Cause::HardTimeout,
        cause => cause,
    })
}

fn cause_of_sentence(reason: &str) -> Cause {
    if reason.starts_with(RULE) || reason.starts_with(FLOW) {
        Cause::RuleViolation
    } else if reason.contains(LEFT) {
        Cause::Left
    } else if reason.contains("laenger als") {
        Cause::SoftTimeout
    } else if reason.contains("keinen Zug gesendet") {
        Cause::HardTimeout
    } else {
        Cause::Unknown
    }
}
