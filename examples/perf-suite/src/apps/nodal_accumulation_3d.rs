//! An eighth of each zone added atomically to each of its corners.

use super::mesh::Mesh;
use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

/// Zones, volumes and sums at nodes.
pub struct NodalAccumulation3d {
    row: i32,
    plane: i32,
    zones: View<i32, 1>,
    vol: View<f64, 1>,
    x: View<f64, 1>,
}

twin! {
    fn apps_nodal_accumulation_3d(
        count: usize,
        row: i32,
        plane: i32,
        zones: *const i32,
        vol: *const f64,
        x: *mut f64,
    );
}

impl Kernel for NodalAccumulation3d {
    const SIZE: usize = 200_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let mesh = Mesh::new(size);
        Ok(NodalAccumulation3d {
            row: mesh.row as i32,
            plane: mesh.plane as i32,
            zones: data.vector("zones", mesh.zones.len(), |z| mesh.zones[z])?,
            vol: data.vector("vol", mesh.nodes, noise)?,
            x: data.vector("x", mesh.nodes, |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let NodalAccumulation3d {
            row,
            plane,
            zones,
            vol,
            x,
        } = self;
        parallel_for!(space, "nodal_accumulation_3d", zones.len(), |z| {
            let i = zones[z];
            let share = 0.125 * vol[i];
            for dz in 0..2 {
                for dy in 0..2 {
                    x.atomic_add(i + (dz * plane + dy * row), share);
                    x.atomic_add(i + (dz * plane + dy * row + 1), share);
                }
            }
        })
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe {
            apps_nodal_accumulation_3d(
                c,
                self.zones.len(),
                self.row,
                self.plane,
                c.of(&self.zones),
                c.of(&self.vol),
                c.of(&self.x),
            )
        }
    }

    fn work(&self) -> Work {
        let n = self.zones.len();
        Work {
            bytes: 28 * n,
            flops: 9 * n,
        }
    }
}
