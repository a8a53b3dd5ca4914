//! Atoms that do not see each other, each on a spring to the origin.

use portax::{Float, Functor, Prepared, RangeKernel, RangePolicy, View, kernel};
use portax_atoms::{
    Cell,
    md::{Atoms, Error, Forces},
};

use crate::Result;

/// Springs to the origin: f = -k x.
#[derive(Functor)]
struct Springs<T: Float> {
    k: T,
    x: View<T, 2>,
    f: View<T, 2>,
}

#[kernel]
impl<T: Float> RangeKernel for Springs<T> {
    fn springs(&self, i: Index) {
        #[unroll]
        for d in 0..3 {
            self.f[(i, d)] = -self.k * self.x[(i, d)];
        }
    }
}

/// Springs as forces.
pub struct SpringForces {
    launch: Prepared,
    cell: Cell,
}

impl SpringForces {
    /// Springs of `k` eV/Å² on these atoms.
    pub fn new(space: &portax::Space, atoms: &Atoms<f64>, k: f64) -> Result<Self> {
        let springs = Springs {
            k,
            x: atoms.x.clone(),
            f: atoms.f.clone(),
        };
        Ok(SpringForces {
            launch: space.prepare("springs", RangePolicy::new(0..atoms.natoms()), &springs)?,
            cell: Cell::orthogonal([10.0; 3], [false; 3])?,
        })
    }
}

/// Without energy and virial, for which nobody asks.
impl Forces for SpringForces {
    fn compute(&mut self) -> std::result::Result<(), Error> {
        Ok(self.launch.launch()?)
    }

    fn energy(&mut self) -> std::result::Result<f64, Error> {
        Ok(f64::NAN)
    }

    fn virial(&mut self) -> std::result::Result<[f64; 6], Error> {
        Ok([f64::NAN; 6])
    }

    fn cell(&self) -> &Cell {
        &self.cell
    }

    fn set_cell(&mut self, cell: &Cell) -> std::result::Result<(), Error> {
        self.cell = *cell;
        Ok(())
    }
}
