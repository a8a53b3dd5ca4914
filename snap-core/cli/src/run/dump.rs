//! Trajectories: a frame every so many steps.

use std::path::Path;

use portax_structures::{Format, Frame, Writer};

use super::growing::Growing;
use super::sample::Sample;
use crate::error::Error;

/// A file of frames.
pub struct Dump {
    pub file: Growing,
    /// Whose frames they are
    pub replica: usize,
    format: Format,
    is_gzip: bool,
}

/// The format of a trajectory of this name.
///
/// # Errors
/// [`Error::Usage`] for names of other files.
pub fn format_of(path: &Path) -> Result<Format, Error> {
    match Format::of_name(path) {
        Some(format @ (Format::ExtXyz | Format::LammpsDump)) => Ok(format),
        _ => Err(Error::Usage(format!(
            "the name `{}` tells no format of trajectories; give *.dump, *.lammpstrj, *.xyz or *.extxyz, also with .gz",
            path.display()
        ))),
    }
}

impl Dump {
    /// # Errors
    /// Those of [`format_of`].
    pub fn new(file: Growing, replica: usize) -> Result<Self, Error> {
        let path = file.path();
        let ending = path.extension();
        Ok(Self {
            format: format_of(path)?,
            is_gzip: ending.is_some_and(|e| e.eq_ignore_ascii_case("gz")),
            file,
            replica,
        })
    }

    /// Appends the frame of a step. A compressed file gets a member for each frame: what is whole can be read, whatever
    /// happens to the rest.
    ///
    /// # Errors
    /// [`Error::Structures`].
    pub fn write(&mut self, frame: &Frame, sample: &Sample) -> Result<(), Error> {
        let mut frame = frame.clone();
        match self.format {
            Format::LammpsDump => frame.set_info("timestep", sample.step.to_string()),
            _ => {
                frame.set_info("step", sample.step.to_string());
                frame.set_info("time", format!("{:?}", sample.time));
                frame.set_info("energy", format!("{:?}", sample.potential));
            }
        }
        let name = self.file.path().display().to_string();
        let (format, is_gzip) = (self.format, self.is_gzip);
        self.file.append(|file| {
            let mut writer = Writer::new(&name, file, format, is_gzip);
            writer.write(&frame)?;
            writer.finish()?;
            Ok(())
        })
    }
}
