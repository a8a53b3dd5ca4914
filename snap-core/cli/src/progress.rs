//! What the program is doing, on one line of a terminal.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

const ERASE_LINE: &str = "\r\x1b[2K";

/// A line on standard error that each message replaces and that vanishes in the end; nothing where standard error is
/// no terminal, where `TERM` is `dumb`, and where `NO_COLOR` is set.
pub struct Progress {
    shown: bool,
}

impl Progress {
    /// No message yet.
    pub fn new() -> Self {
        Self {
            shown: io::stderr().is_terminal() && takes_escapes(|name| env::var_os(name)),
        }
    }

    /// Replaces the message.
    pub fn say(&self, message: &str) {
        if self.shown {
            let mut stderr = io::stderr().lock();
            let _ = write!(stderr, "{ERASE_LINE}{message} ...").and_then(|()| stderr.flush());
        }
    }

    /// Removes the message.
    pub fn clear(&self) {
        if self.shown {
            let _ = write!(io::stderr(), "{ERASE_LINE}");
        }
    }
}

/// Does the terminal take escape sequences, and the user want them?
fn takes_escapes(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let is_set = |name| variable(name).is_some_and(|value| !value.is_empty());
    !is_set("NO_COLOR") && is_set("TERM") && variable("TERM").is_some_and(|term| term != "dumb")
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dumb_terminals_and_those_without_colours_get_no_escapes() {
        let takes = |set: &[(&str, &str)]| {
            takes_escapes(|name| set.iter().find(|(n, _)| *n == name).map(|(_, v)| v.into()))
        };
        assert!(takes(&[("TERM", "xterm")]));
        assert!(takes(&[("TERM", "xterm"), ("NO_COLOR", "")]));
        assert!(!takes(&[("TERM", "dumb")]));
        assert!(!takes(&[("TERM", "xterm"), ("NO_COLOR", "1")]));
        assert!(!takes(&[]));
    }
}
