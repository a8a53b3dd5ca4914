//! The halves of a step of velocity Verlet, of which every integrator is made.

use portax::{Float, Functor, Prepared, RangeKernel, RangePolicy, Space, View, kernel};

use super::{
    atoms::Atoms,
    error::{Error, check_positive},
    units::FORCE_TO_ACCELERATION,
};

/// Half a step of the velocities, where `DRIFT` says so followed by a step of the positions.
#[derive(Functor)]
struct Kick<T: Float, const DRIFT: bool> {
    /// Time step, ps
    dt: T,
    /// Half the time step times [`FORCE_TO_ACCELERATION`]
    half_kick: T,
    x: View<T, 2>,
    v: View<T, 2>,
    f: View<T, 2>,
    element: View<i32, 1>,
    mass: View<T, 1>,
}

#[kernel]
impl<T: Float, const DRIFT: bool> RangeKernel for Kick<T, DRIFT> {
    fn kick(&self, i: Index) {
        let per_force = self.half_kick / self.mass[self.element[i]];
        #[unroll]
        for d in 0..3 {
            let v = self.v[(i, d)] + per_force * self.f[(i, d)];
            self.v[(i, d)] = v;
            if DRIFT {
                self.x[(i, d)] += self.dt * v;
            }
        }
    }
}

/// Kicks and drifts of `dt` ps, prepared.
pub(super) struct Verlet {
    kick_and_drift: Prepared,
    kick: Prepared,
}

impl Verlet {
    /// # Errors
    /// [`Error::Parameter`] for a time step that is not positive, [`Error::Portax`].
    pub fn new<T: Float>(space: &Space, atoms: &Atoms<T>, dt: f64) -> Result<Self, Error> {
        check_positive("the time step in ps", dt)?;
        Ok(Verlet {
            kick_and_drift: prepare_kick::<T, true>(space, "initial integrate", atoms, dt)?,
            kick: prepare_kick::<T, false>(space, "final integrate", atoms, dt)?,
        })
    }

    /// Half a step of the velocities, then a step of the positions.
    pub fn kick_and_drift(&self) -> Result<(), Error> {
        Ok(self.kick_and_drift.launch()?)
    }

    /// Half a step of the velocities.
    pub fn kick(&self) -> Result<(), Error> {
        Ok(self.kick.launch()?)
    }
}

fn prepare_kick<T: Float, const DRIFT: bool>(
    space: &Space,
    label: &str,
    atoms: &Atoms<T>,
    dt: f64,
) -> Result<Prepared, Error> {
    let Atoms {
        x,
        v,
        f,
        element,
        mass,
    } = atoms.clone();
    let kick = Kick::<T, DRIFT> {
        dt: T::from_f64(dt),
        half_kick: T::from_f64(0.5 * dt * FORCE_TO_ACCELERATION),
        x,
        v,
        f,
        element,
        mass,
    };
    Ok(space.prepare(label, RangePolicy::new(0..atoms.natoms()), &kick)?)
}
