//! A chain of thermostats.

use super::error::{Error, check_positive};

/// The chain of thermostats of Martyna, Klein and Tuckerman (J. Chem. Phys. 97, 2635, 1992), each of which holds the one
/// before it to its temperature, the first one what the chain was made for.
///
/// With positions q_k and velocities w_k of the thermostats, and 2 K the twofold kinetic energy of `degrees` degrees of
/// freedom whose velocities the first one scales,
///
/// ```text
/// Q_0 dw_0/dt = 2 K - degrees kT           - Q_0 w_0 w_1
/// Q_k dw_k/dt = Q_(k-1) w_(k-1)² - kT      - Q_k w_k w_(k+1)
/// dq_k/dt = w_k
/// ```
///
/// Their masses, Q_k = kT damping² and Q_0 = `weight` kT damping², are those of the present temperature unless the chain keeps
/// those of another. Half a step is the Trotter splitting of Tuckerman, Alejandre, López-Rendón, Jochim and Martyna (J. Phys. A 39, 5629, 2006), section
/// 3.2, without inner steps.
pub(super) struct Chain {
    /// Degrees of freedom that it heats and cools
    degrees: f64,
    /// Mass of the first one, in those of the others
    weight: f64,
    /// Time in which it answers, ps
    damping: f64,
    /// kT of the masses, eV, where they do not follow the temperature
    kt_of_mass: Option<f64>,
    /// Of each thermostat
    position: Vec<f64>,
    /// 1/ps
    velocity: Vec<f64>,
}

impl Chain {
    /// A chain of `length` thermostats at rest.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a time that is not positive, and for no thermostat.
    pub fn new(
        degrees: f64,
        weight: f64,
        (name, damping): (&'static str, f64),
        length: usize,
    ) -> Result<Self, Error> {
        check_positive(name, damping)?;
        check_positive("the length of a chain of thermostats", length as f64)?;
        Ok(Chain {
            degrees,
            weight,
            damping,
            kt_of_mass: None,
            position: vec![0.0; length],
            velocity: vec![0.0; length],
        })
    }

    /// Keeps the masses of this kT (eV), whatever the temperature.
    pub fn with_masses_of(self, kt: f64) -> Self {
        Chain {
            kt_of_mass: Some(kt),
            ..self
        }
    }

    /// Moves the chain by half of `dt` (ps) at kT (eV) and gives the factor by which it scales the velocities whose twofold
    /// kinetic energy is `twice_kinetic` (eV).
    pub fn half_step(&mut self, twice_kinetic: f64, kt: f64, dt: f64) -> f64 {
        if self.degrees == 0.0 {
            return 1.0;
        }
        let length = self.velocity.len();
        for k in (0..length).rev() {
            let drag = self.drag(k, dt);
            let force = self.acceleration(k, twice_kinetic, kt);
            self.velocity[k] = (self.velocity[k] * drag + 0.25 * dt * force) * drag;
        }
        let factor = (-0.5 * dt * self.velocity[0]).exp();
        for (position, velocity) in self.position.iter_mut().zip(&self.velocity) {
            *position += 0.5 * dt * velocity;
        }
        let twice_kinetic = twice_kinetic * factor * factor;
        for k in 0..length {
            let drag = self.drag(k, dt);
            let force = self.acceleration(k, twice_kinetic, kt);
            self.velocity[k] = (self.velocity[k] * drag + 0.25 * dt * force) * drag;
        }
        factor
    }

    /// What the next thermostat makes of a velocity in an eighth of a step.
    fn drag(&self, k: usize, dt: f64) -> f64 {
        match self.velocity.get(k + 1) {
            Some(next) => (-0.125 * dt * next).exp(),
            None => 1.0,
        }
    }

    /// Without what the next one does, 1/ps².
    fn acceleration(&self, k: usize, twice_kinetic: f64, kt: f64) -> f64 {
        let force = match k {
            0 => twice_kinetic - self.degrees * kt,
            _ => self.mass(k - 1, kt) * self.velocity[k - 1].powi(2) - kt,
        };
        force / self.mass(k, kt)
    }

    /// eV ps².
    fn mass(&self, k: usize, kt: f64) -> f64 {
        let weight = if k == 0 { self.weight } else { 1.0 };
        weight * self.kt_of_mass.unwrap_or(kt) * self.damping.powi(2)
    }

    /// What it adds to the energy at kT (eV), eV.
    pub fn energy(&self, kt: f64) -> f64 {
        let of_one = |k: usize| {
            let degrees = if k == 0 { self.degrees } else { 1.0 };
            degrees * kt * self.position[k] + 0.5 * self.mass(k, kt) * self.velocity[k].powi(2)
        };
        (0..self.position.len()).map(of_one).sum()
    }

    /// Numbers of its state.
    pub fn len(&self) -> usize {
        2 * self.position.len()
    }

    /// Positions, then velocities.
    pub fn state(&self) -> impl Iterator<Item = f64> {
        self.position.iter().chain(&self.velocity).copied()
    }

    /// Takes up as many numbers as [`Chain::len`].
    pub fn restore(&mut self, state: &[f64]) {
        let (position, velocity) = state.split_at(self.position.len());
        self.position.copy_from_slice(position);
        self.velocity.copy_from_slice(velocity);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chain that holds one degree of freedom of unit mass without forces keeps its energy to the second order of the
    /// step.
    #[test]
    fn the_energy_of_chain_and_motion_is_kept_to_second_order() {
        let drift = |dt: f64| {
            let (kt, mut v, mut largest) = (1.0, 1.5, 0.0f64);
            let mut chain = Chain::new(1.0, 1.0, ("damping", 1.0), 3).unwrap();
            let start = 0.5 * v * v + chain.energy(kt);
            for _ in 0..(20.0 / dt) as usize {
                v *= chain.half_step(v * v, kt, 2.0 * dt);
                largest = largest.max((0.5 * v * v + chain.energy(kt) - start).abs());
            }
            largest
        };
        let order = (drift(0.02) / drift(0.01)).log2();
        assert!((order - 2.0).abs() < 0.1 && drift(0.01) < 1e-3, "{order}");
    }

    #[test]
    fn steps_can_be_taken_back() {
        let mut chain = Chain::new(3.0, 3.0, ("damping", 0.5), 4).unwrap();
        let (kt, start, mut v) = (0.7, [1.0, 2.0, -0.5], [1.0, 2.0, -0.5]);
        let run = |chain: &mut Chain, v: &mut [f64; 3]| {
            for _ in 0..50 {
                let factor = chain.half_step(v.iter().map(|v| v * v).sum(), kt, 0.02);
                v.iter_mut().for_each(|v| *v *= factor);
            }
        };
        run(&mut chain, &mut v);
        chain.velocity.iter_mut().for_each(|w| *w = -*w);
        assert!((v[1] - start[1]).abs() > 0.1);
        run(&mut chain, &mut v);
        for (v, start) in v.iter().zip(start) {
            assert!((v - start).abs() < 1e-12);
        }
        assert!(chain.position.iter().all(|q| q.abs() < 1e-12));
    }
}
