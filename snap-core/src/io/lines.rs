//! The lines of a text that hold words once comments are removed.

use std::str::FromStr;

use std::fmt::Display;

use portax::error::printable;

use crate::error::Error;

/// A line with at least one word.
pub(super) struct Line<'a> {
    file: &'a str,
    /// Line number, from 1.
    pub(super) number: usize,
    pub(super) words: Vec<&'a str>,
}

impl<'a> Line<'a> {
    /// The word at `index`, parsed; `what` and `expected` are for the message.
    pub(super) fn parse<T: FromStr>(
        &self,
        index: usize,
        what: impl Display,
        expected: &'static str,
    ) -> Result<T, Error> {
        self.words[index]
            .parse()
            .map_err(|_| self.bad_value(index, what, expected))
    }

    /// The word at `index` as a finite number.
    pub(super) fn number(&self, index: usize, what: impl Display) -> Result<f64, Error> {
        const EXPECTED: &str = "a finite number";
        match self.parse::<f64>(index, &what, EXPECTED)? {
            x if x.is_finite() => Ok(x),
            _ => Err(self.bad_value(index, what, EXPECTED)),
        }
    }

    /// [`Error::Line`] unless the line has `count` words.
    pub(super) fn require_words(&self, count: usize, expected: &str) -> Result<(), Error> {
        if self.words.len() == count {
            return Ok(());
        }
        let (file, text) = (self.file.into(), self.text());
        Err(Error::Line {
            file,
            line: self.number,
            expected: expected.into(),
            text,
        })
    }

    /// The line as messages show it.
    pub(super) fn text(&self) -> String {
        printable(&self.words.join(" "))
    }

    /// [`Error::Value`] for the word at `index`.
    pub(super) fn bad_value(
        &self,
        index: usize,
        what: impl Display,
        expected: &'static str,
    ) -> Error {
        let (file, text) = (self.file.into(), printable(self.words[index]));
        Error::Value {
            file,
            line: self.number,
            text,
            what: what.to_string(),
            expected,
        }
    }
}

/// All lines of `text` that hold words.
pub(super) fn lines<'a>(file: &'a str, text: &'a str) -> impl Iterator<Item = Line<'a>> {
    text.lines().enumerate().filter_map(move |(index, line)| {
        let words: Vec<_> = line
            .split('#')
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        (!words.is_empty()).then_some(Line {
            file,
            number: index + 1,
            words,
        })
    })
}
