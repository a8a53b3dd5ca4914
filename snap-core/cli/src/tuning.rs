//! What `--tuning` takes: a table of mappings in a file, or changes of one.

use std::path::Path;

use snap_core::{Changes, TuningTable};

use crate::error::Error;

/// Another mapping of the stages.
#[derive(Clone, Debug)]
pub enum Tuning {
    Changes(Changes),
    Table(TuningTable),
}

impl Tuning {
    /// Reads `KEY=VALUE,...`, or the file of this name.
    ///
    /// # Errors
    /// A parameter, a file or a line of it that cannot be.
    pub fn parse(text: &str) -> Result<Self, Error> {
        if text.is_empty() || text.contains('=') {
            return Ok(Self::Changes(text.parse()?));
        }
        let path = Path::new(text);
        let read = std::fs::read_to_string(path).map_err(|source| Error::Read {
            path: path.into(),
            source,
        })?;
        Ok(Self::Table(TuningTable::parse(text, &read)?))
    }

    /// Table and changes, of which one is empty.
    pub fn parts(&self) -> (TuningTable, Changes) {
        match self {
            Self::Changes(changes) => (TuningTable::default(), changes.clone()),
            Self::Table(table) => (table.clone(), Changes::default()),
        }
    }
}
