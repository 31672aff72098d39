//! NumPy arrays of the caller: what they must be like, and what is said when they are not.

use numpy::{Element, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// Borrows an array to write into it.
pub fn writable<'py, T: Element>(
    object: &Bound<'py, PyAny>,
    name: &str,
    kind: &str,
    shape: &[usize],
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let wanted = || format!("{name} must be a writeable, C-contiguous NumPy array of {kind} with shape {shape:?}");
    let Ok(any) = object.cast::<PyUntypedArray>() else {
        return Err(PyTypeError::new_err(format!("{}, not a {}", wanted(), object.get_type().name()?)));
    };
    let Ok(array) = object.cast::<PyArrayDyn<T>>() else {
        return Err(PyTypeError::new_err(format!("{}, not of {}", wanted(), any.dtype())));
    };
    if array.shape() != shape {
        return Err(PyValueError::new_err(format!("{}, not {:?}", wanted(), array.shape())));
    }
    if !array.is_c_contiguous() {
        return Err(PyValueError::new_err(format!("{}; this one is not C-contiguous", wanted())));
    }
    if !is_aligned(array) {
        return Err(PyValueError::new_err(format!("{}; this one is not aligned", wanted())));
    }
    array.try_readwrite().map_err(|wrong| {
        let why = match wrong {
            numpy::BorrowError::NotWriteable => "this one is read-only",
            _ => "this one is in use: two arguments share memory, or another thread writes to it",
        };
        PyValueError::new_err(format!("{}; {why}", wanted()))
    })
}

/// Whether the numbers lie where the machine wants them; views of bytes may begin anywhere.
fn is_aligned<T: Element>(array: &Bound<'_, PyArrayDyn<T>>) -> bool {
    array.data().is_aligned()
}

/// The memory of a borrowed array.
pub fn slice<'a, T: Element>(array: &'a mut PyReadwriteArrayDyn<'_, T>) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|_| PyValueError::new_err("the array is not C-contiguous"))
}

/// Whole numbers of any integer type, in one dimension.
pub fn integers(object: &Bound<'_, PyAny>, name: &str, count: usize) -> PyResult<Vec<i64>> {
    let wanted = || format!("{name} must be a NumPy array of int64 or int32 with shape [{count}]");
    let Ok(any) = object.cast::<PyUntypedArray>() else {
        return Err(PyTypeError::new_err(format!("{}, not a {}", wanted(), object.get_type().name()?)));
    };
    if any.shape() != [count] {
        return Err(PyValueError::new_err(format!("{}, not {:?}", wanted(), any.shape())));
    }
    let skewed = || PyValueError::new_err(format!("{}; this one is not aligned", wanted()));
    if let Ok(array) = object.cast::<PyArrayDyn<i64>>() {
        if !is_aligned(array) {
            return Err(skewed());
        }
        return Ok(array.try_readonly().map_err(in_use)?.as_array().iter().copied().collect());
    }
    if let Ok(array) = object.cast::<PyArrayDyn<i32>>() {
        if !is_aligned(array) {
            return Err(skewed());
        }
        return Ok(array.try_readonly().map_err(in_use)?.as_array().iter().map(|&number| number.into()).collect());
    }
    Err(PyTypeError::new_err(format!("{}, not of {}", wanted(), any.dtype())))
}

fn in_use(_: numpy::BorrowError) -> PyErr {
    PyValueError::new_err("the actions are in use: another thread writes to them")
}
