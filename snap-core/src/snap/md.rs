//! A system as the forces of molecular dynamics.

use portax::View;

use super::Snap;
use crate::md::{Error, Forces};
use crate::neighbor::Cell;

/// Steps move [`Snap::x`] in place, which [`md::Atoms`](crate::md::Atoms) is made of, with [`Snap::f`].
impl Forces for Snap {
    fn compute(&mut self) -> Result<(), Error> {
        Snap::compute(self).map_err(Error::of_forces)
    }

    fn energy(&mut self) -> Result<f64, Error> {
        Snap::energy(self).map_err(Error::of_forces)
    }

    fn virial(&mut self) -> Result<[f64; 6], Error> {
        Snap::virial(self).map_err(Error::of_forces)
    }

    fn turns(&self) -> Option<&View<i32, 2>> {
        Some(self.neighbor_list().turns())
    }

    fn cell(&self) -> &Cell {
        self.neighbor_list().host_cell()
    }

    fn set_cell(&mut self, cell: &Cell) -> Result<(), Error> {
        Snap::set_cell(self, cell).map_err(Error::of_forces)
    }
}
