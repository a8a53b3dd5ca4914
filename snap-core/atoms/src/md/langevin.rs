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

use portax::{Float, Functor, Prepared, RangePolicy, ReduceKernel, Space, Sum, View, kernel};
use portax_random::{normal, philox};

use super::{
    atoms::Atoms,
    error::{Error, check_not_negative, check_positive, check_state},
    forces::Forces,
    integrator::Integrator,
    ramp::Ramp,
    units::{BOLTZMANN, FORCE_TO_ACCELERATION, MVV_TO_ENERGY},
    verlet::Verlet,
};

/// What differs between steps: in views, so that the launch is prepared once.
#[derive(Clone, Functor)]
struct Now<T: Float> {
    /// sqrt((1 - c²) kT), sqrt(g/mol) Å/ps; one element
    noise: View<T, 1>,
    /// Number of the step, one element
    step: View<u64, 1>,
}

/// B, A, O and A of each atom; gives what O adds to m v², g/mol (Å/ps)².
#[derive(Functor)]
struct KickAndDiffuse<T: Float> {
    /// Half the time step, ps
    half_dt: T,
    /// Half the time step times [`FORCE_TO_ACCELERATION`]
    half_kick: T,
    /// c
    friction: T,
    seed: u64,
    now: Now<T>,
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
        let noise = self.now.noise[0] / mass.sqrt();
        let mut rng = philox(self.seed, (self.now.step[0] << 32u64) | (i as u64));
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

impl Bath {
    /// γ, 1/ps.
    fn friction(&self) -> f64 {
        1.0 / self.damping
    }
}

/// Steps in a bath of random forces: an [`Integrator`] by BAOAB. Unlike the other ensembles, all 3 natoms numbers move freely.
///
/// [`Integrator::conserved`] is the heat that went to the bath. After 2³² steps the random numbers begin anew.
pub struct Langevin<T: Float> {
    dt: f64,
    bath: Bath,
    kick_and_diffuse: Prepared<f64>,
    now: Now<T>,
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
        let verlet = Verlet::new(space, atoms, dt)?;
        let now = Now {
            noise: View::new(space, "noise", [1])?,
            step: View::new(space, "step", [1])?,
        };
        Ok(Langevin {
            verlet,
            kick_and_diffuse: kick_and_diffuse(space, atoms, dt, bath, &now)?,
            now,
            dt,
            bath,
            step: 0,
            heat: 0.0,
        })
    }

    /// Half a kick, and a drift with friction and noise in the middle; gives the heat from the bath, eV.
    fn kick_and_diffuse(&self) -> Result<f64, Error> {
        let kt = BOLTZMANN * self.bath.temperature.at(self.step) / MVV_TO_ENERGY;
        let noise = (-kt * (-2.0 * self.bath.friction() * self.dt).exp_m1()).sqrt();
        self.now.noise.copy_from_slice(&[T::from_f64(noise)])?;
        self.now.step.copy_from_slice(&[self.step])?;
        Ok(0.5 * MVV_TO_ENERGY * self.kick_and_diffuse.launch()?)
    }
}

fn kick_and_diffuse<T: Float>(
    space: &Space,
    atoms: &Atoms<T>,
    dt: f64,
    bath: Bath,
    now: &Now<T>,
) -> Result<Prepared<f64>, Error> {
    let Atoms {
        x,
        v,
        f,
        element,
        mass,
    } = atoms.clone();
    let kernel = KickAndDiffuse {
        half_dt: T::from_f64(0.5 * dt),
        half_kick: T::from_f64(0.5 * dt * FORCE_TO_ACCELERATION),
        friction: T::from_f64((-bath.friction() * dt).exp()),
        seed: bath.seed,
        now: now.clone(),
        x,
        v,
        f,
        element,
        mass,
    };
    let all = RangePolicy::new(0..atoms.natoms());
    Ok(space.prepare_reduce("kick and diffuse", all, &kernel, Sum)?)
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
