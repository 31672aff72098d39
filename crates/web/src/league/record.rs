//! What bots have achieved: results by opponent and version, ratings, faults.

use std::collections::{BTreeMap, HashMap};

use schwarm_arena::matchup::MatchPlan;
use schwarm_arena::stats::pool::{Fit, Pool, Rating};
use schwarm_arena::tournament::kept;
use schwarm_play::Ending;
use schwarm_store::{Filter, GameRow, MatchFilter, Search, Store, StoreError};

use crate::BotCard;

/// The latest games that are looked at.
const MOST_GAMES: usize = 5000;

/// Games read at once.
const PAGE: u32 = 1000;

/// Matches whose plans are looked at.
const MOST_MATCHES: u32 = 1000;

/// Faults that are listed.
const MOST_FAULTS: usize = 50;

/// Games won, drawn and lost, and those of them lost through a fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    /// Won.
    pub(crate) wins: u64,
    /// Drawn.
    pub(crate) draws: u64,
    /// Lost.
    pub(crate) losses: u64,
    /// Lost through a fault of its own.
    pub(crate) faults: u64,
}

impl Score {
    /// All of them.
    pub(crate) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn add(&mut self, side: usize, ending: &Ending) {
        match ending.winner.map(|winner| winner.index() == side) {
            Some(true) => self.wins += 1,
            Some(false) => self.losses += 1,
            None => self.draws += 1,
        }
        self.faults += u64::from(ending.termination.offender().is_some_and(|offender| offender.index() == side));
    }
}

/// A game lost through a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The game.
    pub(crate) id: i64,
    /// Against whom.
    pub(crate) against: String,
    /// What happened: the id of the termination.
    pub(crate) what: &'static str,
    /// When it began, in milliseconds since 1970.
    pub(crate) created: i64,
}

/// What a bot has achieved.
#[derive(Clone, Debug, Default)]
pub(crate) struct Career {
    /// All games.
    pub(crate) all: Score,
    /// By game and opponent.
    pub(crate) against: BTreeMap<(String, String), Score>,
    /// By version: how it was started and what its files were, as the plans of its matches tell.
    pub(crate) versions: BTreeMap<String, Score>,
    /// The latest faults first.
    pub(crate) faults: Vec<Fault>,
    /// Whether there are more games than were looked at.
    pub(crate) is_cut: bool,
}

/// The names under which a bot stands in records.
pub(crate) fn aliases(card: &BotCard) -> Vec<String> {
    let mut names = vec![card.name.clone()];
    if !card.is_registered {
        names.push(card.command.clone());
        names.extend(card.command.strip_prefix("builtin:").map(|level| format!("level-{level}")));
    }
    names
}

/// What a bot of these names has achieved.
pub(crate) async fn career(store: &dyn Store, names: &[String]) -> Result<Career, StoreError> {
    let plans = plans(store).await?;
    let builds = Builds::of(store).await?;
    let mut career = Career::default();
    for name in names {
        let filter = Filter { player: Some(name.clone()), ..Filter::default() };
        let (rows, is_cut) = games(store, filter).await?;
        career.is_cut |= is_cut;
        for row in rows {
            let Some(ending) = row.ending.as_ref().filter(|ending| ending.counts()) else { continue };
            let Some(side) = row.players.iter().position(|player| player == name) else { continue };
            career.all.add(side, ending);
            let against = row.players[1 - side].clone();
            career.against.entry((row.game.clone(), against.clone())).or_default().add(side, ending);
            if let Some(of_match) = &row.of_match
                && let Some(version) = plans.get(of_match).and_then(|plan| version(plan, name))
            {
                let built = builds.find(of_match, name, row.created).map(|built| format!("{version} · {built}"));
                career.versions.entry(built.unwrap_or(version)).or_default().add(side, ending);
            }
            let is_guilty = ending.termination.offender().is_some_and(|offender| offender.index() == side);
            if is_guilty && career.faults.len() < MOST_FAULTS {
                let what = ending.termination.id();
                career.faults.push(Fault { id: row.id, against, what, created: row.created });
            }
        }
    }
    career.faults.sort_by_key(|fault| std::cmp::Reverse(fault.id));
    Ok(career)
}

/// The ratings of bots in a game, by the games between them; by number, with their scores.
pub(crate) async fn ratings(
    store: &dyn Store,
    cards: &[BotCard],
    game: &str,
) -> Result<Vec<(Option<Rating>, Score)>, StoreError> {
    let mut numbers = HashMap::new();
    for (number, card) in cards.iter().enumerate() {
        for name in aliases(card) {
            numbers.entry(name).or_insert(number);
        }
    }
    let mut pool = Pool::new(cards.len());
    let mut scores = vec![Score::default(); cards.len()];
    let filter = Filter { game: Some(game.to_string()), ..Filter::default() };
    for row in games(store, filter).await?.0 {
        let Some(ending) = row.ending.as_ref().filter(|ending| ending.counts()) else { continue };
        let found = row.players.each_ref().map(|name| numbers.get(name).copied());
        for (side, number) in found.into_iter().enumerate() {
            if let Some(score) = number.and_then(|number| scores.get_mut(number)) {
                score.add(side, ending);
            }
        }
        if let [Some(one), Some(two)] = found {
            let mut singles = [0; 3];
            singles[ending.winner.map_or(1, |winner| if winner.index() == 0 { 2 } else { 0 })] = 1;
            // Whoever plays against itself says nothing about anybody.
            let _ = pool.add_games(one, two, singles);
        }
    }
    let ratings = tokio::task::spawn_blocking(move || pool.fit(&Fit { replicas: 50, ..Fit::default() })).await;
    let players = ratings.ok().and_then(Result::ok).map_or_else(Vec::new, |ratings| ratings.players);
    let rated = |number: usize| players.get(number).copied().filter(|rating| rating.games > 0);
    Ok(scores.into_iter().enumerate().map(|(number, score)| (rated(number), score)).collect())
}

/// The latest games that pass, and whether there are more.
async fn games(store: &dyn Store, filter: Filter) -> Result<(Vec<GameRow>, bool), StoreError> {
    let mut search = Search { filter, ..Search::default() };
    let mut all: Vec<GameRow> = Vec::new();
    while all.len() < MOST_GAMES {
        let rows = store.newest(&search, PAGE).await?;
        let is_last = rows.len() < PAGE as usize;
        search.before = rows.last().map(|row| row.id);
        all.extend(rows);
        if is_last {
            return Ok((all, false));
        }
    }
    Ok((all, true))
}

/// The plans of the latest matches between bots, by name.
async fn plans(store: &dyn Store) -> Result<HashMap<String, MatchPlan>, StoreError> {
    let not = ["web-"].into_iter().chain(kept::PREFIXES).map(str::to_string).collect();
    let rows = store.newest_matches(&MatchFilter { not, ..MatchFilter::default() }, MOST_MATCHES).await?;
    Ok(rows.into_iter().filter_map(|row| Some((row.name, MatchPlan::from_json(&row.plan).ok()?))).collect())
}

/// Since when, in milliseconds since 1970, and what the programs of bots were made of, by their names.
type Noted = (i64, BTreeMap<String, String>);

/// What the programs of bots in tournaments were made of; the latest first.
#[derive(Default)]
struct Builds(HashMap<String, Vec<Noted>>);

impl Builds {
    async fn of(store: &dyn Store) -> Result<Builds, StoreError> {
        let filter = MatchFilter { begins: Some(kept::VERSIONS_PREFIX.to_string()), ..MatchFilter::default() };
        let mut builds = Builds::default();
        // The newest first.
        for row in store.newest_matches(&filter, MOST_MATCHES).await? {
            if let (Some(tournament), Some(made)) =
                (kept::read_versions_name(&row.name), kept::read_versions(&row.plan))
            {
                builds.0.entry(tournament.to_string()).or_default().push((row.created, made));
            }
        }
        Ok(builds)
    }

    /// What a bot was made of in a match that is part of a tournament, when a game of it was begun.
    fn find(&self, of_match: &str, bot: &str, begun: i64) -> Option<&str> {
        let all = self.0.get(of_match.split_once('/')?.0)?;
        all.iter().filter(|(since, _)| *since <= begun).find_map(|(_, made)| made.get(bot)).map(String::as_str)
    }
}

/// The version of a bot in a match: everything its plan says about it.
fn version(plan: &MatchPlan, name: &str) -> Option<String> {
    let key = ["one", "two"][plan.players.iter().position(|player| player == name)?];
    let of_bot = |full: &&String| {
        full.as_str() == key || full.strip_prefix(key).is_some_and(|rest| rest.starts_with(['-', '.']))
    };
    let parts = plan.settings.iter().filter(|(full, _)| of_bot(full)).map(|(full, value)| {
        match full.strip_prefix(&format!("{key}.")) {
            Some(setting) => format!("{setting} = {value}"),
            None => value.clone(),
        }
    });
    Some(parts.collect::<Vec<_>>().join(" · ")).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_is_the_latest_one_before_a_game() {
        let made = |what: &str| BTreeMap::from([("a".to_string(), what.to_string())]);
        let notes =
            vec![(30, BTreeMap::from([("b".to_string(), "x".to_string())])), (20, made("new")), (10, made("old"))];
        let builds = Builds(HashMap::from([("cup".to_string(), notes)]));
        let find = |begun| builds.find("cup/round-1/a-vs-b", "a", begun);
        assert_eq!(
            [find(5), find(10), find(19), find(20), find(40)],
            [None, Some("old"), Some("old"), Some("new"), Some("new")]
        );
        assert_eq!((builds.find("cup", "a", 40), builds.find("other/a-vs-b", "a", 40)), (None, None));
    }

    #[test]
    fn a_version_is_what_the_plan_says_of_a_bot() {
        let mut plan = MatchPlan::new("hive", ["a".to_string(), "b".to_string()], 1);
        for (key, value) in [("one", "line:./a"), ("one-files", "./a 0123"), ("two", "builtin:3"), ("two.depth", "4")] {
            plan.settings.insert(key.to_string(), value.to_string());
        }
        assert_eq!(version(&plan, "a").as_deref(), Some("line:./a · ./a 0123"));
        assert_eq!(version(&plan, "b").as_deref(), Some("builtin:3 · depth = 4"));
        assert_eq!(version(&plan, "c"), None);
    }
}
