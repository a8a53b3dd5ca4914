//! `b = a x`, a matrix of 27 neighbours a zone, for the zones of a list.

use super::mesh::Mesh;
use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{LayoutRight, Result, Space, View, parallel_for};

/// Zones, the matrix and two vectors.
pub struct Matvec3dStencil {
    row: i32,
    plane: i32,
    zones: View<i32, 1>,
    a: View<f64, 2, LayoutRight>,
    x: View<f64, 1>,
    b: View<f64, 1>,
}

twin! {
    fn apps_matvec_3d_stencil(
        count: usize,
        nodes: usize,
        row: i32,
        plane: i32,
        zones: *const i32,
        a: *const f64,
        x: *const f64,
        b: *mut f64,
    );
}

impl Kernel for Matvec3dStencil {
    const SIZE: usize = 100_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let mesh = Mesh::new(size);
        Ok(Matvec3dStencil {
            row: mesh.row as i32,
            plane: mesh.plane as i32,
            zones: data.vector("zones", mesh.inner.len(), |z| mesh.inner[z])?,
            a: data.array("a", [27, mesh.nodes], noise)?,
            x: data.vector("x", mesh.nodes, noise)?,
            b: data.vector("b", mesh.nodes, |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let Matvec3dStencil {
            row,
            plane,
            zones,
            a,
            x,
            b,
        } = self;
        // The list has each zone once.
        parallel_for!(space, "matvec_3d_stencil", zones.len(), unsafe |z| {
            let i = zones[z];
            let corner = i - (plane + row + 1);
            let mut sum = 0.0;
            for kz in 0..3 {
                for ky in 0..3 {
                    #[unroll]
                    for kx in 0..3 {
                        sum += a[((kz * 3 + ky) * 3 + kx, i)] * x[corner + (kz * plane + ky * row + kx)];
                    }
                }
            }
            b[i] = sum;
        })
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe {
            apps_matvec_3d_stencil(
                c,
                self.zones.len(),
                self.x.len(),
                self.row,
                self.plane,
                c.of(&self.zones),
                c.of(&self.a),
                c.of(&self.x),
                c.of(&self.b),
            )
        }
    }

    fn work(&self) -> Work {
        let n = self.zones.len();
        Work {
            bytes: (29 * 8 + 4) * n,
            flops: 54 * n,
        }
    }
}
