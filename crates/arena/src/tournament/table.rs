//! Tables and pages about a tournament: standings, crosstable, ratings.
//!
//! A [`Report`] holds the figures; it is written as text, CSV, JSON, Markdown or one page of HTML.
//! Always true: the same results give the same bytes, and no name of a bot can break out of its cell.
//! Not here: drawing positions (pictures are handed in), writing files.

mod chart;
mod csv;
pub mod figures;
mod html;
mod json;
mod markdown;
mod text;

pub use chart::Scale;
pub use html::escape;

use schwarm_core::GameInfo;

use super::config::Config;
use super::format::{Bye, Encounter, Format, RankBy, Schedule, Tournament};
use super::results::{Results, Sum};
use super::standings::{Standings, cross};
use crate::stats::pool::{Anchor, Fit, Pool, Ratings};
use crate::stats::{Pentanomial, Sprt, State, Verdict};

/// What stands above a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The title of the tournament.
    pub title: String,
    /// Name of the game.
    pub game: String,
    /// Name of the game's secondary criterion, such as `Ambers`.
    pub criterion: Option<String>,
    /// The bot that has the rating 0; `None` is the mean of all.
    pub anchor: Option<usize>,
}

/// A picture for the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What is to be seen, for those who do not see it too.
    pub caption: String,
    /// The text of an SVG file.
    pub svg: String,
}

/// Everything that is known about a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The heading.
    pub heading: Heading,
    /// The format in words.
    pub format: String,
    /// Names of the bots, by number.
    pub names: Vec<String>,
    /// The standings.
    pub standings: Standings,
    /// What every bot (row) has achieved against every other (column).
    pub cross: Vec<Vec<Sum>>,
    /// Ratings of the bots, by number.
    pub ratings: Ratings,
    /// The encounters that are known, with their sums.
    pub encounters: Vec<(Encounter, Sum)>,
    /// Bots that had a round off.
    pub byes: Vec<Bye>,
    /// The test of a match, and where it stands.
    pub test: Option<(Sprt, Verdict)>,
    /// What must be said with the figures.
    pub notes: Vec<String>,
    /// Whether nothing is left to play.
    pub is_done: bool,
}

impl Report {
    /// The report on the tournament of a file after these results.
    pub fn of(config: &Config, info: &GameInfo, results: &Results) -> Report {
        let heading = Heading {
            title: config.title.clone(),
            game: info.title.to_string(),
            criterion: info.score_parts.get(1).map(|part| part.name.to_string()),
            anchor: config.anchor,
        };
        Report::new(heading, &config.tournament, results)
    }

    /// The report on a tournament after these results.
    pub fn new(heading: Heading, tournament: &Tournament, results: &Results) -> Report {
        let schedule = tournament.schedule(results);
        let names = tournament.names().to_vec();
        let cross = cross(names.len(), &schedule, results);
        let encounters: Vec<_> =
            schedule.encounters.iter().map(|encounter| (encounter.clone(), results.sum(encounter))).collect();
        let ratings = ratings(names.len(), &encounters, heading.anchor);
        let test = match (tournament.format(), encounters.first()) {
            (Format::Match { test: Some(test), .. }, Some((_, sum))) => {
                Some((*test, test.test(Pentanomial(sum.pairs))))
            }
            _ => None,
        };
        let mut notes = notes(&names, &schedule, &ratings);
        notes.extend(test.as_ref().map(|(test, verdict)| answer(&names[0], test, verdict)));
        Report {
            notes,
            test,
            format: in_words(tournament.format()),
            standings: Standings::of(tournament, &schedule, results),
            is_done: schedule.is_done,
            byes: schedule.byes,
            heading,
            names,
            cross,
            ratings,
            encounters,
        }
    }

    /// Games that have ended, and games that are known to be played.
    pub fn games(&self) -> (u64, u64) {
        let ended = self.encounters.iter().map(|(_, sum)| sum.ended).sum();
        // What a test has left over is not played.
        let all = if self.is_done { ended } else { self.encounters.iter().map(|(met, _)| met.games()).sum() };
        (ended, all)
    }

    /// How far it is, in a sentence.
    fn progress(&self) -> String {
        let (ended, all) = self.games();
        if self.is_done {
            format!("Finished: {ended} games.")
        } else {
            format!("Under way: {ended} of {all} games so far.")
        }
    }

    /// The heading of a column of the standings.
    fn label(&self, column: usize) -> String {
        let column = self.standings.columns[column];
        match &self.heading.criterion {
            Some(name) if column.id == "criterion" => format!("∅ {name}"),
            _ => column.label.to_string(),
        }
    }

    /// The page, as one file that needs nothing from elsewhere.
    pub fn html(&self, pictures: &[Picture]) -> String {
        html::page(self, pictures)
    }

    /// The report as Markdown.
    pub fn markdown(&self) -> String {
        markdown::page(self)
    }

    /// The report as text that is at most so many characters wide, if that is at least 40.
    pub fn text(&self, width: usize) -> String {
        text::page(self, width)
    }

    /// The standings as CSV with a line of headings.
    pub fn standings_csv(&self) -> String {
        csv::standings(self)
    }

    /// The crosstable as CSV: one line for each two bots that are to meet.
    pub fn crosstable_csv(&self) -> String {
        csv::crosstable(self)
    }

    /// Everything as JSON. Keys are public and stable.
    pub fn json(&self) -> serde_json::Value {
        json::value(self)
    }
}

fn ratings(players: usize, encounters: &[(Encounter, Sum)], anchor: Option<usize>) -> Ratings {
    let mut pool = Pool::new(players);
    for (encounter, sum) in encounters {
        let [a, b] = encounter.players;
        let known = pool.add_pairs(a, b, sum.pairs).and_then(|()| pool.add_games(a, b, sum.singles));
        debug_assert!(known.is_ok(), "a schedule knows no bots but those of the tournament: {known:?}");
    }
    let anchor = anchor.filter(|&player| player < players).map_or(Anchor::Mean, |player| Anchor::Player(player, 0.0));
    let fit = Fit { anchor, ..Fit::default() };
    pool.fit(&fit).unwrap_or(Ratings { players: Vec::new(), groups: 0, classes: 0 })
}

fn notes(names: &[String], schedule: &Schedule, ratings: &Ratings) -> Vec<String> {
    let list = |players: &mut dyn Iterator<Item = usize>| {
        players.map(|player| names[player].clone()).collect::<Vec<_>>().join(", ")
    };
    let mut notes = Vec::new();
    for encounter in &schedule.undecided {
        let [a, b] = encounter.players.map(|player| names[player].as_str());
        notes.push(format!("Undecided: {a} and {b} ({}) have won equally often. Somebody must decide.", encounter.key));
    }
    let all = || ratings.players.iter().enumerate();
    let (mut none, mut won, mut lost) = (
        all().filter(|(_, rating)| rating.games == 0).map(|(player, _)| player),
        all().filter(|(_, r)| r.games > 0 && r.halves == 2 * r.games).map(|(player, _)| player),
        all().filter(|(_, r)| r.games > 0 && r.halves == 0).map(|(player, _)| player),
    );
    let (none, won, lost) = (list(&mut none), list(&mut won), list(&mut lost));
    for (players, what) in [
        (none, "without a game, so the rating says nothing"),
        (won, "won everything, so the rating is only a lower bound"),
        (lost, "without a point, so the rating is only an upper bound"),
    ] {
        if !players.is_empty() {
            notes.push(format!("{players}: {what}."));
        }
    }
    let played = ratings.players.iter().any(|rating| rating.games > 0);
    if played && ratings.groups > 1 {
        notes.push("No games join all bots yet: ratings compare only among those who are joined by games.".into());
    } else if played && ratings.classes > 1 {
        notes.push("Between some bots all points went one way: how far they are apart is not determined.".into());
    }
    notes
}

/// Where a test stands, in a sentence.
fn answer(name: &str, test: &Sprt, verdict: &Verdict) -> String {
    let [elo0, elo1] = test.hypotheses();
    let words = match verdict.state {
        State::H0 => format!("H0 is accepted: {name} is not better by {elo1} Elo"),
        State::H1 => format!("H1 is accepted: {name} is better by more than {elo0} Elo"),
        State::Open => "it is open".to_string(),
    };
    let Verdict { llr, lower, upper, .. } = verdict;
    format!(
        "Test of {elo0} against {elo1} Elo ({}): LLR {llr:.2} between {lower:.2} and {upper:.2}; {words}.",
        test.model()
    )
}

fn in_words(format: &Format) -> String {
    let games = |pairs: &u64| format!("encounters of {} games", 2 * pairs);
    let times = |cycles: &u32| if *cycles == 1 { "once".to_string() } else { format!("{cycles} times") };
    match format {
        Format::RoundRobin { cycles, pairs } => {
            format!("Round robin: everybody against everybody {}, {}", times(cycles), games(pairs))
        }
        Format::Gauntlet { cycles, pairs, .. } => {
            format!("Gauntlet: challengers against all others {}, {}", times(cycles), games(pairs))
        }
        Format::Swiss { rounds, pairs } => format!("Swiss system: {rounds} rounds, {}", games(pairs)),
        Format::Knockout { pairs, .. } => format!("Knockout: {}", games(pairs)),
        Format::Ladder { rounds, pairs } => format!("Ladder: {rounds} rounds, {}", games(pairs)),
        Format::League { cycles, pairs, rank_by } => {
            let by = if *rank_by == RankBy::Wins { "wins" } else { "points" };
            format!("League by {by}: everybody against everybody {}, {}", times(cycles), games(pairs))
        }
        Format::Match { pairs, test: None } => format!("Match of {} games", 2 * pairs),
        Format::Match { pairs, test: Some(test) } => {
            let [elo0, elo1] = test.hypotheses();
            format!("Match of at most {} games, until it is clear whether {elo0} or {elo1} Elo is right", 2 * pairs)
        }
        Format::FinalEight { least_games, most_games, .. } => {
            format!("Final Eight: encounters of {least_games} to {most_games} games")
        }
    }
}
