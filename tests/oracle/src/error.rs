//! What can be wrong with the input.

use std::path::PathBuf;

/// A reason why a system, a potential or a case cannot be evaluated.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A parameter has a value without meaning.
    #[error("parameter {name} is {value}: it must be {must}")]
    Parameter {
        /// LAMMPS' name of the parameter.
        name: &'static str,
        /// The value found.
        value: f64,
        /// The values allowed.
        must: &'static str,
    },
    /// The number of coefficients does not belong to `twojmax`.
    #[error(
        "element {element} has {found} coefficients: twojmax {twojmax} needs {expected} (beta0 first)"
    )]
    Coefficients {
        /// Name of the element.
        element: String,
        /// Coefficients found.
        found: usize,
        /// Coefficients needed.
        expected: usize,
        /// The potential's `twojmax`.
        twojmax: usize,
    },
    /// `switchinnerflag` is 1 and an element lacks its inner cutoff.
    #[error(
        "element {element} has no {name}: switchinnerflag 1 needs sinner and dinner of every element"
    )]
    InnerSwitch {
        /// Name of the element.
        element: String,
        /// `sinner` or `dinner`.
        name: &'static str,
    },
    /// The three lattice vectors do not span a volume.
    #[error(
        "the cell has no volume: give three linearly independent lattice vectors, also along open directions"
    )]
    Cell,
    /// `positions` and `types` differ in length.
    #[error("{positions} positions but {types} types: give one type per atom")]
    Lengths {
        /// Length of `positions`.
        positions: usize,
        /// Length of `types`.
        types: usize,
    },
    /// A coordinate is infinite or not a number.
    #[error("the position of atom {0} is not finite")]
    Position(usize),
    /// An atom's type has no entry in `System::elements`.
    #[error("atom {atom} has type {kind}, but only {count} types are mapped to elements")]
    Type {
        /// Index of the atom.
        atom: usize,
        /// Its type, from 0.
        kind: usize,
        /// Number of mapped types.
        count: usize,
    },
    /// A type of a case that its `type_to_element` does not list.
    #[error(
        "atom {atom} has type {kind}, but the types of this case are 1 to {count}: extend `type_to_element`"
    )]
    CaseType {
        /// Index of the atom.
        atom: usize,
        /// Its type, from 1.
        kind: usize,
        /// Length of `type_to_element`.
        count: usize,
    },
    /// A type is mapped to an element that the potential lacks.
    #[error("type {kind} is mapped to {element}, which the potential does not contain")]
    Element {
        /// The type, from 0.
        kind: usize,
        /// Name or number of the element.
        element: String,
    },
    /// An atom index is out of range.
    #[error("atom {atom} does not exist: the system has {count} atoms, numbered from 0")]
    Atom {
        /// The index.
        atom: usize,
        /// Number of atoms.
        count: usize,
    },
    /// Two atoms lie on each other, where SNAP is singular.
    #[error("atoms {0} and {1} coincide: SNAP has no value at distance 0, move one of them")]
    Coincide(usize, usize),
    /// A case file cannot be read.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// A case file does not have the form of a case.
    #[error("not a reference case{}: {source}", at(field))]
    Json {
        /// The keys that lead to the fault, as `snap.params`; empty at the top.
        field: String,
        /// What is wrong there.
        source: serde_json::Error,
    },
    /// A part of a case contradicts another.
    #[error("not a reference case: {field} is {found}; it must be {expected}")]
    Field {
        /// The keys that lead to it.
        field: &'static str,
        /// What is there.
        found: String,
        /// What follows from the other parts.
        expected: String,
    },
}

/// Where a fault is.
fn at(field: &str) -> String {
    match field {
        "" => String::new(),
        field => format!(", at `{field}`"),
    }
}

/// As `Display`: `main() -> Result` prints this, and the remedy with it.
impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}
