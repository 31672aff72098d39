//! Time, memory, and leaving.

use std::time::{Duration, Instant};

use schwarm_core::{Rulebook, Side};
use schwarm_play::{ThinkTime, TimeControl};

use super::super::finding::{Diagnosis, Ill, fine};
use super::super::memory::Watch;
use super::super::walk::Walk;
use super::super::ward::Ward;
use super::super::words::took;
use super::bot::LineBot;
use super::games::{game, start};

/// Small clocks of our own, where the user names none.
const SMALL: [TimeControl; 2] = [
    TimeControl::per_move(Duration::from_millis(250)),
    TimeControl::Total { base: Duration::from_secs(3), increment: Duration::from_millis(50) },
];

/// It keeps its clock, be it small.
pub async fn time(ward: &Ward<'_>, rules: &dyn Rulebook) -> Diagnosis {
    let clocks: Vec<TimeControl> = ward.time.map_or_else(|| SMALL.to_vec(), |time| vec![time]);
    let mut bot = LineBot::start(ward)?;
    // Interpreters and compilers warm up before the clock counts.
    game(&mut bot, rules, Side::One, &mut Walk::new(ward.seed, 800), TimeControl::None, 4).await?;
    let mut seen = Vec::new();
    for (number, clock) in clocks.into_iter().enumerate() {
        let mut walk = Walk::new(ward.seed, 801 + number);
        let played = game(&mut bot, rules, Side::BOTH[number % 2], &mut walk, clock, 60).await?;
        if let Some((time, _)) = played.late {
            return Err(Ill::new(format!("lost on time at {clock}: a turn took {}", took(time)))
                .with("time_ms of every turn says what is left; keep some of it for the way of the answer"));
        }
        seen.push(format!("{} at {clock}", took(played.slowest)));
    }
    fine(format!("in time; the slowest turns: {}", seen.join(", ")))
}

/// It answers where there is no clock at all.
pub async fn untimed(ward: &Ward<'_>, rules: &dyn Rulebook) -> Diagnosis {
    let mut bot = LineBot::start(ward)?;
    let session = start(rules)?;
    bot.hello(&*session, Side::One, TimeControl::None).await?;
    let (_, answered) = bot.ask_move(&*session, ThinkTime::default()).await?;
    fine(format!("answers without a clock too, after {}", took(answered.took)))
}

/// Memory over many games in one process.
pub async fn memory(ward: &Ward<'_>, rules: &dyn Rulebook, time: TimeControl) -> Diagnosis {
    let mut bot = LineBot::start(ward)?;
    let (mut watch, begun) = (Watch::default(), Instant::now());
    for number in 0..ward.dose.watched {
        let mut walk = Walk::new(ward.seed, 900 + number);
        game(&mut bot, rules, Side::BOTH[number % 2], &mut walk, time, 16).await?;
        watch.look(ward);
        if begun.elapsed() > ward.dose.budget {
            break;
        }
    }
    watch.diagnosis()
}

/// The end of its input ends it.
pub async fn end_of_input(ward: &Ward<'_>, rules: &dyn Rulebook, time: TimeControl) -> Diagnosis {
    let mut bot = LineBot::start(ward)?;
    game(&mut bot, rules, Side::One, &mut Walk::new(ward.seed, 1000), time, 4).await?;
    bot.hang_up().await;
    ward.left("the end of its input")?;
    fine("ends when its input ends")
}
