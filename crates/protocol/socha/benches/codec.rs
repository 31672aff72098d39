//! What the codec costs for one ply: a state becomes text, a move message becomes a move.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use schwarm_socha::fuzzing::game;
use schwarm_socha::season::Season;
use schwarm_socha::wire::{Bounds, Wire};
use schwarm_socha::xml::Element;

fn codec(criterion: &mut Criterion) {
    let players = ["Anna".to_string(), "Bert".to_string()];
    let room = |data: Element| {
        let mut text = String::with_capacity(16 * 1024);
        Element::new("room")
            .with("roomId", "fce7a921-6ce6-4425-b85b-94599e2cbede")
            .containing(data)
            .write(&mut text, 1);
        text
    };
    for season in Season::ALL {
        let mut session = game(season, 1, 12);
        let text = session.legal_moves().swap_remove(0);
        let said = season.write_move(&text, &*session).expect("a legal move can be said");
        let message = room(said.clone());
        let mut group = criterion.benchmark_group(season.game_type());
        let mut wire = Wire::new(Bounds::default());
        wire.feed(b"<protocol>");
        group.bench_function("read a move", |bencher| {
            bencher.iter(|| {
                wire.feed(message.as_bytes());
                let message = wire.next().expect("the message is sound").expect("the message is whole");
                let data = message.child("data").expect("a room holds data");
                season.read_move(black_box(data), &*session).expect("the move is sound")
            });
        });
        session.play(&text).expect("a legal move can be played");
        group.bench_function("write a state", |bencher| {
            bencher.iter(|| room(season.memento(season.state(&*session, &players, Some(black_box(&said))))));
        });
        let state = room(season.memento(season.state(&*session, &players, Some(&said))));
        group.bench_function("read a state", |bencher| {
            bencher.iter(|| {
                wire.feed(state.as_bytes());
                let message = wire.next().expect("the message is sound").expect("the message is whole");
                let data = message.child("data").expect("a room holds data");
                let state = season.read_memento(data).expect("a memento holds a state");
                season.read_state(state).expect("the state is sound")
            });
        });
        group.finish();
    }
}

criterion_group!(benches, codec);
criterion_main!(benches);
