//! What a time step is.

use super::{error::Error, forces::Forces};

/// Steps of an ensemble: two halves, with a computation of forces between them.
///
/// An integrator knows the atoms it was made for. It moves their positions and velocities on their space, and the cell of
/// the forces where the ensemble has one that changes. Forces are computed once before the first step.
pub trait Integrator {
    /// The part of a step before the forces are computed: velocities by half a step, then positions.
    ///
    /// # Errors
    /// [`Error::Portax`], [`Error::Forces`].
    fn initial_integrate(&mut self, forces: &mut dyn Forces) -> Result<(), Error>;

    /// The part of a step after the forces were computed: velocities by the other half.
    ///
    /// # Errors
    /// As for [`Integrator::initial_integrate`].
    fn final_integrate(&mut self, forces: &mut dyn Forces) -> Result<(), Error>;

    /// A time step.
    ///
    /// # Errors
    /// As for [`Integrator::initial_integrate`].
    fn step(&mut self, forces: &mut dyn Forces) -> Result<(), Error> {
        self.initial_integrate(forces)?;
        forces.compute()?;
        self.final_integrate(forces)
    }

    /// What to add to kinetic and potential energy for the quantity that the equations of motion conserve, eV: the energy
    /// of thermostat and barostat, or the heat that left for a bath of random forces. 0 at constant energy.
    fn conserved(&self) -> f64;

    /// Everything that a run needs to go on as if it had not been stopped, to the last bit, beside positions, velocities
    /// and the cell: numbers for [`Integrator::restore`] of an integrator that was made with the same parameters.
    fn state(&self) -> Vec<f64>;

    /// Takes up the state of another run.
    ///
    /// # Errors
    /// [`Error::State`] for a state of another kind of integrator.
    fn restore(&mut self, state: &[f64]) -> Result<(), Error>;
}
