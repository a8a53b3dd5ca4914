//! Standard output and error. A reader that has gone (`snapx ... | head`) is no error.

use std::io::{self, Write};

use portax::error::printable;

use crate::error::Error;

/// Characters of a line of an error that are shown.
const LONGEST_LINE: usize = 1000;

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

/// Serialisable data as JSON on one line.
///
/// # Errors
/// [`Error::Output`] for data that JSON does not have.
pub fn json_line(data: &impl serde::Serialize) -> Result<String, Error> {
    serde_json::to_string(data).map_err(|e| Error::Output(e.into()))
}

/// Prints an error as clap does.
pub fn complain(error: &Error) {
    let _ = writeln!(io::stderr(), "error: {}", lines(&error.to_string()));
}

/// Prints what is worth knowing beside the report.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr(), "note: {text}");
}

/// Several lines of somebody else's words: control characters escaped, long lines cut.
pub fn lines(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let (line, rest) = match line.char_indices().nth(LONGEST_LINE) {
            Some((end, _)) => (&line[..end], "..."),
            None => (line, ""),
        };
        let mut shown = String::new();
        for c in line.chars() {
            match c {
                '\t' => shown.push(c),
                c => shown.push_str(&printable(c.encode_utf8(&mut [0; 4]))),
            }
        }
        shown + rest
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped_and_long_lines_cut() {
        assert_eq!(lines("a\x1b[2K\r\nb\tc"), "a\\u{1b}[2K\nb\tc");
        let long = "x".repeat(5_000_000);
        let expected = format!("{}...\n1", "x".repeat(LONGEST_LINE));
        assert_eq!(lines(&format!("{long}\n1")), expected);
    }
}
