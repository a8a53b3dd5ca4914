//! What is minimised: an energy of positions, and of the strain of the cell where that takes part.

use portax::{Float, Space, View, deep_copy};

use super::{
    outcome::{Minimum, Stop},
    vectors::products,
};
use crate::matrix::{diagonal, product};
use crate::md::affine::{carry, strain_cell};
use crate::md::{
    atoms::Atoms,
    barostat::Coupling,
    error::{Error, check_finite, check_periodic},
    forces::Forces,
    units::ENERGY_DENSITY_TO_PRESSURE,
};
use crate::neighbor::Cell;

/// A cell that takes part: LAMMPS' `fix box/relax`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Relax {
    /// How it may change.
    pub coupling: Coupling,
    /// Pressure from outside, bar.
    pub pressure: f64,
}

/// A vector's part of the cell: strains xx yy zz xy xz yz times κ, or forces over κ.
pub(super) type OfCell = [f64; 6];

/// The strain's part of a product.
pub(super) fn dot(a: &OfCell, b: &OfCell) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The longest that a row of a cell's part can make of a vector as long as κ.
pub(super) fn longest(a: &OfCell) -> f64 {
    dot(a, a).sqrt()
}

/// Energy at a place, and the forces on the cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    /// Energy or enthalpy, eV
    pub energy: f64,
    /// eV/Å
    pub of_cell: OfCell,
}

impl Point {
    /// Refuses a place where the energy is not finite.
    pub fn checked(self) -> Result<Self, Error> {
        check_finite("the energy to minimise in eV", self.energy).map(|()| self)
    }
}

/// Where atoms and cell were.
pub(super) struct Place<T: Float> {
    x: View<T, 2>,
    /// See [`Forces::turns`]
    turns: Option<View<i32, 2>>,
    cell: Cell,
}

/// Positions and cell as coordinates.
pub(super) struct Coordinates<'a, T: Float> {
    pub space: &'a Space,
    pub atoms: &'a Atoms<T>,
    forces: &'a mut dyn Forces,
    relax: Option<Relax>,
    /// κ, Å
    scale: f64,
    pub evaluations: usize,
}

impl<'a, T: Float> Coordinates<'a, T> {
    /// # Errors
    /// [`Error::Parameter`] for a pressure that is not finite, [`Error::NotPeriodic`].
    pub fn new(
        space: &'a Space,
        atoms: &'a Atoms<T>,
        forces: &'a mut dyn Forces,
        relax: Option<Relax>,
    ) -> Result<Self, Error> {
        if let Some(relax) = relax {
            check_finite("the pressure on the cell in bar", relax.pressure)?;
            check_periodic(forces.cell())?;
        }
        let natoms = atoms.natoms().max(1) as f64;
        Ok(Coordinates {
            scale: natoms.sqrt() * (forces.cell().volume() / natoms).cbrt(),
            space,
            atoms,
            forces,
            relax,
            evaluations: 0,
        })
    }

    /// Computes the forces, which are then in the atoms' view.
    pub fn evaluate(&mut self) -> Result<Point, Error> {
        self.evaluations += 1;
        self.forces.compute()?;
        let energy = self.forces.energy()?;
        let Some(relax) = self.relax else {
            let of_cell = [0.0; 6];
            return Ok(Point { energy, of_cell });
        };
        let work = relax.pressure / ENERGY_DENSITY_TO_PRESSURE * self.forces.cell().volume();
        let of_cell = relax.coupling.forces(self.forces.virial()?, work);
        Ok(Point {
            energy: energy + work,
            of_cell: of_cell.map(|force| force / self.scale),
        })
    }

    /// The square of the length of all forces, those on the cell among them.
    pub fn force_squared(&self, now: &Point) -> Result<f64, Error> {
        let f = &self.atoms.f;
        let [ff, _] = products(self.space, f, f)?;
        Ok(ff + dot(&now.of_cell, &now.of_cell))
    }

    /// What was found.
    pub fn minimum(&self, stop: Stop, now: &Point, iterations: usize) -> Result<Minimum, Error> {
        Ok(Minimum {
            stop,
            energy: now.energy,
            force: self.force_squared(now)?.sqrt(),
            iterations,
            evaluations: self.evaluations,
        })
    }

    /// Moves the atoms by `length` times `direction` (`[natoms, 3]`), then strains cell and atoms by as much of `of_cell`.
    pub fn advance(
        &mut self,
        length: f64,
        direction: &View<T, 2>,
        of_cell: &OfCell,
    ) -> Result<(), Error> {
        let [xx, yy, zz, xy, xz, yz] = of_cell.map(|e| length * e / self.scale);
        let m = [
            [1.0 + xx, 0.0, 0.0],
            [xy, 1.0 + yy, 0.0],
            [xz, yz, 1.0 + zz],
        ];
        let shift = match self.relax {
            Some(_) => strain_cell(self.forces, m)?,
            None => [0.0; 3],
        };
        let of_direction = product(diagonal([length; 3]), m);
        let x = &self.atoms.x;
        carry(self.space, x, m, direction, of_direction, shift)
    }

    /// Where atoms and cell are.
    pub fn place(&self) -> Result<Place<T>, Error> {
        let extents = self.atoms.x.extents();
        let turns = self.forces.turns();
        let turns = turns.map(|_| View::new(self.space, "turns_at_start", extents));
        let mut place = Place {
            x: View::new(self.space, "x_at_start", extents)?,
            turns: turns.transpose()?,
            cell: *self.forces.cell(),
        };
        self.save(&mut place)?;
        Ok(place)
    }

    /// Writes down where atoms and cell are.
    pub fn save(&self, place: &mut Place<T>) -> Result<(), Error> {
        place.cell = *self.forces.cell();
        if let (Some(saved), Some(turns)) = (&place.turns, self.forces.turns()) {
            deep_copy(saved, turns)?;
        }
        Ok(deep_copy(&place.x, &self.atoms.x)?)
    }

    /// Puts atoms and cell back.
    pub fn put_back(&mut self, place: &Place<T>) -> Result<(), Error> {
        deep_copy(&self.atoms.x, &place.x)?;
        if let (Some(saved), Some(turns)) = (&place.turns, self.forces.turns()) {
            deep_copy(turns, saved)?;
        }
        match self.relax {
            Some(_) => self.forces.set_cell(&place.cell),
            None => Ok(()),
        }
    }
}
