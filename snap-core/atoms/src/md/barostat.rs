//! What holds the pressure.

use super::{
    chain::Chain,
    error::{Error, check_finite, check_positive},
    pressure::scalar_pressure,
    ramp::Ramp,
    units::ENERGY_DENSITY_TO_PRESSURE,
};
use crate::matrix::{Matrix, diagonal, product};

/// How the cell may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coupling {
    /// Its size, by the mean of the three pressures: LAMMPS' `iso`.
    Isotropic,
    /// Its extent along x, y and z, each by its own pressure: LAMMPS' `aniso`. A tilted cell is stretched like everything in
    /// it.
    Anisotropic,
    /// Its size and shape, by all six components: LAMMPS' `tri`.
    Triclinic,
}

impl Coupling {
    /// Degrees of freedom of the cell.
    pub(super) fn degrees(self) -> usize {
        match self {
            Coupling::Isotropic => 1,
            Coupling::Anisotropic => 3,
            Coupling::Triclinic => 6,
        }
    }

    /// What a stress and a pressure from outside, both times the volume, make of the strains that are free: forces xx yy zz xy xz
    /// yz, eV.
    pub(super) fn forces(self, stress: [f64; 6], pressure: f64) -> [f64; 6] {
        std::array::from_fn(|k| match (self, k) {
            (Coupling::Isotropic, 0..3) => scalar_pressure(stress) - pressure,
            (_, 0..3) => stress[k] - pressure,
            (Coupling::Triclinic, _) => stress[k],
            _ => 0.0,
        })
    }
}

/// A barostat of Martyna, Tobias and Klein, as LAMMPS' `fix npt` has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Barostat {
    /// Hydrostatic pressure, bar.
    pub pressure: Ramp,
    /// Time in which it answers, ps: about 1000 time steps.
    pub damping: f64,
    /// How the cell may change.
    pub coupling: Coupling,
    /// Thermostats of its own chain, 0 for none.
    pub chain: usize,
    /// The terms of Martyna, Tobias and Klein for the motion of the atoms, by which the ensemble is exact: LAMMPS' `mtk`.
    pub mtk: bool,
}

impl Barostat {
    /// With a chain of three and with the terms of Martyna, Tobias and Klein; the pressure in bar, the damping time in ps.
    #[must_use]
    pub fn new(coupling: Coupling, pressure: impl Into<Ramp>, damping: f64) -> Self {
        Barostat {
            pressure: pressure.into(),
            damping,
            coupling,
            chain: 3,
            mtk: true,
        }
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        let pressure = "the pressure of a barostat in bar";
        self.pressure.check(pressure, check_finite)?;
        check_positive("the damping time of a barostat in ps", self.damping)
    }
}

/// The moving cell: rates of its strain and the chain that thermostats them.
pub(super) struct Piston {
    barostat: Barostat,
    natoms: f64,
    /// Å³ at the start
    volume: f64,
    /// Mass of each rate, eV ps²
    mass: f64,
    /// Rates of strain, xx yy zz xy xz yz, 1/ps
    rate: [f64; 6],
    chain: Option<Chain>,
}

/// What a piston is driven by: twofold kinetic energy and virial (xx yy zz xy xz yz, eV), volume (Å³) and target (bar).
pub(super) struct Load {
    pub kinetic: [f64; 6],
    pub virial: [f64; 6],
    pub volume: f64,
    pub target: f64,
}

impl Piston {
    /// At rest, with a cell of `volume` (Å³), and with the masses of kT (eV).
    pub fn new(barostat: Barostat, natoms: usize, volume: f64, kt: f64) -> Result<Self, Error> {
        barostat.check()?;
        let damping = ("the damping time of a barostat in ps", barostat.damping);
        let degrees = barostat.coupling.degrees() as f64;
        let chain = match barostat.chain {
            0 => None,
            length => Some(Chain::new(degrees, 1.0, damping, length)?.with_masses_of(kt)),
        };
        Ok(Piston {
            barostat,
            natoms: natoms as f64,
            volume,
            mass: (natoms as f64 + 1.0) * kt * barostat.damping.powi(2),
            rate: [0.0; 6],
            chain,
        })
    }

    /// Twofold kinetic energy, eV.
    fn twice_kinetic(&self) -> f64 {
        self.mass * self.rate.iter().map(|rate| rate * rate).sum::<f64>()
    }

    /// Half a step of the chain.
    pub fn thermostat(&mut self, kt: f64, dt: f64) {
        let twice_kinetic = self.twice_kinetic();
        if let Some(chain) = &mut self.chain {
            let factor = chain.half_step(twice_kinetic, kt, dt);
            self.rate.iter_mut().for_each(|rate| *rate *= factor);
        }
    }

    /// Half a step of the rates.
    pub fn kick(&mut self, load: &Load, dt: f64) {
        let target = load.target / ENERGY_DENSITY_TO_PRESSURE * load.volume;
        let stress: [f64; 6] = std::array::from_fn(|k| load.kinetic[k] + load.virial[k]);
        let mut forces = self.barostat.coupling.forces(stress, target);
        if self.barostat.mtk {
            let of_motion = scalar_pressure(load.kinetic) / self.natoms;
            forces[..3].iter_mut().for_each(|force| *force += of_motion);
        }
        let per_force = 0.5 * dt / self.mass;
        let rates = self.rate.iter_mut().zip(forces);
        rates.for_each(|(rate, force)| *rate += per_force * force);
    }

    /// What half a step makes of velocities.
    pub fn velocity_map(&self, dt: f64) -> Matrix {
        let trace = self.rate[0] + self.rate[1] + self.rate[2];
        let of_motion = match self.barostat.mtk {
            true => trace / (3.0 * self.natoms),
            false => 0.0,
        };
        let mut rate = self.rate;
        rate[..3].iter_mut().for_each(|rate| *rate += of_motion);
        flow(&rate, -0.5 * dt)
    }

    /// What half a step makes of places and of the cell.
    pub fn position_map(&self, dt: f64) -> Matrix {
        flow(&self.rate, 0.5 * dt)
    }

    /// What it adds to the energy at kT (eV) in a cell of `volume` (Å³) under `target` (bar), eV.
    pub fn energy(&self, kt: f64, volume: f64, target: f64) -> f64 {
        let work = target / ENERGY_DENSITY_TO_PRESSURE * (volume - self.volume);
        let chain = self.chain.as_ref().map_or(0.0, |chain| chain.energy(kt));
        0.5 * self.twice_kinetic() + work + chain
    }

    /// Numbers of its state.
    pub fn len(&self) -> usize {
        7 + self.chain.as_ref().map_or(0, Chain::len)
    }

    /// First volume, rates, chain.
    pub fn state(&self) -> impl Iterator<Item = f64> {
        let chain = self.chain.iter().flat_map(Chain::state);
        std::iter::once(self.volume).chain(self.rate).chain(chain)
    }

    /// Takes up as many numbers as [`Piston::len`].
    pub fn restore(&mut self, state: &[f64]) {
        self.volume = state[0];
        self.rate.copy_from_slice(&state[1..7]);
        if let Some(chain) = &mut self.chain {
            chain.restore(&state[7..]);
        }
    }
}

/// The solution of dr/dt = r R after `time`, with R lower triangular: half of the diagonal, all of the rest, and the other
/// half of the diagonal, a splitting of second order that can be taken back.
fn flow(rate: &[f64; 6], time: f64) -> Matrix {
    let [xx, yy, zz, xy, xz, yz] = rate.map(|rate| rate * time);
    let half = diagonal([xx, yy, zz].map(|rate| (0.5 * rate).exp()));
    let shear = [
        [1.0, 0.0, 0.0],
        [xy, 1.0, 0.0],
        [xz + 0.5 * xy * yz, yz, 1.0],
    ];
    product(half, product(shear, half))
}
