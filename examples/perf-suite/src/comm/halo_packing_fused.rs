//! Packing of what neighbours need and unpacking of what they sent, one launch for all.

use super::halo::Halo;
use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{LayoutRight, MdRangePolicy, Result, Space, View, parallel_for};

const VARIABLES: usize = 3;

/// Variables on a grid with a halo, places to pack and to unpack, and what is sent.
pub struct HaloPackingFused {
    vars: View<f64, 2, LayoutRight>,
    pack: View<i32, 1>,
    unpack: View<i32, 1>,
    buffer: View<f64, 2, LayoutRight>,
}

twin! {
    fn comm_halo_packing_fused(
        variables: usize,
        cells: usize,
        points: usize,
        vars: *mut f64,
        pack: *const i32,
        unpack: *const i32,
        buffer: *mut f64,
    );
}

impl Kernel for HaloPackingFused {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let halo = Halo::new((size as f64).cbrt().max(2.0) as usize);
        Ok(HaloPackingFused {
            vars: data.array("vars", [VARIABLES, halo.cells], noise)?,
            pack: data.vector("pack", halo.pack.len(), |i| halo.pack[i])?,
            unpack: data.vector("unpack", halo.unpack.len(), |i| halo.unpack[i])?,
            buffer: data.array("buffer", [VARIABLES, halo.pack.len()], |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let HaloPackingFused {
            vars,
            pack,
            unpack,
            buffer,
            ..
        } = self;
        let (points, variables) = (pack.len(), vars.extent(0));
        let all = MdRangePolicy::new([0..variables, 0..points]);
        parallel_for!(space, "pack", all, |v, i| buffer[(v, i)] =
            vars[(v, pack[i])])?;
        // A point of the halo has one neighbour that fills it.
        parallel_for!(space, "unpack", all, unsafe |v, i| vars[(v, unpack[i])] = buffer[(v, i)])
    }

    fn run_twin(&self, c: &Copies) {
        let [variables, cells] = self.vars.extents();
        // SAFETY: the arrays of this problem.
        unsafe {
            comm_halo_packing_fused(
                c,
                variables,
                cells,
                self.pack.len(),
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
