//! Energies and forces of a system.

use std::collections::BTreeSet;

use crate::bispectrum::Bispectrum;
use crate::grid::Grid;
use crate::neighbor::Neighbor;
use crate::wigner::Planes;
use crate::zbl::Repelled;
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
#[derive(Clone, Debug, Default)]
pub struct Center {
    /// Energy of the atom, eV.
    pub energy: f64,
    /// Its bispectrum components, as in [`Evaluation::descriptors`].
    pub descriptors: Vec<f64>,
    /// The densities, one or, with `chemflag`, one for each element: self contribution plus Σ weight f(r) U over the
    /// neighbours.
    pub u: Vec<Planes>,
    /// The adjoint of each: dE = Σ Re conj(Y) dU over all values.
    pub y: Vec<Planes>,
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
    /// Values that have no meaning.
    pub fn new(potential: Potential) -> Result<Self, Error> {
        potential.check()?;
        Ok(Self {
            bispectrum: Bispectrum::new(&potential.params),
            potential,
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
                let y = &center.y[neighbor.density];
                let dedr = neighbor.gradient(&self.potential.params, y);
                push(&mut result.forces, i, neighbor.index, dedr);
                add_virial(&mut result.virial, neighbor.r, dedr);
            }
            let mut energy = center.energy;
            for pair in self.repelled(&grid, system, i) {
                push(&mut result.forces, i, pair.index, pair.gradient);
                add_virial(&mut result.virial, pair.r, pair.gradient);
                energy += pair.energy;
            }
            result.energy += energy;
            result.energies.push(energy);
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
                    let dedr = neighbor.gradient(&self.potential.params, &y[neighbor.density]);
                    push(&mut forces, i, neighbor.index, dedr);
                }
            }
            for pair in self.repelled(&grid, system, i) {
                push(&mut forces, i, pair.index, pair.gradient);
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
            let snap = system.element(i).map_or(0.0, |element| {
                let u = self.densities(element, &neighbors);
                self.energy(element, &self.bispectrum.components(&u, element))
            });
            let repulsion = self.repelled(&grid, system, i);
            Ok(repulsion.iter().fold(snap, |sum, pair| sum + pair.energy))
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

    /// Density, adjoint, energy of SNAP and descriptors of one atom, empty where it has no element.
    ///
    /// # Errors
    /// As [`forces_on`](Self::forces_on).
    pub fn center(&self, system: &System, atom: usize) -> Result<Center, Error> {
        let grid = self.grid(system)?;
        system.check_atoms(&[atom])?;
        Ok(self.center_of(system, atom, &self.neighbors(&grid, system, atom)?))
    }

    fn center_of(&self, system: &System, i: usize, neighbors: &[Neighbor]) -> Center {
        let Some(element) = system.element(i) else {
            return Center::default();
        };
        let u = self.densities(element, neighbors);
        let descriptors = self.bispectrum.components(&u, element);
        let y = self
            .bispectrum
            .adjoint(&u, &self.slopes(element, &descriptors));
        Center {
            energy: self.energy(element, &descriptors),
            descriptors,
            u,
            y,
        }
    }

    /// The linear coefficients of an element, and the rows of its quadratic ones: each with those from the diagonal
    /// on; empty in a linear potential.
    fn coefficients(&self, element: usize, count: usize) -> (&[f64], Vec<&[f64]>) {
        let coeff = &self.potential.elements[element].coeff;
        let (linear, mut rest) = coeff[1..].split_at(count);
        let mut rows = vec![];
        while !rest.is_empty() {
            let (row, after) = rest.split_at(count - rows.len());
            rows.push(row);
            rest = after;
        }
        (linear, rows)
    }

    /// beta0 + Σ beta B + Σ alpha B B, squares halved.
    fn energy(&self, element: usize, b: &[f64]) -> f64 {
        let (linear, rows) = self.coefficients(element, b.len());
        let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
        let of_row = |(k, row): (usize, &&[f64])| b[k] * (dot(row, &b[k..]) - 0.5 * row[0] * b[k]);
        let quadratic: f64 = rows.iter().enumerate().map(of_row).sum();
        self.potential.elements[element].coeff[0] + dot(linear, b) + quadratic
    }

    /// Its derivatives by the descriptors.
    fn slopes(&self, element: usize, b: &[f64]) -> Vec<f64> {
        let (linear, rows) = self.coefficients(element, b.len());
        let mut slopes = linear.to_vec();
        for (k, row) in rows.iter().enumerate() {
            slopes[k] += row[0] * b[k];
            for (n, alpha) in (k..).zip(*row).skip(1) {
                slopes[k] += alpha * b[n];
                slopes[n] += alpha * b[k];
            }
        }
        slopes
    }

    /// The density that neighbours of an element add to.
    fn density_of(&self, element: usize) -> usize {
        match self.potential.densities() {
            1 => 0,
            _ => element,
        }
    }

    /// The pairs of an atom that repel each other.
    fn repelled(&self, grid: &Grid, system: &System, i: usize) -> Vec<Repelled> {
        let mut pairs = vec![];
        if let Some(zbl) = &self.potential.zbl {
            grid.near(i, |index, r| pairs.extend(zbl.of(system, i, index, r)));
        }
        pairs
    }

    /// The densities at an atom of an element. Each element's has the atom's own contribution if it is of that element, or with
    /// `wselfallflag`.
    fn densities(&self, element: usize, neighbors: &[Neighbor]) -> Vec<Planes> {
        let (params, count) = (&self.potential.params, self.potential.densities());
        let own = |e: usize| count == 1 || params.wselfallflag || e == element;
        let start = |e| match own(e) {
            true => Planes::identity(params.twojmax),
            false => Planes::zero(params.twojmax),
        };
        let mut u: Vec<Planes> = (0..count).map(start).collect();
        for neighbor in neighbors {
            let (weight, term) = neighbor.density(params);
            u[neighbor.density].add_scaled(weight, &term);
        }
        u
    }

    fn grid<'a>(&self, system: &'a System) -> Result<Grid<'a>, Error> {
        self.grid_up_to(system, self.potential.largest_cutoff())
    }

    fn grid_up_to<'a>(&self, system: &'a System, cutoff: f64) -> Result<Grid<'a>, Error> {
        system.check(self.potential.elements.len())?;
        if let Some(zbl) = &self.potential.zbl {
            zbl.check(system.elements.len())?;
        }
        Grid::new(system, cutoff)
    }

    /// The neighbours of an atom: all atoms and images with r < rc_ik, of atoms that have elements.
    fn neighbors(&self, grid: &Grid, system: &System, i: usize) -> Result<Vec<Neighbor>, Error> {
        let (mut found, mut coincident) = (Vec::new(), None);
        grid.near(i, |index, r| {
            if squared(r) <= COINCIDENT {
                coincident = Some(index);
            }
            let (Some(center), Some(element)) = (system.element(i), system.element(index)) else {
                return;
            };
            let pair = self.potential.pair(center, element);
            if squared(r) < pair.cutoff * pair.cutoff {
                found.push(Neighbor {
                    index,
                    density: self.density_of(element),
                    r,
                    pair,
                });
            }
        });
        match coincident {
            Some(index) => Err(Error::Coincide(i, index)),
            None => Ok(found),
        }
    }

    /// How far two atoms matter to each other.
    fn reach(&self, system: &System, i: usize, k: usize) -> f64 {
        let elements = system.element(i).zip(system.element(k));
        let snap = elements.map_or(0.0, |(i, k)| self.potential.cutoff(i, k));
        let zbl = self.potential.zbl.as_ref().map_or(0.0, |zbl| zbl.outer);
        snap.max(zbl)
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
                let reach = self.reach(system, i, k) + margin;
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
