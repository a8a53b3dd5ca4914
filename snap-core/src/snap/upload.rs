//! Tables from the host to a space.

use portax::view::ViewElement;
use portax::{Float, IntRow, Result, Space, View};

/// A view of one dimension with these elements.
pub fn list<T: ViewElement>(space: &Space, label: &str, elements: &[T]) -> Result<View<T, 1>> {
    View::from_slice(space, label, [elements.len()], elements)
}

/// A table of rows of integers.
pub fn rows<const N: usize>(
    space: &Space,
    label: &str,
    rows: &[[i32; N]],
) -> Result<View<IntRow<N>, 1>> {
    list(space, label, IntRow::rows(rows))
}

/// Numbers, which are computed in f64, in the type of a view.
pub fn rounded<T: Float>(numbers: &[f64]) -> Vec<T> {
    numbers.iter().map(|&x| T::from_f64(x)).collect()
}
