//! What `--tuning` takes, a table of mappings in a file or changes of one, and what the driver makes of it.

use std::path::Path;

use snap_core::{Changes, ChemRule, Precision, SnapOptions, TuningTable, YiForm};

use crate::args::{self, MappingArgs, Yi};
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
        let read = std::fs::read_to_string(path).map_err(Error::reading(path))?;
        Ok(Self::Table(TuningTable::parse(text, &read)?))
    }
}

impl MappingArgs {
    /// The same for the driver, with lists that reach so far (Å) beyond the cutoff.
    pub fn options(&self, skin: f64) -> SnapOptions {
        let (mut mapping, tuning_table) = match self.tuning.clone() {
            Tuning::Changes(changes) => (changes, TuningTable::default()),
            Tuning::Table(table) => (Changes::default(), table),
        };
        mapping.yi = mapping.yi.or(self.yi.map(YiForm::from));
        SnapOptions {
            mapping,
            tuning_table,
            precision: self.precision.into(),
            chem_rule: if self.lammps_chem {
                ChemRule::Lammps
            } else {
                ChemRule::Gradient
            },
            skin,
            ..SnapOptions::default()
        }
    }
}

impl From<Yi> for YiForm {
    fn from(yi: Yi) -> Self {
        match yi {
            Yi::Direct => YiForm::Direct,
            Yi::Orbit => YiForm::Orbit,
            Yi::Reverse => YiForm::Reverse,
        }
    }
}

impl From<args::Precision> for Precision {
    fn from(precision: args::Precision) -> Self {
        match precision {
            args::Precision::Double => Precision::Double,
            args::Precision::Mixed => Precision::Mixed,
        }
    }
}
