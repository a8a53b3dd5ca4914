//! Packing of what neighbours need and unpacking of what they sent, a launch for each neighbour and variable.

use super::halo::Halo;
use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{LayoutRight, Result, Space, View, parallel_for};

use std::ops::Range;

const VARIABLES: usize = 3;

/// Variables on a grid with a halo, places to pack and to unpack, and what is sent.
pub struct HaloPacking {
    vars: View<f64, 2, LayoutRight>,
    pack: View<i32, 1>,
    unpack: View<i32, 1>,
    buffer: View<f64, 2, LayoutRight>,
    neighbours: Vec<Range<usize>>,
}

twin! {
    fn comm_halo_packing(
        variables: usize,
        cells: usize,
        points: usize,
        neighbours: usize,
        starts: *const usize,
        vars: *mut f64,
        pack: *const i32,
        unpack: *const i32,
        buffer: *mut f64,
    );
}

impl Kernel for HaloPacking {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let halo = Halo::new((size as f64).cbrt().max(2.0) as usize);
        Ok(HaloPacking {
            vars: data.array("vars", [VARIABLES, halo.cells], noise)?,
            pack: data.vector("pack", halo.pack.len(), |i| halo.pack[i])?,
            unpack: data.vector("unpack", halo.unpack.len(), |i| halo.unpack[i])?,
            buffer: data.array("buffer", [VARIABLES, halo.pack.len()], |_| 0.0)?,
            neighbours: halo.neighbours,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let HaloPacking {
            vars,
            pack,
            unpack,
            buffer,
            neighbours,
        } = self;
        for neighbour in neighbours {
            for v in 0..VARIABLES as i32 {
                parallel_for!(space, "pack", neighbour.clone(), |i| buffer[(v, i)] =
                    vars[(v, pack[i])])?;
            }
        }
        for neighbour in neighbours {
            for v in 0..VARIABLES as i32 {
                // A point of the halo has one neighbour that fills it.
                parallel_for!(space, "unpack", neighbour.clone(), unsafe |i| vars[(v, unpack[i])] = buffer[(v, i)])?;
            }
        }
        Ok(())
    }

    fn run_twin(&self, c: &Copies) {
        let [variables, cells] = self.vars.extents();
        let starts: Vec<usize> = [0]
            .into_iter()
            .chain(self.neighbours.iter().map(|n| n.end))
            .collect();
        // SAFETY: the arrays of this problem.
        unsafe {
            comm_halo_packing(
                c,
                variables,
                cells,
                self.pack.len(),
                starts.len() - 1,
                starts.as_ptr(),
                c.of(&self.vars),
                c.of(&self.pack),
                c.of(&self.unpack),
                c.of(&self.buffer),
            )
        }
    }

    fn work(&self) -> Work {
        let n = self.buffer.len();
        Work {
            bytes: 40 * n,
            flops: 0,
        }
    }
}
