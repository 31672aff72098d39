//! A turned position is encoded as the position, turned; and the rules do not care how a board is turned.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use schwarm_core::{Rng, Setup};

#[test]
fn the_encoding_of_a_turned_position_is_the_turned_encoding() {
    for info in schwarm_catalog::games() {
        let encoding = schwarm_encode::open(info.id, None).unwrap();
        let form = encoding.form();
        let mut changed = 0;
        for seed in 0..4 {
            let mut rng = Rng::new(seed);
            let mut session = encoding.rules().start(Setup::Seed(seed)).unwrap();
            for ply in 0..120 {
                if ply % 3 == 0 && session.outcome().is_none() {
                    // A position that was set up has no history, so the plain one is set up as well.
                    let plain = encoding.turned(&*session, 0).unwrap();
                    let mut before = vec![0; form.size()];
                    encoding.observe(&*plain, &mut before).unwrap();
                    for way in 0..form.ways {
                        let turned = encoding.turned(&*session, way).unwrap();
                        let mut numbers: Vec<u16> =
                            encoding.numbers(&*plain).unwrap().iter().map(|&a| encoding.turn_action(way, a)).collect();
                        numbers.sort_unstable();
                        let place = || format!("{} way {way}: {}", info.id, session.position());
                        assert_eq!(numbers, encoding.numbers(&*turned).unwrap(), "{}", place());
                        let (mut expected, mut found) = (vec![1; form.size()], vec![2; form.size()]);
                        encoding.turn(way, &before, &mut expected);
                        encoding.observe(&*turned, &mut found).unwrap();
                        assert!(expected == found, "{}", place());
                        changed += usize::from(found != before);
                    }
                }
                let Some(mv) = session.random_move(&mut rng) else { break };
                session.play(&mv).unwrap();
            }
        }
        assert!(changed > 20, "{}: hardly a board looks different when it is turned", info.id);
    }
}

#[test]
fn the_ways_of_an_encoding_permute_its_actions() {
    for id in ["hive+mlp", "hive-2020", "piranhas-2026", "ostseeschach-2022"] {
        let encoding = schwarm_encode::open(id, None).unwrap();
        let actions = encoding.form().actions as u16;
        for way in 0..encoding.form().ways {
            // Steps that leave the board have numbers as well, which no move ever has.
            let mut images: Vec<u16> = (0..actions).map(|action| encoding.turn_action(way, action)).collect();
            assert_eq!(images.iter().enumerate().all(|(a, &image)| a == usize::from(image)), way == 0, "{id} {way}");
            images.sort_unstable();
            assert!(images.iter().enumerate().all(|(a, &image)| a == usize::from(image)), "{id} {way}");
        }
        assert_eq!(encoding.turn_action(99, 3), 3);
        assert_eq!(encoding.turn_action(1, u16::MAX), u16::MAX);
    }
}

#[test]
fn a_session_of_other_rules_is_refused() {
    let encoding = schwarm_encode::open("hive", None).unwrap();
    for id in ["hive+m", "ostseeschach-2022", "hive,repetition=off"] {
        let other = schwarm_catalog::open(id).unwrap().start(Setup::Default).unwrap();
        assert_eq!(encoding.numbers(&*other).err().unwrap().to_string(), format!("this is a position of {id}"));
    }
    let own = encoding.rules().start(Setup::Default).unwrap();
    assert!(encoding.turned(&*own, 12).err().unwrap().to_string().contains("ways are 0 to 11"));
}
