//! What can be wrong with a run.

use crate::neighbor::Cell;

/// An error of molecular dynamics.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Arrays of different numbers of atoms.
    #[error("{what} has {found} atoms where the positions have {expected}")]
    Atoms {
        /// Which array.
        what: &'static str,
        /// Atoms it has.
        found: usize,
        /// Atoms there are.
        expected: usize,
    },
    /// An element without a mass.
    #[error(
        "atom {atom} is of element {element}, but there are masses of {masses} elements (from 0); add its mass"
    )]
    Element {
        /// The atom.
        atom: usize,
        /// Its element.
        element: i32,
        /// Number of masses.
        masses: usize,
    },
    /// A number outside its range.
    #[error("{name} is {value}; it must be {expected}")]
    Parameter {
        /// Which number, with its unit.
        name: &'static str,
        /// Its value.
        value: f64,
        /// The range.
        expected: &'static str,
    },
    /// A pressure on a cell that does not repeat.
    #[error(
        "the cell does not repeat along vector {axis}, so there is nothing to press against; make it periodic"
    )]
    NotPeriodic {
        /// 0, 1, 2 for a, b, c.
        axis: usize,
    },
    /// A state that an integrator cannot take up.
    #[error(
        "the state of {integrator} has {expected} numbers, and this one has {found}; give the integrator the parameters of the run that wrote the state"
    )]
    State {
        /// Which integrator.
        integrator: &'static str,
        /// Numbers given.
        found: usize,
        /// Numbers of its state.
        expected: usize,
    },
    /// What the potential reports.
    #[error(transparent)]
    Forces(Box<dyn std::error::Error + Send + Sync>),
    /// What portax reports.
    #[error(transparent)]
    Portax(#[from] portax::Error),
}

impl Error {
    /// An error of a potential, for its [`Forces`](super::Forces).
    pub fn of_forces(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Error::Forces(error.into())
    }
}

/// As `Display`: `main() -> Result` prints this, and the remedy with it.
impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// Refuses a cell that does not repeat along each of its vectors, so that a pressure on it has no meaning.
pub(super) fn check_periodic(cell: &Cell) -> Result<(), Error> {
    match cell.periodic().iter().position(|periodic| !periodic) {
        Some(axis) => Err(Error::NotPeriodic { axis }),
        None => Ok(()),
    }
}

/// Refuses a number that is not positive and finite.
pub(super) fn check_positive(name: &'static str, value: f64) -> Result<(), Error> {
    check(
        name,
        value,
        value > 0.0 && value.is_finite(),
        "positive and finite",
    )
}

/// Refuses a number that is negative or not finite.
pub(super) fn check_not_negative(name: &'static str, value: f64) -> Result<(), Error> {
    check(
        name,
        value,
        value >= 0.0 && value.is_finite(),
        "finite and not negative",
    )
}

/// Refuses a number that is not finite.
pub(super) fn check_finite(name: &'static str, value: f64) -> Result<(), Error> {
    check(name, value, value.is_finite(), "finite")
}

fn check(
    name: &'static str,
    value: f64,
    is_right: bool,
    expected: &'static str,
) -> Result<(), Error> {
    match is_right {
        true => Ok(()),
        false => Err(Error::Parameter {
            name,
            value,
            expected,
        }),
    }
}

/// Refuses a state of another length, or with numbers that are not finite.
pub(super) fn check_state(
    integrator: &'static str,
    state: &[f64],
    expected: usize,
) -> Result<(), Error> {
    let found = state.len();
    if found != expected {
        return Err(Error::State {
            integrator,
            found,
            expected,
        });
    }
    let mut numbers = state.iter();
    numbers.try_for_each(|&number| check_finite("a number of the state", number))
}
