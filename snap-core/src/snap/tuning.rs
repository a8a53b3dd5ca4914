//! Which variant of each stage runs, and how it is spread over the device. The values of a device are a line of a
//! [`TuningTable`]; their names are in [`parameters`](super::parameters).

use std::fmt;
use std::str::FromStr;

use portax::error::printable;
use portax::tune::Setting;
use portax::{AUTO, Float, Space};

use super::options::YiForm;
use super::orbit::OrbitTuning;
use super::tuning_table::TuningTable;
use crate::Error;
use crate::stages::moment_jobs::MomentJobs;
use crate::stages::{ComputeDeidrjFused, ComputeUiFused};
use crate::tables::HalfPlane;

/// How the stages between positions and V, and between C and forces, work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairForm {
    /// One stage a step of the algorithm, a tile per vector: best where one thread runs a team (CPUs).
    Staged,
    /// From positions to V in one stage and from C to dE/dr in one, a pair per lane: best on GPUs.
    Fused,
}

impl PairForm {
    /// Number of stages from positions to V.
    pub(super) fn stages_to_v(self) -> usize {
        match self {
            PairForm::Staged => 3,
            PairForm::Fused => 1,
        }
    }
}

/// The mapping of the stages to a space. Every combination gives the same energies and forces to round-off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Form of the pair stages.
    pub pairs: PairForm,
    /// Form of compute_yi.
    pub yi: YiForm,
    /// Tiles that a thread of the direct form works on at once, 1 or 2.
    pub yi_tiles: usize,
    /// Teams that share the outputs of a group of tiles.
    pub yi_parts: usize,
    /// Threads of a team of compute_yi, 0 for the space's choice.
    pub yi_team: usize,
    /// Registers a thread of compute_yi may have, 0 for no limit; devices only.
    pub yi_registers: usize,
    /// How the orbit form is spread.
    pub orbit: OrbitTuning,
    /// Registers a thread of the fused compute_ui may have.
    pub ui_registers: usize,
    /// Listed neighbours whose positions a thread of it loads at once.
    pub ui_loads: usize,
    /// Lanes that share the neighbours of an atom there, a divisor of the space's natural width.
    pub ui_lanes: usize,
    /// Teams that share its moments.
    pub ui_parts: usize,
    /// Rows of moments that the staged pair stages sum at once, 2 or 4: compute_ui those of M in up to 16 or 24 sums,
    /// compute_duidrj_deidrj as many rows of H and columns of K for a block of neighbours.
    pub pair_rows: usize,
    /// Slots of a team of the fused compute_deidrj, a divisor of the space's natural width.
    pub de_atoms: usize,
    /// Threads of such a team.
    pub de_team: usize,
    /// Registers that a thread of it may have.
    pub de_registers: usize,
}

impl Tuning {
    /// What is best for so many atoms as far as is known: the line of the shipped [`TuningTable`].
    #[must_use]
    pub fn of(space: &Space, natoms: usize, twojmax: usize) -> Self {
        TuningTable::default().tuning(space, natoms, twojmax)
    }

    /// What follows from the numbers of atoms, of lanes and of compute units or threads; a line of a table says the rest.
    pub(super) fn computed(
        natoms: usize,
        twojmax: usize,
        width: usize,
        concurrency: usize,
    ) -> Self {
        // Two tiles a team leave no compute unit idle.
        let many = natoms >= 2 * width * concurrency;
        let outputs = HalfPlane::new(twojmax).weights().len();
        // Where tiles leave half of the multiprocessors idle. Up to 2J = 8 a team's sums fit its scratch; above there are
        // more jobs than one round of a team.
        let few = 2 * natoms.div_ceil(width) <= concurrency;
        Self {
            pairs: PairForm::Staged,
            yi: YiForm::Reverse,
            yi_tiles: if many || twojmax > 8 { 2 } else { 1 },
            // An output a thread of a team of four.
            yi_parts: outputs.div_ceil(4),
            yi_team: AUTO,
            yi_registers: 0,
            orbit: OrbitTuning::computed(natoms, twojmax, width, concurrency),
            ui_registers: 0,
            ui_loads: 1,
            ui_lanes: if few && twojmax <= 8 { 2 } else { 1 },
            ui_parts: if few && twojmax > 8 { 2 } else { 1 },
            pair_rows: 2,
            de_atoms: 1,
            de_team: AUTO,
            de_registers: 0,
        }
    }
}

impl Tuning {
    /// The same in the forms that hosts have in every precision.
    pub(super) fn of_hosts(self) -> Self {
        Self {
            pairs: PairForm::Staged,
            yi: YiForm::Reverse,
            ..self
        }
    }

    /// Has every stage of a batch one team a tile? So have all staged ones but yi=direct, whose teams may have two.
    pub(super) fn teams_are_tiles(&self) -> bool {
        self.pairs == PairForm::Staged && self.yi == YiForm::Reverse
    }

    /// Tiles of one element that lie beside each other: the most that a team of compute_yi takes.
    pub(super) fn group(&self) -> usize {
        self.yi_tiles.max(self.orbit.tiles)
    }

    /// Jobs of a team of the fused compute_ui.
    fn ui_jobs(&self, twojmax: usize) -> usize {
        MomentJobs::of(twojmax).len().div_ceil(self.ui_parts)
    }

    /// Its threads.
    pub(super) fn ui_threads(&self, twojmax: usize) -> usize {
        self.ui_jobs(twojmax).min(UI_TEAM)
    }

    /// Bytes of its team scratch.
    fn ui_scratch<T: Float>(&self, width: usize, twojmax: usize, neighbors: usize) -> usize {
        let team = [self.ui_threads(twojmax), self.ui_jobs(twojmax)];
        ComputeUiFused::<T>::scratch(width, self.ui_lanes, team, self.ui_loads, neighbors)
    }

    /// The mapping made to fit the space's team scratch with so many neighbours listed of an atom, in arithmetic of `T`.
    #[must_use]
    pub fn fitted<T: Float>(mut self, space: &Space, twojmax: usize, neighbors: usize) -> Self {
        let (width, limit) = (space.natural_width(), space.scratch_limit());
        self.de_atoms = largest_divisor(width, self.de_atoms);
        while self.de_atoms > 1
            && ComputeDeidrjFused::<T, T>::scratch(self.de_atoms, twojmax, neighbors) > limit
        {
            self.de_atoms = largest_divisor(width, self.de_atoms - 1);
        }
        self.ui_lanes = largest_divisor(width, self.ui_lanes);
        if self.ui_scratch::<T>(width, twojmax, neighbors) > limit {
            self.ui_lanes = 1;
        }
        let most = self.ui_scratch::<T>(width, twojmax, neighbors).max(
            ComputeDeidrjFused::<T, T>::scratch(self.de_atoms, twojmax, neighbors),
        );
        if most > limit {
            self.pairs = PairForm::Staged;
        }
        if self.yi == YiForm::Orbit {
            match self.orbit.fitted::<T>(space, twojmax) {
                Some(orbit) if self.pairs == PairForm::Fused => self.orbit = orbit,
                _ => self.yi = YiForm::Direct,
            }
        }
        self
    }
}

/// Most threads of a team of the fused compute_ui: each needs the most registers there are.
const UI_TEAM: usize = 4;

/// The largest divisor of `n` up to `most`.
fn largest_divisor(n: usize, most: usize) -> usize {
    (1..=most.max(1))
        .rev()
        .find(|d| n.is_multiple_of(*d))
        .unwrap_or(1)
}

/// `key=value,...` of changes to a mapping.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes(Setting);

impl TryFrom<Setting> for Changes {
    type Error = crate::Error;

    /// [`Error::Tuning`] names the parameter that does not exist or whose value is not possible.
    fn try_from(setting: Setting) -> Result<Self, crate::Error> {
        let changes = Changes(setting);
        changes.apply(Tuning::computed(0, 8, 8, 1))?;
        Ok(changes)
    }
}

impl FromStr for Changes {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        text.parse::<Setting>()?.try_into()
    }
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Changes {
    /// A mapping with these changes.
    ///
    /// # Errors
    /// [`Error::Tuning`] names the key that does not exist or whose value is not possible.
    pub fn apply(&self, mut tuning: Tuning) -> Result<Tuning, Error> {
        for (key, value) in self.0.iter() {
            tuning.set(key, value).map_err(|reason| Error::Tuning {
                key: printable(key),
                reason,
            })?;
        }
        Ok(tuning)
    }
}
