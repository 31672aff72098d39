//! The arena in the browser: pages, live games, the answers pages and programs ask for.
//!
//! [`Server::bind`] takes a [`Config`] with everything that comes from outside: the store, the opponents and the
//! engines behind ports. Rules are asked, never known: a page draws a `BoardView` and offers the legal moves it was
//! told. docs/web.md describes every address and its JSON.
//!
//! What must hold: an event is stored before anybody sees it; a seat is used by whoever holds its secret and by
//! nobody else; every request passes the `guard` first.
//! Not here: engines and the protocols of bots; they come in through [`Opponents`], [`Analysts`], [`Provers`] and
//! [`Organiser`].

mod api;
mod app;
mod assets;
mod config;
mod editor;
pub mod fleet;
mod guard;
pub mod league;
pub mod lessons;
pub mod live;
mod openings;
mod packing;
mod pages;
mod patient;
mod position;
pub mod puzzles;
mod scripts;
mod search;
mod server;
pub mod speech;
mod talk;
mod trouble;
mod upload;
pub mod words;

pub use app::{App, router};
pub use config::{
    Analysts, BotCard, Bounds, Config, Defended, Forced, Opponents, Organiser, ProofError, Provers, Rate, ReadReplay,
    ReadState, Replay,
};
pub use guard::{Asker, fresh_token};
pub use position::{LastMove, Position};
pub use server::{Server, ServerError};
pub use trouble::{Kind, Trouble};
