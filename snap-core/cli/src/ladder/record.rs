//! What was measured so far, as the file of `--json` holds it.

use std::fs;
use std::path::Path;

use jiff::Timestamp;
use portax::Space;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::file;

/// The measurements of one device.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Name of the device.
    pub backend: String,
    /// What it is.
    pub device: String,
    /// Version of the program.
    version: String,
    pub entries: Vec<Entry>,
}

/// A rung on a problem.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub rung: String,
    pub twojmax: usize,
    pub natoms: usize,
    /// Mean number of neighbours within the cutoff.
    pub neighbors_per_atom: f64,
    /// When it was measured.
    date: String,
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Measured(Measured),
    /// Why there is no time: too little memory.
    OutOfMemory(String),
    /// Why there is no time.
    Failed(String),
}

/// Times of a rung.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Median of repeated force evaluations.
    pub seconds: f64,
    /// The shortest.
    pub least_seconds: f64,
    /// Each stage, waited for.
    pub stages: Vec<(String, f64)>,
    pub memory_bytes: usize,
    /// Largest deviation of a force component from those of `fast`, over the largest force; of `fast` from the host reference's.
    pub deviation: f64,
}

impl Record {
    /// That of a device, empty or from the file of an earlier run.
    ///
    /// # Errors
    /// [`Error::Usage`] for the file of another device, or one that is no record; [`Error::Read`].
    pub fn of(space: &Space, path: Option<&Path>) -> Result<Self, Error> {
        let new = Self {
            backend: space.name().into(),
            device: space.description(),
            version: env!("CARGO_PKG_VERSION").into(),
            entries: vec![],
        };
        let Some(path) = path.filter(|path| path.exists()) else {
            return Ok(new);
        };
        let text = fs::read_to_string(path).map_err(Error::reading(path))?;
        let name = path.display();
        let refuse = |what: String| Error::Usage(format!("`{name}` {what}; give another name"));
        let old: Self = serde_json::from_str(&text)
            .map_err(|e| refuse(format!("is no record of `snapx ladder` ({e})")))?;
        if (&old.backend, &old.device) != (&new.backend, &new.device) {
            let (backend, device) = (&old.backend, &old.device);
            return Err(refuse(format!("is of another device, {backend}: {device}")));
        }
        Ok(old)
    }

    /// What is known of a rung on a problem.
    pub fn find(&self, rung: &str, twojmax: usize, natoms: usize) -> Option<&Entry> {
        let mut entries = self.entries.iter();
        entries.find(|e| e.rung == rung && e.twojmax == twojmax && e.natoms == natoms)
    }

    /// Adds an entry in the place of an older one.
    pub fn add(&mut self, entry: Entry) {
        let same = |e: &Entry| {
            (&e.rung, e.twojmax, e.natoms) == (&entry.rung, entry.twojmax, entry.natoms)
        };
        self.entries.retain(|e| !same(e));
        self.entries.push(entry);
    }

    /// Writes the file.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(self).map_err(|e| Error::Output(e.into()))?;
        file::replace_safely(path, (text + "\n").as_bytes())
    }
}

impl Entry {
    /// What was found just now.
    pub fn new(rung: &str, problem: &crate::problem::Problem, outcome: Outcome) -> Self {
        Self {
            rung: rung.into(),
            twojmax: problem.twojmax(),
            natoms: problem.natoms(),
            neighbors_per_atom: problem.neighbors_per_atom(),
            date: Timestamp::now().strftime("%Y-%m-%d %H:%M UTC").to_string(),
            outcome,
        }
    }

    /// Its times, if it has any.
    pub fn measured(&self) -> Option<&Measured> {
        match &self.outcome {
            Outcome::Measured(measured) => Some(measured),
            Outcome::OutOfMemory(_) | Outcome::Failed(_) => None,
        }
    }

    /// Would another run find the same?
    pub fn is_final(&self) -> bool {
        !matches!(self.outcome, Outcome::Failed(_))
    }
}
