//! The header: numbers of atoms and types, and the box.

use std::collections::HashMap;

use crate::cell::Cell;
use crate::error::{Error, shown};
use crate::lines::{Line, Lines};
use crate::species::MAX_KINDS;

/// What the header says.
#[derive(Default)]
pub(super) struct Header {
    /// Counts by their words: `atoms`, `atom types`, `bonds`.
    counts: HashMap<String, u64>,
    bounds: [Option<[f64; 2]>; 3],
    tilts: Option<[f64; 3]>,
    vectors: [Option<[f64; 3]>; 3],
    origin: Option<[f64; 3]>,
}

/// Words of counts that LAMMPS knows.
const COUNTS: [&str; 14] = [
    "atoms",
    "bonds",
    "angles",
    "dihedrals",
    "impropers",
    "atom types",
    "bond types",
    "angle types",
    "dihedral types",
    "improper types",
    "ellipsoids",
    "lines",
    "triangles",
    "bodies",
];

/// Counts of room for later bonds, which change nothing here.
const ROOM: [&str; 5] = [
    "extra bond per atom",
    "extra angle per atom",
    "extra dihedral per atom",
    "extra improper per atom",
    "extra special per atom",
];

impl Header {
    /// Reads up to the first section, whose heading is given once more by the lines.
    pub fn read(lines: &mut Lines) -> Result<Self, Error> {
        let mut header = Self::default();
        while let Some(line) = lines.next()? {
            let line = line.without_comment();
            if line.is_blank() {
                continue;
            }
            if line
                .text
                .trim_start()
                .starts_with(|c: char| c.is_alphabetic())
            {
                lines.again();
                break;
            }
            header.take(line)?;
        }
        Ok(header)
    }

    fn take(&mut self, line: Line<'_>) -> Result<(), Error> {
        let words = line.words_vec();
        match words.as_slice() {
            [low, high, "xlo", "xhi"] => self.bound(line, 0, [low, high]),
            [low, high, "ylo", "yhi"] => self.bound(line, 1, [low, high]),
            [low, high, "zlo", "zhi"] => self.bound(line, 2, [low, high]),
            [xy, xz, yz, "xy", "xz", "yz"] => set(line, &mut self.tilts, [xy, xz, yz]),
            [x, y, z, "avec"] => set(line, &mut self.vectors[0], [x, y, z]),
            [x, y, z, "bvec"] => set(line, &mut self.vectors[1], [x, y, z]),
            [x, y, z, "cvec"] => set(line, &mut self.vectors[2], [x, y, z]),
            [x, y, z, "abc", "origin"] => set(line, &mut self.origin, [x, y, z]),
            [count, what @ ..] => self.count(line, count, &what.join(" ")),
            [] => Ok(()),
        }
    }

    fn bound(&mut self, line: Line<'_>, axis: usize, [low, high]: [&str; 2]) -> Result<(), Error> {
        let (low, high) = (
            line.real(low, "a bound of the box")?,
            line.real(high, "a bound of the box")?,
        );
        if low >= high {
            return Err(line.fault(
                format!("the box has no width from {low} to {high}"),
                "give the lower bound first",
            ));
        }
        let before = self.bounds[axis].replace([low, high]);
        once(line, before.is_none())
    }

    fn count(&mut self, line: Line<'_>, count: &str, what: &str) -> Result<(), Error> {
        if ROOM.contains(&what) {
            return Ok(());
        }
        if !COUNTS.contains(&what) {
            return Err(line.fault(
                format!("`{}` is no line of a header", shown(line.text.trim())),
                "see LAMMPS' documentation of read_data",
            ));
        }
        let value = line.integer(count, &format!("the number of {what}"))?;
        let before = self.counts.insert(what.to_string(), value);
        if what == "atom types" && value > u64::from(MAX_KINDS) {
            let expected = format!("at most {MAX_KINDS}");
            return Err(line.value(count, "the number of atom types", expected));
        }
        once(line, before.is_none())
    }

    /// A count, 0 where the header does not have it.
    pub fn of(&self, what: &str) -> u64 {
        self.counts.get(what).copied().unwrap_or(0)
    }

    /// Number of types, at most [`MAX_KINDS`].
    pub fn types(&self) -> u32 {
        self.of("atom types") as u32
    }

    /// The box; `line` is the header's last.
    pub fn cell(&self, line: Line<'_>) -> Result<Cell, Error> {
        let periodic = [true; 3];
        match (self.bounds, self.vectors) {
            ([Some(x), Some(y), Some(z)], [None, None, None]) if self.origin.is_none() => {
                let [xy, xz, yz] = self.tilts.unwrap_or_default();
                let length = |[low, high]: [f64; 2]| high - low;
                Ok(Cell {
                    vectors: [[length(x), 0.0, 0.0], [xy, length(y), 0.0], [xz, yz, length(z)]],
                    origin: [x[0], y[0], z[0]],
                    periodic,
                })
            }
            ([None, None, None], [Some(a), Some(b), Some(c)]) if self.tilts.is_none() => Ok(Cell {
                vectors: [a, b, c],
                origin: self.origin.unwrap_or_default(),
                periodic,
            }),
            _ => Err(line.fault(
                "the header before this line does not define one box",
                "give xlo xhi, ylo yhi, zlo zhi and, where tilted, xy xz yz; or avec, bvec, cvec and abc origin",
            )),
        }
    }
}

fn set(line: Line<'_>, place: &mut Option<[f64; 3]>, words: [&str; 3]) -> Result<(), Error> {
    let mut numbers = [0.0; 3];
    for (number, word) in numbers.iter_mut().zip(words) {
        *number = line.real(word, "a number of the box")?;
    }
    let before = place.replace(numbers);
    once(line, before.is_none())
}

fn once(line: Line<'_>, is_first: bool) -> Result<(), Error> {
    if is_first {
        Ok(())
    } else {
        Err(line.fault("the header says this twice", "take one of the lines away"))
    }
}
