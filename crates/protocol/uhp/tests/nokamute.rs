//! Our rules and nokamute's, over the protocol: random games of all sets, in which both must name
//! the same moves and the same state of the game at every ply; and nokamute as a guest of ours.
//!
//! `NOKAMUTE` names a binary of nokamute 1.0.3 (github.com/edre/nokamute); without it the test is
//! skipped, as nothing can install it. `SCHWARM_LONG=1` plays 200 games.
//!
//! The two differ on purpose in repetition: nokamute looks at positions four, eight, … plies back
//! and forgets which piece may not move, so that a game ends here where only one calls it a draw.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use common::{TYPES, is_long, rules};
use schwarm_arena::process::Process;
use schwarm_core::{Reason, Rng, Session, Setup, Side};
use schwarm_play::house::Random;
use schwarm_play::{AnalystSeat, Playing, Seat, Termination, ThinkTime, TimeControl, Turn};
use schwarm_uhp::wire::{Answer, AnswerReader};
use schwarm_uhp::{HostConfig, UhpSeat};

/// The longest game: random ones seldom take so long.
const MOST_PLIES: u32 = 600;

struct Nokamute {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Nokamute {
    fn start(path: &str) -> Nokamute {
        let mut command = Command::new(path);
        command.args(["--num-threads=1", "uhp"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("cannot start NOKAMUTE={path}: {error}"));
        let (to, from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut nokamute = Nokamute { child, to, from };
        let id = nokamute.hear().info.id.unwrap();
        assert!(id.starts_with("nokamute "), "NOKAMUTE={path} calls itself {id:?}");
        println!("{id}");
        nokamute
    }

    fn ask(&mut self, line: &str) -> Answer {
        self.to.write_all(format!("{line}\n").as_bytes()).unwrap();
        self.hear()
    }

    fn hear(&mut self) -> Answer {
        let mut reader = AnswerReader::default();
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "nokamute has ended");
            if let Some(answer) = reader.take(&line).unwrap() {
                return answer;
            }
        }
    }

    /// The last line of an answer that must not be a refusal.
    fn get(&mut self, line: &str) -> String {
        let answer = self.ask(line);
        assert_eq!(answer.refusal, None, "nokamute refused {line:?}");
        answer.last
    }
}

impl Drop for Nokamute {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    games: u32,
    plies: u64,
    moves: u64,
    passes: u64,
    wins: u32,
    draws: u32,
    repetition_called_by_one: u32,
}

fn state(game_string: &str) -> &str {
    game_string.split(';').nth(1).unwrap_or_default()
}

fn play(nokamute: &mut Nokamute, kind: &str, rng: &mut Rng, sum: &mut Compared) {
    let mut session: Box<dyn Session> = rules(kind).start(Setup::Default).unwrap();
    let mut theirs = nokamute.get(&format!("newgame {kind}"));
    loop {
        let ours = session.position();
        let by_repetition = session.outcome().is_some_and(|outcome| outcome.reason == Reason::Repetition);
        if state(&ours) != state(&theirs) {
            let only_one = (by_repetition && state(&theirs) == "InProgress")
                || (session.outcome().is_none() && state(&theirs) == "Draw");
            assert!(only_one, "the state of the game differs\n  ours   {ours}\n  theirs {theirs}");
            sum.repetition_called_by_one += 1;
            break;
        }
        if let Some(outcome) = session.outcome() {
            if outcome.winner.is_some() {
                sum.wins += 1
            } else {
                sum.draws += 1
            }
            break;
        }
        if session.turn() >= MOST_PLIES {
            break;
        }
        let moves: BTreeSet<String> = session.legal_moves().into_iter().collect();
        let list = nokamute.get("validmoves");
        let spelt = |mv: &str| session.check(mv).unwrap_or_else(|error| panic!("theirs only: {error}\n  {ours}"));
        let their_moves: BTreeSet<String> = list.split(';').map(spelt).collect();
        let only_ours: Vec<_> = moves.difference(&their_moves).collect();
        assert!(only_ours.is_empty(), "ours only: {only_ours:?}\n  {ours}");
        assert_eq!(their_moves.len(), list.split(';').count(), "a move is listed twice\n  {ours}\n  {list}");
        sum.plies += 1;
        sum.moves += moves.len() as u64;
        sum.passes += u64::from(moves.contains("pass"));
        let mv = session.random_move(rng).unwrap();
        session.play(&mv).unwrap();
        theirs = nokamute.get(&format!("play {mv}"));
    }
    sum.games += 1;
}

/// The binary, or a loud word that there is none.
fn nokamute() -> Option<String> {
    let path = std::env::var("NOKAMUTE").ok();
    if path.is_none() {
        println!("SKIPPED: NOKAMUTE names no binary of nokamute 1.0.3, so nothing is tried with it");
    }
    path
}

#[test]
fn nokamute_names_the_same_moves_in_random_games() {
    let Some(path) = nokamute() else { return };
    let games = if is_long() { 200 } else { 20 };
    let mut nokamute = Nokamute::start(&path);
    let (mut rng, mut sum) = (Rng::new(2020), Compared::default());
    for game in 0..games {
        play(&mut nokamute, TYPES[game % TYPES.len()], &mut rng, &mut sum);
    }
    println!("{sum:?}");
    assert_eq!(sum.games as usize, games);
    assert!(sum.plies > 20 * games as u64 && sum.wins > 0, "{sum:?}");
}

/// It refuses fractions of a second in `bestmove time`, so that the host must find its form.
#[tokio::test]
async fn nokamute_plays_as_a_guest_against_a_house_player() {
    let Some(path) = nokamute() else { return };
    let config = HostConfig {
        options: vec![("TableSizeMiB".to_string(), "16".to_string()), ("Aggression".to_string(), "5".to_string())],
        ..HostConfig::default()
    };
    let process = Process::start(&format!("'{path}' --num-threads=1 uhp")).unwrap();
    let mut guest = UhpSeat::new("nokamute", Box::new(process), config);
    let mut house = AnalystSeat::new(Box::new(Random::new(4)));
    let limit = Duration::from_millis(200);
    for (kind, side) in [("Base", Side::One), ("Base+MLP", Side::Two)] {
        let rules = rules(kind);
        let control = TimeControl::PerMove { limit: Duration::from_secs(5), patience: Duration::from_secs(10) };
        let names = ["one".to_string(), "two".to_string()];
        let mut playing = Playing::new(&*rules, rules.start(Setup::Default).unwrap(), names, control);
        guest.begin(&playing.started().clone(), playing.session()).await.unwrap();
        while let Some(mover) = playing.to_move() {
            let turn = Turn { session: playing.session(), time: ThinkTime::within(limit) };
            let asked = Instant::now();
            let answer = if mover == side { guest.choose(turn).await } else { house.choose(turn).await };
            playing.answer(answer, asked.elapsed());
        }
        let ending = playing.ending().unwrap();
        println!("{kind}: {} plies, {ending:?}", playing.session().turn());
        assert_eq!((&ending.termination, ending.winner), (&Termination::Rules, Some(side)));
    }
    assert_eq!(guest.info().expansions.game_type(), "Base+MLP");
    guest.leave().await.unwrap();
}
