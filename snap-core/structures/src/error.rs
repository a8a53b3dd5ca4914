//! What can be wrong with a file, with its name, the line and the remedy.

use std::io::{self, ErrorKind};

/// An error of this crate.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read.
    #[error("cannot read `{}`: {source}{}", shown(file), read_hint(source))]
    Read {
        /// The file's name.
        file: String,
        /// What the operating system or the decoder said.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error(
        "cannot write `{}`: {source}; give a path in a folder where you may write",
        shown(file)
    )]
    Write {
        /// The file's name.
        file: String,
        /// What the operating system said.
        source: io::Error,
    },
    /// A name that tells no format.
    #[error(
        "the name `{}` does not tell the format; name the format, or the file *.xyz, *.data, *.dump, *.lammpstrj, *.vasp or POSCAR*, each also with .gz",
        shown(file)
    )]
    UnknownFormat {
        /// The file's name.
        file: String,
    },
    /// A line that is not what it should be.
    #[error("{}:{line}: {what}; {remedy}", shown(file))]
    Content {
        /// The file's name.
        file: String,
        /// Line number, from 1.
        line: usize,
        /// What is wrong.
        what: String,
        /// What to do about it.
        remedy: String,
    },
    /// A word that is not what it stands for.
    #[error(
        "{}:{line}: `{}` is not {expected}, which {what} must be",
        shown(file),
        shown(text)
    )]
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
        expected: String,
    },
    /// A line that ends before all of its words are there.
    #[error(
        "{}:{line}: the line ends where {expected} should follow; complete it",
        shown(file)
    )]
    Short {
        /// The file's name.
        file: String,
        /// Line number, from 1.
        line: usize,
        /// What is missing.
        expected: String,
    },
    /// A file that ends in the middle.
    #[error(
        "{}:{line}: the file ends here, where {expected} should follow; it may have been cut off, or a number of lines that it announces is wrong",
        shown(file)
    )]
    End {
        /// The file's name.
        file: String,
        /// Number of the last line, from 1.
        line: usize,
        /// What is missing.
        expected: String,
    },
    /// A frame that the format cannot hold.
    #[error("cannot write this frame to `{}`: {what}; {remedy}", shown(file))]
    Unwritable {
        /// The file's name.
        file: String,
        /// What it cannot hold.
        what: String,
        /// What to do about it.
        remedy: &'static str,
    },
}

/// Characters of a name or word that messages show.
const LONGEST: usize = 200;

/// Somebody else's words on one line: control characters escaped, long ones cut.
pub(crate) fn shown(text: &str) -> String {
    let mut shown = String::new();
    for (place, c) in text.chars().enumerate() {
        if place == LONGEST {
            return shown + "...";
        }
        if c.is_control() {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// What to do about a file that cannot be read.
fn read_hint(source: &io::Error) -> &'static str {
    match source.kind() {
        ErrorKind::NotFound => "; give an existing path",
        ErrorKind::IsADirectory => "; give a file, not a folder",
        ErrorKind::PermissionDenied => "; give one that you may read",
        ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::UnexpectedEof => {
            "; the file is damaged, or its name ends in .gz and it is not compressed"
        }
        _ => "",
    }
}

/// As `Display`: `main() -> Result` prints this, and the remedy with it.
impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_others_stay_on_one_line_and_are_cut() {
        assert_eq!(shown("a\x1b[2K\n"), "a\\u{1b}[2K\\n");
        assert_eq!(shown(&"x".repeat(5000)).len(), LONGEST + 3);
    }
}
