//! Local arrays of arrays, and of structs that have arrays, at indices that are known at run time.

use crate::ladder::{Outcome, Test, tests};
use portax::{
    Element, Functor, RangeKernel, RangePolicy, Space, View, device, kernel, parallel_for,
};

pub fn tests() -> Vec<Test> {
    tests![
        arrays_of_arrays_are_matrices,
        rows_are_known_or_not,
        rows_and_columns_have_bounds_of_their_own,
        rows_are_values,
        structs_in_arrays_have_arrays,
        cubes_have_three_indices,
    ]
}

#[derive(Functor)]
struct Known {
    #[comptime]
    k: usize,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Known {
    fn known(&self, i: Index) {
        let mut seen = [[false; 2]; 2];
        seen[self.k][0] = true;
        seen[0][self.k] = i > 1;
        let mut m = [[1.0; 3]; 2];
        m[self.k][i % 3] = 5.0;
        let n = if seen[1][0] && seen[self.k - 1][self.k] {
            10.0
        } else {
            20.0
        };
        self.y[i] = n + m[1][self.k] + m[self.k - 1][i % 3];
    }
}

fn rows_are_known_or_not(space: &Space) -> Outcome {
    let k = Known {
        k: 1,
        y: View::new(space, "y", [4])?,
    };
    space.parallel_for("known", RangePolicy::new(0..4), &k)?;
    assert_eq!(k.y.to_vec()?, [22.0, 26.0, 12.0, 12.0]);
    Ok(())
}

/// Solves `a x = b` by elimination with pivots.
#[device]
fn solve<const N: usize>(a: &mut [[f64; N]; N], b: &mut [f64; N]) {
    for k in 0..N {
        let mut best = k as i32;
        for i in k + 1..N {
            if a[i][k].abs() > a[best][k].abs() {
                best = i as i32;
            }
        }
        for j in 0..N {
            let kept = a[k][j];
            a[k][j] = a[best][j];
            a[best][j] = kept;
        }
        b.swap(k, best);
        for i in k + 1..N {
            let factor = a[i][k] / a[k][k];
            for j in k..N {
                a[i][j] -= factor * a[k][j];
            }
            b[i] -= factor * b[k];
        }
    }
    for k in (0..N).rev() {
        for j in k + 1..N {
            b[k] -= a[k][j] * b[j];
        }
        b[k] /= a[k][k];
    }
}

#[device]
fn sorted(a: &mut [f64; 3]) {
    for i in 0..2 {
        for j in 0..2 - i {
            if a[j] > a[j + 1] {
                a.swap(j, j + 1);
            }
        }
    }
}

fn arrays_of_arrays_are_matrices(space: &Space) -> Outcome {
    const N: usize = 4;
    let entry = |[q, i, j]: [usize; 3]| ((q * 7 + i * i * 5 + j * 3 + i * j * j) % 13) as f64 - 5.5;
    let a = View::<f64, 3>::from_fn(space, "a", [6, N, N], entry)?;
    let b = View::<f64, 2>::from_fn(space, "b", [6, N], |[q, i]| (q + 2 * i) as f64)?;
    let x = View::<f64, 2>::new(space, "x", [6, N])?;
    parallel_for!(space, "solve", 6, |q| {
        let mut m = [[0.0; 4]; 4];
        let mut v = [0.0; 4];
        for i in 0..4 {
            for j in 0..4 {
                m[i][j] = a[(q, i, j)];
            }
            v[i] = b[(q, i)];
        }
        solve(&mut m, &mut v);
        for i in 0..4 {
            x[(q, i)] = v[i];
        }
    })?;
    let x = x.to_vec()?;
    for q in 0..6 {
        for i in 0..N {
            let row = (0..N).map(|j| entry([q, i, j]) * x[q + 6 * j]).sum::<f64>();
            let expected = (q + 2 * i) as f64;
            assert!((row - expected).abs() < 1e-9, "{q}, {i}: {row}, {expected}");
        }
    }
    // Rows are lent, and items of known rows are what items of any row are.
    let y = View::<f64, 1>::new(space, "y", [6])?;
    parallel_for!(space, "rows", 6, |q| {
        let mut m = [[3.0, 1.0, 2.0], [6.0, 5.0, 4.0]];
        sorted(&mut m[1]);
        m[1][q % 3] += 10.0;
        sorted(&mut m[0]);
        let mut sum = 0.0;
        for i in 0..2 {
            for j in 0..3 {
                sum = sum * 2.0 + m[i][j];
            }
        }
        y[q] = sum + m[0][q % 3];
    })?;
    let expected = |q: usize| {
        let mut m = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        m[3 + q % 3] += 10.0;
        m.iter().fold(0.0, |sum, x| sum * 2.0 + x) + m[q % 3]
    };
    assert_eq!(y.to_vec()?, (0..6).map(expected).collect::<Vec<_>>());
    // Structs in rows, and a lane's own row and column.
    let y = View::<f64, 1>::new(space, "y", [6])?;
    parallel_for!(space, "cells", 6, |q| {
        let mut cells = [[(0.0, 1.0); 3]; 2];
        cells[q % 2][q % 3].0 = (q + 1) as f64;
        cells[1][q % 3].1 += 2.0;
        let mut sum = 0.0;
        for i in 0..2 {
            for j in 0..3 {
                sum += cells[i][j].0 * 10.0 + cells[i][j].1;
            }
        }
        y[q] = sum + cells[q % 2][q % 3].1;
    })?;
    let expected = |q: usize| 10.0 * (q + 1) as f64 + 8.0 + if q % 2 == 1 { 3.0 } else { 1.0 };
    assert_eq!(y.to_vec()?, (0..6).map(expected).collect::<Vec<_>>());
    Ok(())
}

fn rows_and_columns_have_bounds_of_their_own(space: &Space) -> Outcome {
    let y = View::<f64, 1>::new(space, "y", [6])?;
    let k = View::<i32, 1>::from_slice(space, "k", [6], &[0, 1, 2, 3, 1, 0])?;
    let told = |result: portax::Result<()>| {
        let text = result.and_then(|()| space.fence()).unwrap_err().to_string();
        assert!(text.contains("[3]") || text.contains(", 3]"), "{text}");
    };
    told(parallel_for!(space, "column", 6, |i| {
        let mut m = [[0.0; 3]; 4];
        m[0][k[i]] = 1.0;
        y[i] = m[0][0];
    }));
    told(parallel_for!(space, "column of a row", 6, |i| {
        let mut m = [[0.0; 3]; 4];
        m[1][0] = 2.0;
        y[i] = m[i % 2][k[i]];
    }));
    Ok(())
}

fn rows_are_values(space: &Space) -> Outcome {
    const N: usize = 23;
    let k = View::<i32, 1>::from_fn(space, "k", [N], |[i]| (i * 7 % 4) as i32)?;
    let items = View::<f64, 2>::new(space, "items", [N, 16])?;
    let sums = View::<f64, 1>::new(space, "sums", [N])?;
    parallel_for!(space, "rows as values", N, |i| {
        let mut m = [[0.0; 4]; 4];
        for r in 0..4 {
            for c in 0..4 {
                m[r][c] = (r * 10 + c + i * 100) as f64;
            }
        }
        let row = m[k[i]];
        m[k[i]] = m[2];
        m[2] = row;
        m[1][k[i]] = row[k[i]] + 0.5;
        m.swap(0, 3);
        let mut sum = 0.0;
        for v in m[(k[i] + 1) % 4] {
            sum += v;
        }
        sums[i] = sum;
        for r in 0..4 {
            for c in 0..4 {
                items[(i, 4 * r + c)] = m[r][c];
            }
        }
    })?;
    let (items, sums) = (items.to_vec()?, sums.to_vec()?);
    for i in 0..N {
        let k = i * 7 % 4;
        let item = |r, c| (r * 10 + c + i * 100) as f64;
        let mut m: [[f64; 4]; 4] = std::array::from_fn(|r| std::array::from_fn(|c| item(r, c)));
        let row = m[k];
        m.swap(k, 2);
        m[1][k] = row[k] + 0.5;
        m.swap(0, 3);
        for (at, expected) in m.as_flattened().iter().enumerate() {
            assert_eq!(items[i + N * at], *expected, "{i}, {at}");
        }
        assert_eq!(sums[i], m[(k + 1) % 4].iter().sum::<f64>(), "{i}");
    }
    Ok(())
}

#[derive(Clone, Copy, Element)]
struct Region {
    low: [f64; 3],
    high: [f64; 3],
    depth: i32,
}

/// A struct that is nothing but an array.
#[derive(Clone, Copy, Element)]
struct Row {
    items: [f64; 3],
}

fn structs_in_arrays_have_arrays(space: &Space) -> Outcome {
    const N: usize = 11;
    let k = View::<i32, 1>::from_fn(space, "k", [N], |[i]| (i * 5 % 3) as i32)?;
    let y = View::<f64, 1>::new(space, "y", [N])?;
    parallel_for!(space, "halves of boxes", N, |i| {
        let whole = Region {
            low: [0.0; 3],
            high: [1.0; 3],
            depth: 0,
        };
        let mut stack = [whole; 8];
        let mut top = 0;
        for d in 0..3 {
            let parent = stack[top];
            let middle = 0.5 * (parent.low[d] + parent.high[d]);
            let mut child = parent;
            if k[i] > d {
                child.low[d] = middle;
            } else {
                child.high[d] = middle;
            }
            child.depth = parent.depth + 1;
            top += 1;
            stack[top] = child;
            stack[top].high[d] -= 0.125 * d as f64;
            stack[top - 1].low[1] = 0.25;
            stack[k[i]].low[(k[i] + d) % 3] += 2.0;
        }
        let mut rows = [Row { items: [1.0; 3] }; 4];
        rows[k[i]].items[1] = 5.0;
        rows[k[i] + 1].items[k[i]] = 7.0;
        let mut sum = 0.0;
        for s in 0..4 {
            for d in 0..3 {
                sum = sum * 1.25 + stack[s].low[d] + 2.0 * stack[s].high[d] + rows[s].items[d];
            }
            sum += stack[s].depth as f64 + rows[s].items[2];
        }
        y[i] = sum;
    })?;
    let expected = |i: usize| {
        let k = i * 5 % 3;
        let whole = Region {
            low: [0.0; 3],
            high: [1.0; 3],
            depth: 0,
        };
        let mut stack = [whole; 8];
        for d in 0..3 {
            let mut child = stack[d];
            let middle = 0.5 * (child.low[d] + child.high[d]);
            match k > d {
                true => child.low[d] = middle,
                false => child.high[d] = middle,
            }
            child.depth += 1;
            stack[d + 1] = child;
            stack[d + 1].high[d] -= 0.125 * d as f64;
            stack[d].low[1] = 0.25;
            stack[k].low[(k + d) % 3] += 2.0;
        }
        let mut rows = [Row { items: [1.0; 3] }; 4];
        rows[k].items[1] = 5.0;
        rows[k + 1].items[k] = 7.0;
        let mut sum = 0.0;
        for (s, r) in stack.iter().zip(rows) {
            for d in 0..3 {
                sum = sum * 1.25 + s.low[d] + 2.0 * s.high[d] + r.items[d];
            }
            sum += f64::from(s.depth) + r.items[2];
        }
        sum
    };
    for (i, y) in y.to_vec()?.into_iter().enumerate() {
        let expected = expected(i);
        assert!(
            (y - expected).abs() < 1e-12 * expected,
            "{i}: {y}, {expected}"
        );
    }
    Ok(())
}

fn cubes_have_three_indices(space: &Space) -> Outcome {
    const N: usize = 13;
    let k = View::<i32, 1>::from_fn(space, "k", [N], |[i]| (i % 4) as i32)?;
    let y = View::<f64, 1>::new(space, "y", [N])?;
    parallel_for!(space, "cubes", N, |i| {
        let mut t = [[[0.0; 3]; 2]; 4];
        t[k[i]][1][2] = 1.5;
        t[k[i]][k[i] % 2][k[i] % 3] += 2.0;
        t[1][k[i] % 2][0] = t[k[i]][1][2] + 1.0;
        t[2][1][k[i] % 3] -= 0.5;
        let mut sum = 0.0;
        for a in 0..4 {
            for b in 0..2 {
                for c in 0..3 {
                    sum = sum * 2.0 + t[a][b][c];
                }
            }
        }
        y[i] = sum;
    })?;
    let expected = |i: usize| {
        let (k, mut t) = (i % 4, [[[0.0; 3]; 2]; 4]);
        t[k][1][2] = 1.5;
        t[k][k % 2][k % 3] += 2.0;
        t[1][k % 2][0] = t[k][1][2] + 1.0;
        t[2][1][k % 3] -= 0.5;
        let items = t.as_flattened().as_flattened();
        items.iter().fold(0.0, |sum, x| sum * 2.0 + x)
    };
    assert_eq!(y.to_vec()?, (0..N).map(expected).collect::<Vec<_>>());
    Ok(())
}
