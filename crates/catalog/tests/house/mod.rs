//! The plan of the house: which crate may use which, and what a rules crate may not do.
//!
//! Everything here works on plain values, so that the checks can be tried on made-up crates.

pub mod manifest;
pub mod plan;
pub mod source;
