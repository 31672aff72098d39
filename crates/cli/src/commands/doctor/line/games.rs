//! Whole games: legal moves, many games in one process, the ways a game can end.

use std::time::Duration;

use schwarm_core::{Rulebook, Session, Setup, Side};
use schwarm_play::{Clock, Ending, Termination, TimeControl, TimeFault};

use super::super::finding::{Diagnosis, Ill, fine, skipped};
use super::super::walk::Walk;
use super::super::ward::Ward;
use super::super::words::{count, took};
use super::bot::{LineBot, legal};

/// How a game with the bot went.
pub struct Played {
    /// Turns of the bot.
    pub turns: usize,
    /// The slowest of them.
    pub slowest: Duration,
    /// Its slowest turn beyond the clock.
    pub late: Option<(Duration, TimeFault)>,
}

/// A session at the start of a game.
pub fn start(rules: &dyn Rulebook) -> Result<Box<dyn Session>, Ill> {
    rules.start(Setup::Default).map_err(|error| Ill::new(error.to_string()))
}

/// Plays a game against random moves, to its end or as many plies as asked for.
pub async fn game(
    bot: &mut LineBot,
    rules: &dyn Rulebook,
    side: Side,
    walk: &mut Walk,
    time: TimeControl,
    plies: usize,
) -> Result<Played, Ill> {
    let mut session = start(rules)?;
    let mut clock = Clock::new(time);
    let mut played = Played { turns: 0, slowest: Duration::ZERO, late: None };
    bot.hello(&*session, side, time).await?;
    let mut ending = None;
    for _ in 0..plies {
        if session.outcome().is_some() {
            break;
        }
        if session.side_to_move() != side {
            let Some(mv) = walk.next(&*session) else { break };
            session.play(&mv).map_err(|error| Ill::new(error.to_string()))?;
            continue;
        }
        let answered = bot.ask(&*session, clock.think_time(side)).await?;
        played.turns += 1;
        played.slowest = played.slowest.max(answered.took);
        if let Err(fault) = clock.spend(side, answered.took) {
            played.late.get_or_insert((answered.took, fault));
        }
        let Some(text) = answered.text else {
            let termination = Termination::Left { side, why: "resigned".to_string() };
            ending = Some(end_by(&*session, termination));
            break;
        };
        let mv = legal(&*session, &text)?;
        session.play(&mv).map_err(|error| Ill::new(error.to_string()))?;
    }
    let ending = ending.unwrap_or_else(|| match session.outcome() {
        Some(outcome) => Ending {
            termination: Termination::Rules,
            winner: outcome.winner,
            scores: outcome.scores,
            outcome: Some(outcome),
        },
        None => end_by(&*session, Termination::Abort { why: "the examination goes on".to_string() }),
    });
    bot.end(&*session, &ending).await?;
    Ok(played)
}

/// An end that the rules did not bring.
fn end_by(session: &dyn Session, termination: Termination) -> Ending {
    let winner = termination.offender().map(Side::other);
    Ending { scores: session.scores(winner), termination, winner, outcome: None }
}

/// It starts and answers its first turn.
pub async fn first_turn(ward: &Ward<'_>, rules: &dyn Rulebook, time: TimeControl, ready: &mut bool) -> Diagnosis {
    let mut bot = LineBot::start(ward)?;
    let session = start(rules)?;
    bot.hello(&*session, Side::One, time).await?;
    let (_, answered) = bot.ask_move(&*session, Clock::new(time).think_time(Side::One)).await?;
    *ready = true;
    fine(format!("starts and answers its first turn with a legal move ({})", took(answered.took)))
}

/// Legal moves in whole games, as both sides.
pub async fn legal_moves(ward: &Ward<'_>, rules: &dyn Rulebook, time: TimeControl) -> Diagnosis {
    let mut turns = 0;
    let mut games = 0;
    let begun = std::time::Instant::now();
    for number in 0..ward.dose.games * 2 {
        let side = Side::BOTH[number % 2];
        let mut bot = LineBot::start(ward)?;
        let mut walk = Walk::new(ward.seed, 100 + number);
        turns += game(&mut bot, rules, side, &mut walk, time, ward.dose.long).await?.turns;
        games += 1;
        if begun.elapsed() > ward.dose.budget {
            break;
        }
    }
    fine(format!("{} in {}, all of them legal", count(turns, "move"), count(games, "game")))
}

/// A second game in the same process, and a third, with sides swapped.
pub async fn again(ward: &Ward<'_>, rules: &dyn Rulebook, time: TimeControl) -> Diagnosis {
    let mut bot = LineBot::start(ward)?;
    for number in 0..3 {
        let mut walk = Walk::new(ward.seed, 200 + number);
        game(&mut bot, rules, Side::BOTH[number % 2], &mut walk, time, ward.dose.plies)
            .await
            .map_err(|ill| ill.at(&format!("game {} in one process", number + 1)))?;
    }
    fine("three games in one process, sides changing")
}

/// Every way a game can end, and a new game after each.
pub async fn ends(ward: &Ward<'_>, rules: &dyn Rulebook, time: TimeControl) -> Diagnosis {
    let mut bot = LineBot::start(ward)?;
    let session = start(rules)?;
    let side = session.side_to_move();
    let why = || "why it ended, \"in words\"".to_string();
    let ends = [
        Termination::Rules,
        Termination::Time { side, fault: TimeFault::Late },
        Termination::IllegalMove { side, text: "xyzzy".to_string(), why: why() },
        Termination::Crash { side, why: why() },
        Termination::Silence { side, why: why() },
        Termination::Left { side, why: why() },
        Termination::Adjudication { why: why() },
        Termination::Abort { why: why() },
    ];
    for termination in ends {
        let id = termination.id();
        bot.hello(&*session, side, time).await?;
        let answer = bot.ask_move(&*session, Clock::new(time).think_time(side)).await;
        answer.map_err(|ill| ill.at(&format!("before the end by {id}")))?;
        let ending = end_by(&*session, termination);
        bot.end(&*session, &ending).await?;
        // A new game and a turn: it has understood that the old one is over.
        bot.hello(&*session, side, time).await?;
        let answer = bot.ask_move(&*session, Clock::new(time).think_time(side)).await;
        answer.map_err(|ill| ill.at(&format!("after the end by {id}")))?;
        bot.end(&*session, &end_by(&*session, Termination::Abort { why: why() })).await?;
    }
    fine("goes on after each of the eight ways a game can end")
}

/// Other games in the same process, where the user named several.
pub async fn others(ward: &Ward<'_>, games: &[Box<dyn Rulebook>], time: TimeControl) -> Diagnosis {
    if games.len() < 2 {
        return skipped("one game was named; name more with --game to have them played in one process");
    }
    let mut bot = LineBot::start(ward)?;
    for (number, rules) in games.iter().chain(games.first()).enumerate() {
        let mut walk = Walk::new(ward.seed, 300 + number);
        let played = game(&mut bot, &**rules, Side::BOTH[number % 2], &mut walk, time, ward.dose.plies).await;
        played.map_err(|ill| ill.at(&rules.id()))?;
    }
    fine(format!("{} one after the other in one process", count(games.len(), "game")))
}
