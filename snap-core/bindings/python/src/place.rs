//! Atoms as NumPy and ASE have them.

use std::borrow::Cow;

use numpy::{AllowTypeChange, PyArrayLike1, PyArrayLike2, PyUntypedArrayMethods};
use portax_snap::Place;
use portax_structures::symbol;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Rows of numbers; of another type or layout they are copied.
pub type Rows<'py> = PyArrayLike2<'py, f64, AllowTypeChange>;
/// Atomic numbers.
pub type Numbers<'py> = PyArrayLike1<'py, i64, AllowTypeChange>;

/// The rows of an array `[n][3]`: NumPy's own memory where they lie one after the other.
pub fn rows<'a>(name: &str, array: &'a Rows<'_>) -> PyResult<Cow<'a, [[f64; 3]]>> {
    if array.shape()[1] != 3 {
        let shape = array.shape();
        return Err(PyValueError::new_err(format!(
            "`{name}` has the shape {shape:?}, not (n, 3)"
        )));
    }
    if array.is_c_contiguous()
        && let Ok(numbers) = array.as_slice()
    {
        return Ok(Cow::Borrowed(numbers.as_chunks().0));
    }
    let array = array.as_array();
    Ok(array
        .rows()
        .into_iter()
        .map(|row| [row[0], row[1], row[2]])
        .collect())
}

/// Where the atoms may be.
pub fn place(cell: &Rows<'_>, pbc: [bool; 3]) -> PyResult<Place> {
    match rows("cell", cell)?[..] {
        [a, b, c] => Ok(Place {
            vectors: [a, b, c],
            origin: [0.0; 3],
            periodic: pbc,
        }),
        _ => Err(PyValueError::new_err("`cell` is not three vectors")),
    }
}

/// Type of each atom by its atomic number, of types with these elements.
pub fn types(numbers: &Numbers<'_>, elements: &[String]) -> PyResult<Vec<usize>> {
    let mut known: Vec<(i64, usize)> = vec![];
    let mut kind = |&number: &i64| {
        if let Some((_, kind)) = known.iter().find(|(n, _)| *n == number) {
            return Ok(*kind);
        }
        let name = u32::try_from(number).ok().and_then(symbol);
        let found = elements.iter().position(|e| Some(e.as_str()) == name);
        let kind = found.ok_or_else(|| {
            let name = name.unwrap_or("no element");
            PyValueError::new_err(format!(
                "an atom is {name} (atomic number {number}); the potential has {}",
                elements.join(", ")
            ))
        })?;
        known.push((number, kind));
        Ok(kind)
    };
    numbers.as_array().iter().map(&mut kind).collect()
}
