//! Divergence of a velocity in the zones of a list.

use super::mesh::Mesh;
use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

const TINY: f64 = 1e-80;

/// Zones, places and velocities of their corners, and divergences.
pub struct DelDotVec2d {
    row: i32,
    zones: View<i32, 1>,
    x: View<f64, 1>,
    y: View<f64, 1>,
    xdot: View<f64, 1>,
    ydot: View<f64, 1>,
    div: View<f64, 1>,
}

twin! {
    fn apps_del_dot_vec_2d(
        count: usize,
        row: i32,
        zones: *const i32,
        x: *const f64,
        y: *const f64,
        xdot: *const f64,
        ydot: *const f64,
        div: *mut f64,
    );
}

impl Kernel for DelDotVec2d {
    const SIZE: usize = 500_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let mesh = Mesh::flat(size);
        let n = mesh.nodes;
        Ok(DelDotVec2d {
            row: mesh.row as i32,
            zones: data.vector("zones", mesh.zones.len(), |z| mesh.zones[z])?,
            x: data.vector("x", n, |p| (p % mesh.row) as f64 + 0.3 * noise(p))?,
            y: data.vector("y", n, |p| (p / mesh.row) as f64 + 0.3 * noise(p + n))?,
            xdot: data.vector("xdot", n, |p| noise(p + 2 * n))?,
            ydot: data.vector("ydot", n, |p| noise(p + 3 * n))?,
            div: data.vector("div", n, |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let DelDotVec2d {
            row,
            zones,
            x,
            y,
            xdot,
            ydot,
            div,
        } = self;
        // The list has each zone once.
        parallel_for!(space, "del_dot_vec_2d", zones.len(), unsafe |k| {
            let n4 = zones[k];
            let (n1, n2, n3) = (n4 + 1, n4 + 1 + row, n4 + row);
            let xi = 0.5 * (x[n1] + x[n2] - x[n3] - x[n4]);
            let xj = 0.5 * (x[n2] + x[n3] - x[n4] - x[n1]);
            let yi = 0.5 * (y[n1] + y[n2] - y[n3] - y[n4]);
            let yj = 0.5 * (y[n2] + y[n3] - y[n4] - y[n1]);
            let fxi = 0.5 * (xdot[n1] + xdot[n2] - xdot[n3] - xdot[n4]);
            let fxj = 0.5 * (xdot[n2] + xdot[n3] - xdot[n4] - xdot[n1]);
            let fyi = 0.5 * (ydot[n1] + ydot[n2] - ydot[n3] - ydot[n4]);
            let fyj = 0.5 * (ydot[n2] + ydot[n3] - ydot[n4] - ydot[n1]);
            let per_area = 1.0 / (xi * yj - xj * yi + TINY);
            let dfxdx = per_area * (fxi * yj - fxj * yi);
            let dfydy = per_area * (fyj * xi - fyi * xj);
            let affine = (ydot[n1] + ydot[n2] + ydot[n3] + ydot[n4]) / (y[n1] + y[n2] + y[n3] + y[n4]);
            div[n4] = dfxdx + dfydy + affine;
        })
    }

    fn run_twin(&self, c: &Copies) {
        let [x, y, xdot, ydot, div] =
            [&self.x, &self.y, &self.xdot, &self.ydot, &self.div].map(|view| c.of(view));
        // SAFETY: the arrays of this problem.
        unsafe {
            apps_del_dot_vec_2d(
                c,
                self.zones.len(),
                self.row,
                c.of(&self.zones),
                x,
                y,
                xdot,
                ydot,
                div,
            )
        }
    }

    fn work(&self) -> Work {
        let n = self.zones.len();
        Work {
            bytes: 44 * n,
            flops: 54 * n,
        }
    }
}
