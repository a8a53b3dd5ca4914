//! Volumes of hexahedral zones from the places of their corners.

use super::mesh::coordinates;
use crate::{Copies, Data, Kernel, Work, twin};
use portax::{
    Functor, LayoutRight, MdRangeKernel, MdRangePolicy, Result, Space, View, device, kernel,
};

/// Places of nodes, and volumes.
#[derive(Functor)]
pub struct Vol3d {
    x: View<f64, 3, LayoutRight>,
    y: View<f64, 3, LayoutRight>,
    z: View<f64, 3, LayoutRight>,
    vol: View<f64, 3, LayoutRight>,
}

#[device]
#[allow(clippy::too_many_arguments)]
fn determinant(
    ax: f64,
    ay: f64,
    az: f64,
    bx: f64,
    by: f64,
    bz: f64,
    cx: f64,
    cy: f64,
    cz: f64,
) -> f64 {
    ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
}

#[kernel]
impl MdRangeKernel<3> for Vol3d {
    fn vol3d(&self, k: Index, j: Index, i: Index) {
        let (x0, x1) = (self.x[(k, j, i)], self.x[(k, j, i + 1)]);
        let (x2, x3) = (self.x[(k, j + 1, i)], self.x[(k, j + 1, i + 1)]);
        let (x4, x5) = (self.x[(k + 1, j, i)], self.x[(k + 1, j, i + 1)]);
        let (x6, x7) = (self.x[(k + 1, j + 1, i)], self.x[(k + 1, j + 1, i + 1)]);
        let (x71, x72, x74) = (x7 - x1, x7 - x2, x7 - x4);
        let (x30, x50, x60) = (x3 - x0, x5 - x0, x6 - x0);
        let (y0, y1) = (self.y[(k, j, i)], self.y[(k, j, i + 1)]);
        let (y2, y3) = (self.y[(k, j + 1, i)], self.y[(k, j + 1, i + 1)]);
        let (y4, y5) = (self.y[(k + 1, j, i)], self.y[(k + 1, j, i + 1)]);
        let (y6, y7) = (self.y[(k + 1, j + 1, i)], self.y[(k + 1, j + 1, i + 1)]);
        let (y71, y72, y74) = (y7 - y1, y7 - y2, y7 - y4);
        let (y30, y50, y60) = (y3 - y0, y5 - y0, y6 - y0);
        let (z0, z1) = (self.z[(k, j, i)], self.z[(k, j, i + 1)]);
        let (z2, z3) = (self.z[(k, j + 1, i)], self.z[(k, j + 1, i + 1)]);
        let (z4, z5) = (self.z[(k + 1, j, i)], self.z[(k + 1, j, i + 1)]);
        let (z6, z7) = (self.z[(k + 1, j + 1, i)], self.z[(k + 1, j + 1, i + 1)]);
        let (z71, z72, z74) = (z7 - z1, z7 - z2, z7 - z4);
        let (z30, z50, z60) = (z3 - z0, z5 - z0, z6 - z0);
        let front = determinant(
            x71 + x60,
            y71 + y60,
            z71 + z60,
            x72,
            y72,
            z72,
            x30,
            y30,
            z30,
        );
        let middle = determinant(
            x72 + x50,
            y72 + y50,
            z72 + z50,
            x74,
            y74,
            z74,
            x60,
            y60,
            z60,
        );
        let back = determinant(
            x74 + x30,
            y74 + y30,
            z74 + z30,
            x71,
            y71,
            z71,
            x50,
            y50,
            z50,
        );
        self.vol[(k, j, i)] = (front + middle + back) / 12.0;
    }
}

twin! {
    fn apps_vol3d(zones: usize, x: *const f64, y: *const f64, z: *const f64, vol: *mut f64);
}

impl Kernel for Vol3d {
    const SIZE: usize = 200_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let [x, y, z] = coordinates(data, size)?;
        let vol = data.array("vol", x.extents().map(|n| n - 1), |_| 0.0)?;
        Ok(Vol3d { x, y, z, vol })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let zones = MdRangePolicy::new(self.vol.extents().map(|n| 0..n));
        space.parallel_for("vol3d", zones, self)
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe {
            apps_vol3d(
                c,
                self.vol.extent(0),
                c.of(&self.x),
                c.of(&self.y),
                c.of(&self.z),
                c.of(&self.vol),
            )
        }
    }

    fn work(&self) -> Work {
        let n = self.vol.len();
        Work {
            bytes: 32 * n,
            flops: 72 * n,
        }
    }
}
