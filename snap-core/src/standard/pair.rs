//! What the stages need of a pair: its geometry, and how a and b change with the neighbour's position.

use portax::{Complex, Functor, View, device};

use crate::pair::geometry::{
    COS, N, PAIR_ROWS, SIN, WF_KAPPA, WF_SIN_R, compute_sfac, pair_geometry,
};
use crate::pair::table::{KAPPA, PairFlags};

/// The pairs of all atoms.
#[derive(Clone, Functor)]
pub struct Pairs {
    /// Displacement and weight of each neighbour, `[slots, neighbours, 4]`; those that fill an atom's row have weight 0.
    pub rij: View<f64, 3>,
    /// Constants of the pair of elements, see [`crate::pair::table`].
    pub constants: View<f64, 2>,
    /// Distance where theta is 0.
    pub rmin0: f64,
    /// Which switching functions there are.
    #[comptime]
    pub flags: PairFlags,
}

#[device(unchecked)]
impl Pairs {
    /// The rows of neighbour `k`, see [`crate::pair::geometry`].
    pub(super) fn geometry(&self, atom: Index, k: Int) -> [f64; PAIR_ROWS] {
        let r: [f64; 3] = [
            self.rij[(atom, k, 0)],
            self.rij[(atom, k, 1)],
            self.rij[(atom, k, 2)],
        ];
        let weight = self.rij[(atom, k, 3)];
        let rsq = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
        let kind: i32 = 0;
        let sfac = compute_sfac::<f64>(
            rsq * rsq.rsqrt(),
            self.rmin0,
            self.constants,
            kind,
            1,
            comptime!(self.flags.switch),
            comptime!(self.flags.inner),
        );
        let kappa: f64 = self.constants[(KAPPA, 0)];
        pair_geometry::<f64>(r, rsq, weight, kappa, self.rmin0, sfac)
    }
}

/// w f times the derivatives of a and b along a direction, 0 to 2.
#[device(unchecked)]
pub fn slopes(g: [f64; PAIR_ROWS], direction: Int) -> [Complex<f64>; 2] {
    let x = (direction == 0) as f64;
    let y = (direction == 1) as f64;
    let z = (direction == 2) as f64;
    let n = g[N] * x + g[N + 1] * y + g[N + 2] * z;
    let across = g[WF_SIN_R];
    // What belongs to the unit vector's components: along the pair and across it.
    let along = (g[COS] * g[WF_KAPPA] - across) * n;
    [
        Complex {
            re: -(g[SIN] * g[WF_KAPPA] * n),
            im: -(g[N + 2] * along + across * z),
        },
        Complex {
            re: g[N + 1] * along + across * y,
            im: -(g[N] * along + across * x),
        },
    ]
}

/// The component of the unit vector along a direction.
#[device(unchecked)]
pub fn component(g: [f64; PAIR_ROWS], direction: Int) -> f64 {
    let x = (direction == 0) as f64;
    let y = (direction == 1) as f64;
    let z = (direction == 2) as f64;
    g[N] * x + g[N + 1] * y + g[N + 2] * z
}

/// U[j-mb, j-ma] = (-1)^(mb-ma) conj U[mb, ma]: the mirror image of a value at `ma + mb`.
#[device(unchecked)]
pub fn mirrored(z: Complex<f64>, at: Int) -> Complex<f64> {
    let mut image: Complex<f64> = 0.0;
    if at % 2 == 0 {
        image.re = z.re;
        image.im = -z.im;
    } else {
        image.re = -z.re;
        image.im = z.im;
    }
    image
}

/// How often row `mb` counts in a sum over half the rows.
#[device(unchecked)]
pub fn times_of_row(j: Int, mb: Int) -> f64 {
    let mut times: f64 = 2.0;
    if 2 * mb == j {
        times = 1.0;
    }
    times
}
