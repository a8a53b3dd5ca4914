//! What the program is doing, on one line of a terminal.

use std::io::{self, IsTerminal, Write};

const ERASE_LINE: &str = "\r\x1b[2K";

/// A line on standard error that each message replaces and that vanishes in the end; nothing where standard error is
/// no terminal.
pub struct Progress {
    shown: bool,
}

impl Progress {
    /// No message yet.
    pub fn new() -> Self {
        Self {
            shown: io::stderr().is_terminal(),
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

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
