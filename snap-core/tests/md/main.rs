//! Molecular dynamics of SNAP on top of ZBL, against what LAMMPS gives.

mod figures;
mod trajectories;

use std::path::Path;

use portax::{Space, View};
use snap_core::md::Atoms;
use snap_core::neighbor::Cell;
use snap_core::{PairStyle, Snap, SnapOptions, System};

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

/// A file of `potentials` with lines of LAMMPS, and the mass of its atoms, g/mol.
#[derive(Clone, Copy)]
struct Metal {
    style: &'static str,
    mass: f64,
}

const TUNGSTEN: Metal = Metal {
    style: "W_2J8.snap",
    mass: 183.84,
};

const TANTALUM: Metal = Metal {
    style: "Ta06A.snap",
    mass: 180.9479,
};

impl Metal {
    /// Atoms of it at rest, and their forces with lists that reach `skin` beyond the cutoff (Å).
    fn atoms(
        self,
        space: &Space,
        cell: Cell,
        positions: Vec<[f64; 3]>,
        skin: f64,
    ) -> Result<(Snap, Atoms<f64>)> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/potentials");
        let style = PairStyle::read(Path::new(folder).join(self.style))?;
        let system = System::of_one_element(cell, positions);
        let options = SnapOptions {
            skin,
            ..SnapOptions::default()
        };
        let snap = Snap::new(space, &style.potential, &system, options)?;
        let element = View::new(space, "element", [system.natoms()])?;
        let (x, f) = (snap.x().clone(), snap.f().clone());
        let atoms = Atoms::new(space, x, f, element, &[self.mass])?;
        Ok((snap, atoms))
    }
}
