//! Many games on many threads, handed over in the order of their numbers.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

/// Does numbered work on one thread for each worker. `done` hears of the results in the order of
/// their numbers, on the calling thread, and may break it off; work that has begun is finished then.
pub fn in_order<W: Send, T: Send>(
    numbers: Range<u64>,
    workers: Vec<W>,
    work: impl Fn(&mut W, u64) -> T + Sync,
    mut done: impl FnMut(u64, T) -> ControlFlow<()>,
) {
    let (next, is_over) = (AtomicU64::new(numbers.start), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for mut worker in workers {
            let (next, is_over, work, sender) = (&next, &is_over, &work, sender.clone());
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end || sender.send((number, work(&mut worker, number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = numbers.start;
        for (number, result) in &receiver {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&due) {
                if done(due, result).is_break() {
                    is_over.store(true, Ordering::Relaxed);
                    return;
                }
                due += 1;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whatever_the_threads_do() {
        let mut seen = Vec::new();
        let work = |_: &mut (), number: u64| {
            // Early numbers take longer than late ones.
            (0..(50 - number) * 1000).fold(number, |sum, n| sum ^ std::hint::black_box(n) ^ n)
        };
        in_order(3..50, vec![(); 4], work, |number, result| {
            seen.push((number, result));
            ControlFlow::Continue(())
        });
        assert_eq!(seen, (3..50).map(|number| (number, number)).collect::<Vec<_>>());
    }

    #[test]
    fn whoever_hears_of_the_results_may_break_it_off() {
        let mut seen = 0;
        in_order(
            0..1_000_000,
            vec![(); 2],
            |_, number| number,
            |number, _| {
                seen += 1;
                if number == 9 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(seen, 10);
    }
}
