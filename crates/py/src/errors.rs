//! The exceptions of the package, and how errors of the house become them.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use schwarm_core::MoveError;

create_exception!(
    schwarm,
    Error,
    PyValueError,
    "Something that Schwarm cannot read, make or do; the text says what and why."
);
create_exception!(
    schwarm,
    IllegalMove,
    Error,
    "A move or an action that cannot be played; the text names the broken rule."
);

/// Any error of the house.
pub fn error(error: impl Display) -> PyErr {
    Error::new_err(error.to_string())
}

/// A move that was refused.
pub fn illegal(error: &MoveError) -> PyErr {
    IllegalMove::new_err(error.to_string())
}
