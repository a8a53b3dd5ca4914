//! What ends the program early, and with which exit status.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use snap_core::{Error as Snap, md, neighbor};

/// A check or a device failed.
pub const FAILED: u8 = 1;
/// Wrong usage or input.
pub const USAGE: u8 = 2;
/// Something that is not built yet.
pub const UNSUPPORTED: u8 = 3;

/// An error of this program, in one line.
#[derive(thiserror::Error)]
pub enum Error {
    /// Options that do not fit together, or an input that makes no sense.
    #[error("{0}")]
    Usage(String),
    /// A file or folder cannot be read.
    #[error("cannot read `{}`: {source}{}", shown(path), read_hint(source))]
    Read { path: PathBuf, source: io::Error },
    /// A file cannot be written.
    #[error(
        "cannot write `{}`: {source}; give a path in a folder where you may write",
        shown(path)
    )]
    Write { path: PathBuf, source: io::Error },
    /// The report cannot be printed.
    #[error("cannot write the report: {0}; give standard output a place to go")]
    Output(io::Error),
    /// A case that cannot be read as one.
    #[error("`{}`: {source}", shown(path))]
    Case {
        path: PathBuf,
        source: snap_reference::Error,
    },
    /// Forces that are wrong: there is nothing to report.
    #[error(
        "{what} deviate by {found:.1e}, more than {tolerance:.0e}: no speed is reported; `snapx verify` shows more"
    )]
    Check {
        what: &'static str,
        found: f64,
        tolerance: f64,
    },
    /// Results that are not finite.
    #[error(
        "the {what} are not all finite: coefficients, weights or precision give numbers beyond the range of floats; use smaller \
         coefficients, or double precision"
    )]
    NotFinite {
        /// `energies`, `forces` or `virial`
        what: &'static str,
    },
    /// A study that is not compiled in.
    #[error(
        "this snapx was built without `ladder` and `layouts`: build it with `--features studies`"
    )]
    NoStudies,
    /// More memory of the host than there is.
    #[error("{atoms} atoms need about {mib} MiB on the host, which the system refuses; use fewer")]
    Memory { atoms: usize, mib: usize },
    /// A mapping of the stages with other results than the first.
    #[error(
        "energies, forces or virial deviate by {found:.1e}, more than {tolerance:.0e}, with --tuning {mapping}: no mapping is reported"
    )]
    Mapping {
        mapping: String,
        found: f64,
        tolerance: f64,
    },
    /// A file of structures.
    #[error(transparent)]
    Structures(#[from] portax_structures::Error),
    /// A line of an input file.
    #[error("{}:{line}: {what}", shown(path))]
    Input {
        path: PathBuf,
        /// From 1.
        line: usize,
        what: String,
    },
    /// What ended a run.
    #[error("step {step}: {source}{atom}; what was written so far is kept")]
    Step {
        step: u64,
        source: Box<Error>,
        /// Which atom that is, where there is one.
        atom: String,
    },
    /// A run whose energy is no number.
    #[error(
        "the {what} is {value}: atoms have come too close; shorten the timestep, or start from a relaxed structure"
    )]
    Lost { what: &'static str, value: f64 },
    /// What is wrong with one frame of a file.
    #[error("`{}`, frame {frame}: {source}{atom}", shown(file))]
    Frame {
        file: PathBuf,
        /// Its number, from 0.
        frame: usize,
        source: Box<Error>,
        /// Which atom of the file that is, where there is one.
        atom: String,
    },
    /// A server of `snapx serve` that is not there, or breaks its protocol, or asks for what cannot be computed.
    #[error("i-PI's server at {address}: {what}")]
    Server { address: String, what: String },
    /// What `portax` says.
    #[error(transparent)]
    Portax(#[from] portax::Error),
    /// What `snap-core` says.
    #[error(transparent)]
    Snap(Box<snap_core::Error>),
    /// What molecular dynamics says.
    #[error(transparent)]
    Md(snap_core::md::Error),
    /// What the host reference says.
    #[error("host reference: {0}")]
    Reference(#[from] snap_reference::Error),
}

/// A path on one line; other control characters are escaped where the error is printed.
fn shown(path: &Path) -> String {
    path.display().to_string().replace('\n', "\\n")
}

/// What to do about a file that cannot be read.
fn read_hint(source: &io::Error) -> &'static str {
    match source.kind() {
        io::ErrorKind::NotFound => "; give an existing path",
        io::ErrorKind::IsADirectory => "; give a file, not a folder",
        io::ErrorKind::PermissionDenied => "; give one that you may read",
        io::ErrorKind::InvalidData => "; give a file of text",
        _ => "",
    }
}

/// As `Display`: `main() -> Result` prints this, and the remedy with it.
impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl Error {
    /// What becomes of an error of reading this file.
    pub fn reading(path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::Read {
            path: path.into(),
            source,
        }
    }

    /// What becomes of an error of writing this file.
    pub fn writing(path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::Write {
            path: path.into(),
            source,
        }
    }

    /// What becomes of an error of reading this reference case.
    pub fn reading_case(path: &Path) -> impl Fn(snap_reference::Error) -> Self {
        move |error| match error {
            snap_reference::Error::File { path, source } => Self::Read { path, source },
            source => Self::Case {
                path: path.into(),
                source,
            },
        }
    }

    /// The exit status that this error ends the program with.
    pub fn exit_code(&self) -> ExitCode {
        if let Self::Frame { source, .. } | Self::Step { source, .. } = self {
            return source.exit_code();
        }
        match (self.portax(), self) {
            (Some(error), _) => of_portax(error),
            (
                _,
                Self::Check { .. }
                | Self::Mapping { .. }
                | Self::Memory { .. }
                | Self::Output(_)
                | Self::Server { .. },
            ) => FAILED,
            (_, Self::NoStudies) => UNSUPPORTED,
            (_, Self::Snap(error)) if matches!(**error, Snap::NoF32 | Snap::NoStandard) => {
                UNSUPPORTED
            }
            _ => USAGE,
        }
        .into()
    }

    /// What `portax` said, to whomever.
    pub fn portax(&self) -> Option<&portax::Error> {
        match self {
            Self::Portax(error) | Self::Md(md::Error::Portax(error)) => Some(error),
            Self::Snap(error) => match &**error {
                Snap::Portax(error) | Snap::Neighbor(neighbor::Error::Portax(error)) => Some(error),
                _ => None,
            },
            _ => None,
        }
    }
}

impl From<snap_core::Error> for Error {
    fn from(error: snap_core::Error) -> Self {
        Self::Snap(Box::new(error))
    }
}

/// What the potential reported is its own error.
impl From<md::Error> for Error {
    fn from(error: md::Error) -> Self {
        match error {
            md::Error::Forces(error) => match error.downcast() {
                Ok(error) => Self::Snap(error),
                Err(error) => Self::Md(md::Error::Forces(error)),
            },
            other => Self::Md(other),
        }
    }
}

/// A name is the user's, everything else the device's.
fn of_portax(error: &portax::Error) -> u8 {
    use portax::Error::{Invalid, Unavailable, UnknownBackend};
    match error {
        UnknownBackend { .. } | Unavailable { .. } | Invalid(_) => USAGE,
        _ => FAILED,
    }
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use super::*;

    #[test]
    fn a_file_that_cannot_be_read_says_what_to_give() {
        for (kind, remedy) in [
            (ErrorKind::NotFound, "give an existing path"),
            (ErrorKind::IsADirectory, "give a file, not a folder"),
            (ErrorKind::PermissionDenied, "give one that you may read"),
            (ErrorKind::InvalidData, "give a file of text"),
        ] {
            let error = Error::reading(Path::new("a table"))(kind.into()).to_string();
            assert!(error.starts_with("cannot read `a table`: "), "{error}");
            assert!(error.ends_with(remedy), "{error}");
        }
    }
}
