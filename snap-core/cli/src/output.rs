//! Standard output and error. A reader that has gone (`snapx ... | head`) is no error.

use std::io::{self, Write};

use crate::error::Error;

/// Prints text and a line end.
///
/// # Errors
/// [`Error::Output`] if standard output is full or closed.
pub fn print(text: &str) -> Result<(), Error> {
    let mut stdout = io::stdout().lock();
    match writeln!(stdout, "{text}").and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Error::Output(error)),
        _ => Ok(()),
    }
}

/// Prints serialisable data as JSON, indented.
///
/// # Errors
/// As for [`print()`].
pub fn print_json(data: &impl serde::Serialize) -> Result<(), Error> {
    let text = serde_json::to_string_pretty(data).map_err(|e| Error::Output(e.into()))?;
    print(&text)
}

/// Prints an error as clap does.
pub fn complain(error: &Error) {
    let _ = writeln!(io::stderr(), "error: {error}");
}
