//! What follows from the energies of tungsten and tantalum, by the minimisers, against LAMMPS: `lammps/tungsten.csv` and
//! `lammps/tantalum.csv`, which `lammps/make.py` makes.

use portax::Space;
use portax_backends::testing::one_of_each;
use snap_core::Snap;
use snap_core::md::minimize::{ConjugateGradient, Fire, Relax, Stop, Tolerance};
use snap_core::md::{Atoms, Coupling, Forces};
use snap_core::neighbor::Cell;

use crate::{Metal, Result, TANTALUM, TUNGSTEN};

/// Cells along each edge.
const CELLS: usize = 3;
/// Largest relative error.
const LARGEST: f64 = 1e-8;

/// What is asked of a metal with a bcc lattice.
struct Figures {
    metal: Metal,
    /// An edge near that of the lattice, Å.
    edge: f64,
    /// What LAMMPS finds.
    table: &'static str,
}

impl Figures {
    /// A number that LAMMPS finds.
    fn lammps(&self, quantity: &str) -> f64 {
        let mut lines = self.table.lines().filter_map(|line| line.split_once(','));
        let (_, value) = lines.find(|(name, _)| *name == quantity).expect("a line");
        value.parse().expect("a number")
    }

    fn assert_close(&self, on: &str, quantity: &str, found: f64) {
        let expected = self.lammps(quantity);
        let error = (found / expected - 1.0).abs();
        assert!(
            error < LARGEST,
            "{on}, {}: {quantity} {found} instead of {expected}",
            self.metal.style
        );
    }
}

/// bcc cells with an edge in Å; the first `missing` atoms are left out.
fn crystal(space: &Space, metal: Metal, edge: f64, missing: usize) -> Result<(Snap, Atoms<f64>)> {
    let corners = (0..CELLS.pow(3)).map(|k| [k % CELLS, k / CELLS % CELLS, k / CELLS / CELLS]);
    let sites = corners.flat_map(|c| [0.0, 0.5].map(|h| c.map(|c| edge * (c as f64 + h))));
    let cell = Cell::orthogonal([edge * CELLS as f64; 3], [true; 3])?;
    metal.atoms(space, cell, sites.skip(missing).collect(), 0.5)
}

/// Pressure of the crystal after a strain of its atoms and its cell (r' = r M), bar.
fn pressure(space: &Space, metal: Metal, edge: f64, m: [[f64; 3]; 3]) -> Result<[f64; 6]> {
    let (mut snap, atoms) = crystal(space, metal, edge, 0)?;
    let times =
        |r: [f64; 3]| -> [f64; 3] { std::array::from_fn(|d| (0..3).map(|k| r[k] * m[k][d]).sum()) };
    let (n, x) = (atoms.natoms(), atoms.x.to_vec()?);
    let positions: Vec<_> = (0..n)
        .map(|i| times([x[i], x[n + i], x[2 * n + i]]))
        .collect();
    let cell = Cell::new(Forces::cell(&snap).vectors().map(times), [true; 3])?;
    snap.set_cell(&cell)?;
    snap.set_positions(&positions)?;
    Forces::compute(&mut snap)?;
    Ok(atoms.pressure(space, &mut snap)?)
}

#[test]
fn figures_of_tungsten_are_those_of_lammps() -> Result {
    lattice_elastic_constants_and_a_vacancy(&Figures {
        metal: TUNGSTEN,
        edge: 3.1,
        table: include_str!("lammps/tungsten.csv"),
    })
}

#[test]
fn figures_of_tantalum_are_those_of_lammps() -> Result {
    lattice_elastic_constants_and_a_vacancy(&Figures {
        metal: TANTALUM,
        edge: 3.25,
        table: include_str!("lammps/tantalum.csv"),
    })
}

fn lattice_elastic_constants_and_a_vacancy(figures: &Figures) -> Result {
    let metal = figures.metal;
    for (name, space) in one_of_each() {
        let close = |quantity, found| figures.assert_close(&name, quantity, found);
        let (mut snap, atoms) = crystal(&space, metal, figures.edge, 0)?;
        let cell = Relax {
            coupling: Coupling::Isotropic,
            pressure: 0.0,
        };
        let minimiser = ConjugateGradient::new(Tolerance::default()).with_cell(cell);
        let perfect = minimiser.run(&space, &atoms, &mut snap)?;
        assert_eq!(perfect.stop, Stop::Force, "{name}: {perfect:?}");
        let edge = Forces::cell(&snap).vectors()[0][0] / CELLS as f64;
        close("lattice_constant", edge);
        close("energy_of_an_atom", perfect.energy / atoms.natoms() as f64);

        // bar to GPa
        let strain = 1e-4;
        let modulus = |row: usize, column: usize, component: usize| -> Result<f64> {
            let of = |sign: f64| {
                let mut m = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
                m[row][column] += sign * strain;
                pressure(&space, metal, edge, m)
            };
            Ok((of(-1.0)?[component] - of(1.0)?[component]) / (2.0 * strain) * 1e-4)
        };
        close("c11", modulus(0, 0, 0)?);
        close("c12", modulus(0, 0, 1)?);
        close("c44", modulus(2, 1, 5)?);

        let (mut snap, atoms) = crystal(&space, metal, edge, 1)?;
        let with_vacancy = if name.starts_with("rayon") {
            Fire::new(Tolerance::default()).run(&space, &atoms, &mut snap)?
        } else {
            ConjugateGradient::new(Tolerance::default()).run(&space, &atoms, &mut snap)?
        };
        assert_eq!(with_vacancy.stop, Stop::Force, "{name}: {with_vacancy:?}");
        close(
            "vacancy",
            with_vacancy.energy - perfect.energy * 53.0 / 54.0,
        );
    }
    Ok(())
}
