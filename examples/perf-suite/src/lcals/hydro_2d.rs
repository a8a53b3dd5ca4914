//! Two-dimensional hydrodynamics: coefficients, velocities, positions.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Functor, LayoutRight, MdRangeKernel, MdRangePolicy, Result, Space, View, kernel};

const S: f64 = 0.0041;
const T: f64 = 0.0037;

struct Coefficients;
struct Velocities;
struct Positions;

/// Eleven grids.
#[derive(Functor)]
pub struct Hydro2d {
    za: View<f64, 2, LayoutRight>,
    zb: View<f64, 2, LayoutRight>,
    zm: View<f64, 2, LayoutRight>,
    zp: View<f64, 2, LayoutRight>,
    zq: View<f64, 2, LayoutRight>,
    zr: View<f64, 2, LayoutRight>,
    zu: View<f64, 2, LayoutRight>,
    zv: View<f64, 2, LayoutRight>,
    zz: View<f64, 2, LayoutRight>,
    zrout: View<f64, 2, LayoutRight>,
    zzout: View<f64, 2, LayoutRight>,
}

#[kernel]
impl MdRangeKernel<2, Coefficients> for Hydro2d {
    fn coefficients(&self, k: Index, j: Index) {
        let (zm, zp, zq, zr) = (self.zm, self.zp, self.zq, self.zr);
        let left = zp[(k, j - 1)] + zq[(k, j - 1)];
        self.za[(k, j)] = (zp[(k + 1, j - 1)] + zq[(k + 1, j - 1)] - left)
            * (zr[(k, j)] + zr[(k, j - 1)])
            / (zm[(k, j - 1)] + zm[(k + 1, j - 1)]);
        self.zb[(k, j)] = (left - zp[(k, j)] - zq[(k, j)]) * (zr[(k, j)] + zr[(k - 1, j)])
            / (zm[(k, j)] + zm[(k, j - 1)]);
    }
}

#[kernel]
impl MdRangeKernel<2, Velocities> for Hydro2d {
    fn velocities(&self, k: Index, j: Index) {
        let (za, zb, zz, zr) = (self.za, self.zb, self.zz, self.zr);
        let (right, left) = (za[(k, j)], za[(k, j - 1)]);
        let (below, above) = (zb[(k, j)], zb[(k + 1, j)]);
        let (z, r) = (zz[(k, j)], zr[(k, j)]);
        self.zu[(k, j)] += S
            * (right * (z - zz[(k, j + 1)])
                - left * (z - zz[(k, j - 1)])
                - below * (z - zz[(k - 1, j)])
                + above * (z - zz[(k + 1, j)]));
        self.zv[(k, j)] += S
            * (right * (r - zr[(k, j + 1)])
                - left * (r - zr[(k, j - 1)])
                - below * (r - zr[(k - 1, j)])
                + above * (r - zr[(k + 1, j)]));
    }
}

#[kernel]
impl MdRangeKernel<2, Positions> for Hydro2d {
    fn positions(&self, k: Index, j: Index) {
        self.zrout[(k, j)] = self.zr[(k, j)] + T * self.zu[(k, j)];
        self.zzout[(k, j)] = self.zz[(k, j)] + T * self.zv[(k, j)];
    }
}

twin! {
    fn lcals_hydro_2d(rows: usize, columns: usize, grids: *const *mut f64);
}

impl Kernel for Hydro2d {
    const SIZE: usize = 250_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let n = size.isqrt().max(3);
        let mut seed = 0;
        let mut grid = |label| {
            seed += n * n;
            data.array(label, [n, n], |i| noise(i + seed))
        };
        Ok(Hydro2d {
            za: grid("za")?,
            zb: grid("zb")?,
            zm: grid("zm")?,
            zp: grid("zp")?,
            zq: grid("zq")?,
            zr: grid("zr")?,
            zu: grid("zu")?,
            zv: grid("zv")?,
            zz: grid("zz")?,
            zrout: grid("zrout")?,
            zzout: grid("zzout")?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let [rows, columns] = self.za.extents();
        let inner = MdRangePolicy::new([1..rows - 1, 1..columns - 1]);
        space.parallel_for("coefficients", inner.tag::<Coefficients>(), self)?;
        space.parallel_for("velocities", inner.tag::<Velocities>(), self)?;
        space.parallel_for("positions", inner.tag::<Positions>(), self)
    }

    fn run_twin(&self, c: &Copies) {
        let [rows, columns] = self.za.extents();
        let grids = [
            &self.za,
            &self.zb,
            &self.zm,
            &self.zp,
            &self.zq,
            &self.zr,
            &self.zu,
            &self.zv,
            &self.zz,
            &self.zrout,
            &self.zzout,
        ]
        .map(|view| c.of(view));
        // SAFETY: the arrays of this problem.
        unsafe { lcals_hydro_2d(c, rows, columns, grids.as_ptr()) }
    }

    fn work(&self) -> Work {
        let n = self.za.len();
        Work {
            bytes: 8 * 17 * n,
            flops: (14 + 26 + 4) * n,
        }
    }
}
