//! The writer of extended XYZ.

use std::collections::HashSet;
use std::io::{self, Write};

use super::comment::pair;
use super::{LATTICE, ORIGIN, PBC, PROPERTIES};
use crate::error::shown;
use crate::frame::{Frame, Values};
use crate::row::{Words, row, tail};
use crate::species::Kind;

const WORDS: Words = Words {
    bools: ["F", "T"],
    has_texts: true,
};

/// What a frame has that the format cannot hold.
pub(crate) fn refusal(frame: &Frame) -> Option<(String, &'static str)> {
    let is_word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
    let mut names = HashSet::new();
    for name in own_columns(frame)
        .map(|(name, _)| name)
        .chain(frame.columns.iter().map(|c| c.name.as_str()))
    {
        if name.is_empty() || name.contains(':') {
            let what = format!("the column name `{}`", shown(name));
            return Some((what, "give it a name without colons"));
        }
        if !names.insert(name) {
            let what = format!("two columns `{}`", shown(name));
            return Some((what, "give each column a name of its own"));
        }
    }
    let names = frame.species.kinds.iter().filter_map(|k| k.name.as_deref());
    if let Some(name) = names.clone().find(|name| name.parse::<u32>().is_ok()) {
        let what = format!("the species `{name}`, which would be taken for a type number");
        return Some((what, "name elements by symbols"));
    }
    let texts = frame.columns.iter().filter_map(|c| match &c.values {
        Values::Texts(texts) => Some(texts.iter().map(String::as_str)),
        _ => None,
    });
    let bad = names.chain(texts.flatten()).find(|text| !is_word(text));
    bad.map(|text| {
        let what = format!("the text `{}`", shown(text));
        (what, "give names and texts of atoms without spaces")
    })
}

/// Does a kind have a number beside its name? Alone the number stands for the name.
fn has_types(frame: &Frame) -> bool {
    let has_both = |kind: &Kind| kind.name.is_some() && kind.number.is_some();
    frame.species.kinds.iter().any(has_both)
}

fn has_masses(frame: &Frame) -> bool {
    let kinds = &frame.species.kinds;
    !kinds.is_empty() && kinds.iter().all(|kind| kind.mass.is_some())
}

/// Names and forms of the columns before the further ones.
fn own_columns(frame: &Frame) -> impl Iterator<Item = (&'static str, &'static str)> {
    let columns = [
        (true, ("species", "S:1")),
        (true, ("pos", "R:3")),
        (has_types(frame), ("type", "I:1")),
        (has_masses(frame), ("masses", "R:1")),
        (frame.ids.is_some(), ("id", "I:1")),
        (frame.charges.is_some(), ("initial_charges", "R:1")),
        (frame.velocities.is_some(), ("velocities", "R:3")),
        (frame.images.is_some(), ("images", "I:3")),
    ];
    let present = columns.into_iter().filter(|(present, _)| *present);
    present.map(|(_, column)| column)
}

/// Writes a frame: cell, columns and info, then the atoms.
pub(crate) fn write(out: &mut impl Write, frame: &Frame) -> io::Result<()> {
    let (has_types, has_masses) = (has_types(frame), has_masses(frame));
    writeln!(out, "{}", frame.natoms())?;
    header(out, frame)?;
    let types = frame.species.type_numbers();
    for i in 0..frame.natoms() {
        let kind = frame.species.of(i);
        write!(out, "{}", kind.label())?;
        row(out, &frame.positions[i])?;
        if has_types {
            let place = frame.species.of_atom[i] as usize;
            write!(out, " {}", kind.number.unwrap_or(types[place]))?;
        }
        if has_masses {
            row(out, &[kind.mass.unwrap_or_default()])?;
        }
        if let Some(ids) = &frame.ids {
            write!(out, " {}", ids[i])?;
        }
        tail(out, frame, i, &WORDS)?;
    }
    Ok(())
}

fn header(out: &mut impl Write, frame: &Frame) -> io::Result<()> {
    let cell = &frame.cell;
    if !cell.is_absent() {
        write!(
            out,
            "{} ",
            pair(LATTICE, &list(cell.vectors.as_flattened()))
        )?;
    }
    if cell.origin != [0.0; 3] {
        write!(out, "{} ", pair(ORIGIN, &list(&cell.origin)))?;
    }
    let own = own_columns(frame).map(|(name, form)| format!("{name}:{form}"));
    let mut columns = own.collect::<Vec<_>>().join(":");
    for column in &frame.columns {
        let letter = match column.values {
            Values::Ints(_) => 'I',
            Values::Reals(_) => 'R',
            Values::Bools(_) => 'L',
            Values::Texts(_) => 'S',
        };
        columns += &format!(":{}:{letter}:{}", column.name, column.width);
    }
    let periodic = cell.periodic.map(|p| if p { "T" } else { "F" }).join(" ");
    write!(
        out,
        "{} {}",
        pair(PROPERTIES, &columns),
        pair(PBC, &periodic)
    )?;
    let taken = [LATTICE, PROPERTIES, PBC, ORIGIN];
    for (key, value) in &frame.info {
        if !taken.contains(&key.as_str()) && !key.is_empty() {
            write!(out, " {}", pair(key, value))?;
        }
    }
    writeln!(out)
}

/// Numbers with spaces between them. `{:?}` of f64 has the digits that tell it from its neighbours.
fn list(numbers: &[f64]) -> String {
    let words: Vec<String> = numbers.iter().map(|x| format!("{x:?}")).collect();
    words.join(" ")
}
