//! Potentials of pairs: the physics that the kernel takes as a type parameter.

use portax::{Functor, device};

/// What a pair of atoms at the squared distance `rsq` (Å²) has.
#[device]
pub trait PairPotential {
    /// Energy, eV.
    fn energy(&self, rsq: f64) -> f64;
    /// Derivative of the energy by the distance, over the distance, eV/Å²: the derivative by the displacement is this times the
    /// displacement.
    fn slope(&self, rsq: f64) -> f64;
}

/// 4 epsilon ((sigma / r)^12 - (sigma / r)^6)
#[derive(Functor, Clone)]
pub struct LennardJones {
    /// Depth, eV.
    pub epsilon: f64,
    /// Distance of no energy, Å.
    pub sigma: f64,
}

#[device]
impl PairPotential for LennardJones {
    fn energy(&self, rsq: f64) -> f64 {
        let s6 = (self.sigma * self.sigma / rsq).powi(3);
        4.0 * self.epsilon * (s6 * s6 - s6)
    }
    fn slope(&self, rsq: f64) -> f64 {
        let s6 = (self.sigma * self.sigma / rsq).powi(3);
        24.0 * self.epsilon * (s6 - 2.0 * s6 * s6) / rsq
    }
}

/// depth (exp(-2 alpha (r - r0)) - 2 exp(-alpha (r - r0)))
#[derive(Functor, Clone)]
pub struct Morse {
    /// Depth, eV.
    pub depth: f64,
    /// How steep it is, 1/Å.
    pub alpha: f64,
    /// Distance of least energy, Å.
    pub r0: f64,
}

#[device]
impl PairPotential for Morse {
    fn energy(&self, rsq: f64) -> f64 {
        let e = (-self.alpha * (rsq.sqrt() - self.r0)).exp();
        self.depth * (e * e - 2.0 * e)
    }
    fn slope(&self, rsq: f64) -> f64 {
        let r = rsq.sqrt();
        let e = (-self.alpha * (r - self.r0)).exp();
        2.0 * self.depth * self.alpha * (e - e * e) / r
    }
}
