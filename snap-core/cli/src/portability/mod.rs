//! `snapx portability`: how well each implementation does on all platforms of a set, by Pennycook's metric.
//!
//! A platform is a device as a backend reaches it; an implementation is a rung of the ladder, of which `fast` is the pipeline
//! that users have. Two efficiencies: *application*, the least time that any file knows of the same device and problem over the
//! implementation's; *roofline*, the least time that the device's ceilings allow over it, for what `snapx roofline` measured.
//! PP, the metric, is their harmonic mean over the platforms, and zero where one of them does not run the implementation
//! (Pennycook, Sewall and Lee, "A metric for performance portability", 2016).

mod metric;
mod picture;
mod section;
mod sources;
mod table;

use std::fs;
use std::process::ExitCode;

use serde::{Deserialize, Serialize};

use crate::args::PortabilityArgs;
use crate::error::Error;
use crate::study::origin::{self, Origin};
use crate::{file, output};
pub use section::section;
use sources::Sources;

/// What the files say together.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Portability {
    study: String,
    /// Of the program that compared them.
    version: String,
    commit: String,
    command: String,
    date: String,
    pub platforms: Vec<Platform>,
    pub rows: Vec<Row>,
}

/// A device as a backend reaches it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Platform {
    pub backend: String,
    pub device: String,
    pub machine: String,
}

/// An implementation on all platforms, at one 2J.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    pub implementation: String,
    pub twojmax: usize,
    /// By platform.
    pub cells: Vec<Option<Cell>>,
    /// PP of the application efficiencies.
    pub application: f64,
    /// PP of the roofline efficiencies, where all platforms have their ceilings measured.
    pub roofline: Option<f64>,
}

/// An implementation on a platform that runs it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    pub us_per_atom: f64,
    /// What is fastest on the device.
    pub best: String,
    pub application: f64,
    pub roofline: Option<f64>,
}

/// Compares what the files hold.
///
/// # Errors
/// Files that cannot be read, are no records, or have nothing in common.
pub fn run(args: &PortabilityArgs) -> Result<ExitCode, Error> {
    let mut sources = Sources::default();
    for path in &args.files {
        let text = fs::read_to_string(path).map_err(Error::reading(path))?;
        sources.add(&path.display().to_string(), &text)?;
    }
    for path in &args.known {
        let text = fs::read_to_string(path).map_err(Error::reading(path))?;
        sources.add_known(&path.display().to_string(), &text)?;
    }
    let (platforms, rows) = sources.compared();
    if rows.is_empty() {
        let why = "the files hold no times of `snapx ladder`";
        return Err(Error::Usage(format!("{why}; give its --json files")));
    }
    let portability = Portability {
        study: "portability".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        commit: env!("SNAPX_COMMIT").into(),
        command: origin::command(),
        date: origin::date(),
        platforms,
        rows,
    };
    output::print(&table::text(&portability))?;
    if let Some(path) = &args.out.csv {
        file::replace(path, &table::csv(&portability))?;
    }
    if let Some(path) = &args.out.json {
        let text = serde_json::to_string_pretty(&portability);
        let text = text.map_err(|e| Error::Output(e.into()))?;
        file::replace(path, &(text + "\n"))?;
    }
    if let Some(path) = &args.out.svg {
        file::replace(path, &picture::svg(&portability)?)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Portability {
    /// 2J of the rows, each once.
    pub fn twojmax(&self) -> Vec<usize> {
        let mut all: Vec<_> = self.rows.iter().map(|row| row.twojmax).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Platforms where something of a 2J was measured: the others take no part.
    pub fn present(&self, twojmax: usize) -> Vec<usize> {
        let rows = || self.rows.iter().filter(|row| row.twojmax == twojmax);
        let all = 0..self.platforms.len();
        all.filter(|&p| rows().any(|row| row.cells[p].is_some()))
            .collect()
    }

    /// Rows of a 2J, those with the highest PP first.
    pub fn of(&self, twojmax: usize) -> Vec<&Row> {
        let mut rows: Vec<_> = self.rows.iter().filter(|r| r.twojmax == twojmax).collect();
        rows.sort_by(|a, b| b.application.total_cmp(&a.application));
        rows
    }
}

impl Platform {
    fn of(origin: &Origin) -> Self {
        Self {
            backend: origin.backend.clone(),
            device: origin.device.clone(),
            machine: origin.machine.clone(),
        }
    }
}
