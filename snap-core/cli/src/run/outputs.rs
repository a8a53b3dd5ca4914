//! Everything that a run prints and writes while it goes: the table, trajectories, the picture.

use std::io::{BufRead, BufReader};
use std::path::Path;

use portax_structures::Format;
use serde::{Deserialize, Serialize};

use super::columns::Columns;
use super::dump::Dump;
use super::dynamics::Dynamics;
use super::growing::{Growing, Mark};
use super::plan::Plan;
use super::plot::{History, Plot};
use super::replicas::ReplicaFile;
use super::sample::Sample;
use super::table::{self, Form};
use crate::error::Error;
use crate::file::FrameFile;
use crate::output;
use crate::progress::Progress;

/// What a run has written, for one that goes on with it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Written {
    /// How far the files were written
    pub marks: Vec<Mark>,
    /// What the picture shows
    pub history: Option<History>,
}

/// The outputs, and how often they are due.
pub struct Outputs {
    columns: Columns,
    thermo_every: u64,
    log: Option<(Growing, Form)>,
    dumps: Vec<Dump>,
    dump_every: u64,
    plot: Option<Plot>,
    data: Option<(Format, Vec<ReplicaFile>)>,
}

impl Outputs {
    /// Opens the files: new ones, or those that a run goes on with.
    ///
    /// # Errors
    /// [`Error::Usage`] for other files than those of the run before; [`Error::Read`], [`Error::Write`].
    pub fn open(plan: Plan) -> Result<Self, Error> {
        let Written { marks, history } = plan.written;
        let open = |path: &Path| open(path, plan.overwrite, &marks);
        let log = match &plan.log {
            Some(path) => Some(open_log(open(path)?, &plan.columns)?),
            None => None,
        };
        let dumps = plan.dumps.iter();
        let dumps = dumps.map(|file| Dump::new(open(&file.path)?, file.replica));
        let plot = plan.plot.as_deref();
        Ok(Self {
            log,
            dumps: dumps.collect::<Result<_, _>>()?,
            plot: plot.map(|path| Plot::new(path, plan.has_volume, history)),
            columns: plan.columns,
            thermo_every: plan.thermo_every,
            dump_every: plan.dump_every,
            data: plan.data,
        })
    }

    /// Prints the headings and the first lines, which files get that are new.
    ///
    /// # Errors
    /// [`Error::Output`], [`Error::Write`], [`Error::Structures`]; those of the device.
    pub fn begin(&mut self, dynamics: &mut Dynamics) -> Result<(), Error> {
        let samples = dynamics.samples()?;
        output::print(&table::heading(&self.columns))?;
        output::print(&table::lines(&self.columns, &samples))?;
        let is_first = |plot: &&mut Plot| plot.history == History::default();
        if let Some(plot) = self.plot.as_mut().filter(is_first) {
            samples.iter().for_each(|sample| plot.add(sample));
        }
        if let Some((file, form)) = self.log.as_mut().filter(|(file, _)| file.is_empty()) {
            let lines = form.lines(&self.columns, &samples);
            file.append_text(&(form.heading(&self.columns) + &lines))?;
        }
        let is_empty = |dump: &&mut Dump| dump.file.is_empty();
        let empty: Vec<_> = self.dumps.iter_mut().filter(is_empty).collect();
        write_frames(empty, dynamics, &samples)
    }

    /// Prints and writes what is due after a step, in the last one lines of the table in any case.
    ///
    /// # Errors
    /// As for [`begin`](Self::begin).
    pub fn after(
        &mut self,
        dynamics: &mut Dynamics,
        is_last: bool,
        progress: &Progress,
    ) -> Result<(), Error> {
        let step = dynamics.last_step();
        let line = is_last || step.is_multiple_of(self.thermo_every);
        let frame = !self.dumps.is_empty() && step.is_multiple_of(self.dump_every);
        if !line && !frame {
            return Ok(());
        }
        let samples = dynamics.samples()?;
        if line {
            progress.clear();
            output::print(&table::lines(&self.columns, &samples))?;
            if let Some(plot) = &mut self.plot {
                samples.iter().for_each(|sample| plot.add(sample));
            }
            if let Some((file, form)) = &mut self.log {
                file.append_text(&form.lines(&self.columns, &samples))?;
            }
        }
        match frame {
            true => write_frames(self.dumps.iter_mut().collect(), dynamics, &samples),
            false => Ok(()),
        }
    }

    /// Draws the picture, and writes the last structures.
    ///
    /// # Errors
    /// [`Error::Write`], [`Error::Structures`]; those of the device.
    pub fn finish(&self, dynamics: &Dynamics) -> Result<(), Error> {
        if let Some((format, files)) = &self.data {
            let frames = dynamics.frames()?;
            for data in files {
                let mut file = FrameFile::create(&data.path, *format)?;
                file.write(&frames[data.replica])?;
                file.finish()?;
            }
        }
        self.plot.as_ref().map_or(Ok(()), Plot::write)
    }

    /// What is written so far, safe on the disk.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn written(&mut self) -> Result<Written, Error> {
        let logs = self.log.iter_mut().map(|(file, _)| file);
        let files = logs.chain(self.dumps.iter_mut().map(|dump| &mut dump.file));
        let marks: Result<Vec<_>, _> = files.map(Growing::mark).collect();
        Ok(Written {
            marks: marks?.into_iter().flatten().collect(),
            history: self.plot.as_ref().map(|plot| plot.history.clone()),
        })
    }
}

/// Appends the present frame of its replica to each trajectory.
fn write_frames(
    dumps: Vec<&mut Dump>,
    dynamics: &Dynamics,
    samples: &[Sample],
) -> Result<(), Error> {
    if dumps.is_empty() {
        return Ok(());
    }
    let frames = dynamics.frames()?;
    let mut dumps = dumps.into_iter();
    dumps.try_for_each(|dump| dump.write(&frames[dump.replica], &samples[dump.replica]))
}

/// A file that a mark tells to go on with, else a new one.
fn open(path: &Path, overwrite: bool, marks: &[Mark]) -> Result<Growing, Error> {
    let mark = marks.iter().find(|mark| mark.path == path);
    let Some(mark) = mark.filter(|_| path.exists()) else {
        return Growing::create(path, overwrite);
    };
    match Growing::go_on(mark) {
        Err(Error::Usage(_)) if overwrite => Growing::create(path, overwrite),
        opened => opened,
    }
}

/// The log, whose columns are the present ones.
fn open_log(file: Growing, columns: &Columns) -> Result<(Growing, Form), Error> {
    let path = file.path();
    let is_csv = path
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("csv"));
    let form = if is_csv { Form::Csv } else { Form::Plain };
    if !file.is_empty() {
        let failed = Error::reading(path);
        let mut first = String::new();
        let opened = std::fs::File::open(path).map_err(&failed)?;
        let mut opened = BufReader::new(opened);
        opened.read_line(&mut first).map_err(failed)?;
        if first != form.heading(columns) {
            return Err(Error::Usage(format!(
                "`{}` has other columns than thermo names; name the same ones, or another log",
                path.display()
            )));
        }
    }
    Ok((file, form))
}
