//! Moments of a flux, as `LTIMES`, with places computed by hand.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Iterate, MdRangePolicy, Result, Space, View, parallel_for};

const DIRECTIONS: usize = 64;
const GROUPS: usize = 32;
const MOMENTS: usize = 25;

/// Moments, flux and the matrix between.
pub struct LtimesNoview {
    zones: usize,
    phi: View<f64, 1>,
    ell: View<f64, 1>,
    psi: View<f64, 1>,
}

twin! {
    fn apps_ltimes_noview(
        zones: usize,
        groups: usize,
        moments: usize,
        directions: usize,
        phi: *mut f64,
        ell: *const f64,
        psi: *const f64,
    );
}

impl Kernel for LtimesNoview {
    const SIZE: usize = 200_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let zones = (size / (GROUPS * MOMENTS)).max(1);
        Ok(LtimesNoview {
            zones,
            phi: data.vector("phi", zones * GROUPS * MOMENTS, |_| 0.0)?,
            ell: data.vector("ell", DIRECTIONS * MOMENTS, noise)?,
            psi: data.vector("psi", zones * GROUPS * DIRECTIONS, noise)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let LtimesNoview {
            zones,
            phi,
            ell,
            psi,
        } = self;
        parallel_for!(
            space,
            "ltimes_noview",
            MdRangePolicy::new([0..*zones, 0..GROUPS, 0..MOMENTS]).iterate(Iterate::Right),
            |z, g, m| {
                let row = z * GROUPS + g;
                let mut sum = phi[row * MOMENTS + m];
                for d in 0..DIRECTIONS {
                    sum += ell[m * DIRECTIONS + d] * psi[row * DIRECTIONS + d];
                }
                phi[row * MOMENTS + m] = sum;
            }
        )
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe {
            apps_ltimes_noview(
                c,
                self.zones,
                GROUPS,
                MOMENTS,
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
