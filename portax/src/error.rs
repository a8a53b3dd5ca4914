//! Every error of portax. Each names the thing and the remedy.

mod excerpt;
mod printable;

use crate::ir::render::Source;
pub(crate) use excerpt::error_line;
use excerpt::excerpt;
pub use printable::printable;

/// Result of portax.
pub type Result<T> = std::result::Result<T, Error>;

/// What can go wrong.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A name that no backend knows.
    #[error(
        "no device is called `{}`; {}",
        printable(name),
        names_present(present)
    )]
    UnknownBackend {
        /// Name asked for
        name: String,
        /// Names present
        present: String,
    },
    /// A backend whose library or hardware is absent.
    #[error("{backend} is not available: {reason}")]
    Unavailable {
        /// Backend
        backend: String,
        /// Why
        reason: String,
    },
    /// A view of another memory space.
    #[error(
        "view `{view}` lives in {found}, the launch `{launch}` runs on {expected}; copy it over with deep_copy"
    )]
    WrongSpace {
        /// Label of the view
        view: String,
        /// Where it lives
        found: String,
        /// Label of the launch
        launch: String,
        /// Where the launch runs
        expected: String,
    },
    /// Extents that do not fit.
    #[error("{what}: extents {found:?} where {expected:?} are needed")]
    Extents {
        /// What was attempted, with labels
        what: String,
        /// Extents found
        found: Vec<usize>,
        /// Extents needed
        expected: Vec<usize>,
    },
    /// Memory that somebody else uses.
    #[error("view `{view}` cannot be {} now: a launch or a guard of its HostView uses it; drop the guard first", if *write { "written" } else { "read" })]
    Borrowed {
        /// Label of the view
        view: String,
        /// Was it to be written?
        write: bool,
    },
    /// More memory than there is.
    #[error("cannot allocate {bytes} bytes for view `{label}` on {space}: {reason}")]
    OutOfMemory {
        /// Label of the view
        label: String,
        /// Bytes asked for
        bytes: usize,
        /// Space
        space: String,
        /// The backend's words
        reason: String,
    },
    /// A launch that the access summary does not prove free of races.
    #[error(
        "launch `{launch}` is refused: {reason}; if iterations never touch the same element, say so with `unsafe impl` (or `unsafe |i|`)"
    )]
    NotProvenSafe {
        /// Label of the launch
        launch: String,
        /// Which accesses conflict
        reason: String,
    },
    /// An index outside its view, local array or table.
    #[error(
        "launch `{launch}`: `{view}` is indexed with {indices:?} but has extents {extents:?} ({location})"
    )]
    OutOfBounds {
        /// Label of the launch
        launch: String,
        /// Label of the view, or name of the array
        view: String,
        /// The indices (of a proof: the extreme ones)
        indices: Vec<i64>,
        /// Its extents
        extents: Vec<usize>,
        /// File and line of the kernel
        location: String,
    },
    /// NaN that a kernel writes under `PORTAX_CHECK=nan`.
    #[error("launch `{launch}`: NaN is written to `{view}`{indices:?} ({location})")]
    Nan {
        /// Label of the launch
        launch: String,
        /// Label of the view
        view: String,
        /// The index tuple of the first item that writes one
        indices: Vec<i64>,
        /// File and line of the kernel
        location: String,
    },
    /// A `kernel_assert!` that does not hold.
    #[error("launch `{launch}`: {}{text} ({location})", of_item(indices))]
    Assertion {
        /// Label of the launch
        launch: String,
        /// Indices of the first item for which it does not hold, as far as the kernel's source names them
        indices: Vec<i64>,
        /// What the assertion says
        text: String,
        /// File and line of the kernel
        location: String,
    },
    /// A policy that the space cannot run.
    #[error("launch `{launch}`: {what} is {found}, at most {limit} on {space}")]
    Limit {
        /// Label of the launch
        launch: String,
        /// What is too large, such as "team scratch in bytes"
        what: &'static str,
        /// Value asked for
        found: usize,
        /// Largest value
        limit: usize,
        /// Space
        space: String,
    },
    /// A group that is too large for the registers of its kernel, once that is compiled, or for its local arrays; left to
    /// `AUTO`, portax tries smaller ones.
    #[error(
        "launch `{launch}`: team size times vector length of this kernel is {found}, at most {limit} on {space}"
    )]
    KernelGroup {
        /// Label of the launch
        launch: String,
        /// Work items asked for
        found: usize,
        /// Largest number of work items
        limit: usize,
        /// Space
        space: String,
    },
    /// An argument that makes no sense.
    #[error("{0}")]
    Invalid(String),
    /// A kernel that the device compiler refuses.
    #[error(
        "{space} cannot compile `{kernel}`{}{location}:\n{log}\n--- source ---\n{}",
        if location.is_empty() { "" } else { ", printed from " },
        excerpt(log, source_text)
    )]
    Compile {
        /// Space
        space: String,
        /// Kernel
        kernel: String,
        /// The compiler's words
        log: String,
        /// The text it was given
        source_text: String,
        /// File and line of the Rust expression that the error's line was printed from, or one before it; empty where
        /// nobody knows
        location: String,
    },
    /// A feature that the device lacks.
    #[error("{space} does not support {feature}, which `{kernel}` needs; {remedy}")]
    Unsupported {
        /// Space
        space: String,
        /// Feature
        feature: &'static str,
        /// Kernel
        kernel: String,
        /// What to do
        remedy: &'static str,
    },
    /// Anything else a device reports.
    #[error("{space}: {operation} failed: {reason}")]
    Device {
        /// Space
        space: String,
        /// What was attempted
        operation: String,
        /// The backend's words
        reason: String,
    },
}

/// For an error of one item.
fn of_item(indices: &[i64]) -> String {
    match indices {
        [] => String::new(),
        _ => format!("at {indices:?}: "),
    }
}

/// For an error of a name.
fn names_present(names: &str) -> String {
    match names {
        "" => "none is present".to_string(),
        names => format!("present are: {names}"),
    }
}

/// As `Display`: `main() -> Result` prints this, and the remedy with it.
impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl Error {
    /// A source that the compiler of `space` refuses with these words; portax adds the Rust line.
    pub fn compile(space: &str, source: &Source, log: impl Into<String>) -> Error {
        Error::Compile {
            space: space.to_string(),
            kernel: source.entry.clone(),
            log: log.into(),
            source_text: source.text.clone(),
            location: String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Error;

    #[test]
    fn debug_shows_what_display_shows() {
        let (name, present) = ("cuda:7".to_string(), "rayon".to_string());
        let error = Error::UnknownBackend { name, present };
        let shown = "no device is called `cuda:7`; present are: rayon";
        assert_eq!(format!("{error:?}"), shown);
        assert_eq!(format!("{error:#?}"), shown);
    }

    #[test]
    fn names_are_shown_on_one_line_and_none_is_said() {
        let (name, present) = ("cuda:\u{1b}[2K\n0".to_string(), String::new());
        let error = Error::UnknownBackend { name, present };
        let shown = "no device is called `cuda:\\u{1b}[2K\\n0`; none is present";
        assert_eq!(error.to_string(), shown);
    }
}
