//! Constant temperature by friction and random forces: BAOAB (Leimkuhler and Matthews, Appl. Math. Res. eXpress 2013, 34,
//! and J. Chem. Phys. 138, 174102, 2013).
//!
//! A step is half a kick of the forces (B), half a drift (A), friction and noise by their exact solution (O), the other half
//! drift and, with the new forces, the other half kick. With the friction γ = 1 / damping, O is
//!
//! ```text
//! v <- c v + sqrt((1 - c²) kT / m) ξ        c = exp(-γ dt)
//! ```
//!
//! where ξ are three normal numbers of each atom and step. Philox counts them out from the seed, the step and the atom, so
//! they do not depend on the number of threads, and a run goes on from the number of its step. Spaces differ in the last bits
//! of the logarithm and the cosine alone.
//!
//! Averages over positions have the smallest errors of all such splittings: of a harmonic spring none at any time step.

use portax::{Float, Functor, RangePolicy, ReduceKernel, Space, Sum, View, kernel};
use portax_algorithms::random::{normal, philox};

use super::{
    atoms::Atoms,
    error::{Error, check_not_negative, check_positive, check_state},
    forces::Forces,
    integrator::Integrator,
    ramp::Ramp,
    units::{BOLTZMANN, FORCE_TO_ACCELERATION, MVV_TO_ENERGY},
    verlet::Verlet,
};

/// B, A, O and A of each atom; gives what O adds to m v², g/mol (Å/ps)².
#[derive(Functor)]
struct KickAndDiffuse<T: Float> {
    /// Half the time step, ps
    half_dt: T,
    /// Half the time step times [`FORCE_TO_ACCELERATION`]
    half_kick: T,
    /// c
    friction: T,
    /// sqrt((1 - c²) kT), sqrt(g/mol) Å/ps
    noise: T,
    seed: u64,
    step: u64,
    x: View<T, 2>,
    v: View<T, 2>,
    f: View<T, 2>,
    element: View<i32, 1>,
    mass: View<T, 1>,
}

#[kernel]
impl<T: Float> ReduceKernel for KickAndDiffuse<T> {
    type Value = f64;
    fn kick_and_diffuse(&self, i: Index) -> f64 {
        let mass = self.mass[self.element[i]];
        let per_force = self.half_kick / mass;
        let noise = self.noise / mass.sqrt();
        let mut rng = philox(self.seed, (self.step << 32u64) | (i as u64));
        let mut gained: T = 0.0;
        #[unroll]
        for d in 0..3 {
            let before = self.v[(i, d)] + per_force * self.f[(i, d)];
            let xi: T = normal(&mut rng) as T;
            let after = self.friction * before + noise * xi;
            self.v[(i, d)] = after;
            self.x[(i, d)] += self.half_dt * (before + after);
            gained += after * after - before * before;
        }
        (mass * gained) as f64
    }
}

/// A bath of random forces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bath {
    /// Temperature, K.
    pub temperature: Ramp,
    /// Time in which velocities are forgotten, 1 / γ, ps.
    pub damping: f64,
    /// Which random numbers.
    pub seed: u64,
}

/// Steps in a bath of random forces: an [`Integrator`] by BAOAB. Unlike the other ensembles, all 3 natoms numbers move freely.
///
/// [`Integrator::conserved`] is the heat that went to the bath.
pub struct Langevin<T: Float> {
    space: Space,
    atoms: Atoms<T>,
    dt: f64,
    bath: Bath,
    verlet: Verlet,
    step: u64,
    /// From the bath to the atoms, eV
    heat: f64,
}

impl<T: Float> Langevin<T> {
    /// Steps of `dt` ps of these atoms.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a time step or damping time that is not positive or a temperature below 0 K;
    /// [`Error::Portax`].
    pub fn new(space: &Space, atoms: &Atoms<T>, dt: f64, bath: Bath) -> Result<Self, Error> {
        bath.temperature
            .check("the temperature of a bath in K", check_not_negative)?;
        check_positive("the damping time of a bath in ps", bath.damping)?;
        Ok(Langevin {
            verlet: Verlet::new(space, atoms, dt)?,
            space: space.clone(),
            atoms: atoms.clone(),
            dt,
            bath,
            step: 0,
            heat: 0.0,
        })
    }

    /// Half a kick, and a drift with friction and noise in the middle; gives the heat from the bath, eV.
    fn kick_and_diffuse(&self) -> Result<f64, Error> {
        let Atoms {
            x,
            v,
            f,
            element,
            mass,
        } = self.atoms.clone();
        let (dt, gamma) = (self.dt, 1.0 / self.bath.damping);
        let kt = BOLTZMANN * self.bath.temperature.at(self.step) / MVV_TO_ENERGY;
        let kernel = KickAndDiffuse {
            half_dt: T::from_f64(0.5 * dt),
            half_kick: T::from_f64(0.5 * dt * FORCE_TO_ACCELERATION),
            friction: T::from_f64((-gamma * dt).exp()),
            noise: T::from_f64((-kt * (-2.0 * gamma * dt).exp_m1()).sqrt()),
            seed: self.bath.seed,
            step: self.step,
            x,
            v,
            f,
            element,
            mass,
        };
        let all = RangePolicy::new(0..self.atoms.natoms());
        let gained = self
            .space
            .parallel_reduce("kick and diffuse", all, &kernel, Sum)?;
        Ok(0.5 * MVV_TO_ENERGY * gained)
    }
}

impl<T: Float> Integrator for Langevin<T> {
    fn initial_integrate(&mut self, _: &mut dyn Forces) -> Result<(), Error> {
        self.step += 1;
        self.heat += self.kick_and_diffuse()?;
        Ok(())
    }

    fn final_integrate(&mut self, _: &mut dyn Forces) -> Result<(), Error> {
        self.verlet.kick()
    }

    fn conserved(&self) -> f64 {
        -self.heat
    }

    fn state(&self) -> Vec<f64> {
        vec![self.step as f64, self.heat]
    }

    fn restore(&mut self, state: &[f64]) -> Result<(), Error> {
        check_state("Langevin", state, 2)?;
        (self.step, self.heat) = (state[0] as u64, state[1]);
        Ok(())
    }
}
