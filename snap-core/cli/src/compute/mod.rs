//! `snapx compute`: energies, forces, virial and stress of structures in files.

mod annotate;
mod report;
mod results;

use std::process::ExitCode;

use portax_structures::Format;

use crate::args::{ComputeArgs, OutputArgs};
use crate::error::Error;
use crate::file::{FrameFile, require_free};
use crate::model::Model;
use crate::progress::Progress;
use crate::structures::{self, Session};
use crate::{output, space};
use annotate::annotated;
use results::Results;

/// Computes all frames, prints a line for each, and writes them to the file of `--output`.
///
/// # Errors
/// Options, files and structures that make no sense, each named; what the device says.
pub fn run(args: &ComputeArgs) -> Result<ExitCode, Error> {
    let mut written = open_output(&args.output)?;
    structures::require_readable(&args.structures)?;
    let model = Model::of(&args.structures.model)?;
    let space = space::open(&args.device)?;
    let options = args.mapping.options(0.0);
    let mut session = Session::new(space, model, options);
    let progress = Progress::new();
    let mut last_file = None;
    structures::for_each(&args.structures, |structure| {
        let file = structures::shown(structure.file);
        progress.say(&format!("{file}, frame {}", structure.number));
        let results = Results::new(&mut session, &structure.frame, args.atom_virials)?;
        progress.clear();
        if args.json {
            output::print(&report::json(structure, &results)?)?;
        } else {
            if last_file.replace(structure.file.to_owned()).as_deref() != Some(structure.file) {
                output::print(&report::heading(&file))?;
            }
            output::print(&report::line(structure.number, &results))?;
            if args.forces && structure.frame.natoms() > 0 {
                output::print(&report::forces(&structure.frame, &results))?;
            }
        }
        match &mut written {
            Some(file) => file.write(&annotated(&structure.frame, &results)),
            None => Ok(()),
        }
    })?;
    if let Some(file) = written {
        file.finish()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Opens the file of `--output`, before anything is computed.
fn open_output(args: &OutputArgs) -> Result<Option<FrameFile>, Error> {
    let Some(path) = &args.output else {
        return Ok(None);
    };
    let format = match Format::of_name(path) {
        Some(format @ (Format::ExtXyz | Format::LammpsDump)) => format,
        _ => {
            return Err(Error::Usage(format!(
                "the name `{}` tells no format that holds forces; give *.xyz, *.extxyz, *.dump or *.lammpstrj, also with .gz",
                path.display()
            )));
        }
    };
    require_free(path, args.overwrite)?;
    FrameFile::create(path, format).map(Some)
}
