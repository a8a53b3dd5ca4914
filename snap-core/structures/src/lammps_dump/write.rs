//! The writer of dumps.

use std::io::{self, Write};

use super::columns::FORCES;
use super::{TIME, TIMESTEP};
use crate::frame::{Frame, Values};
use crate::lammps::{boxed, refused_cell};
use crate::row::{Words, row, tail};

const WORDS: Words = Words {
    bools: ["0", "1"],
    has_texts: false,
};

/// What a frame has that the format cannot hold.
pub(crate) fn refusal(frame: &Frame) -> Option<(String, &'static str)> {
    let is_word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
    let mut words = frame.species.kinds.iter().filter_map(|k| k.name.as_deref());
    let columns = frame.columns.iter().map(|c| c.name.as_str());
    if let Some(text) = words
        .find(|w| !is_word(w))
        .or(columns.into_iter().find(|w| !is_word(w)))
    {
        let what = format!("the name `{}`", crate::error::shown(text));
        return Some((what, "give names without spaces"));
    }
    refused_cell(&frame.cell)
}

/// How far a box reaches beyond the corners of its base along x and y, below and above, by its tilt factors.
pub(super) fn overhang(xy: f64, xz: f64, yz: f64) -> [[f64; 2]; 2] {
    let x = [0.0, xy, xz, xy + xz];
    let y = [0.0, yz];
    let least = |values: &[f64]| values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = |values: &[f64]| values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    [[least(&x), least(&y)], [most(&x), most(&y)]]
}

/// Writes a frame. `number` of the frame is its time step where it does not have one. Columns of texts are left out: a dump
/// has numbers alone.
pub(crate) fn write(out: &mut impl Write, frame: &Frame, number: usize) -> io::Result<()> {
    let step = frame
        .info(TIMESTEP)
        .and_then(|step| step.parse::<i64>().ok());
    writeln!(out, "ITEM: TIMESTEP\n{}", step.unwrap_or(number as i64))?;
    if let Some(time) = frame.info(TIME).and_then(|time| time.parse::<f64>().ok()) {
        writeln!(out, "ITEM: TIME\n{time:?}")?;
    }
    writeln!(out, "ITEM: NUMBER OF ATOMS\n{}", frame.natoms())?;
    write_box(out, frame)?;
    let kinds = &frame.species.kinds;
    let has_names = !kinds.is_empty() && kinds.iter().all(|kind| kind.name.is_some());
    let has_masses = !kinds.is_empty() && kinds.iter().all(|kind| kind.mass.is_some());
    write_names(out, frame, has_names, has_masses)?;
    let numbers = frame.species.type_numbers();
    for i in 0..frame.natoms() {
        let id = frame.ids.as_ref().map_or(i as i64 + 1, |ids| ids[i]);
        let kind = frame.species.of(i);
        write!(out, "{id} {}", numbers[frame.species.of_atom[i] as usize])?;
        if has_names {
            write!(out, " {}", kind.label())?;
        }
        if let Some(mass) = kind.mass.filter(|_| has_masses) {
            write!(out, " {mass:?}")?;
        }
        row(out, &frame.positions[i])?;
        tail(out, frame, i, &WORDS)?;
    }
    Ok(())
}

fn write_box(out: &mut impl Write, frame: &Frame) -> io::Result<()> {
    let cell = boxed(frame);
    let flags = cell.periodic.map(|p| if p { "pp" } else { "ff" }).join(" ");
    let [a, b, c] = cell.vectors;
    let origin = cell.origin;
    if !cell.is_restricted() {
        writeln!(out, "ITEM: BOX BOUNDS abc origin {flags}")?;
        for ([x, y, z], o) in [a, b, c].into_iter().zip(origin) {
            writeln!(out, "{x:?} {y:?} {z:?} {o:?}")?;
        }
        return Ok(());
    }
    let (xy, xz, yz) = (b[0], c[0], c[1]);
    let high = [origin[0] + a[0], origin[1] + b[1], origin[2] + c[2]];
    if [xy, xz, yz] == [0.0; 3] {
        writeln!(out, "ITEM: BOX BOUNDS {flags}")?;
        return (0..3).try_for_each(|d| writeln!(out, "{:?} {:?}", origin[d], high[d]));
    }
    let [below, above] = overhang(xy, xz, yz);
    writeln!(out, "ITEM: BOX BOUNDS xy xz yz {flags}")?;
    writeln!(
        out,
        "{:?} {:?} {xy:?}",
        origin[0] + below[0],
        high[0] + above[0]
    )?;
    writeln!(
        out,
        "{:?} {:?} {xz:?}",
        origin[1] + below[1],
        high[1] + above[1]
    )?;
    writeln!(out, "{:?} {:?} {yz:?}", origin[2], high[2])
}

fn write_names(
    out: &mut impl Write,
    frame: &Frame,
    has_names: bool,
    has_masses: bool,
) -> io::Result<()> {
    write!(out, "ITEM: ATOMS id type")?;
    let optional = [
        (has_names, "element"),
        (has_masses, "mass"),
        (true, "x y z"),
        (frame.charges.is_some(), "q"),
        (frame.velocities.is_some(), "vx vy vz"),
        (frame.images.is_some(), "ix iy iz"),
    ];
    for (_, names) in optional.iter().filter(|(present, _)| *present) {
        write!(out, " {names}")?;
    }
    for column in &frame.columns {
        match (&column.values, column.name.as_str(), column.width) {
            (Values::Texts(_), _, _) => {}
            (_, "forces", 3) => write!(out, " {}", FORCES.join(" "))?,
            (_, name, 1) => write!(out, " {name}")?,
            (_, name, width) => (1..=width).try_for_each(|k| write!(out, " {name}[{k}]"))?,
        }
    }
    writeln!(out)
}
