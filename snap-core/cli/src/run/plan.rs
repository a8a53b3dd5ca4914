//! What a run is to write, checked before anything is computed.

use std::path::{Path, PathBuf};

use portax_structures::Format;

use super::begin::Before;
use super::columns::Columns;
use super::dump::format_of;
use super::outputs::Written;
use super::settings::Settings;
use crate::error::Error;
use crate::file::require_free;

/// Files and columns of a run.
pub struct Plan {
    pub columns: Columns,
    pub thermo_every: u64,
    pub log: Option<PathBuf>,
    pub dumps: Vec<PathBuf>,
    pub dump_every: u64,
    pub plot: Option<PathBuf>,
    pub data: Option<(PathBuf, Format)>,
    pub has_volume: bool,
    pub overwrite: bool,
    /// What the run has written before
    pub written: Written,
}

impl Plan {
    /// # Errors
    /// [`Error::Usage`] for files that are there and are not to be replaced, names that tell no format, and columns that the
    /// cell does not have; [`Error::Write`].
    pub fn new(
        settings: &Settings,
        has_volume: bool,
        before: Option<&Before>,
    ) -> Result<Self, Error> {
        let s = settings;
        let plan = Self {
            columns: columns(s, has_volume)?,
            thermo_every: s.thermo_every.unwrap_or(100),
            log: s.log.clone(),
            dumps: s.dump.clone().unwrap_or_default(),
            dump_every: s.dump_every.unwrap_or(1000),
            plot: s.plot.clone(),
            data: s.write_data.as_deref().map(data).transpose()?,
            has_volume,
            overwrite: s.overwrite == Some(true),
            written: before.map_or(Written::default(), |before| before.written.clone()),
        };
        require_different(s, &plan.dumps)?;
        s.plot.as_deref().map_or(Ok(()), require_svg)?;
        for path in &plan.dumps {
            format_of(path)?;
        }
        plan.require_free(before.map(|before| &before.settings))?;
        Ok(plan)
    }

    /// Refuses files that are there, but for those that the run goes on with, and those that it was to write by its settings
    /// `before`.
    fn require_free(&self, before: Option<&Settings>) -> Result<(), Error> {
        let marks = self.written.marks.iter();
        let marked: Vec<&PathBuf> = marks.map(|mark| &mark.path).collect();
        for path in self.log.iter().chain(&self.dumps) {
            if !(marked.contains(&path) && path.exists()) {
                require_free(path, self.overwrite)?;
            }
        }
        let data = self.data.as_ref().map(|(path, _)| path);
        let own = before.map(|before| [&before.plot, &before.write_data]);
        let own: Vec<&PathBuf> = own.into_iter().flatten().flatten().collect();
        for path in self.plot.iter().chain(data) {
            require_free(path, self.overwrite || own.contains(&path))?;
        }
        Ok(())
    }
}

fn columns(settings: &Settings, has_volume: bool) -> Result<Columns, Error> {
    let Some(columns) = &settings.thermo else {
        return Ok(Columns::usual(has_volume));
    };
    match columns.0.iter().find(|c| c.needs_volume() && !has_volume) {
        Some(column) => Err(Error::Usage(format!(
            "the column {} needs a cell that repeats in three directions; leave it out of thermo",
            column.heading()
        ))),
        None => Ok(columns.clone()),
    }
}

/// A structure with the format that its name tells.
fn data(path: &Path) -> Result<(PathBuf, Format), Error> {
    match Format::of_name(path) {
        Some(Format::Poscar) | None => Err(Error::Usage(format!(
            "the name `{}` tells no format of structures that are written; give *.data, *.xyz, *.extxyz, *.dump or *.lammpstrj, \
             also with .gz",
            path.display()
        ))),
        Some(format) => Ok((path.to_owned(), format)),
    }
}

fn require_svg(path: &Path) -> Result<(), Error> {
    let ending = path.extension();
    match ending.is_some_and(|e| e.eq_ignore_ascii_case("svg")) {
        true => Ok(()),
        false => Err(Error::Usage(format!(
            "the picture `{}` is drawn as SVG; give it a name *.svg",
            path.display()
        ))),
    }
}

/// Refuses a file for two outputs.
fn require_different(settings: &Settings, dumps: &[PathBuf]) -> Result<(), Error> {
    let s = settings;
    let others = [&s.log, &s.plot, &s.write_restart, &s.write_data];
    let mut all: Vec<&PathBuf> = others.into_iter().flatten().chain(dumps).collect();
    all.sort();
    match all.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Error::Usage(format!(
            "`{}` is named for two outputs; give each a file of its own",
            pair[0].display()
        ))),
        None => Ok(()),
    }
}
