//! Vectors of the atoms, on the space and on the host.

use portax::View;
use portax::view::ViewElement;

use crate::error::Error;

/// Vectors of the atoms on the host.
///
/// # Errors
/// Those of the device.
pub fn rows<T: ViewElement>(view: &View<T, 2>) -> Result<Vec<[T; 3]>, Error> {
    let (natoms, values) = (view.extent(0), view.to_vec()?);
    let row = |i| [values[i], values[natoms + i], values[2 * natoms + i]];
    Ok((0..natoms).map(row).collect())
}

/// The same vectors in the order of a view.
pub fn columns(rows: &[[f64; 3]]) -> Vec<f64> {
    let column = |d| rows.iter().map(move |row| row[d]);
    (0..3).flat_map(column).collect()
}
