//! Energies and forces of a system.

use std::collections::BTreeSet;

use crate::bispectrum::Bispectrum;
use crate::grid::Grid;
use crate::neighbor::Neighbor;
use crate::wigner::Planes;
use crate::{Error, Potential, System};

/// Squared distance up to which two atoms coincide, Å².
const COINCIDENT: f64 = 1e-20;

/// What a system of atoms yields.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Sum of `energies`, eV.
    pub energy: f64,
    /// Energy of every atom, eV.
    pub energies: Vec<f64>,
    /// Force on every atom, eV/Å.
    pub forces: Vec<[f64; 3]>,
    /// Sum of r (x) f, components xx yy zz xy xz yz, eV; over the volume it is the pressure.
    pub virial: [f64; 6],
    /// Bispectrum components of every atom in LAMMPS' order (less those of an isolated atom with `bzeroflag`).
    pub descriptors: Vec<Vec<f64>>,
}

/// Intermediate results of one central atom, to compare other formulations with.
#[derive(Clone, Debug)]
pub struct Center {
    /// Energy of the atom, eV.
    pub energy: f64,
    /// Its bispectrum components, as in [`Evaluation::descriptors`].
    pub descriptors: Vec<f64>,
    /// The density: self contribution plus Σ weight f(r) U over the neighbours.
    pub u: Planes,
    /// The adjoint: dE = Σ Re conj(Y) dU over all values.
    pub y: Planes,
}

/// A potential with its tables.
pub struct Snap {
    potential: Potential,
    bispectrum: Bispectrum,
}

impl Snap {
    /// Checks the potential and computes its tables.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for quadratic SNAP and `chemflag`; other values that have no meaning.
    pub fn new(potential: Potential) -> Result<Self, Error> {
        potential.check()?;
        let params = &potential.params;
        let bispectrum = Bispectrum::new(params.twojmax, params.bzeroflag, params.bnormflag);
        Ok(Self {
            potential,
            bispectrum,
        })
    }

    /// Energies, forces, virial and descriptors of all atoms.
    ///
    /// # Errors
    /// When the system is inconsistent, does not fit the potential, or two atoms coincide.
    pub fn evaluate(&self, system: &System) -> Result<Evaluation, Error> {
        let grid = self.grid(system)?;
        let count = system.positions.len();
        let mut result = Evaluation {
            energy: 0.0,
            energies: Vec::with_capacity(count),
            forces: vec![[0.0; 3]; count],
            virial: [0.0; 6],
            descriptors: Vec::with_capacity(count),
        };
        for i in 0..count {
            let neighbors = self.neighbors(&grid, system, i)?;
            let center = self.center_of(system, i, &neighbors);
            for neighbor in &neighbors {
                let dedr = neighbor.gradient(&self.potential.params, &center.y);
                push(&mut result.forces, i, neighbor.index, dedr);
                add_virial(&mut result.virial, neighbor.r, dedr);
            }
            result.energy += center.energy;
            result.energies.push(center.energy);
            result.descriptors.push(center.descriptors);
        }
        Ok(result)
    }

    /// Forces on some atoms only, in the order of `atoms`, eV/Å. The work grows with their number and that
    /// of their neighbours; the rest of the system costs a neighbour search.
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate), and [`Error::Atom`] for an index out of range.
    pub fn forces_on(&self, system: &System, atoms: &[usize]) -> Result<Vec<[f64; 3]>, Error> {
        let grid = self.grid(system)?;
        system.check_atoms(atoms)?;
        let wanted: BTreeSet<usize> = atoms.iter().copied().collect();
        let mut forces = vec![[0.0; 3]; system.positions.len()];
        for i in self.influenced(&grid, system, &wanted, 0.0) {
            let neighbors = self.neighbors(&grid, system, i)?;
            let y = self.center_of(system, i, &neighbors).y;
            for neighbor in &neighbors {
                if wanted.contains(&i) || wanted.contains(&neighbor.index) {
                    push(
                        &mut forces,
                        i,
                        neighbor.index,
                        neighbor.gradient(&self.potential.params, &y),
                    );
                }
            }
        }
        Ok(atoms.iter().map(|&atom| forces[atom]).collect())
    }

    /// The energies of some atoms, in the order of `atoms`, eV.
    ///
    /// # Errors
    /// As [`forces_on`](Self::forces_on).
    pub fn energies_of(&self, system: &System, atoms: &[usize]) -> Result<Vec<f64>, Error> {
        let grid = self.grid(system)?;
        system.check_atoms(atoms)?;
        let energy = |&i: &usize| {
            let neighbors = self.neighbors(&grid, system, i)?;
            let u = self.density(&neighbors);
            Ok(self.energy(system, i, &self.bispectrum.components(&u)))
        };
        atoms.iter().map(energy).collect()
    }

    /// The atoms whose energy can change when each of `atoms` moves by up to `step` (Å), in ascending order:
    /// the sum of their energies is all that a finite difference needs.
    ///
    /// # Errors
    /// As [`forces_on`](Self::forces_on).
    pub fn atoms_influenced(
        &self,
        system: &System,
        atoms: &[usize],
        step: f64,
    ) -> Result<Vec<usize>, Error> {
        let grid = self.grid_up_to(system, self.potential.largest_cutoff() + step)?;
        system.check_atoms(atoms)?;
        let atoms = atoms.iter().copied().collect();
        Ok(self
            .influenced(&grid, system, &atoms, step)
            .into_iter()
            .collect())
    }

    /// Forces on some atoms from central differences (E(x - step) - E(x + step)) / (2 step) of the energies
    /// that depend on them, in the order of `atoms`, eV/Å; no derivative formula is used.
    ///
    /// # Errors
    /// As [`forces_on`](Self::forces_on), and [`Error::Parameter`] for a `step` that is not positive.
    pub fn finite_difference_forces(
        &self,
        system: &System,
        atoms: &[usize],
        step: f64,
    ) -> Result<Vec<[f64; 3]>, Error> {
        if !(step > 0.0 && step.is_finite()) {
            return Err(Error::Parameter {
                name: "step",
                value: step,
                must: "finite and positive",
            });
        }
        let force = |&atom: &usize| {
            let centers = self.atoms_influenced(system, &[atom], step)?;
            let mut force = [0.0; 3];
            for (d, component) in force.iter_mut().enumerate() {
                let low = self.energies_of(&moved(system, atom, d, -step), &centers)?;
                let high = self.energies_of(&moved(system, atom, d, step), &centers)?;
                let difference: f64 = low.iter().zip(&high).map(|(low, high)| low - high).sum();
                *component = difference / (2.0 * step);
            }
            Ok(force)
        };
        atoms.iter().map(force).collect()
    }

    /// Density, adjoint, energy and descriptors of one atom.
    ///
    /// # Errors
    /// As [`forces_on`](Self::forces_on).
    pub fn center(&self, system: &System, atom: usize) -> Result<Center, Error> {
        let grid = self.grid(system)?;
        system.check_atoms(&[atom])?;
        Ok(self.center_of(system, atom, &self.neighbors(&grid, system, atom)?))
    }

    fn center_of(&self, system: &System, i: usize, neighbors: &[Neighbor]) -> Center {
        let u = self.density(neighbors);
        let descriptors = self.bispectrum.components(&u);
        let beta = &self.potential.elements[system.element(i)].coeff[1..];
        let y = self.bispectrum.adjoint(&u, beta);
        Center {
            energy: self.energy(system, i, &descriptors),
            descriptors,
            u,
            y,
        }
    }

    /// beta0 + Σ beta B.
    fn energy(&self, system: &System, i: usize, descriptors: &[f64]) -> f64 {
        let coeff = &self.potential.elements[system.element(i)].coeff;
        coeff[0]
            + coeff[1..]
                .iter()
                .zip(descriptors)
                .map(|(beta, b)| beta * b)
                .sum::<f64>()
    }

    fn density(&self, neighbors: &[Neighbor]) -> Planes {
        let params = &self.potential.params;
        let mut u = Planes::identity(params.twojmax);
        for neighbor in neighbors {
            let (weight, term) = neighbor.density(params);
            u.add_scaled(weight, &term);
        }
        u
    }

    fn grid<'a>(&self, system: &'a System) -> Result<Grid<'a>, Error> {
        self.grid_up_to(system, self.potential.largest_cutoff())
    }

    fn grid_up_to<'a>(&self, system: &'a System, cutoff: f64) -> Result<Grid<'a>, Error> {
        system.check(self.potential.elements.len())?;
        Grid::new(system, cutoff)
    }

    /// The neighbours of an atom: all atoms and images with r < rc_ik.
    fn neighbors(&self, grid: &Grid, system: &System, i: usize) -> Result<Vec<Neighbor>, Error> {
        let (mut found, mut coincident) = (Vec::new(), None);
        grid.near(i, |index, r| {
            let pair = self
                .potential
                .pair(system.element(i), system.element(index));
            let rsq = squared(r);
            if rsq <= COINCIDENT {
                coincident = Some(index);
            } else if rsq < pair.cutoff * pair.cutoff {
                found.push(Neighbor { index, r, pair });
            }
        });
        match coincident {
            Some(index) => Err(Error::Coincide(i, index)),
            None => Ok(found),
        }
    }

    /// The given atoms and all that are nearer to one of them than the pair's cutoff plus `margin`.
    fn influenced(
        &self,
        grid: &Grid,
        system: &System,
        atoms: &BTreeSet<usize>,
        margin: f64,
    ) -> BTreeSet<usize> {
        let mut all = atoms.clone();
        for &i in atoms {
            grid.near(i, |k, r| {
                let reach = self.potential.cutoff(system.element(i), system.element(k)) + margin;
                if squared(r) < reach * reach {
                    all.insert(k);
                }
            });
        }
        all
    }
}

/// The system with one coordinate of one atom shifted.
fn moved(system: &System, atom: usize, d: usize, shift: f64) -> System {
    let mut moved = system.clone();
    moved.positions[atom][d] += shift;
    moved
}

/// Applies the gradient of atom i's energy with respect to neighbour k's position to both.
fn push(forces: &mut [[f64; 3]], i: usize, k: usize, dedr: [f64; 3]) {
    for (d, slope) in dedr.into_iter().enumerate() {
        forces[i][d] += slope;
        forces[k][d] -= slope;
    }
}

fn add_virial(virial: &mut [f64; 6], r: [f64; 3], dedr: [f64; 3]) {
    let components = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
    for (sum, (row, column)) in virial.iter_mut().zip(components) {
        *sum -= r[row] * dedr[column];
    }
}

fn squared(r: [f64; 3]) -> f64 {
    r.iter().map(|x| x * x).sum()
}
