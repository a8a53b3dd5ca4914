//! `snapx compute`: energies, forces, virial and stress of structures in files.

mod annotate;
mod report;
mod results;

use std::path::PathBuf;
use std::process::ExitCode;

use crate::args::{ComputeArgs, OutputArgs};
use crate::error::Error;
use crate::file::{FrameFile, format_of_frames, require_free};
use crate::model::Model;
use crate::progress::Progress;
use crate::structures::{self, Session, Structure};
use crate::{output, space};
use annotate::annotated;
use results::Results;

/// Atoms that fill a device. Frames with fewer are computed together where their cells are equal.
const ATOMS_OF_DEVICE: usize = 50_000;

/// Computes all frames, prints a line for each, and writes them to the file of `--output`.
///
/// # Errors
/// Options, files and structures that make no sense, each named; what the device says.
pub fn run(args: &ComputeArgs) -> Result<ExitCode, Error> {
    let written = open_output(&args.output)?;
    structures::require_readable(&args.structures)?;
    let model = Model::of(&args.structures.model)?;
    let space = space::open(&args.device)?;
    let atoms = if space.is_host() { 0 } else { ATOMS_OF_DEVICE };
    let options = args.mapping.options(0.0);
    let mut session = Session::new(space, model, options);
    let progress = Progress::new();
    let mut sink = Sink {
        args,
        written,
        last_file: None,
    };
    structures::for_each_group(&args.structures, atoms, |group| {
        let (file, number) = (structures::shown(group[0].file), group[0].number);
        progress.say(&format!("{file}, frame {number}"));
        let together = of_group(&mut session, group, args.atom_virials);
        progress.clear();
        if let Some(results) = together {
            let mut frames = group.iter().zip(&results);
            return frames.try_for_each(|(structure, results)| sink.take(structure, results));
        }
        group.iter().try_for_each(|structure| {
            let results = Results::new(&mut session, &structure.frame, args.atom_virials);
            let results = results.map_err(|error| structure.error(error))?;
            sink.take(structure, &results)
        })
    })?;
    if let Some(file) = sink.written {
        file.finish()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The results of several frames. Where they cannot be had at once there are none: one frame after the other tells which one
/// is at fault.
fn of_group(
    session: &mut Session,
    group: &[Structure<'_>],
    atom_virials: bool,
) -> Option<Vec<Results>> {
    let frames: Vec<_> = group.iter().map(|structure| &structure.frame).collect();
    match frames.len() {
        1 => None,
        _ => Results::of_group(session, &frames, atom_virials).ok(),
    }
}

/// Where results go.
struct Sink<'a> {
    args: &'a ComputeArgs,
    written: Option<FrameFile>,
    last_file: Option<PathBuf>,
}

impl Sink<'_> {
    fn take(&mut self, structure: &Structure<'_>, results: &Results) -> Result<(), Error> {
        self.print(structure, results)?;
        match &mut self.written {
            Some(file) => file
                .write(&annotated(&structure.frame, results))
                .map_err(|error| structure.error(error)),
            None => Ok(()),
        }
    }

    fn print(&mut self, structure: &Structure<'_>, results: &Results) -> Result<(), Error> {
        if self.args.json {
            return output::print(&report::json(structure, results)?);
        }
        let last = self.last_file.replace(structure.file.to_owned());
        if last.as_deref() != Some(structure.file) {
            output::print(&report::heading(&structures::shown(structure.file)))?;
        }
        output::print(&report::line(structure.number, results))?;
        if self.args.forces && structure.frame.natoms() > 0 {
            output::print(&report::forces(&structure.frame, results))?;
        }
        Ok(())
    }
}

/// Opens the file of `--output`, before anything is computed.
fn open_output(args: &OutputArgs) -> Result<Option<FrameFile>, Error> {
    let Some(path) = &args.output else {
        return Ok(None);
    };
    let format = format_of_frames(path)?;
    require_free(path, args.overwrite)?;
    FrameFile::create(path, format).map(Some)
}
