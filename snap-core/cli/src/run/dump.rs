//! Trajectories: a frame every so many steps.

use portax_structures::{Format, Frame, Writer, is_gzip};

use super::growing::Growing;
use super::sample::Sample;
use crate::error::Error;
use crate::file::format_of_frames;

/// A file of frames.
pub struct Dump {
    pub file: Growing,
    /// Whose frames they are
    pub replica: usize,
    format: Format,
}

impl Dump {
    /// # Errors
    /// Those of [`format_of_frames`].
    pub fn new(file: Growing, replica: usize) -> Result<Self, Error> {
        Ok(Self {
            format: format_of_frames(file.path())?,
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
        let (format, is_gzip) = (self.format, is_gzip(self.file.path()));
        self.file.append(|file| {
            let mut writer = Writer::new(&name, file, format, is_gzip);
            writer.write(&frame)?;
            writer.finish()?;
            Ok(())
        })
    }
}
