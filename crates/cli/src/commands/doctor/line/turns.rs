//! Single turns: names, ids, passes, long games, unknown fields, stray lines.

use std::time::{Duration, Instant};

use schwarm_core::{Rulebook, Session, Side};
use schwarm_play::{Clock, TimeControl};

use super::super::finding::{Diagnosis, Ill, fine, skipped};
use super::super::uhp::PASS;
use super::super::walk::{Walk, play_on};
use super::super::ward::Ward;
use super::super::words::{clip, count, some, took};
use super::bot::LineBot;
use super::games::{game, start};

/// After an answer so long is listened for a second one.
const LISTEN: Duration = Duration::from_millis(60);

/// Random games in which a forced pass is looked for, and for how long.
const SEARCHED: usize = 40;
const SEARCH_TIME: Duration = Duration::from_secs(2);

/// It says what it is called.
pub async fn name(ward: &Ward<'_>, rules: &dyn Rulebook, time: TimeControl) -> Diagnosis {
    let mut bot = LineBot::start(ward)?;
    let session = start(rules)?;
    bot.hello(&*session, Side::One, time).await?;
    bot.ask_move(&*session, Clock::new(time).think_time(Side::One)).await?;
    match &bot.name {
        Some(name) => fine(format!("calls itself {:?}", clip(name, 50))),
        None => Err(Ill::new("does not say its name; answer hello with {\"name\":\"...\"}")),
    }
}

/// Ids are repeated rightly or not at all.
pub async fn ids(ward: &Ward<'_>, rules: &dyn Rulebook, time: TimeControl) -> Diagnosis {
    let mut bot = LineBot::start(ward)?;
    let session = start(rules)?;
    bot.hello(&*session, Side::One, time).await?;
    let mut repeated = 0;
    let jumps = [0, 6, 1000, 1_000_000_006];
    for jump in jumps {
        bot.asked += jump;
        let (_, answered) = bot.ask_move(&*session, Clock::new(time).think_time(Side::One)).await?;
        match answered.id {
            Some(id) if id != bot.asked => {
                return Err(Ill::new(format!("the turn had the id {}, the answer has {id}", bot.asked)));
            }
            id => repeated += usize::from(id.is_some()),
        }
    }
    match repeated {
        0 => fine("leaves the ids out, which is allowed; late answers are then counted"),
        _ if repeated < jumps.len() => Err(Ill::new("repeats the id of some turns only")),
        _ => fine("every answer has the id of its turn"),
    }
}

/// A turn in which nothing can be done but to pass.
pub async fn pass(ward: &Ward<'_>, rules: &dyn Rulebook, time: TimeControl) -> Diagnosis {
    let Some(session) = forced_pass(ward, rules)? else {
        return skipped("no position with a forced pass was found in random games of this game");
    };
    let side = session.side_to_move();
    let mut bot = LineBot::start(ward)?;
    bot.hello(&*session, side, time).await?;
    bot.ask_move(&*session, Clock::new(time).think_time(side)).await?;
    fine("passes where only a pass is left")
}

/// A session with a forced pass.
fn forced_pass(ward: &Ward<'_>, rules: &dyn Rulebook) -> Result<Option<Box<dyn Session>>, Ill> {
    let mut session = start(rules)?;
    if PASS.iter().all(|mv| session.play(mv).is_ok()) && session.legal_moves() == ["pass"] {
        return Ok(Some(session));
    }
    let begun = Instant::now();
    for number in 0..SEARCHED {
        let (mut session, mut walk) = (start(rules)?, Walk::new(ward.seed, 400 + number));
        while let Some(mv) = walk.next(&*session).filter(|_| begun.elapsed() < SEARCH_TIME) {
            if mv == "pass" {
                return Ok(Some(session));
            }
            session.play(&mv).map_err(|error| Ill::new(error.to_string()))?;
        }
    }
    Ok(None)
}

/// A turn late in a long game.
pub async fn long(ward: &Ward<'_>, rules: &dyn Rulebook, time: TimeControl) -> Diagnosis {
    let mut session = start(rules)?;
    play_on(&mut *session, &mut Walk::new(ward.seed, 500), ward.dose.long);
    let side = session.side_to_move();
    let mut bot = LineBot::start(ward)?;
    bot.hello(&*session, side, time).await?;
    let (_, answered) = bot.ask_move(&*session, Clock::new(time).think_time(side)).await?;
    let size = session.position().len();
    fine(format!("a turn after {} plies, its position of {size} bytes ({})", session.turn(), took(answered.took)))
}

/// Messages with fields of a later version.
pub async fn more_fields(ward: &Ward<'_>, rules: &dyn Rulebook, time: TimeControl) -> Diagnosis {
    let mut bot = LineBot::start(ward)?;
    bot.with_more = true;
    for number in 0..2 {
        game(&mut bot, rules, Side::BOTH[number], &mut Walk::new(ward.seed, 600 + number), time, 12).await?;
    }
    fine("fields it does not know do no harm")
}

/// Every turn is answered once, and nothing else is printed.
pub async fn noise(ward: &Ward<'_>, rules: &dyn Rulebook, time: TimeControl) -> Diagnosis {
    let mut bot = LineBot::start(ward)?;
    let mut session = start(rules)?;
    let mut walk = Walk::new(ward.seed, 700);
    bot.hello(&*session, Side::One, time).await?;
    let mut surplus = bot.overhear(LISTEN).await?;
    let mut turns = 0;
    for _ in 0..12 {
        if session.outcome().is_some() {
            break;
        }
        let mv = match session.side_to_move() {
            Side::One => {
                let (mv, _) = bot.ask_move(&*session, Clock::new(time).think_time(Side::One)).await?;
                surplus.extend(bot.overhear(LISTEN).await?);
                turns += 1;
                mv
            }
            Side::Two => walk.next(&*session).unwrap_or_default(),
        };
        session.play(&mv).map_err(|error| Ill::new(error.to_string()))?;
    }
    if !surplus.is_empty() {
        return Err(Ill::new("says moves that nobody asked for; answer every turn once").with(some(&surplus)));
    }
    if !bot.noise.is_empty() {
        let mut ill = Ill::new("prints stray lines, which lose games: use the standard error or write # before them");
        ill.details.extend(bot.noise.iter().take(3).map(|line| format!("{line:?}")));
        return Err(ill);
    }
    fine(format!("{}, one line each and nothing else", count(turns, "answer")))
}
