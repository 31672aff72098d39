//! What a format does not hold, found by comparing a record with what came back.

use std::fmt;

use crate::{GameRecord, PlayedMove};

/// A part of a record that is not in the text written, or not as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The id of the game with its options; the text means this one.
    Game(String),
    /// Where the game began.
    Start,
    /// The names of the players.
    Players,
    /// The time control.
    Time,
    /// Time taken: the number of moves where it is missing or rounded.
    Spent(usize),
    /// Players' own scores: the number of moves.
    Scores(usize),
    /// Search depths: the number of moves.
    Depths(usize),
    /// Node counts: the number of moves.
    Nodes(usize),
    /// Remarks: the number of moves.
    Notes(usize),
    /// Moves: how many of them differ. No format loses any.
    Moves(usize),
    /// Who won, or whether the game is over.
    Result,
    /// How the game ended, beyond the result.
    Ending,
    /// A tag.
    Tag(String),
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Game(id) => write!(f, "the options of the game (the text means {id})"),
            Loss::Start => f.write_str("where the game began"),
            Loss::Players => f.write_str("the players' names"),
            Loss::Time => f.write_str("the time control"),
            Loss::Spent(moves) => write!(f, "the exact time taken for {moves} moves"),
            Loss::Scores(moves) => write!(f, "the score of {moves} moves"),
            Loss::Depths(moves) => write!(f, "the depth of {moves} moves"),
            Loss::Nodes(moves) => write!(f, "the node count of {moves} moves"),
            Loss::Notes(moves) => write!(f, "the remarks on {moves} moves"),
            Loss::Moves(moves) => write!(f, "{moves} moves"),
            Loss::Result => f.write_str("the result"),
            Loss::Ending => f.write_str("how the game ended"),
            Loss::Tag(name) => write!(f, "the tag {name}"),
        }
    }
}

/// A loss of so many moves.
type Counted = fn(usize) -> Loss;

/// What `back` lacks of `record`.
pub(super) fn between(record: &GameRecord, back: &GameRecord) -> Vec<Loss> {
    let mut losses = Vec::new();
    let mut note = |lost: bool, loss: Loss| {
        if lost {
            losses.push(loss);
        }
    };
    note(record.game != back.game, Loss::Game(back.game.clone()));
    note(record.start != back.start, Loss::Start);
    note(record.players != back.players, Loss::Players);
    note(record.time != back.time, Loss::Time);
    let missing = record.moves.len().abs_diff(back.moves.len());
    let differ = |differs: fn(&PlayedMove, &PlayedMove) -> bool| {
        record.moves.iter().zip(&back.moves).filter(|(one, two)| differs(one, two)).count()
    };
    let moves = missing + differ(|one, two| one.text != two.text);
    note(moves > 0, Loss::Moves(moves));
    let parts: [(usize, Counted); 5] = [
        (differ(|one, two| one.spent != two.spent), Loss::Spent),
        (differ(|one, two| one.score != two.score), Loss::Scores),
        (differ(|one, two| one.depth != two.depth), Loss::Depths),
        (differ(|one, two| one.nodes != two.nodes), Loss::Nodes),
        (differ(|one, two| one.note != two.note), Loss::Notes),
    ];
    for (count, loss) in parts {
        note(count > 0, loss(count));
    }
    let result = |record: &GameRecord| record.ending.as_ref().map(|ending| ending.winner);
    note(result(record) != result(back), Loss::Result);
    note(result(record) == result(back) && record.ending != back.ending, Loss::Ending);
    for (name, value) in &record.tags {
        note(back.tags.get(name) != Some(value), Loss::Tag(name.clone()));
    }
    losses
}
