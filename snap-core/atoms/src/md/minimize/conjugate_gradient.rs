//! Conjugate gradients by Polak and Ribière (RIRO 3, 35, 1969), which begin anew along the forces where
//! their factor is negative (Powell, Lect. Notes Math. 1066, 122, 1984).
//!
//! Along a direction the least energy is where the force along it is zero, which the secant finds: forces are exact to rounding
//! where energies no longer differ.

use portax::{Float, Space, View, deep_copy};

use super::{
    LARGEST_MOVE,
    coordinates::{Coordinates, OfCell, Place, Point, Relax, dot, longest},
    outcome::{Minimum, Stop, Tolerance},
    vectors::{blend, longest_row, products},
};
use crate::md::{atoms::Atoms, error::Error, forces::Forces};

/// The force along a direction that is left is at most this share of that at its start.
const LEFT: f64 = 0.1;
/// Most steps of a search.
const STEPS: usize = 12;
/// Rounding of an energy, relative.
const ROUNDING: f64 = 1e-13;

/// Minimises by conjugate gradients.
#[derive(Clone, Copy, Debug)]
pub struct ConjugateGradient {
    tolerance: Tolerance,
    relax: Option<Relax>,
}

/// A direction: of the atoms, and of the cell.
struct Direction<T: Float> {
    of_atoms: View<T, 2>,
    of_cell: OfCell,
    /// Is it that of the forces?
    is_new: bool,
}

impl ConjugateGradient {
    /// In a cell that stays.
    #[must_use]
    pub fn new(tolerance: Tolerance) -> Self {
        ConjugateGradient {
            tolerance,
            relax: None,
        }
    }

    /// The cell takes part.
    #[must_use]
    pub fn with_cell(self, relax: Relax) -> Self {
        ConjugateGradient {
            relax: Some(relax),
            ..self
        }
    }

    /// Moves the atoms, and the cell, to the next minimum.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a tolerance or pressure that is none; [`Error::NotPeriodic`], [`Error::Forces`],
    /// [`Error::Portax`].
    pub fn run<T: Float>(
        &self,
        space: &Space,
        atoms: &Atoms<T>,
        forces: &mut dyn Forces,
    ) -> Result<Minimum, Error> {
        self.tolerance.check()?;
        let mut at = Coordinates::new(space, atoms, forces, self.relax)?;
        let view = |label| View::new(space, label, [atoms.natoms(), 3]);
        let (mut start, old_f) = (at.place()?, view("f_at_start")?);
        let mut now = at.evaluate()?.checked()?;
        let mut along = Direction {
            of_atoms: view("direction")?,
            of_cell: now.of_cell,
            is_new: true,
        };
        along.begin(&atoms.f, &now)?;
        let (mut length, mut iterations) = (0.0, 0);
        loop {
            let [ff, slope] = products(space, &atoms.f, &along.of_atoms)?;
            let ff = ff + dot(&now.of_cell, &now.of_cell);
            let mut slope = slope + dot(&now.of_cell, &along.of_cell);
            let tolerance = &self.tolerance;
            if let Some(stop) = tolerance.is_reached(ff.sqrt(), iterations, at.evaluations) {
                return at.minimum(stop, &now, iterations);
            }
            if slope <= 0.0 {
                along.begin(&atoms.f, &now)?;
                slope = ff;
            }
            iterations += 1;
            at.save(&mut start)?;
            deep_copy(&old_f, &atoms.f)?;
            let before = now;
            let search = Search {
                start: (&start, before, slope),
                along: &along,
                first: if length > 0.0 {
                    length
                } else {
                    LARGEST_MOVE / ff.sqrt()
                },
            };
            match search.run(&mut at)? {
                Some((found, there)) => (length, now) = (found, there),
                None => {
                    now = at.evaluate()?;
                    if along.is_new {
                        return at.minimum(Stop::NoDescent, &now, iterations);
                    }
                    along.begin(&atoms.f, &now)?;
                    length = 0.0;
                    continue;
                }
            }
            if tolerance.is_same_energy(now.energy, before.energy) {
                return at.minimum(Stop::Energy, &now, iterations);
            }
            let [new, mixed] = products(space, &atoms.f, &old_f)?;
            let new = new + dot(&now.of_cell, &now.of_cell);
            let mixed = mixed + dot(&now.of_cell, &before.of_cell);
            along.turn(space, ((new - mixed) / ff).max(0.0), &atoms.f, &now)?;
        }
    }
}

impl<T: Float> Direction<T> {
    /// Begins anew, along the forces.
    fn begin(&mut self, f: &View<T, 2>, now: &Point) -> Result<(), Error> {
        (self.of_cell, self.is_new) = (now.of_cell, true);
        Ok(deep_copy(&self.of_atoms, f)?)
    }

    /// Turns to the forces and `factor` times itself.
    fn turn(
        &mut self,
        space: &Space,
        factor: f64,
        f: &View<T, 2>,
        now: &Point,
    ) -> Result<(), Error> {
        self.is_new = factor == 0.0;
        self.of_cell = std::array::from_fn(|k| factor * self.of_cell[k] + now.of_cell[k]);
        blend(space, [factor, 1.0], &self.of_atoms, f)
    }
}

/// A search along a direction, from positions with a force along it.
struct Search<'a, T: Float> {
    start: (&'a Place<T>, Point, f64),
    along: &'a Direction<T>,
    /// What to try first
    first: f64,
}

impl<T: Float> Search<'_, T> {
    /// Goes to where little force along the direction is left; gives how far that is. Where there is no less energy, it goes back
    /// and gives nothing.
    fn run(&self, at: &mut Coordinates<'_, T>) -> Result<Option<(f64, Point)>, Error> {
        let (start, before, slope) = self.start;
        let far = longest_row(at.space, &self.along.of_atoms)?.max(longest(&self.along.of_cell));
        let most = LARGEST_MOVE / far;
        let allowed = before.energy + ROUNDING * before.energy.abs();
        let mut low = (0.0, slope);
        let mut high: Option<f64> = None;
        let mut length = self.first.min(most);
        for step in 0..STEPS {
            at.put_back(start)?;
            at.advance(length, &self.along.of_atoms, &self.along.of_cell)?;
            let there = at.evaluate()?;
            let [_, here] = products(at.space, &self.along.of_atoms, &at.atoms.f)?;
            let here = here + dot(&there.of_cell, &self.along.of_cell);
            let is_lower = there.energy <= allowed;
            let is_end = length == most && here > 0.0;
            if is_lower && (here.abs() <= LEFT * slope || is_end || step + 1 == STEPS) {
                return Ok(Some((length, there)));
            }
            if is_lower && here > 0.0 {
                // Where the secant through both forces is zero, or farther where they grow.
                let secant = length + here * (length - low.0) / (low.1 - here);
                let next = if here < low.1 { secant } else { 4.0 * length };
                low = (length, here);
                let limit = high.map_or(most, |high| 0.5 * (length + high));
                length = next.min(10.0 * length).min(limit);
            } else {
                high = Some(length);
                let secant = low.0 + low.1 * (length - low.0) / (low.1 - here);
                let is_inside = here < 0.0 && secant > low.0 && secant < length;
                length = if is_inside {
                    secant
                } else {
                    0.5 * (low.0 + length)
                };
            }
        }
        at.put_back(start)?;
        Ok(None)
    }
}
