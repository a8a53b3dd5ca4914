//! The writer of data files.

use std::io::{self, Write};

use super::TITLE;
use crate::cell::Cell;
use crate::frame::Frame;
use crate::lammps::{boxed, refused_cell};

/// What a frame has that the format cannot hold.
pub(crate) fn refusal(frame: &Frame) -> Option<(String, &'static str)> {
    let is_bad = |id: &&i64| **id <= 0;
    if let Some(id) = frame.ids.iter().flatten().find(is_bad) {
        return Some((format!("the atom id {id}"), "number the atoms from 1"));
    }
    refused_cell(&frame.cell)
}

/// Writes the frame: atom style charge where there are charges, else atomic. A cell in LAMMPS' orientation is written by
/// its bounds, any other by its vectors, which LAMMPS reads since its release of April 2024.
pub(crate) fn write(out: &mut impl Write, frame: &Frame) -> io::Result<()> {
    let title = frame.info(TITLE).unwrap_or("written by portax-structures");
    writeln!(out, "{}\n", title.replace(['\n', '\r'], " "))?;
    let numbers = frame.species.type_numbers();
    let types = numbers.iter().max().copied().unwrap_or(0);
    writeln!(out, "{} atoms\n{types} atom types\n", frame.natoms())?;
    write_box(out, frame)?;
    write_types(out, frame, &numbers, types)?;
    let style = if frame.charges.is_some() {
        "charge"
    } else {
        "atomic"
    };
    writeln!(out, "\nAtoms # {style}\n")?;
    let id = |atom: usize| frame.ids.as_ref().map_or(atom as i64 + 1, |ids| ids[atom]);
    for (i, [x, y, z]) in frame.positions.iter().enumerate() {
        write!(
            out,
            "{} {}",
            id(i),
            numbers[frame.species.of_atom[i] as usize]
        )?;
        if let Some(charges) = &frame.charges {
            write!(out, " {:?}", charges[i])?;
        }
        write!(out, " {x:?} {y:?} {z:?}")?;
        if let Some(images) = &frame.images {
            let [a, b, c] = images[i];
            write!(out, " {a} {b} {c}")?;
        }
        writeln!(out)?;
    }
    if let Some(velocities) = frame.velocities.as_ref().filter(|v| !v.is_empty()) {
        writeln!(out, "\nVelocities\n")?;
        for (i, [x, y, z]) in velocities.iter().enumerate() {
            writeln!(out, "{} {x:?} {y:?} {z:?}", id(i))?;
        }
    }
    Ok(())
}

fn write_box(out: &mut impl Write, frame: &Frame) -> io::Result<()> {
    let cell = boxed(frame);
    let Cell {
        vectors: [a, b, c],
        origin,
        ..
    } = cell;
    if cell.is_restricted() {
        for (d, (axis, length)) in [("x", a[0]), ("y", b[1]), ("z", c[2])]
            .into_iter()
            .enumerate()
        {
            let high = upper_bound(origin[d], length);
            writeln!(out, "{:?} {high:?} {axis}lo {axis}hi", origin[d])?;
        }
        if [b[0], c[0], c[1]] != [0.0; 3] {
            writeln!(out, "{:?} {:?} {:?} xy xz yz", b[0], c[0], c[1])?;
        }
        return Ok(());
    }
    for ([x, y, z], name) in [
        (a, "avec"),
        (b, "bvec"),
        (c, "cvec"),
        (origin, "abc origin"),
    ] {
        writeln!(out, "{x:?} {y:?} {z:?} {name}")?;
    }
    Ok(())
}

/// The number whose difference from `low` is `length`, or as near as there is one.
fn upper_bound(low: f64, length: f64) -> f64 {
    let high = low + length;
    let candidates = [high, high.next_up(), high.next_down()];
    let exact = candidates.into_iter().find(|high| high - low == length);
    exact.unwrap_or(high)
}

/// Labels and masses, each where all types have them.
fn write_types(out: &mut impl Write, frame: &Frame, numbers: &[u32], types: u32) -> io::Result<()> {
    let mut kinds: Vec<_> = numbers.iter().zip(&frame.species.kinds).collect();
    kinds.sort_by_key(|(number, _)| **number);
    if kinds.len() != types as usize || kinds.is_empty() {
        return Ok(());
    }
    let mut names: Vec<_> = kinds
        .iter()
        .filter_map(|(_, k)| k.name.as_deref())
        .collect();
    names.retain(|name| is_label(name));
    names.sort_unstable();
    names.dedup();
    if names.len() == kinds.len() {
        writeln!(out, "\nAtom Type Labels\n")?;
        for (number, kind) in &kinds {
            writeln!(out, "{number} {}", kind.label())?;
        }
    }
    let masses: Option<Vec<f64>> = kinds.iter().map(|(_, kind)| kind.mass).collect();
    if let Some(masses) = masses {
        writeln!(out, "\nMasses\n")?;
        for ((number, _), mass) in kinds.iter().zip(masses) {
            writeln!(out, "{number} {mass:?}")?;
        }
    }
    Ok(())
}

/// Does LAMMPS take it for a label of a type?
fn is_label(name: &str) -> bool {
    let starts = name.starts_with(|c: char| c.is_alphabetic() || c == '[' || c == '_');
    starts && !name.contains(|c: char| c.is_whitespace() || c == '#')
}
