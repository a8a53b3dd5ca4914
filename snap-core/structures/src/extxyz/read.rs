//! The reader of extended and plain XYZ.

use super::properties::{self, Property};
use super::{COMMENT, LATTICE, ORIGIN, PBC, PROPERTIES, comment};
use crate::cell::Cell;
use crate::elements::symbol;
use crate::error::Error;
use crate::frame::{Frame, Values};
use crate::lines::{Line, Lines, Words, number};
use crate::species::{Gather, MAX_KINDS};

/// Reads the next frame, if there is one.
pub(crate) fn read(lines: &mut Lines) -> Result<Option<Frame>, Error> {
    let Some(first) = lines.next_filled()? else {
        return Ok(None);
    };
    let mut words = first.words();
    let natoms: u64 = words.integer("the number of atoms at the start of a frame")?;
    words.end("the number of atoms")?;
    let second = lines.expect("the comment line of a frame")?;
    let (mut frame, properties) = header(second)?;
    let is_plain = properties.is_none();
    let mut atoms = Atoms::new(properties.unwrap_or_else(properties::plain));
    for _ in 0..natoms {
        let line = lines.expect("the line of an atom")?;
        let mut words = line.words();
        atoms.read(line, &mut words)?;
        // Further columns of plain files mean nothing to us.
        if !is_plain {
            words.end("the columns that Properties names")?;
        }
    }
    atoms.finish(&mut frame);
    Ok(Some(frame))
}

/// Cell, info and columns; no columns for plain XYZ.
fn header(line: Line<'_>) -> Result<(Frame, Option<Vec<Property>>), Error> {
    let mut frame = Frame::default();
    let is_extended = [LATTICE, PROPERTIES, PBC]
        .iter()
        .any(|key| has_key(line.text, key));
    if !is_extended {
        if !line.is_blank() {
            frame.set_info(COMMENT, line.text.to_string());
        }
        return Ok((frame, None));
    }
    let (mut lattice, mut periodic, mut columns) = (None, None, properties::plain());
    for (key, value) in comment::parse(line)? {
        match key.as_str() {
            LATTICE => lattice = Some(vectors(line, &value)?),
            PBC => periodic = Some(flags(line, &value)?),
            PROPERTIES => columns = properties::parse(line, &value)?,
            ORIGIN => frame.cell.origin = triple(line, &value, "Origin")?,
            _ => frame.info.push((key, value)),
        }
    }
    let vectors = lattice.unwrap_or_default();
    frame.cell = Cell {
        vectors,
        periodic: periodic.unwrap_or([lattice.is_some(); 3]),
        ..frame.cell
    };
    if (0..3).any(|d| frame.cell.periodic[d] && vectors[d] == [0.0; 3]) {
        return Err(line.fault(
            "pbc says that space repeats along a vector that is zero or missing",
            "give Lattice=\"ax ay az bx by bz cx cy cz\", or pbc=\"F F F\"",
        ));
    }
    Ok((frame, Some(columns)))
}

/// Is `key=` in the text, at its start or after a space?
fn has_key(text: &str, key: &str) -> bool {
    text.match_indices(key).any(|(place, _)| {
        let starts = text[..place]
            .chars()
            .next_back()
            .is_none_or(char::is_whitespace);
        starts && text[place + key.len()..].trim_start().starts_with('=')
    })
}

/// The words of a value, which may be a list in brackets.
fn words_of(value: &str) -> impl Iterator<Item = &str> {
    let brackets: &[char] = &['[', ']', '{', '}', ','];
    let words = value.split(|c: char| c.is_whitespace() || brackets.contains(&c));
    words.filter(|word| !word.is_empty())
}

fn vectors(line: Line<'_>, value: &str) -> Result<[[f64; 3]; 3], Error> {
    // Readers do not agree whether rows of a matrix are vectors.
    if value.trim_start().starts_with("[[") {
        return Err(line.fault(
            "Lattice is a matrix in brackets",
            "give Lattice=\"ax ay az bx by bz cx cy cz\"",
        ));
    }
    let mut numbers = [0.0; 9];
    fill(line, value, "Lattice", &mut numbers)?;
    let [ax, ay, az, bx, by, bz, cx, cy, cz] = numbers;
    Ok([[ax, ay, az], [bx, by, bz], [cx, cy, cz]])
}

fn triple(line: Line<'_>, value: &str, what: &str) -> Result<[f64; 3], Error> {
    let mut numbers = [0.0; 3];
    fill(line, value, what, &mut numbers)?;
    Ok(numbers)
}

/// As many numbers as there is room for.
fn fill(line: Line<'_>, value: &str, what: &str, numbers: &mut [f64]) -> Result<(), Error> {
    let words: Vec<&str> = words_of(value).take(numbers.len() + 1).collect();
    if words.len() != numbers.len() {
        return Err(line.value(value, what, format!("a list of {} numbers", numbers.len())));
    }
    for (number, word) in numbers.iter_mut().zip(words) {
        *number = real(line, word, what)?;
        if !number.is_finite() {
            return Err(line.value(word, what, "finite"));
        }
    }
    Ok(())
}

fn flags(line: Line<'_>, value: &str) -> Result<[bool; 3], Error> {
    let words: Vec<&str> = words_of(value).take(4).collect();
    let &[a, b, c] = words.as_slice() else {
        return Err(line.value(value, "pbc", "a list of three T or F"));
    };
    Ok([
        flag(line, a, PBC)?,
        flag(line, b, PBC)?,
        flag(line, c, PBC)?,
    ])
}

fn flag(line: Line<'_>, word: &str, what: &str) -> Result<bool, Error> {
    match word {
        "T" | "True" | "true" | "TRUE" | "1" => Ok(true),
        "F" | "False" | "false" | "FALSE" | "0" => Ok(false),
        _ => Err(line.value(word, what, "T or F")),
    }
}

/// A number, which may be not finite.
fn real(line: Line<'_>, word: &str, what: &str) -> Result<f64, Error> {
    number(word).ok_or_else(|| line.value(word, what, "a number"))
}

/// The tables of a frame as they grow.
struct Atoms {
    properties: Vec<Property>,
    frame: Frame,
    gather: Gather,
}

impl Atoms {
    fn new(properties: Vec<Property>) -> Self {
        let mut frame = Frame::default();
        for property in &properties {
            match property {
                Property::Id => frame.ids = Some(vec![]),
                Property::Charge => frame.charges = Some(vec![]),
                Property::Velocity => frame.velocities = Some(vec![]),
                Property::Image => frame.images = Some(vec![]),
                _ => {}
            }
        }
        Self {
            properties,
            frame,
            gather: Gather::default(),
        }
    }

    fn read(&mut self, line: Line<'_>, words: &mut Words<'_>) -> Result<(), Error> {
        let (mut name, mut number, mut mass) = (None, None, None);
        let frame = &mut self.frame;
        for property in &mut self.properties {
            match property {
                Property::Species => {
                    let word = words.word("the species of an atom")?;
                    // `dump xyz` of LAMMPS has type numbers.
                    match word.parse::<u32>() {
                        Ok(kind) => number = number.or(Some(type_number(line, word, kind)?)),
                        Err(_) => name = Some(word),
                    }
                }
                Property::AtomicNumber => {
                    let word = words.word("the atomic number")?;
                    let found = word.parse().ok().and_then(symbol);
                    let expected = "a number from 1 to 118";
                    name =
                        Some(found.ok_or_else(|| line.value(word, "an atomic number", expected))?);
                }
                Property::Type => {
                    let word = words.word("the type of an atom")?;
                    let kind = line.integer(word, "the type of an atom")?;
                    number = Some(type_number(line, word, kind)?);
                }
                Property::Mass => mass = Some(words.real("the mass of an atom")?),
                Property::Position => frame
                    .positions
                    .push(words.reals3("the position of an atom")?),
                Property::Id => push(&mut frame.ids, words.integer("the id of an atom")?),
                Property::Charge => push(&mut frame.charges, words.real("the charge of an atom")?),
                Property::Velocity => {
                    push(
                        &mut frame.velocities,
                        words.reals3("the velocity of an atom")?,
                    );
                }
                Property::Image => {
                    let what = "an image flag";
                    let image = [
                        words.integer(what)?,
                        words.integer(what)?,
                        words.integer(what)?,
                    ];
                    push(&mut frame.images, image);
                }
                Property::Other(column) => {
                    let what = column.name.as_str();
                    for _ in 0..column.width {
                        let word = words.word(what)?;
                        match &mut column.values {
                            Values::Ints(values) => values.push(line.integer(word, what)?),
                            Values::Reals(values) => values.push(real(line, word, what)?),
                            Values::Bools(values) => values.push(flag(line, word, what)?),
                            Values::Texts(values) => values.push(word.to_string()),
                        }
                    }
                }
            }
        }
        self.gather.push(name, number, mass);
        Ok(())
    }

    fn finish(self, frame: &mut Frame) {
        let info = std::mem::take(&mut frame.info);
        let columns = self
            .properties
            .into_iter()
            .filter_map(|property| match property {
                Property::Other(column) => Some(column),
                _ => None,
            });
        *frame = Frame {
            cell: frame.cell,
            info,
            species: self.gather.finish(),
            columns: columns.collect(),
            ..self.frame
        };
    }
}

fn push<T>(values: &mut Option<Vec<T>>, value: T) {
    values.get_or_insert_default().push(value);
}

fn type_number(line: Line<'_>, word: &str, number: u32) -> Result<u32, Error> {
    let expected = || format!("a number from 1 to {MAX_KINDS}");
    match number {
        1..=MAX_KINDS => Ok(number),
        _ => Err(line.value(word, "the type of an atom", expected())),
    }
}
