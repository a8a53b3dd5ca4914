//! Errors as exceptions.

use portax_snap::{Failure, Status};
use pyo3::PyErr;
use pyo3::exceptions::{PyFileNotFoundError, PyRuntimeError, PyValueError};
use snap_core::Error;

/// `FileNotFoundError` for files that are not there, `RuntimeError` for what a device reports, else `ValueError`.
pub fn exception(error: impl Into<Caught>) -> PyErr {
    match error.into() {
        Caught::Core(Error::Read { path, source })
            if source.kind() == std::io::ErrorKind::NotFound =>
        {
            PyFileNotFoundError::new_err(format!("{}: {source}", path.display()))
        }
        Caught::Core(error) => exception(Failure::from(error)),
        Caught::Failure(failure) => match failure.status {
            Status::PortaxDevice | Status::PortaxInternal => PyRuntimeError::new_err(failure.text),
            _ => PyValueError::new_err(failure.text),
        },
    }
}

/// What the libraries report.
pub enum Caught {
    Core(Error),
    Failure(Failure),
}

impl From<Error> for Caught {
    fn from(error: Error) -> Self {
        Self::Core(error)
    }
}

impl From<Failure> for Caught {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}
