//! Writes frames in any of the written formats.

use std::io::{self, BufWriter, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::error::Error;
use crate::format::Format;
use crate::frame::Frame;
use crate::{extxyz, lammps_data, lammps_dump};

/// Writes one frame after the other.
pub struct Writer<W: Write> {
    file: String,
    format: Format,
    out: Out<W>,
    frames: usize,
}

/// Plain or compressed.
enum Out<W: Write> {
    Plain(BufWriter<W>),
    Gzip(BufWriter<GzEncoder<W>>),
}

impl<W: Write> Writer<W> {
    /// Writes to `out`, which messages call `file`; compressed by `gzip`.
    pub fn new(file: &str, out: W, format: Format, gzip: bool) -> Self {
        let out = if gzip {
            Out::Gzip(BufWriter::new(GzEncoder::new(out, Compression::default())))
        } else {
            Out::Plain(BufWriter::new(out))
        };
        Self {
            file: file.to_string(),
            format,
            out,
            frames: 0,
        }
    }

    /// Writes a frame.
    ///
    /// # Errors
    /// [`Error::Unwritable`] for what the format cannot hold: a second frame of a data file, any of a POSCAR; names with
    /// spaces; [`Error::Write`].
    pub fn write(&mut self, frame: &Frame) -> Result<(), Error> {
        if let Some((what, remedy)) = self.refusal(frame) {
            return Err(Error::Unwritable {
                file: self.file.clone(),
                what,
                remedy,
            });
        }
        let number = self.frames;
        self.frames += 1;
        let format = self.format;
        let written = match &mut self.out {
            Out::Plain(out) => put(out, format, frame, number),
            Out::Gzip(out) => put(out, format, frame, number),
        };
        written.map_err(|source| self.error(source))
    }

    fn refusal(&self, frame: &Frame) -> Option<(String, &'static str)> {
        match self.format {
            Format::ExtXyz => extxyz::refusal(frame),
            Format::LammpsDump => lammps_dump::refusal(frame),
            Format::LammpsData if self.frames > 0 => Some((
                "a data file holds one frame".to_string(),
                "write a dump or extended XYZ",
            )),
            Format::LammpsData => lammps_data::refusal(frame),
            Format::Poscar => Some((
                "POSCAR is read, not written".to_string(),
                "write extended XYZ",
            )),
        }
    }

    /// Ends the file, and gives back what it was written to.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn finish(self) -> Result<W, Error> {
        let file = self.file;
        let error = |source| Error::Write { file, source };
        let inner = match self.out {
            Out::Plain(out) => out.into_inner().map_err(io::IntoInnerError::into_error),
            Out::Gzip(out) => {
                let inner = out.into_inner().map_err(io::IntoInnerError::into_error);
                inner.and_then(GzEncoder::finish)
            }
        };
        inner.map_err(error)
    }

    fn error(&self, source: io::Error) -> Error {
        Error::Write {
            file: self.file.clone(),
            source,
        }
    }
}

fn put(out: &mut impl Write, format: Format, frame: &Frame, number: usize) -> io::Result<()> {
    match format {
        Format::ExtXyz => extxyz::write(out, frame),
        Format::LammpsData => lammps_data::write(out, frame),
        Format::LammpsDump => lammps_dump::write(out, frame, number),
        // Refused before.
        Format::Poscar => Ok(()),
    }
}
