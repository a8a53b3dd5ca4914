//! Matrices of edge elements: mass and stiffness of the lowest-order Nédélec functions of hexahedral zones, one sum a zone.
//!
//! The function of an edge along axis `d` is `f(e, f) grad d`, where `f` is bilinear in the other two coordinates and 1 on
//! the edge. With the tangents `t` of the coordinates, `grad d = t_e x t_f / det` and `curl (f grad d) =
//! (df/df t_e - df/de t_f) / det`.

use super::mesh::coordinates;
use crate::{Copies, Data, Kernel, Work, twin};
use portax::{
    Functor, LayoutRight, MdRangeKernel, MdRangePolicy, Result, Space, View, device, kernel,
};

/// Edges of a zone.
const EDGES: usize = 12;
/// Points of a quadrature along an axis, and their weights: Gauss and Legendre's, of `0..1`.
const POINT: [f64; 3] = [0.1127016653792583, 0.5, 0.8872983346207417];
const WEIGHT: [f64; 3] = [0.2777777777777778, 0.4444444444444444, 0.2777777777777778];

/// Places of nodes, and sums of the zones' matrices.
#[derive(Functor)]
pub struct Edge3d {
    x: View<f64, 3, LayoutRight>,
    y: View<f64, 3, LayoutRight>,
    z: View<f64, 3, LayoutRight>,
    sum: View<f64, 3, LayoutRight>,
}

/// Between four numbers at the corners of a square.
#[device]
fn bilinear(a: [f64; 4], s: f64, t: f64) -> f64 {
    (1.0 - t) * ((1.0 - s) * a[0] + s * a[1]) + t * ((1.0 - s) * a[2] + s * a[3])
}

/// How a coordinate of the corners changes along the axes of the zone, at a point.
#[device]
fn tangents(a: [f64; 8], p: [f64; 3]) -> [f64; 3] {
    [
        bilinear(
            [a[1] - a[0], a[3] - a[2], a[5] - a[4], a[7] - a[6]],
            p[1],
            p[2],
        ),
        bilinear(
            [a[2] - a[0], a[3] - a[1], a[6] - a[4], a[7] - a[5]],
            p[0],
            p[2],
        ),
        bilinear(
            [a[4] - a[0], a[5] - a[1], a[6] - a[2], a[7] - a[3]],
            p[0],
            p[1],
        ),
    ]
}

/// The eight corners of a zone.
#[device]
fn corners(a: View<f64, 3, LayoutRight>, k: Index, j: Index, i: Index) -> [f64; 8] {
    [
        a[(k, j, i)],
        a[(k, j, i + 1)],
        a[(k, j + 1, i)],
        a[(k, j + 1, i + 1)],
        a[(k + 1, j, i)],
        a[(k + 1, j, i + 1)],
        a[(k + 1, j + 1, i)],
        a[(k + 1, j + 1, i + 1)],
    ]
}

#[kernel]
impl MdRangeKernel<3> for Edge3d {
    fn edge3d(&self, k: Index, j: Index, i: Index) {
        let x = corners(self.x, k, j, i);
        let y = corners(self.y, k, j, i);
        let z = corners(self.z, k, j, i);
        let mut matrix = [0.0; EDGES * EDGES];
        for q in 0..27 {
            let p = [POINT[q % 3], POINT[q / 3 % 3], POINT[q / 9]];
            let weight = WEIGHT[q % 3] * WEIGHT[q / 3 % 3] * WEIGHT[q / 9];
            // t[c][d]: coordinate c along axis d
            let t = [tangents(x, p), tangents(y, p), tangents(z, p)];
            let mut gradient = [[0.0; 3]; 3];
            #[unroll]
            for d in 0..3 {
                #[unroll]
                for c in 0..3 {
                    gradient[d][c] = t[(c + 1) % 3][(d + 1) % 3] * t[(c + 2) % 3][(d + 2) % 3]
                        - t[(c + 2) % 3][(d + 1) % 3] * t[(c + 1) % 3][(d + 2) % 3];
                }
            }
            let det =
                t[0][0] * gradient[0][0] + t[1][0] * gradient[0][1] + t[2][0] * gradient[0][2];
            let scale = 1.0 / det;
            let mut value = [[0.0; 3]; EDGES];
            let mut curl = [[0.0; 3]; EDGES];
            #[unroll]
            for edge in 0..12 {
                let (d, e, f) = (edge / 4, (edge / 4 + 1) % 3, (edge / 4 + 2) % 3);
                let (along_e, of_e) = if edge % 2 == 1 {
                    (1.0, p[e])
                } else {
                    (-1.0, 1.0 - p[e])
                };
                let (along_f, of_f) = if edge / 2 % 2 == 1 {
                    (1.0, p[f])
                } else {
                    (-1.0, 1.0 - p[f])
                };
                #[unroll]
                for c in 0..3 {
                    value[edge][c] = of_e * of_f * scale * gradient[d][c];
                    curl[edge][c] = scale * (of_e * along_f * t[c][e] - along_e * of_f * t[c][f]);
                }
            }
            #[unroll]
            for m in 0..12 {
                #[unroll]
                for n in 0..12 {
                    if n <= m {
                        let values = value[m][0] * value[n][0]
                            + value[m][1] * value[n][1]
                            + value[m][2] * value[n][2];
                        let curls = curl[m][0] * curl[n][0]
                            + curl[m][1] * curl[n][1]
                            + curl[m][2] * curl[n][2];
                        matrix[m * EDGES + n] += weight * det.abs() * (values + curls);
                    }
                }
            }
        }
        let mut sum = 0.0;
        #[unroll]
        for m in 0..12 {
            #[unroll]
            for n in 0..12 {
                if n < m {
                    sum += 2.0 * matrix[m * EDGES + n];
                }
            }
            sum += matrix[m * EDGES + m];
        }
        self.sum[(k, j, i)] = sum;
    }
}

twin! {
    fn apps_edge3d(zones: usize, x: *const f64, y: *const f64, z: *const f64, sum: *mut f64);
}

impl Kernel for Edge3d {
    const SIZE: usize = 8_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let [x, y, z] = coordinates(data, size)?;
        let sum = data.array("sum", x.extents().map(|n| n - 1), |_| 0.0)?;
        Ok(Edge3d { x, y, z, sum })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let zones = MdRangePolicy::new(self.sum.extents().map(|n| 0..n));
        space.parallel_for("edge3d", zones, self)
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe {
            apps_edge3d(
                c,
                self.sum.extent(0),
                c.of(&self.x),
                c.of(&self.y),
                c.of(&self.z),
                c.of(&self.sum),
            )
        }
    }

    fn work(&self) -> Work {
        let n = self.sum.len();
        Work {
            bytes: 32 * n,
            flops: 27 * (78 * 14 + 12 * 24 + 140) * n,
        }
    }
}
