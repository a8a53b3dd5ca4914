//! The frames of a file.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use crate::cell::Cell;
use crate::error::Error;
use crate::format::{Format, Guess, guess, is_gzip};
use crate::frame::Frame;
use crate::lines::Lines;
use crate::{extxyz, lammps_data, lammps_dump, poscar};

/// Reads the frames of a file, one at a time. It ends at the end of the file, and after an error.
pub struct Frames {
    lines: Lines,
    format: Format,
    ended: bool,
}

impl Frames {
    /// Opens a file, `.gz` decompressed. Without a format the name tells; for names that LAMMPS' data files and dumps share,
    /// the first line.
    ///
    /// # Errors
    /// [`Error::Read`], [`Error::UnknownFormat`].
    pub fn open(path: &Path, format: Option<Format>) -> Result<Self, Error> {
        let file = path.display().to_string();
        let guess = format.map(Guess::Known).or_else(|| guess(path));
        let Some(guess) = guess else {
            return Err(Error::UnknownFormat { file });
        };
        let opened = File::open(path).map_err(|source| Error::Read {
            file: file.clone(),
            source,
        })?;
        let input = BufReader::new(opened);
        let input: Box<dyn BufRead + Send> = if is_gzip(path) {
            Box::new(BufReader::new(MultiGzDecoder::new(input)))
        } else {
            Box::new(input)
        };
        let mut lines = Lines::new(&file, input);
        let format = match guess {
            Guess::Known(format) => format,
            Guess::Lammps => of_first_line(&mut lines)?,
        };
        Ok(Self::new(lines, format))
    }

    /// The frames of a text, which messages call `file`.
    #[must_use]
    pub fn from_reader(file: &str, input: Box<dyn BufRead + Send>, format: Format) -> Self {
        Self::new(Lines::new(file, input), format)
    }

    fn new(lines: Lines, format: Format) -> Self {
        Self {
            lines,
            format,
            ended: false,
        }
    }

    /// The format that is read.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// The frame, if its cell and positions make sense.
    fn checked(&self, frame: Option<Frame>) -> Result<Option<Frame>, Error> {
        let Some(found) = &frame else {
            return Ok(frame);
        };
        let Cell {
            vectors,
            origin,
            periodic,
        } = found.cell;
        let velocities = found.velocities.iter().flatten();
        let places = found
            .positions
            .iter()
            .chain(velocities)
            .chain(&vectors)
            .chain([&origin]);
        let fault = if !places.flatten().all(|x| x.is_finite()) {
            "a position, a velocity or the cell is beyond the range of numbers"
        } else if (0..3).any(|d| periodic[d] && vectors[d] == [0.0; 3]) {
            "space repeats along a lattice vector that is zero"
        } else {
            return Ok(frame);
        };
        let what = format!("in the frame that ends here {fault}");
        Err(self
            .lines
            .line()
            .fault(what, "check the cell and its scale"))
    }

    fn read(&mut self) -> Result<Option<Frame>, Error> {
        match self.format {
            Format::ExtXyz => extxyz::read(&mut self.lines),
            Format::LammpsDump => lammps_dump::read(&mut self.lines),
            Format::LammpsData => {
                self.ended = true;
                lammps_data::read(&mut self.lines).map(Some)
            }
            Format::Poscar => {
                self.ended = true;
                poscar::read(&mut self.lines).map(Some)
            }
        }
    }
}

impl Iterator for Frames {
    type Item = Result<Frame, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self
            .read()
            .and_then(|frame| self.checked(frame))
            .transpose();
        self.ended |= !matches!(next, Some(Ok(_)));
        next
    }
}

/// A dump begins with `ITEM:`.
fn of_first_line(lines: &mut Lines) -> Result<Format, Error> {
    let first = lines.expect("a data file or a dump of LAMMPS")?;
    let format = if first.text.trim_start().starts_with("ITEM:") {
        Format::LammpsDump
    } else {
        Format::LammpsData
    };
    lines.again();
    Ok(format)
}
