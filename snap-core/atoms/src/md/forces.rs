//! What moves the atoms.

use portax::View;

use super::error::Error;
use crate::neighbor::Cell;

/// Forces on atoms, with the energy they are the gradient of: what an [`Integrator`](super::Integrator) asks of a
/// potential.
///
/// It shares two views with the [`Atoms`](super::Atoms): it reads the positions and writes the forces. `snap_core::Snap`
/// is one. Errors of a potential are handed on by [`Error::of_forces`].
pub trait Forces {
    /// Computes everything for the present positions and cell. Positions may be wrapped into the cell.
    ///
    /// # Errors
    /// Those of the potential.
    fn compute(&mut self) -> Result<(), Error>;

    /// Potential energy of the last computation, eV.
    ///
    /// # Errors
    /// Those of the potential.
    fn energy(&mut self) -> Result<f64, Error>;

    /// Virial of the last computation, xx yy zz xy xz yz, eV: the sum of r ⊗ f, positive under compression.
    ///
    /// # Errors
    /// Those of the potential.
    fn virial(&mut self) -> Result<[f64; 6], Error>;

    /// By how many vectors of the cell [`compute`](Self::compute) has wrapped each atom, `[natoms, 3]`, where it counts that: see
    /// [`NeighborList::turns`](crate::neighbor::NeighborList::turns). Who puts positions back puts these back too.
    fn turns(&self) -> Option<&View<i32, 2>> {
        None
    }

    /// The cell.
    fn cell(&self) -> &Cell;

    /// Takes another cell of the same periodicity. The positions are the caller's to move with it.
    ///
    /// # Errors
    /// Those of a cell that the potential cannot have.
    fn set_cell(&mut self, cell: &Cell) -> Result<(), Error>;
}
