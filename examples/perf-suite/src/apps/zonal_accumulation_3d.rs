//! The mean of each zone's corners.

use super::mesh::Mesh;
use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

/// Zones, values at nodes and means.
pub struct ZonalAccumulation3d {
    row: i32,
    plane: i32,
    zones: View<i32, 1>,
    x: View<f64, 1>,
    mean: View<f64, 1>,
}

twin! {
    fn apps_zonal_accumulation_3d(
        count: usize,
        row: i32,
        plane: i32,
        zones: *const i32,
        x: *const f64,
        mean: *mut f64,
    );
}

impl Kernel for ZonalAccumulation3d {
    const SIZE: usize = 200_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let mesh = Mesh::new(size);
        Ok(ZonalAccumulation3d {
            row: mesh.row as i32,
            plane: mesh.plane as i32,
            zones: data.vector("zones", mesh.zones.len(), |z| mesh.zones[z])?,
            x: data.vector("x", mesh.nodes, noise)?,
            mean: data.vector("mean", mesh.nodes, |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let ZonalAccumulation3d {
            row,
            plane,
            zones,
            x,
            mean,
        } = self;
        // The list has each zone once.
        parallel_for!(space, "zonal_accumulation_3d", zones.len(), unsafe |z| {
            let i = zones[z];
            let mut sum = 0.0;
            for dz in 0..2 {
                for dy in 0..2 {
                    sum += x[i + (dz * plane + dy * row)] + x[i + (dz * plane + dy * row + 1)];
                }
            }
            mean[i] = 0.125 * sum;
        })
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe {
            apps_zonal_accumulation_3d(
                c,
                self.zones.len(),
                self.row,
                self.plane,
                c.of(&self.zones),
                c.of(&self.x),
                c.of(&self.mean),
            )
        }
    }

    fn work(&self) -> Work {
        let n = self.zones.len();
        Work {
            bytes: 20 * n,
            flops: 9 * n,
        }
    }
}
