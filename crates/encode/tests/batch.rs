//! Batches of games: the same on any number of threads, and never half a step.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use schwarm_encode::{Batch, BatchOptions, Buffers, Encoding, Form, StepError};

const OPTIONS: BatchOptions = BatchOptions { games: 7, threads: 1, seed: 5, most_plies: None, auto_reset: true };

/// Arrays of a batch.
#[derive(Clone, PartialEq)]
struct Arrays {
    observation: Vec<u8>,
    mask: Vec<bool>,
    player: Vec<i8>,
    reward: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
}

impl Arrays {
    fn new(form: Form, games: usize) -> Arrays {
        Arrays {
            observation: vec![7; games * form.size()],
            mask: vec![true; games * form.actions],
            player: vec![9; games],
            reward: vec![9.0; 2 * games],
            terminated: vec![true; games],
            truncated: vec![true; games],
        }
    }

    fn buffers(&mut self) -> Buffers<'_> {
        Buffers {
            observation: Some(&mut self.observation),
            mask: Some(&mut self.mask),
            player: &mut self.player,
            reward: &mut self.reward,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
        }
    }
}

fn batch(encoding: &dyn Encoding, options: BatchOptions) -> (Box<dyn Batch>, Arrays) {
    let mut batch = encoding.batch(options).unwrap();
    let mut arrays = Arrays::new(encoding.form(), options.games);
    batch.reset(None, arrays.buffers()).unwrap();
    (batch, arrays)
}

#[test]
fn a_batch_is_the_same_on_any_number_of_threads() {
    for id in ["hive+mlp", "hive-classic", "hive-2020", "piranhas-2026", "ostseeschach-2022"] {
        let encoding = schwarm_encode::open(id, None).unwrap();
        let run = |threads| {
            let (mut batch, mut arrays) = batch(&*encoding, BatchOptions { threads, ..OPTIONS });
            let mut seen = Vec::new();
            for _ in 0..70 {
                let mut actions = vec![0; OPTIONS.games];
                batch.sample(&mut actions);
                batch.step(&actions, arrays.buffers()).unwrap();
                seen.push(arrays.clone());
            }
            seen
        };
        let one = run(1);
        for threads in [2, 3, 7, 20] {
            assert!(one == run(threads), "{id} with {threads} threads");
        }
    }
}

#[test]
fn a_seed_begins_what_a_new_batch_with_it_begins() {
    let encoding = schwarm_encode::open("piranhas-2026", None).unwrap();
    let (mut one, first) = batch(&*encoding, OPTIONS);
    let (mut two, mut again) = batch(&*encoding, BatchOptions { seed: 6, ..OPTIONS });
    assert!(first != again);
    two.reset(Some(OPTIONS.seed), again.buffers()).unwrap();
    assert!(first == again);
    let (mut actions, mut others) = (vec![0; 7], vec![0; 7]);
    one.sample(&mut actions);
    two.sample(&mut others);
    assert_eq!(actions, others);
    two.reset(None, again.buffers()).unwrap();
    assert!(first != again, "another game has another setup");
}

#[test]
fn what_is_shown_is_what_the_session_of_a_game_says() {
    for info in schwarm_catalog::games() {
        let encoding = schwarm_encode::open(info.id, None).unwrap();
        let form = encoding.form();
        let (mut batch, mut arrays) = batch(&*encoding, OPTIONS);
        for step in 0..150 {
            if step % 5 == 0 {
                for game in 0..OPTIONS.games {
                    let session = batch.session(game).unwrap();
                    let mut observation = vec![0; form.size()];
                    encoding.observe(&*session, &mut observation).unwrap();
                    assert!(observation == arrays.observation[game * form.size()..][..form.size()], "{}", info.id);
                    let mask = &arrays.mask[game * form.actions..][..form.actions];
                    let legal: Vec<u16> = (0..form.actions as u16).filter(|&a| mask[usize::from(a)]).collect();
                    assert_eq!(legal, encoding.numbers(&*session).unwrap());
                    for (action, text) in encoding.actions(&*session).unwrap() {
                        assert_eq!(batch.text(game, action.into()).as_ref(), Ok(&text));
                        assert_eq!(batch.action(game, &text), Ok(action));
                    }
                }
            }
            let mut actions = vec![0; OPTIONS.games];
            batch.sample(&mut actions);
            batch.step(&actions, arrays.buffers()).unwrap();
        }
    }
}

#[test]
fn games_end_as_their_sessions_do() {
    // Repetition is a rule of the line, which a state alone does not know.
    let encoding = schwarm_encode::open("hive", None).unwrap();
    let (mut batch, mut arrays) = batch(&*encoding, BatchOptions { games: 1, auto_reset: false, ..OPTIONS });
    let opening = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];
    let dance = ["wQ /wS1", "bQ bS1\\", "wQ -wS1", "bQ bS1-"];
    let mut played = Vec::new();
    for text in opening.iter().chain(dance.iter().cycle()) {
        if arrays.terminated == [true] {
            break;
        }
        let action = batch.action(0, text).unwrap();
        batch.step(&[action.into()], arrays.buffers()).unwrap();
        played.push(*text);
        assert!(played.len() < 40, "nothing was ever repeated");
    }
    let session = batch.session(0).unwrap();
    assert_eq!(session.outcome().unwrap().reason.id(), "repetition");
    assert_eq!((session.moves().len(), arrays.reward, played.len()), (12, vec![0.0, 0.0], 12));
    assert!(!arrays.mask.contains(&true));
}

#[test]
fn a_refused_step_changes_nothing() {
    let encoding = schwarm_encode::open("piranhas-2026", None).unwrap();
    let (mut batch, mut arrays) = batch(&*encoding, BatchOptions { threads: 3, ..OPTIONS });
    let texts = |batch: &dyn Batch| (0..7).map(|game| batch.session(game).unwrap().position()).collect::<Vec<_>>();
    let before = (texts(&*batch), arrays.clone());
    let mut actions = vec![0; 7];
    batch.sample(&mut actions);
    let illegal = (0..800).find(|action| !batch.legal(6).unwrap().contains(action)).unwrap();
    for (wrong, error) in [
        (800, StepError::Range { game: 6, action: 800, last: 799 }),
        (-1, StepError::Range { game: 6, action: -1, last: 799 }),
        (i64::MAX, StepError::Range { game: 6, action: i64::MAX, last: 799 }),
        (illegal.into(), StepError::Illegal { game: 6, action: illegal.into(), legal: batch.legal(6).unwrap().len() }),
    ] {
        actions[6] = wrong;
        assert_eq!(batch.step(&actions, arrays.buffers()), Err(error));
    }
    let error = batch.step(&actions[..6], arrays.buffers());
    assert_eq!(error, Err(StepError::Count { given: 6, games: 7 }));
    assert!((texts(&*batch), arrays.clone()) == before);
    assert_eq!(batch.text(7, 0), Err(StepError::NoGame { game: 7, last: 6 }));
    assert!(batch.action(0, "z9-z8").is_err());
}

#[test]
fn games_that_take_too_long_are_broken_off() {
    let encoding = schwarm_encode::open("hive", None).unwrap();
    let (mut batch, mut arrays) = batch(&*encoding, BatchOptions { most_plies: Some(4), ..OPTIONS });
    for ply in 1..=12 {
        let mut actions = vec![0; 7];
        batch.sample(&mut actions);
        batch.step(&actions, arrays.buffers()).unwrap();
        assert!(arrays.truncated.iter().all(|&truncated| truncated == (ply % 4 == 0)));
    }
    batch.look(arrays.buffers());
    assert!(!arrays.truncated.contains(&true));
}
