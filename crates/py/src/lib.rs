//! Schwarm for Python: the module `schwarm._schwarm`. Its Python part, with everything that needs other Python
//! packages, is in `python/schwarm`; `docs/python.md` is what its users read.
//!
//! | question | file |
//! |---|---|
//! | what can a game, a position do? | `game.rs`, `position.rs` |
//! | how are many games stepped? | `vec_env.rs`, arrays are checked in `arrays.rs` |
//! | records, and records as arrays? | `record.rs`, `samples.rs` |
//! | engines, reviews, games of an engine against itself? | `engine.rs`, `review.rs`, `selfplay.rs` |
//! | bots? | `bot.rs` |
//! | what does Ctrl-C stop? | `wait.rs` |
//!
//! What must hold: nothing that comes from Python crashes the interpreter; whatever takes long lets other threads of
//! Python run. Not here: rules, encodings (`schwarm-encode`), search.

#![forbid(unsafe_op_in_unsafe_fn)]

mod arrays;
mod bot;
mod engine;
mod errors;
mod game;
mod position;
mod record;
mod review;
mod samples;
mod selfplay;
mod vec_env;
mod wait;

use pyo3::prelude::*;

/// The Rust part of the package `schwarm`.
#[pymodule]
fn _schwarm(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Error", py.get_type::<errors::Error>())?;
    module.add("IllegalMove", py.get_type::<errors::IllegalMove>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<position::Outcome>()?;
    module.add_class::<record::Record>()?;
    module.add_class::<record::RecordReader>()?;
    module.add_class::<samples::Samples>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<engine::Line>()?;
    module.add_class::<engine::Analysis>()?;
    module.add_class::<vec_env::VecEnv>()?;
    module.add_class::<bot::UhpGuest>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(position::restore, module)?)?;
    module.add_function(wrap_pyfunction!(record::restore_record, module)?)?;
    module.add_function(wrap_pyfunction!(review::review, module)?)?;
    module.add_function(wrap_pyfunction!(selfplay::selfplay, module)?)?;
    module.add_function(wrap_pyfunction!(bot::play_challenge, module)?)?;
    Ok(())
}
