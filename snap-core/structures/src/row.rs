//! The line of an atom, as extended XYZ and LAMMPS' dumps have it.

use std::io::{self, Write};

use crate::frame::{Column, Frame, Values};

/// What a format writes for values that are no numbers.
pub(crate) struct Words {
    /// False and true
    pub bools: [&'static str; 2],
    /// Has it columns of texts?
    pub has_texts: bool,
}

/// Numbers, a blank before each.
pub(crate) fn row(out: &mut impl Write, numbers: &[f64]) -> io::Result<()> {
    numbers.iter().try_for_each(|x| write!(out, " {x:?}"))
}

/// The rest of the line of atom `i`: charge, velocity, images and further columns, as far as the frame has them.
pub(crate) fn tail(out: &mut impl Write, frame: &Frame, i: usize, words: &Words) -> io::Result<()> {
    if let Some(charges) = &frame.charges {
        row(out, &[charges[i]])?;
    }
    if let Some(velocities) = &frame.velocities {
        row(out, &velocities[i])?;
    }
    if let Some(images) = &frame.images {
        let [a, b, c] = images[i];
        write!(out, " {a} {b} {c}")?;
    }
    for column in &frame.columns {
        values(out, column, i, words)?;
    }
    writeln!(out)
}

fn values(out: &mut impl Write, column: &Column, i: usize, words: &Words) -> io::Result<()> {
    let range = i * column.width..(i + 1) * column.width;
    match &column.values {
        Values::Ints(values) => values[range].iter().try_for_each(|x| write!(out, " {x}")),
        Values::Reals(values) => row(out, &values[range]),
        Values::Bools(values) => {
            let mut values = values[range].iter().map(|&x| words.bools[usize::from(x)]);
            values.try_for_each(|x| write!(out, " {x}"))
        }
        Values::Texts(values) if words.has_texts => {
            values[range].iter().try_for_each(|x| write!(out, " {x}"))
        }
        Values::Texts(_) => Ok(()),
    }
}
