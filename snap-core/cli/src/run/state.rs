//! What a run starts from, and what it writes down to go on.

use portax_structures::Frame;
use snap_core::neighbor::Cell;

/// The atoms, as far as they stay the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Matter {
    /// Kinds with their masses, numbers and charges of the atoms, and the cell as its file had it; no positions
    pub frame: Frame,
    /// Copies of these atoms that move, each for itself
    pub replicas: usize,
}

/// Where the atoms are, those of one replica after those of the other, and everything that the next step depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Number of the last step
    pub step: u64,
    /// ps
    pub time: f64,
    /// The cell that the forces are computed in
    pub cell: Cell,
    /// Å
    pub positions: Vec<[f64; 3]>,
    /// Å/ps
    pub velocities: Vec<[f64; 3]>,
    /// How often each atom has gone around the cell along its vectors: LAMMPS' image flags
    pub images: Vec<[i32; 3]>,
    /// What the neighbour lists were built of; none where the next step builds them
    pub lists: Option<ListState>,
    /// What the integrator keeps from step to step
    pub integrator: Vec<f64>,
    /// The step that it began after
    pub integrator_since: u64,
}

/// What neighbour lists follow from, and with them the order of sums.
#[derive(Clone, Debug, PartialEq)]
pub struct ListState {
    pub cell: Cell,
    /// Å
    pub positions: Vec<[f64; 3]>,
}

impl Matter {
    /// Number of atoms of a replica.
    pub fn natoms(&self) -> usize {
        self.frame.species.of_atom.len()
    }

    /// Whether space repeats in three directions.
    pub fn has_volume(&self) -> bool {
        self.frame.cell.periodic == [true; 3]
    }

    /// Kind of each of them.
    pub fn kinds(&self) -> Vec<i32> {
        let kinds = self.frame.species.of_atom.iter();
        kinds.map(|&kind| kind as i32).collect()
    }

    /// Mass of each kind, g/mol; 1 for kinds without atoms that have none.
    pub fn masses(&self) -> Vec<f64> {
        let kinds = self.frame.species.kinds.iter();
        kinds.map(|kind| kind.mass.unwrap_or(1.0)).collect()
    }

    /// Mass of all of them, g/mol.
    pub fn mass(&self) -> f64 {
        let (kinds, masses) = (self.frame.species.of_atom.iter(), self.masses());
        kinds.map(|&kind| masses[kind as usize]).sum()
    }
}
