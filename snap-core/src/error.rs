//! What can be wrong with a potential, its files or a request, each with the value at fault and the remedy.

use std::io::ErrorKind;
use std::path::PathBuf;

/// An error of this crate.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A computation of no system at all.
    #[error("there is no system; give at least one")]
    NoSystem,
    /// Systems of one computation that do not fit each other.
    #[error(
        "system {number}, counted from 0, has other {what} than system 0; compute it on its own, or with its like"
    )]
    SystemsDiffer {
        /// The system.
        number: usize,
        /// What differs.
        what: &'static str,
    },
    /// What belongs to one system, asked of several.
    #[error("{what} belongs to one system, and {count} are computed here; compute each on its own")]
    SeveralSystems {
        /// What was asked for.
        what: &'static str,
        /// How many systems there are.
        count: usize,
    },
    /// A file could not be read.
    #[error("cannot read `{}`: {source}{}", path.display(), read_hint(source))]
    Read {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// A word of a file does not parse.
    #[error("{file}:{line}: `{text}` is not {expected}, which {what} must be")]
    Value {
        /// The file's name.
        file: String,
        /// Line number, from 1.
        line: usize,
        /// The word.
        text: String,
        /// What the word stands for.
        what: String,
        /// What it should have been.
        expected: &'static str,
    },
    /// A line has the wrong number of words.
    #[error("{file}:{line}: expected {expected}, found `{text}`")]
    Line {
        /// The file's name.
        file: String,
        /// Line number, from 1.
        line: usize,
        /// What the line should hold.
        expected: String,
        /// What it holds, comments removed.
        text: String,
    },
    /// A file ends too early.
    #[error("{file}: the file ends where {expected} should follow")]
    End {
        /// The file's name.
        file: String,
        /// What is missing.
        expected: String,
    },
    /// An element of a coefficient file does not have the announced number of coefficients.
    #[error(
        "{file}:{line}: element `{element}` has {found} coefficients, but the file's first line announces {expected}"
    )]
    AnnouncedCount {
        /// The file's name.
        file: String,
        /// The line where the count went wrong, from 1.
        line: usize,
        /// The element.
        element: String,
        /// The announced number.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// A command of LAMMPS that is no part of a potential, or that contradicts another.
    #[error("{file}:{line}: {reason}")]
    Command {
        /// The file's name.
        file: String,
        /// Number of the command's first line, from 1.
        line: usize,
        /// The word at fault, and what to do about it.
        reason: String,
    },
    /// Commands of LAMMPS that make no potential, since one is missing.
    #[error("{file}: there is no line `{what}`; add it")]
    Commands {
        /// The file's name.
        file: String,
        /// The line.
        what: String,
    },
    /// A key that no parameter file has.
    #[error("{file}:{line}: unknown key `{key}`; known keys are {known}")]
    UnknownKey {
        /// The file's name.
        file: String,
        /// Line number, from 1.
        line: usize,
        /// The key.
        key: String,
        /// All keys.
        known: String,
    },
    /// A required key is absent.
    #[error("{file}: the required key `{key}` is missing; add a line `{key} VALUE`")]
    MissingKey {
        /// The file's name.
        file: String,
        /// The key.
        key: &'static str,
    },
    /// A key with one value per element has another number of values.
    #[error(
        "{file}: `{key}` has {found} values, but there are {expected} elements and each needs one"
    )]
    ElementValues {
        /// The file's name.
        file: String,
        /// The key.
        key: &'static str,
        /// The number of elements.
        expected: usize,
        /// The number of values.
        found: usize,
    },
    /// A parameter is outside its range.
    #[error("{name} is {value}; it must be {expected}")]
    Parameter {
        /// The parameter, with its element where it has one.
        name: String,
        /// Its value.
        value: f64,
        /// The range.
        expected: String,
    },
    /// The number of an element's coefficients does not belong to `twojmax` and the flags.
    #[error(
        "element `{element}` has {found} coefficients, but {settings} needs {expected}; {hint}correct the parameters, or give the coefficients that belong to them"
    )]
    CoefficientCount {
        /// The element.
        element: String,
        /// The number of coefficients found, the constant included.
        found: usize,
        /// The number needed, the constant included.
        expected: usize,
        /// The `twojmax`, flags and elements in force.
        settings: String,
        /// `FOUND are for SETTINGS: ` where others fit.
        hint: String,
    },
    /// A potential without elements.
    #[error("a potential needs at least one element")]
    NoElements,
    /// Two elements of one name.
    #[error("element `{name}` appears twice; give each element one name")]
    RepeatedElement {
        /// The name.
        name: String,
    },
    /// An element that the potential does not have.
    #[error("the potential has no element `{name}`; it has {known}")]
    UnknownElement {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A table of mappings without a line.
    #[error("{file}: no line of a mapping; give a table that `TuningTable` printed, or none")]
    EmptyTuningTable {
        /// The file's name.
        file: String,
    },
    /// What the standard formulation is not built for.
    #[error(
        "the standard formulation is built for linear SNAP of one element, and there are {what} here; compute that with `Snap`"
    )]
    Standard {
        /// What the potential or system has.
        what: &'static str,
    },
    /// Another precision than double was asked for without the feature.
    #[error("mixed precision is not compiled in: enable the feature `f32` of snap-core")]
    NoF32,
    /// The standard formulation was asked for without the feature.
    #[error(
        "the standard formulation is not compiled in: enable the feature `standard` of snap-core"
    )]
    NoStandard,
    /// LAMMPS' rule for forces in mixed precision.
    #[error(
        "LAMMPS' rule for chemflag needs double precision: it differs from the gradient by less than f32 resolves"
    )]
    LammpsRule,
    /// A change of the mapping of the stages that cannot be.
    #[error("tuning parameter `{key}` {reason}")]
    Tuning {
        /// Its name.
        key: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A line of a table of mappings that cannot be read.
    #[error("{file}:{line}: {reason}")]
    TuningLine {
        /// The file's name.
        file: String,
        /// Line number, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Tables of a system that do not fit together.
    #[error("{positions} positions but {types} types; give each atom one of both")]
    Lengths {
        /// Number of positions.
        positions: usize,
        /// Number of types.
        types: usize,
    },
    /// A coordinate that is not finite, or too large for exact differences.
    #[error(
        "the position of atom {atom} is {position:?}; coordinates are numbers from -1e8 to 1e8"
    )]
    Position {
        /// Index of the atom, from 0.
        atom: usize,
        /// Where it is.
        position: [f64; 3],
    },
    /// More central atoms than there are atoms.
    #[error(
        "{central} of {natoms} atoms are to be central; give the atoms of the domain first, then its ghosts"
    )]
    Central {
        /// Central atoms.
        central: usize,
        /// Atoms, ghosts among them.
        natoms: usize,
    },
    /// A type without an element.
    #[error("atom {atom} has type {kind}, but only {count} types (from 0) have an element")]
    Type {
        /// Index of the atom, from 0.
        atom: usize,
        /// Its type.
        kind: usize,
        /// Number of types.
        count: usize,
    },
    /// A type whose element the potential does not have.
    #[error(
        "type {kind} is element number {element}, but the potential has {count} elements, numbered from 0"
    )]
    TypeElement {
        /// The type.
        kind: usize,
        /// Its element.
        element: usize,
        /// Number of elements.
        count: usize,
    },
    /// Two atoms at one place, where neither SNAP nor ZBL has a value.
    #[error("atom {atom} lies on another atom or on an image of itself; move them apart")]
    Overlap {
        /// Index of one of the atoms, from 0.
        atom: usize,
    },
    /// ZBL for other types than the system has.
    #[error("ZBL knows {of_zbl} types of atoms, but the system has {types}; give it as many")]
    ZblTypes {
        /// Types of ZBL.
        of_zbl: usize,
        /// Types of the system.
        types: usize,
    },
    /// ZBL's repulsion.
    #[error(transparent)]
    Zbl(#[from] portax_atoms::zbl::Error),
    /// The cell or the neighbour lists.
    #[error(transparent)]
    Neighbor(#[from] crate::neighbor::Error),
    /// What portax reports.
    #[error(transparent)]
    Portax(#[from] portax::Error),
    /// The two files of a potential do not make a valid one.
    #[error("{coeff_file} with {param_file}: {source}")]
    Files {
        /// The coefficient file's name, with a line where the fault has one.
        coeff_file: String,
        /// The parameter file's name.
        param_file: String,
        /// What is wrong.
        source: Box<Error>,
    },
}

/// What to do about a file that cannot be read, where the system's words do not say.
fn read_hint(source: &std::io::Error) -> &'static str {
    match source.kind() {
        ErrorKind::NotFound => "; a potential is two files, NAME.snapcoeff and NAME.snapparam",
        ErrorKind::IsADirectory => "; give files, not a folder",
        ErrorKind::PermissionDenied => "; give files that you may read",
        ErrorKind::InvalidData => "; give files of text",
        _ => "",
    }
}

/// As `Display`: `main() -> Result` prints this, and the remedy with it.
impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}
