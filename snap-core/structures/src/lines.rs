//! Lines and words of a text, with the place for messages.

use std::io::{BufRead, Read};
use std::str::{FromStr, SplitWhitespace};

use crate::error::Error;

/// Bytes of the longest line that is taken: a file without line ends, or the expansion of a small compressed one, is
/// refused before it fills the memory.
const LONGEST_LINE: usize = 1 << 24;

/// Reads a file line by line.
pub(crate) struct Lines {
    input: Box<dyn BufRead + Send>,
    file: String,
    number: usize,
    text: String,
    again: bool,
}

/// A line, without its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    file: &'a str,
    pub number: usize,
    pub text: &'a str,
}

/// The words of a line, one after the other.
pub(crate) struct Words<'a> {
    line: Line<'a>,
    words: SplitWhitespace<'a>,
}

impl Lines {
    /// The lines of `input`, which messages call `file`.
    pub fn new(file: &str, input: Box<dyn BufRead + Send>) -> Self {
        Self {
            input,
            file: file.to_string(),
            number: 0,
            text: String::new(),
            again: false,
        }
    }

    /// Goes to the next line; false at the end.
    pub fn advance(&mut self) -> Result<bool, Error> {
        if std::mem::take(&mut self.again) {
            return Ok(true);
        }
        let is_there = self.read()?;
        self.number += usize::from(is_there);
        Ok(is_there)
    }

    /// The next line, if there is one.
    pub fn next(&mut self) -> Result<Option<Line<'_>>, Error> {
        Ok(self.advance()?.then(|| self.line()))
    }

    /// The next line, which must be there: `expected` says what it holds.
    pub fn expect(&mut self, expected: &str) -> Result<Line<'_>, Error> {
        if self.advance()? {
            Ok(self.line())
        } else {
            Err(self.end(expected))
        }
    }

    /// The error of a file that ends here.
    pub fn end(&self, expected: &str) -> Error {
        Error::End {
            file: self.file.clone(),
            line: self.number,
            expected: expected.to_string(),
        }
    }

    /// The next line that is not blank, if there is one.
    pub fn next_filled(&mut self) -> Result<Option<Line<'_>>, Error> {
        while self.next()?.is_some() {
            if !self.text.trim().is_empty() {
                return Ok(Some(self.line()));
            }
        }
        Ok(None)
    }

    /// Makes [`next`](Self::next) give the present line once more.
    pub fn again(&mut self) {
        self.again = true;
    }

    /// The present line.
    pub fn line(&self) -> Line<'_> {
        Line {
            file: &self.file,
            number: self.number,
            text: &self.text,
        }
    }

    /// Reads a line; false at the end.
    fn read(&mut self) -> Result<bool, Error> {
        let mut bytes = std::mem::take(&mut self.text).into_bytes();
        bytes.clear();
        let limit = LONGEST_LINE as u64 + 1;
        let read = (&mut self.input)
            .take(limit)
            .read_until(b'\n', &mut bytes)
            .map_err(|source| Error::Read {
                file: self.file.clone(),
                source,
            })?;
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        let next = Line {
            number: self.number + 1,
            ..self.line()
        };
        if read > LONGEST_LINE {
            return Err(next.fault(
                format!("the line has more than {LONGEST_LINE} bytes"),
                "give a file of text lines",
            ));
        }
        match String::from_utf8(bytes) {
            Ok(text) => self.text = text,
            Err(_) => return Err(next.fault("the line is not text", "save the file as UTF-8")),
        }
        Ok(read > 0)
    }
}

impl<'a> Line<'a> {
    /// Its words.
    pub fn words(self) -> Words<'a> {
        Words {
            line: self,
            words: self.text.split_whitespace(),
        }
    }

    /// The place of another line, for messages.
    pub fn at(self, number: usize) -> Self {
        Self { number, ..self }
    }

    /// All its words.
    pub fn words_vec(self) -> Vec<&'a str> {
        self.text.split_whitespace().collect()
    }

    /// The line up to a `#`.
    pub fn without_comment(self) -> Self {
        let text = self.text.split('#').next().unwrap_or("");
        Self { text, ..self }
    }

    /// Whether there is nothing on it.
    pub fn is_blank(self) -> bool {
        self.text.trim().is_empty()
    }

    /// An error of this line.
    pub fn fault(self, what: impl Into<String>, remedy: impl Into<String>) -> Error {
        Error::Content {
            file: self.file.to_string(),
            line: self.number,
            what: what.into(),
            remedy: remedy.into(),
        }
    }

    /// A word of this line that is not what it should be.
    pub fn value(self, text: &str, what: &str, expected: impl Into<String>) -> Error {
        Error::Value {
            file: self.file.to_string(),
            line: self.number,
            text: text.to_string(),
            what: what.to_string(),
            expected: expected.into(),
        }
    }

    /// A finite number.
    pub fn real(self, text: &str, what: &str) -> Result<f64, Error> {
        match number(text) {
            Some(value) if value.is_finite() => Ok(value),
            _ => Err(self.value(text, what, "a finite number")),
        }
    }

    /// A whole number.
    pub fn integer<T: FromStr>(self, text: &str, what: &str) -> Result<T, Error> {
        let value = text.parse();
        value.map_err(|_| self.value(text, what, "a whole number in range"))
    }
}

/// A number, which may be not finite and may have Fortran's exponents, as in `1.5D-3`.
pub(crate) fn number(text: &str) -> Option<f64> {
    let parsed = text.parse();
    parsed
        .or_else(|_| text.replace(['d', 'D'], "e").parse())
        .ok()
}

impl<'a> Words<'a> {
    /// The next word, if there is one.
    pub fn next(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    /// The next word, which must be there.
    pub fn word(&mut self, what: &str) -> Result<&'a str, Error> {
        self.words.next().ok_or_else(|| Error::Short {
            file: self.line.file.to_string(),
            line: self.line.number,
            expected: what.to_string(),
        })
    }

    /// A finite number.
    pub fn real(&mut self, what: &str) -> Result<f64, Error> {
        let word = self.word(what)?;
        self.line.real(word, what)
    }

    /// Three finite numbers.
    pub fn reals3(&mut self, what: &str) -> Result<[f64; 3], Error> {
        Ok([self.real(what)?, self.real(what)?, self.real(what)?])
    }

    /// A whole number.
    pub fn integer<T: FromStr>(&mut self, what: &str) -> Result<T, Error> {
        let word = self.word(what)?;
        self.line.integer(word, what)
    }

    /// Nothing may follow.
    pub fn end(&mut self, after: &str) -> Result<(), Error> {
        match self.words.next() {
            None => Ok(()),
            Some(word) => Err(self.line.fault(
                format!("`{}` follows {after}", crate::error::shown(word)),
                "take it away",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, repeat};

    fn lines(text: &'static str) -> Lines {
        Lines::new("f", Box::new(text.as_bytes()))
    }

    #[test]
    fn line_ends_of_both_kinds_and_a_line_once_more() {
        let mut lines = lines("a\r\n\nb");
        assert_eq!(lines.next().unwrap().unwrap().text, "a");
        lines.again();
        assert_eq!(lines.next().unwrap().unwrap().text, "a");
        let line = lines.next_filled().unwrap().unwrap();
        assert_eq!((line.text, line.number), ("b", 3));
        let error = lines.expect("c").unwrap_err().to_string();
        assert!(
            error.starts_with("f:3: the file ends here, where c"),
            "{error}"
        );
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let mut endless = Lines::new("zeros", Box::new(BufReader::new(repeat(b'0'))));
        let error = endless.next().err().unwrap().to_string();
        assert!(error.contains("zeros:1: the line has more than"), "{error}");
        let mut binary = Lines::new("b", Box::new(&b"ok\n\xff\xfe"[..]));
        assert!(binary.next().is_ok());
        let error = binary.next().err().unwrap().to_string();
        assert!(error.contains("b:2: the line is not text"), "{error}");
    }

    #[test]
    fn words_are_read_with_their_meaning() {
        let mut lines = lines("1 x 2.5 inf");
        let line = lines.next().unwrap().unwrap();
        let mut words = line.words();
        assert_eq!(words.integer::<u32>("a count").unwrap(), 1);
        let error = words.real("a length").unwrap_err().to_string();
        assert_eq!(
            error,
            "f:1: `x` is not a finite number, which a length must be"
        );
        assert_eq!(words.real("a length").unwrap(), 2.5);
        assert!(words.real("a length").is_err());
        let error = words.word("more").unwrap_err().to_string();
        assert!(error.contains("where more should follow"), "{error}");
    }
}
