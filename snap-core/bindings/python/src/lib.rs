//! The extension module of the Python package `portax-snap`.

mod failure;
mod place;
mod potential;

use pyo3::prelude::*;

/// SNAP by portax.
#[pymodule]
mod _core {
    use super::*;

    #[pymodule_export]
    use super::potential::Potential;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    /// Names and descriptions of the devices that are present.
    #[pyfunction]
    fn devices(py: Python<'_>) -> Vec<(String, String)> {
        let found = py.detach(portax_snap::devices);
        found.into_iter().map(|d| (d.name, d.description)).collect()
    }
}
