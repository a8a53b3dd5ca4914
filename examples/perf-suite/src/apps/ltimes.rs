//! Moments of a flux: `phi(z, g, m) += ell(m, d) psi(z, g, d)`, through views.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{LayoutRight, MdRangePolicy, Result, Space, View, parallel_for};

const DIRECTIONS: usize = 64;
const GROUPS: usize = 32;
const MOMENTS: usize = 25;

/// Moments, flux and the matrix between.
pub struct Ltimes {
    phi: View<f64, 3, LayoutRight>,
    ell: View<f64, 2, LayoutRight>,
    psi: View<f64, 3, LayoutRight>,
}

twin! {
    fn apps_ltimes(
        zones: usize,
        groups: usize,
        moments: usize,
        directions: usize,
        phi: *mut f64,
        ell: *const f64,
        psi: *const f64,
    );
}

impl Kernel for Ltimes {
    const SIZE: usize = 200_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let zones = (size / (GROUPS * MOMENTS)).max(1);
        Ok(Ltimes {
            phi: data.array("phi", [zones, GROUPS, MOMENTS], |_| 0.0)?,
            ell: data.array("ell", [DIRECTIONS, MOMENTS], noise)?,
            psi: data.array("psi", [zones, GROUPS, DIRECTIONS], noise)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let (Ltimes { phi, ell, psi }, [zones, groups, moments]) = (self, self.phi.extents());
        parallel_for!(
            space,
            "ltimes",
            MdRangePolicy::new([0..zones, 0..groups, 0..moments]),
            |z, g, m| {
                let mut sum = phi[(z, g, m)];
                for d in 0..ell.extent(0) {
                    sum += ell[(d, m)] * psi[(z, g, d)];
                }
                phi[(z, g, m)] = sum;
            }
        )
    }

    fn run_twin(&self, c: &Copies) {
        let [zones, groups, moments] = self.phi.extents();
        // SAFETY: the arrays of this problem.
        unsafe {
            apps_ltimes(
                c,
                zones,
                groups,
                moments,
                DIRECTIONS,
                c.of(&self.phi),
                c.of(&self.ell),
                c.of(&self.psi),
            )
        }
    }

    fn work(&self) -> Work {
        let n = self.phi.len();
        Work {
            bytes: 16 * n + 8 * self.psi.len(),
            flops: 2 * DIRECTIONS * n,
        }
    }
}
