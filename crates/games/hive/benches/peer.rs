//! Our perft beside nokamute's, on the same core in the same run.
//!
//! `NOKAMUTE=/path/to/nokamute cargo bench -p schwarm-hive --bench peer [-- ROUNDS [JOB]]`
//!
//! Each round runs every program once, one after the other; the table shows medians of CPU
//! time and their ratios. The peer counts all shallower depths too, so its time for a depth
//! is the difference of two runs. Nothing here builds the peer.

mod positions;

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use cpu_time::ThreadTime;
use positions::{BASE, Job, MID_A, MID_B, MLP};
use schwarm_core::{Game, Ruleset, perft};
use schwarm_hive::{Backend, HiveRules, Kernel, Law, Visit, visit};

const JOBS: &[Job] = &[
    Job { name: "Base d7", game: "hive", position: BASE, depth: 7, nodes: 181_641_900 },
    Job { name: "Base+MLP d6", game: "hive+mlp", position: MLP, depth: 6, nodes: 192_353_904 },
    Job { name: "Base+MLP d7", game: "hive+mlp", position: MLP, depth: 7, nodes: 3_151_035_948 },
    Job { name: "mid A d4", game: "hive+mlp", position: MID_A, depth: 4, nodes: 151_460_537 },
    Job { name: "mid B d4", game: "hive+mlp", position: MID_B, depth: 4, nodes: 52_745_320 },
    Job { name: "mid B d5", game: "hive+mlp", position: MID_B, depth: 5, nodes: 3_861_112_056 },
];

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let rounds: usize = arguments.next().map_or(5, |n| n.parse().expect("the number of rounds"));
    let only = arguments.next();
    let Some(peer) = std::env::var_os("NOKAMUTE") else {
        println!("=== NOKAMUTE IS NOT SET: no peer to compare with. Point it at a nokamute 1.0.3 binary. ===");
        return;
    };
    println!("{rounds} rounds, medians of CPU seconds, one thread, our board: {:?}", Backend::detect());
    println!("{:12} {:>9} {:>9} {:>9} {:>9} {:>9}", "job", "peer", "counted", "listed", "ratio", "ratio");
    for job in JOBS.iter().filter(|job| only.as_deref().is_none_or(|only| job.name.contains(only))) {
        let (mut theirs, mut counted, mut listed) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..rounds {
            let (a, b) = visit(Backend::detect(), job.game, Ours(job)).expect("a game of this crate");
            counted.push(a);
            listed.push(b);
            theirs.push(run_peer(&peer, job, job.depth) - run_peer(&peer, job, job.depth - 1));
        }
        let (theirs, counted, listed) = (median(theirs), median(counted), median(listed));
        let (bulk, full) = (theirs / counted, theirs / listed);
        println!("{:12} {theirs:9.3} {counted:9.3} {listed:9.3} {bulk:8.2}x {full:8.2}x", job.name);
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

struct Ours<'a>(&'a Job);

impl Visit for Ours<'_> {
    /// Seconds with the last ply counted, and with every node listed.
    type Output = (f64, f64);

    fn visit<B: Kernel, L: Law>(self, rules: HiveRules<B, L>) -> (f64, f64) {
        let line = rules.parse_position(self.0.position).expect("the bench's own position");
        let mut state = line.start;
        for mv in line.moves {
            state.play(mv);
        }
        let start = ThreadTime::now();
        assert_eq!(perft::perft(&mut state, self.0.depth), self.0.nodes);
        let counted = start.elapsed().as_secs_f64();
        let start = ThreadTime::now();
        assert_eq!(perft::perft_listing(&mut state, self.0.depth), self.0.nodes);
        (counted, start.elapsed().as_secs_f64())
    }
}

/// CPU seconds of the peer's perft over all depths up to `depth`.
fn run_peer(peer: &std::ffi::OsStr, job: &Job, depth: u32) -> f64 {
    let before = children_time();
    let mut child = Command::new(peer)
        .args(["--num-threads=1", "uhp"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("starting $NOKAMUTE");
    let script = format!("newgame {}\nperft {depth}\nexit\n", job.position);
    child.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("writing to the peer");
    let output = child.wait_with_output().expect("the peer's answer");
    let text = String::from_utf8_lossy(&output.stdout).replace(['_', ','], "");
    assert!(depth < job.depth || text.contains(&job.nodes.to_string()), "the peer counts otherwise:\n{text}");
    (children_time() - before).as_secs_f64()
}

/// CPU time of all children that have ended, from the kernel's own count (ticks of 10 ms).
fn children_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("/proc: this bench needs Linux");
    let fields: Vec<&str> = stat.rsplit(')').next().expect("a command name").split_whitespace().collect();
    let ticks: u64 = fields[13..15].iter().map(|field| field.parse::<u64>().expect("a number of ticks")).sum();
    Duration::from_millis(10 * ticks)
}
