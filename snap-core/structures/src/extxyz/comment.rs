//! Keys and values of the comment line.

use crate::error::Error;
use crate::lines::Line;

/// What a key without a value means.
const TRUE: &str = "T";

/// Keys and values in their order: `key=value`, `key="a b"`, `key={1 2}`, `key=[1, 2]`, or a key alone, which means `T`.
/// Of a key that is there twice the last counts.
pub(super) fn parse(line: Line<'_>) -> Result<Vec<(String, String)>, Error> {
    let mut pairs: Vec<(String, String)> = vec![];
    let mut places = std::collections::HashMap::new();
    let mut rest = line.text.trim();
    while !rest.is_empty() {
        let (key, after) = key(rest).ok_or_else(|| unclosed(line))?;
        let (value, after) = match after.trim_start().strip_prefix('=') {
            Some(value) => value_of(value.trim_start()).ok_or_else(|| unclosed(line))?,
            None => (TRUE.to_string(), after),
        };
        if key.is_empty() {
            return Err(line.fault(
                "a value in the comment line has no key",
                "write key=value, and quotes around values with spaces",
            ));
        }
        match places.get(&key) {
            Some(&place) => {
                let pair: &mut (String, String) = &mut pairs[place];
                pair.1 = value;
            }
            None => {
                places.insert(key.clone(), pairs.len());
                pairs.push((key, value));
            }
        }
        rest = after.trim_start();
    }
    Ok(pairs)
}

fn unclosed(line: Line<'_>) -> Error {
    line.fault(
        "a quote or bracket in the comment line is not closed",
        "close it, and put a backslash before quotes inside quotes",
    )
}

/// A key and what follows it; none for one that is not closed.
fn key(text: &str) -> Option<(String, &str)> {
    if let Some(quoted) = text.strip_prefix('"') {
        return unquote(quoted, '"');
    }
    let end = text.find(|c: char| c == '=' || c.is_whitespace());
    let (key, rest) = text.split_at(end.unwrap_or(text.len()));
    Some((key.to_string(), rest))
}

/// A value and what follows it; none for one that is not closed.
fn value_of(text: &str) -> Option<(String, &str)> {
    match text.chars().next() {
        Some(quote @ ('"' | '\'')) => unquote(&text[1..], quote),
        Some('{') => {
            let end = text.find('}')?;
            Some((text[..=end].to_string(), &text[end + 1..]))
        }
        Some('[') => {
            let end = closing_bracket(text)?;
            Some((text[..=end].to_string(), &text[end + 1..]))
        }
        _ => {
            let end = text.find(char::is_whitespace).unwrap_or(text.len());
            Some((text[..end].to_string(), &text[end..]))
        }
    }
}

/// Where the bracket that the text begins with is closed.
fn closing_bracket(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (place, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(place);
        }
    }
    None
}

/// What stands before the closing quote, backslashes resolved, and what follows it.
fn unquote(text: &str, quote: char) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut chars = text.char_indices();
    while let Some((place, c)) = chars.next() {
        match c {
            '\\' => value.push(match chars.next()?.1 {
                'n' => '\n',
                other => other,
            }),
            c if c == quote => return Some((value, &text[place + c.len_utf8()..])),
            c => value.push(c),
        }
    }
    None
}

/// A key and a value as [`parse`] reads them.
pub(super) fn pair(key: &str, value: &str) -> String {
    let key = if is_plain(key) {
        key.to_string()
    } else {
        quoted(key)
    };
    // Arrays in brackets stay what they are for others, who read numbers in them.
    let is_array = value.starts_with(['[', '{']) && !value.contains(['\n', '\r']);
    let is_whole = |(read, rest): (String, &str)| read == value && rest.is_empty();
    let value = if is_plain(value) || is_array && value_of(value).is_some_and(is_whole) {
        value.to_string()
    } else {
        quoted(value)
    };
    format!("{key}={value}")
}

/// Needs a word no quotes?
fn is_plain(word: &str) -> bool {
    let special = |c: char| c.is_whitespace() || c.is_control() || "=\"'{}[],\\".contains(c);
    !word.is_empty() && !word.contains(special)
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '\n' => quoted.push_str("\\n"),
            // A line ends there for some readers.
            '\r' => quoted.push(' '),
            '"' | '\\' => quoted.extend(['\\', c]),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::Lines;
    use proptest::prelude::*;

    fn parsed(text: &str) -> Result<Vec<(String, String)>, Error> {
        let text = text.as_bytes().to_vec();
        let mut lines = Lines::new("f", Box::new(std::io::Cursor::new(text)));
        parse(lines.next().unwrap().unwrap())
    }

    #[test]
    fn values_of_all_forms_are_read() {
        let text = r#"a=1 b="x \"y\" z" c={1 2} d=[[1, 2], [3, 4]] e f = 3 a=2 "g h"='i j'"#;
        let expected = [
            ("a", "2"),
            ("b", "x \"y\" z"),
            ("c", "{1 2}"),
            ("d", "[[1, 2], [3, 4]]"),
            ("e", "T"),
            ("f", "3"),
            ("g h", "i j"),
        ];
        let expected = expected.map(|(k, v)| (k.to_string(), v.to_string()));
        assert_eq!(parsed(text).unwrap(), expected);
    }

    #[test]
    fn what_is_not_closed_is_refused() {
        for text in ["a=\"b", "a={1", "a=[[1]", "\"a", "a=\"b\\"] {
            let error = parsed(text).unwrap_err().to_string();
            assert!(
                error.contains("f:1: ") && error.contains("not closed"),
                "{error}"
            );
        }
        assert!(parsed("=3").unwrap_err().to_string().contains("no key"));
    }

    proptest! {
        #[test]
        fn pairs_survive(key in "[^\r]{1,9}", value in "[^\r]{0,20}") {
            let text = pair(&key, &value);
            prop_assert!(!text.contains('\n'));
            prop_assert_eq!(parsed(&text).unwrap(), [(key, value)]);
        }
    }
}
