//! What a run is to write, checked before anything is computed.

use std::path::{Path, PathBuf};

use portax_structures::Format;

use super::begin::Before;
use super::columns::Columns;
use super::outputs::Written;
use super::replicas::{self, ReplicaFile, files};
use super::settings::Settings;
use crate::error::Error;
use crate::file::{format_of_frames, require_free};

/// Files and columns of a run.
pub struct Plan {
    pub columns: Columns,
    pub thermo_every: u64,
    pub log: Option<PathBuf>,
    pub dumps: Vec<ReplicaFile>,
    pub dump_every: u64,
    pub plot: Option<PathBuf>,
    /// The last structures
    pub data: Option<(Format, Vec<ReplicaFile>)>,
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
        let count = replicas::count(s);
        let dumps = s.dump.iter().flatten();
        let plan = Self {
            columns: columns(s, has_volume)?,
            thermo_every: s.thermo_every.unwrap_or(100),
            log: s.log.clone(),
            dumps: dumps.flat_map(|name| files(name, count)).collect(),
            dump_every: s.dump_every.unwrap_or(1000),
            plot: s.plot.clone(),
            data: match &s.write_data {
                Some(name) => Some((format_of_data(name)?, files(name, count).collect())),
                None => None,
            },
            has_volume,
            overwrite: s.overwrite == Some(true),
            written: before.map_or(Written::default(), |before| before.written.clone()),
        };
        plan.require_different(s.write_restart.as_ref())?;
        s.plot.as_deref().map_or(Ok(()), require_svg)?;
        for dump in &plan.dumps {
            format_of_frames(&dump.path)?;
        }
        let own = before.map(|before| replaced(&before.settings));
        plan.require_free(&replaced(s), &own.unwrap_or_default())?;
        Ok(plan)
    }

    /// Refuses files that are there, but for those that the run goes on with, and the `own` ones of those that are `replaced`.
    fn require_free(&self, replaced: &[PathBuf], own: &[PathBuf]) -> Result<(), Error> {
        let is_marked = |path: &PathBuf| self.written.marks.iter().any(|mark| mark.path == *path);
        let dumps = self.dumps.iter().map(|dump| &dump.path);
        for path in self.log.iter().chain(dumps) {
            if !(is_marked(path) && path.exists()) {
                require_free(path, self.overwrite)?;
            }
        }
        replaced
            .iter()
            .try_for_each(|path| require_free(path, self.overwrite || own.contains(path)))
    }

    /// Refuses a file for two outputs.
    fn require_different(&self, restart: Option<&PathBuf>) -> Result<(), Error> {
        let data = self.data.iter().flat_map(|(_, files)| files);
        let of_replicas = self.dumps.iter().chain(data).map(|file| &file.path);
        let others = self.log.iter().chain(&self.plot).chain(restart);
        let mut all: Vec<&PathBuf> = others.chain(of_replicas).collect();
        all.sort();
        match all.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(Error::Usage(format!(
                "`{}` is named for two outputs; give each a file of its own",
                pair[0].display()
            ))),
            None => Ok(()),
        }
    }
}

/// The files of settings that a run replaces in the end.
fn replaced(settings: &Settings) -> Vec<PathBuf> {
    let data = settings.write_data.iter();
    let data = data.flat_map(|name| files(name, replicas::count(settings)));
    let paths = data.map(|file| file.path);
    settings.plot.iter().cloned().chain(paths).collect()
}

fn columns(settings: &Settings, has_volume: bool) -> Result<Columns, Error> {
    let given = settings.thermo.clone();
    let columns = given.unwrap_or_else(|| Columns::usual(has_volume));
    if let Some(column) = columns.0.iter().find(|c| c.needs_volume() && !has_volume) {
        return Err(Error::Usage(format!(
            "the column {} needs a cell that repeats in three directions; leave it out of thermo",
            column.heading()
        )));
    }
    Ok(match replicas::count(settings) {
        1 => columns,
        _ => columns.with_replica(),
    })
}

/// The format of the last structure, which its name tells.
fn format_of_data(path: &Path) -> Result<Format, Error> {
    match Format::of_name(path) {
        Some(Format::Poscar) | None => Err(Error::Usage(format!(
            "the name `{}` tells no format of structures that are written; give *.data, *.xyz, *.extxyz, *.dump or *.lammpstrj, \
             also with .gz",
            path.display()
        ))),
        Some(format) => Ok(format),
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
