//! Constant arrays of the host: tables.

use crate::ladder::{Outcome, Test, tests};
use portax::{
    Functor, MdRangePolicy, RangeKernel, RangePolicy, Space, View, device, kernel, parallel_for,
};

pub fn tests() -> Vec<Test> {
    tests![
        constants_are_tables,
        stencils_are_tables_of_steps,
        items_are_shared_where_the_index_is,
    ]
}

const WEIGHTS: [f64; 3] = [1.0, 10.0, 100.0];
const STEPS: [[i32; 2]; 3] = [[1, 0], [0, 1], [-1, -1]];

/// Tables of constants, at run time and not.
#[derive(Functor)]
struct Tables {
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Tables {
    fn tables(&self, i: Index) {
        let k = i as i32 % 3;
        let mut sum: f64 = WEIGHTS[k] + WEIGHTS[1];
        for j in 0..3 {
            sum += WEIGHTS[j];
        }
        let steps = STEPS[2][k % 2] + STEPS[0][0];
        if k > 0 {
            sum += WEIGHTS[k - 1];
        }
        self.y[i] = sum + steps as f64;
    }
}

fn constants_are_tables(space: &Space) -> Outcome {
    let n = 20;
    let k = Tables {
        y: View::new(space, "y", [n])?,
    };
    space.parallel_for("tables", RangePolicy::new(0..n), &k)?;
    let before = |i: usize| [0.0, 1.0, 10.0][i % 3];
    let expected: Vec<f64> = (0..n).map(|i| WEIGHTS[i % 3] + before(i) + 121.0).collect();
    assert_eq!(k.y.to_vec()?, expected);
    Ok(())
}

const CX: [i32; 9] = [0, 1, 0, -1, 0, 1, -1, -1, 1];
const CY: [i64; 9] = [0, 0, 1, 0, -1, 1, 1, -1, -1];
const W: [f64; 9] = [0.5, 0.25, 0.125, 0.0625, 2.0, 4.0, 8.0, 16.0, 32.0];

/// Nothing but the table says that the neighbors are inside.
fn stencils_are_tables_of_steps(space: &Space) -> Outcome {
    let [nx, ny] = [19, 13];
    let value = |[q, i, j]: [usize; 3]| (q * 1000 + i * 20 + j) as f64;
    let f = View::<f64, 3>::from_fn(space, "f", [9, nx, ny], value)?;
    let g = View::<f64, 3>::new(space, "g", [9, nx, ny])?;
    let inside = MdRangePolicy::new([1..nx - 1, 1..ny - 1]);
    parallel_for!(space, "pull", inside, |i, j| {
        for q in 0..9 {
            g[(q, i, j)] = f[(q, i - CX[q], j - CY[q])] * W[q];
        }
    })?;
    let g = g.to_vec()?;
    for q in 0..9 {
        for i in 1..nx - 1 {
            for j in 1..ny - 1 {
                let from = [q, (i as i32 - CX[q]) as usize, (j as i64 - CY[q]) as usize];
                assert_eq!(g[q + 9 * (i + nx * j)], value(from) * W[q], "{q}, {i}, {j}");
            }
        }
    }
    Ok(())
}

const STARTS: [usize; 4] = [0, 2, 3, 6];
const NEIGHBORS: [[i32; 2]; 3] = [[0, 1], [1, -1], [-1, 2]];
const SPANS: [(usize, i32); 3] = [(1, -1), (4, 2), (2, 0)];
const KEYS: [u32; 4] = [0xffff_ffff, 7, 0x8000_0000, 3];
const LONG: [u64; 3] = [1 << 40, u64::MAX, 5];

#[device]
fn twice(w: f64) -> f64 {
    2.0 * w
}

#[device]
fn sum_of(a: i32, b: Int) -> i32 {
    a + b
}

/// What lanes share meets what they do not: in arrays, variables, branches and arguments.
fn items_are_shared_where_the_index_is(space: &Space) -> Outcome {
    const N: usize = 40;
    let x = View::<f64, 1>::from_fn(space, "x", [N], |[i]| i as f64)?;
    let k = View::<i32, 1>::from_fn(space, "k", [N], |[i]| (i % 9) as i32)?;
    let y = View::<f64, 1>::new(space, "y", [N])?;
    let z = View::<u64, 1>::new(space, "z", [N])?;
    parallel_for!(space, "shared items", N, |i| {
        let mut sum = 0.0;
        let mut step = CX[0];
        let mut weight = W[0];
        let mut least = W[4];
        for q in 1..9 {
            if CX[q] + CX[q - 1] == 0 {
                continue;
            }
            if x[i] > 20.0 {
                step = CX[q];
                weight = weight * W[q];
            }
            if W[q] < least {
                least = W[q];
            }
            let pair = [W[q], x[i]];
            sum += pair[0] * pair[1] + twice(W[q]) + W[q].max(0.1);
            sum += sum_of(k[i], CX[q]) as f64 + CX[q].abs() as f64;
        }
        for r in 0..3 {
            for j in STARTS[r]..STARTS[r + 1] {
                sum += 0.5 * j as f64;
            }
            for m in 0..2 {
                sum += NEIGHBORS[r][m] as f64 * x[i];
            }
            let (span, shift) = SPANS[r];
            sum += (span * 2 + shift) as f64 + SPANS[k[i] % 3].0 as f64;
        }
        y[i] = sum + W[k[i]] + step as f64 + weight + least;
        let mut key = 0u32;
        for q in 0..4 {
            key = (key ^ KEYS[q]) * 2654435761u32;
        }
        let mut long = 0u64;
        for q in 0..3 {
            long ^= LONG[q] >> q;
        }
        z[i] = key as u64 ^ long;
    })?;
    let expected = |i: usize| {
        let (x, k) = (i as f64, (i % 9) as i32);
        let (mut sum, mut step, mut weight, mut least) = (0.0, CX[0], W[0], W[4]);
        for q in 1..9 {
            if CX[q] + CX[q - 1] == 0 {
                continue;
            }
            if x > 20.0 {
                (step, weight) = (CX[q], weight * W[q]);
            }
            least = W[q].min(least);
            sum += W[q] * x + 2.0 * W[q] + W[q].max(0.1);
            sum += f64::from(k + CX[q] + CX[q].abs());
        }
        for r in 0..3 {
            sum += (STARTS[r]..STARTS[r + 1])
                .map(|j| 0.5 * j as f64)
                .sum::<f64>();
            sum += NEIGHBORS[r].iter().map(|&m| f64::from(m) * x).sum::<f64>();
            let (span, shift) = SPANS[r];
            sum += (span as i32 * 2 + shift) as f64 + SPANS[k as usize % 3].0 as f64;
        }
        sum + W[k as usize] + f64::from(step) + weight + least
    };
    for (i, y) in y.to_vec()?.into_iter().enumerate() {
        let expected = expected(i);
        assert!(
            (y - expected).abs() < 1e-12 * expected,
            "{i}: {y}, {expected}"
        );
    }
    let mix = |key: u32, k: &u32| (key ^ k).wrapping_mul(2_654_435_761);
    let key = u64::from(KEYS.iter().fold(0, mix));
    let long = (0..3).fold(0, |long, q| long ^ LONG[q] >> q);
    assert_eq!(z.to_vec()?, [key ^ long; N]);
    Ok(())
}
