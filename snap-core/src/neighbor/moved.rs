//! How far atoms have moved since the lists were built.

use portax::{Float, Functor, Max, RangePolicy, ReduceKernel, Space, View, deep_copy, kernel};

use super::error::Error;

/// Largest squared distance of an atom from where it was.
#[derive(Functor)]
struct Farthest<T: Float> {
    x: View<T, 2>,
    held: View<T, 2>,
}

#[kernel]
impl<T: Float> ReduceKernel for Farthest<T> {
    type Value = T;
    fn farthest(&self, i: Index) -> T {
        let dx = self.x[(i, 0)] - self.held[(i, 0)];
        let dy = self.x[(i, 1)] - self.held[(i, 1)];
        let dz = self.x[(i, 2)] - self.held[(i, 2)];
        let squared = dx * dx + dy * dy + dz * dz;
        if squared >= 0.0 { squared } else { FAR_AWAY }
    }
}

/// What stands for a distance that is not a number.
const FAR_AWAY: f64 = 1e30;

/// Positions at the last build.
pub(super) struct Moved<T: Float> {
    held: View<T, 2>,
    is_held: bool,
}

impl<T: Float> Moved<T> {
    /// Nothing held yet.
    pub fn new(space: &Space, natoms: usize) -> Result<Self, Error> {
        Ok(Moved {
            held: View::new(space, "held_x", [natoms, 3])?,
            is_held: false,
        })
    }

    /// Keeps positions.
    pub fn hold(&mut self, x: &View<T, 2>) -> Result<(), Error> {
        self.is_held = true;
        Ok(deep_copy(&self.held, x)?)
    }

    /// Holds nothing any more.
    pub fn forget(&mut self) {
        self.is_held = false;
    }

    /// How far the farthest atom is from the positions held, Å; infinitely far if there are none.
    pub fn farthest(&self, space: &Space, x: &View<T, 2>) -> Result<f64, Error> {
        if !self.is_held || x.extents() != self.held.extents() {
            return Ok(f64::INFINITY);
        }
        let farthest = Farthest {
            x: x.clone(),
            held: self.held.clone(),
        };
        let squared = space.parallel_reduce(
            "farthest move",
            RangePolicy::new(0..x.extent(0)),
            &farthest,
            Max,
        )?;
        Ok(squared.to_f64().max(0.0).sqrt())
    }
}
