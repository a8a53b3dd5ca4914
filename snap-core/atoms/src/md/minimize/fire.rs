//! FIRE, the fast inertial relaxation engine of Bitzek, Koskinen, Gähler, Moseler and Gumbsch (Phys. Rev. Lett. 97, 170201,
//! 2006), as FIRE 2.0 of Guénolé et al. (Comput. Mater. Sci. 175, 109584, 2020): semi-implicit Euler steps, and half a step back
//! after a step uphill.
//!
//! Atoms move as if they had one mass, the mean of theirs, and so does the cell.

use portax::{Float, Space, View};

use super::{
    LARGEST_MOVE,
    coordinates::{Coordinates, Relax, dot, longest},
    outcome::{Minimum, Stop, Tolerance},
    vectors::{blend, longest_row, products},
};
use crate::md::{
    atoms::Atoms,
    error::{Error, check_positive},
    forces::Forces,
    units::FORCE_TO_ACCELERATION,
};

/// Steps downhill before the time step grows.
const DELAY: usize = 20;
/// What it grows by, and shrinks by.
const GROW: f64 = 1.1;
const SHRINK: f64 = 0.5;
/// Share of the forces' direction in that of the velocities, and what it shrinks by.
const MIX: f64 = 0.25;
const MIX_SHRINK: f64 = 0.99;
/// Largest and smallest time step, relative to the first.
const LONGEST: f64 = 10.0;
const SHORTEST: f64 = 0.02;

/// Minimises by FIRE.
#[derive(Clone, Copy, Debug)]
pub struct Fire {
    tolerance: Tolerance,
    relax: Option<Relax>,
    dt: f64,
}

impl Fire {
    /// In a cell that stays, from time steps of 1 fs.
    #[must_use]
    pub fn new(tolerance: Tolerance) -> Self {
        Fire {
            tolerance,
            relax: None,
            dt: 0.001,
        }
    }

    /// The cell takes part.
    #[must_use]
    pub fn with_cell(self, relax: Relax) -> Self {
        Fire {
            relax: Some(relax),
            ..self
        }
    }

    /// With another first time step, ps. It may grow to ten times this one.
    #[must_use]
    pub fn with_time_step(self, dt: f64) -> Self {
        Fire { dt, ..self }
    }

    /// Moves the atoms, and the cell, to a minimum. Velocities of the atoms are left alone.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a tolerance, time step or pressure that is none; [`Error::NotPeriodic`], [`Error::Forces`],
    /// [`Error::Portax`].
    pub fn run<T: Float>(
        &self,
        space: &Space,
        atoms: &Atoms<T>,
        forces: &mut dyn Forces,
    ) -> Result<Minimum, Error> {
        self.tolerance.check()?;
        check_positive("the time step in ps", self.dt)?;
        let masses = atoms.masses()?;
        let mass = masses.iter().sum::<f64>() / masses.len().max(1) as f64;
        let v: View<T, 2> = View::new(space, "v_of_fire", [atoms.natoms(), 3])?;
        let mut v_cell = [0.0; 6];
        let mut at = Coordinates::new(space, atoms, forces, self.relax)?;
        let mut now = at.evaluate()?.checked()?;
        let mut pace = Pace {
            first: self.dt,
            dt: self.dt,
            mix: MIX,
            downhill: 0,
        };
        let mut before: Option<f64> = None;
        let mut iterations = 0;
        loop {
            let force_squared = at.force_squared(&now)?;
            let force = force_squared.sqrt();
            let tolerance = &self.tolerance;
            if let Some(stop) = tolerance.is_reached(force, iterations, at.evaluations) {
                return at.minimum(stop, &now, iterations);
            }
            let is_same = before.is_some_and(|e| tolerance.is_same_energy(now.energy, e));
            if is_same && pace.downhill > DELAY {
                return at.minimum(Stop::Energy, &now, iterations);
            }
            let [mut vv, mut vf] = products(space, &v, &atoms.f)?;
            vv += dot(&v_cell, &v_cell);
            vf += dot(&v_cell, &now.of_cell);
            if vf > 0.0 {
                pace.go_on();
            } else {
                at.advance(-0.5 * pace.dt, &v, &v_cell)?;
                v.fill(T::from_f64(0.0))?;
                (v_cell, vv, vf) = ([0.0; 6], 0.0, 0.0);
                pace.turn_back(iterations >= DELAY);
            }
            // v + a f, of which a share is turned towards the forces.
            let a = pace.dt * FORCE_TO_ACCELERATION / mass;
            let speed = (vv + 2.0 * a * vf + a * a * force_squared).max(0.0).sqrt();
            let keep = 1.0 - pace.mix;
            let push = keep * a + pace.mix * speed / force;
            blend(space, [keep, push], &v, &atoms.f)?;
            v_cell = std::array::from_fn(|k| keep * v_cell[k] + push * now.of_cell[k]);
            let far = longest_row(space, &v)?.max(longest(&v_cell));
            at.advance(pace.dt.min(LARGEST_MOVE / far), &v, &v_cell)?;
            before = Some(now.energy);
            now = at.evaluate()?.checked()?;
            iterations += 1;
        }
    }
}

/// Time step and share of the forces' direction.
struct Pace {
    /// ps
    first: f64,
    /// ps
    dt: f64,
    mix: f64,
    /// Steps downhill
    downhill: usize,
}

impl Pace {
    /// After a step downhill.
    fn go_on(&mut self) {
        self.downhill += 1;
        if self.downhill > DELAY {
            self.dt = (self.dt * GROW).min(LONGEST * self.first);
            self.mix *= MIX_SHRINK;
        }
    }

    /// After a step uphill, or at the start.
    fn turn_back(&mut self, is_shorter: bool) {
        if is_shorter {
            self.dt = (self.dt * SHRINK).max(SHORTEST * self.first);
        }
        (self.downhill, self.mix) = (0, MIX);
    }
}
