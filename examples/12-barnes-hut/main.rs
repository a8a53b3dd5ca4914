//! Gravity by Barnes and Hut: each body walks a tree of the others, and takes a far cube for one mass. The nodes still to be
//! seen are on a stack, a local array of each lane.

mod tree;

use portax::{Functor, RangeKernel, RangePolicy, Result, Space, View, device, kernel};

/// A cube is far if it is seen under a smaller angle.
const ANGLE: f64 = 0.4;
/// Softens the force of near bodies.
const SOFTENING: f64 = 1e-6;

#[derive(Functor)]
struct Walk {
    center: [View<f64, 1>; 3],
    mass: View<f64, 1>,
    size: View<f64, 1>,
    first: View<i32, 1>,
    children: View<i32, 1>,
    position: [View<f64, 1>; 3],
    force: [View<f64, 1>; 3],
}

/// The factor of the displacement in the force of a mass at this distance.
#[device]
fn pull(mass: f64, r2: f64) -> f64 {
    let inverse = (r2 + SOFTENING).rsqrt();
    mass * inverse * inverse * inverse
}

#[kernel]
impl RangeKernel for Walk {
    fn walk(&self, i: Index) {
        let [x, y, z] = [
            self.position[0][i],
            self.position[1][i],
            self.position[2][i],
        ];
        let mut force = [0.0; 3];
        let mut stack = [0; 128];
        let mut top = 1;
        while top > 0 {
            top -= 1;
            let node = stack[top];
            let dx = self.center[0][node] - x;
            let dy = self.center[1][node] - y;
            let dz = self.center[2][node] - z;
            let r2 = dx * dx + dy * dy + dz * dz;
            let size = self.size[node];
            if self.children[node] == 0 || size * size < ANGLE * ANGLE * r2 {
                let f = pull(self.mass[node], r2);
                force[0] += f * dx;
                force[1] += f * dy;
                force[2] += f * dz;
            } else {
                let first = self.first[node];
                for child in 0..self.children[node] {
                    stack[top] = first + child;
                    top += 1;
                }
            }
        }
        #[unroll]
        for d in 0..3 {
            self.force[d][i] = force[d];
        }
    }
}

/// All pairs.
#[derive(Functor)]
struct Direct {
    position: [View<f64, 1>; 3],
    force: [View<f64, 1>; 3],
}

#[kernel]
impl RangeKernel for Direct {
    fn direct(&self, i: Index) {
        let [x, y, z] = [
            self.position[0][i],
            self.position[1][i],
            self.position[2][i],
        ];
        let mut force = [0.0; 3];
        for j in 0..self.position[0].extent(0) {
            let dx = self.position[0][j] - x;
            let dy = self.position[1][j] - y;
            let dz = self.position[2][j] - z;
            let f = pull(1.0, dx * dx + dy * dy + dz * dz);
            force[0] += f * dx;
            force[1] += f * dy;
            force[2] += f * dz;
        }
        #[unroll]
        for d in 0..3 {
            self.force[d][i] = force[d];
        }
    }
}

/// Bodies that are denser in the middle.
fn bodies(n: usize) -> Vec<[f64; 3]> {
    let mut state = 1u64;
    let mut random = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    };
    let mut body = || [random(), random(), random()].map(|x| 8.0 * x * x * x);
    (0..n).map(|_| body()).collect()
}

fn three(space: &Space, label: &str, x: &[[f64; 3]]) -> Result<[View<f64, 1>; 3]> {
    let part = |d: usize| {
        let part: Vec<f64> = x.iter().map(|x| x[d]).collect();
        View::from_slice(space, label, [x.len()], &part)
    };
    Ok([part(0)?, part(1)?, part(2)?])
}

fn main() -> Result<()> {
    let space = portax_examples::space_from_arguments()?;
    let n = 5000;
    let bodies = bodies(n);
    let nodes = tree::build(&bodies);
    let floats = |label, of: fn(&tree::Node) -> f64| {
        let all: Vec<f64> = nodes.iter().map(of).collect();
        View::from_slice(&space, label, [all.len()], &all)
    };
    let integers = |label, of: fn(&tree::Node) -> i32| {
        let all: Vec<i32> = nodes.iter().map(of).collect();
        View::from_slice(&space, label, [all.len()], &all)
    };
    let centers: Vec<[f64; 3]> = nodes.iter().map(|node| node.center).collect();
    let (position, none) = (three(&space, "position", &bodies)?, vec![[0.0; 3]; n]);
    let walk = Walk {
        center: three(&space, "center", &centers)?,
        mass: floats("mass", |node| node.mass)?,
        size: floats("size", |node| node.size)?,
        first: integers("first", |node| node.first)?,
        children: integers("children", |node| node.children)?,
        position: position.clone(),
        force: three(&space, "force", &none)?,
    };
    let direct = Direct {
        position,
        force: three(&space, "force of all", &none)?,
    };
    space.parallel_for("walk", RangePolicy::new(0..n), &walk)?;
    space.parallel_for("direct", RangePolicy::new(0..n), &direct)?;

    let (mut wrong, mut all) = (0.0, 0.0);
    for (walked, summed) in walk.force.iter().zip(&direct.force) {
        for (a, b) in walked.to_vec()?.into_iter().zip(summed.to_vec()?) {
            wrong += (a - b) * (a - b);
            all += b * b;
        }
    }
    let error = f64::sqrt(wrong / all);
    println!(
        "{}: {n} bodies, {} nodes, forces within {:.2} % of all pairs'",
        space.name(),
        nodes.len(),
        100.0 * error
    );
    assert!(error < 0.01);
    Ok(())
}
