//! LAMMPS' input as commands: `&` continues a line, `#` starts a comment, `$` stands for a variable, quotes keep a word whole.

use std::collections::HashMap;

use portax::error::printable;

use crate::error::Error;

/// Most bytes of a command once its variables are replaced: each may hold others several times over.
const LONGEST: usize = 1 << 16;

/// A command, with its name first.
pub(super) struct Command<'a> {
    file: &'a str,
    /// Number of its first line, from 1.
    line: usize,
    pub(super) words: Vec<String>,
}

impl Command<'_> {
    /// [`Error::Command`] with a reason that names the word at fault and the remedy.
    pub(super) fn refused(&self, reason: impl Into<String>) -> Error {
        refused(self.file, self.line, reason)
    }

    /// The words behind the first `count`.
    pub(super) fn rest(&self, count: usize) -> impl Iterator<Item = &str> {
        self.words.iter().skip(count).map(String::as_str)
    }
}

fn refused(file: &str, line: usize, reason: impl Into<String>) -> Error {
    Error::Command {
        file: file.into(),
        line,
        reason: reason.into(),
    }
}

/// The values of variables.
#[derive(Default)]
struct Variables(HashMap<String, String>);

/// The commands of a text but for those that set variables, which are replaced by their values.
///
/// # Errors
/// [`Error::Command`].
pub(super) fn commands<'a>(file: &'a str, text: &str) -> Result<Vec<Command<'a>>, Error> {
    let mut variables = Variables::default();
    let mut commands = vec![];
    for (line, whole) in whole_lines(file, text)? {
        let refuse = |reason: String| refused(file, line, reason);
        let replaced = variables.replace(without_comment(&whole)).map_err(refuse)?;
        let words = words(&replaced).map_err(refuse)?;
        match words.first().map(String::as_str) {
            None => {}
            Some("variable") => variables.set(&words).map_err(refuse)?,
            Some(_) => commands.push(Command { file, line, words }),
        }
    }
    Ok(commands)
}

/// Lines with those that continue them, and the number of the first.
fn whole_lines(file: &str, text: &str) -> Result<Vec<(usize, String)>, Error> {
    let (mut found, mut open) = (vec![], None);
    for (number, line) in (1..).zip(text.lines()) {
        let (first, mut whole) = open.take().unwrap_or((number, String::new()));
        match line.trim_end().strip_suffix('&') {
            Some(begun) => {
                whole.push_str(begun);
                open = Some((first, whole));
            }
            None => {
                whole.push_str(line);
                found.push((first, whole));
            }
        }
    }
    match open {
        None => Ok(found),
        Some((line, _)) => Err(refused(
            file,
            line,
            "the file ends behind `&`; add the rest of the command, or remove `&`",
        )),
    }
}

/// The line up to a `#` outside of quotes.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let end = line
        .char_indices()
        .find(|&(_, c)| !in_quotes(&mut quote, c) && c == '#');
    end.map_or(line, |(end, _)| &line[..end])
}

/// Does a character belong to a quotation, its marks included?
fn in_quotes(quote: &mut Option<char>, c: char) -> bool {
    match *quote {
        Some(mark) => {
            if c == mark {
                *quote = None;
            }
            true
        }
        None => {
            if c == '"' || c == '\'' {
                *quote = Some(c);
            }
            quote.is_some()
        }
    }
}

/// Words between white space; those that begin with a quote end at the next one.
fn words(line: &str) -> Result<Vec<String>, String> {
    let (mut words, mut rest) = (vec![], line.trim_start());
    while let Some(first) = rest.chars().next() {
        let (word, after) = match first {
            '"' | '\'' => rest[1..]
                .split_once(first)
                .ok_or_else(|| format!("`{}` has no second quote; add it", printable(rest)))?,
            _ => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
        };
        let ends = after.is_empty() || after.starts_with(char::is_whitespace);
        let is_quoted = first == '"' || first == '\'';
        if !ends || (!is_quoted && word.contains(['"', '\''])) {
            return Err(format!(
                "`{}` has a quote inside a word; quote whole words",
                printable(rest)
            ));
        }
        words.push(word.to_string());
        rest = after.trim_start();
    }
    Ok(words)
}

impl Variables {
    /// A line with the values of its variables, but for what is quoted.
    fn replace(&self, line: &str) -> Result<String, String> {
        let (mut replaced, mut quote) = (String::new(), None);
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            if in_quotes(&mut quote, c) || c != '$' {
                replaced.push(c);
            } else {
                let (name, after) = name_of(rest)?;
                replaced.push_str(self.value(name)?);
                rest = after;
            }
            if replaced.len() > LONGEST {
                return Err(format!(
                    "the command is longer than {LONGEST} bytes once its variables are replaced; shorten it"
                ));
            }
        }
        Ok(replaced)
    }

    fn value(&self, name: &str) -> Result<&str, String> {
        let value = self.0.get(name).map(String::as_str);
        value.ok_or_else(|| {
            format!(
                "there is no variable `{0}`; add `variable {0} equal NUMBER` before",
                printable(name)
            )
        })
    }

    /// Sets what `variable NAME STYLE VALUE` says. As in LAMMPS, `index` does not replace a value.
    fn set(&mut self, words: &[String]) -> Result<(), String> {
        let [_, name, style, value] = words else {
            return Err(format!(
                "`{}` is not `variable NAME equal NUMBER`, or `index` or `string` with one value",
                printable(&words.join(" "))
            ));
        };
        let is_name =
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name {
            return Err(format!(
                "`{}` is no name of a variable; use letters, digits and _",
                printable(name)
            ));
        }
        match style.as_str() {
            "equal" if value.parse().is_ok_and(f64::is_finite) => {}
            "equal" => {
                return Err(format!(
                    "`{}` is a formula of the variable `{name}`; give the number that it stands for",
                    printable(value)
                ));
            }
            "string" => {}
            "index" if self.0.contains_key(name) => return Ok(()),
            "index" => {}
            _ => {
                return Err(format!(
                    "`{}` is a style of variable that is not read here; use equal, index or string",
                    printable(style)
                ));
            }
        }
        self.0.insert(name.clone(), value.clone());
        Ok(())
    }
}

/// The name that follows a `$`, and what follows the name.
fn name_of(text: &str) -> Result<(&str, &str), String> {
    let shown = || printable(&format!("${text}"));
    if let Some(inside) = text.strip_prefix('{') {
        let end = inside.find('}');
        let end = end.ok_or_else(|| format!("`{}` has no `}}`; add it", shown()))?;
        return Ok((&inside[..end], &inside[end + 1..]));
    }
    match text.chars().next() {
        Some(c) if c.is_ascii_alphanumeric() || c == '_' => Ok((&text[..1], &text[1..])),
        Some('(') => Err(format!(
            "`{}` is a formula; give the number that it stands for",
            shown()
        )),
        _ => Err(format!(
            "`{}` names no variable; write `${{NAME}}`",
            shown()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Vec<String>>, String> {
        let commands = commands("in", text).map_err(|e| e.to_string())?;
        Ok(commands.into_iter().map(|c| c.words).collect())
    }

    #[test]
    fn lines_become_words() {
        let found = read(
            "# all of it\nvariable a equal 4 # four\nvariable long string 'b # c'\nvariable a2 index 5\nvariable a2 index 6\n\
             pair_style x &\n  ${a} $a &\n\t'two words'  \"it's\"\n\n z '$a' ${long}${a2}\n",
        );
        let expected = [
            vec!["pair_style", "x", "4", "4", "two words", "it's"],
            vec!["z", "$a", "b", "#", "c5"],
        ];
        assert_eq!(found.unwrap(), expected);
    }

    #[test]
    fn faults_are_named_with_their_line() {
        for (text, expected) in [
            ("\nx &", "in:2: the file ends behind `&`"),
            ("x &\n ${b}", "in:1: there is no variable `b`"),
            ("x ${b", "`${b` has no `}`"),
            ("x $(1+2)", "is a formula"),
            ("x $", "names no variable"),
            ("x 'y", "has no second quote"),
            ("x 'y'z", "quote inside a word"),
            ("x y'z'", "quote inside a word"),
            ("variable a equal 1+2", "formula of the variable `a`"),
            ("variable a equal inf", "formula of the variable `a`"),
            (
                "variable a index 1 2",
                "is not `variable NAME equal NUMBER`",
            ),
            ("variable a loop 3", "`loop` is a style"),
            ("variable a-b equal 3", "is no name"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn variables_of_variables_do_not_fill_memory() {
        let doubled: String = (1..100)
            .map(|n| format!("variable v{n} string ${{v{0}}}${{v{0}}}\n", n - 1))
            .collect();
        let error = read(&format!("variable v0 string x\n{doubled}")).unwrap_err();
        assert!(error.contains("longer than 65536 bytes"), "{error}");
    }
}
