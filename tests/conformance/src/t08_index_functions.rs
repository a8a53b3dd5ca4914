//! Functions that make indices: they take and give `usize`, of 64 bits.

use crate::ladder::{Outcome, Test, tests};
use portax::{
    Functor, MdRangePolicy, RangeKernel, RangePolicy, Space, View, device, kernel, parallel_for,
};

pub fn tests() -> Vec<Test> {
    tests![
        places_are_made_by_functions,
        products_have_64_bits,
        hosts_call_the_same,
        methods_make_places,
        constants_are_operands,
    ]
}

/// The side of a square.
const N: usize = 20;

#[device]
fn at(i: usize, j: usize, n: usize) -> usize {
    i * n + j
}

/// What is written is proven to be each item's own.
fn places_are_made_by_functions(space: &Space) -> Outcome {
    let n = N;
    let x: View<f64, 1> = View::from_fn(space, "x", [n * n], |[i]| i as f64)?;
    let y: View<f64, 1> = View::new(space, "y", [n * n])?;
    parallel_for!(
        space,
        "transpose",
        MdRangePolicy::new([0..n, 0..n]),
        |i, j| {
            y[at(i, j, n)] = x[at(j, i, N)];
        }
    )?;
    let transposed = (0..n * n).map(|q| ((q % n) * n + q / n) as f64);
    assert_eq!(y.to_vec()?, transposed.collect::<Vec<_>>());
    Ok(())
}

#[device]
fn hash(a: usize, b: usize) -> usize {
    let mut h = 7usize;
    h = h * 31 + a * 73_856_093;
    h ^= b * 19_349_663;
    h % 1024
}

fn products_have_64_bits(space: &Space) -> Outcome {
    let numbers = |i: usize| i * 21_000_001 % 2_000_000_011;
    let k: View<i32, 1> = View::from_fn(space, "k", [100], |[i]| numbers(i) as i32)?;
    let y: View<i64, 1> = View::new(space, "y", [100])?;
    parallel_for!(space, "hash", 100, |i| {
        y[i] = hash(k[i] as usize, i) as i64;
    })?;
    let expected = (0..100).map(|i| {
        let h = (7 * 31 + numbers(i) * 73_856_093) ^ (i * 19_349_663);
        (h % 1024) as i64
    });
    assert_eq!(y.to_vec()?, expected.collect::<Vec<_>>());
    Ok(())
}

#[device(host)]
fn wrap(i: usize, n: usize) -> usize {
    if i >= n { i - n } else { i }
}

#[device]
fn cell(x: f64, size: f64, n: usize) -> usize {
    let c = (x / size) as usize;
    c.min(n - 1)
}

#[device]
fn first_not_below(x: View<f64, 1>, v: f64, n: usize) -> usize {
    let (mut low, mut high) = (0, n);
    while low < high {
        let middle = (low + high) / 2;
        if x[middle] < v {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[device]
fn moved(i: usize, d: i32, n: usize) -> usize {
    let j = i as i32 + d;
    if j < 0 {
        return 0;
    }
    if j as usize >= n {
        return n - 1;
    }
    j as usize
}

#[device(host)]
fn even(i: usize, j: usize) -> (usize, usize) {
    (i - i % 2, j - j % 2)
}

fn hosts_call_the_same(space: &Space) -> Outcome {
    let x: View<f64, 1> = View::from_fn(space, "x", [200], |[i]| i as f64)?;
    let y: View<f64, 2> = View::new(space, "y", [100, 5])?;
    parallel_for!(space, "places", 100, |i| {
        y[(i, 0)] = x[wrap(i + 7, 50)];
        y[(i, 1)] = x[cell(i as f64, 3.0, 10)];
        y[(i, 2)] = x[first_not_below(x, i as f64 * 1.5, 200)];
        y[(i, 3)] = x[moved(i, -3, 50)];
        let (a, b) = even(i, i + 3);
        y[(i, 4)] = x[a] + x[b];
    })?;
    let all = y.to_vec()?;
    for i in 0..100 {
        let row = [
            wrap(i + 7, 50),
            (i / 3).min(9),
            (3 * i).div_ceil(2),
            i.saturating_sub(3).min(49),
            even(i, i + 3).0 + even(i, i + 3).1,
        ];
        let found = [0, 1, 2, 3, 4].map(|k| all[i + 100 * k]);
        assert_eq!(found, row.map(|place| place as f64), "{i}");
    }
    Ok(())
}

#[device]
trait Numbering {
    fn place(&self, i: usize, j: usize) -> usize;
}

#[derive(Clone, Functor)]
struct Rows {
    width: i32,
}

#[device]
impl Numbering for Rows {
    fn place(&self, i: usize, j: usize) -> usize {
        i * self.width as usize + j
    }
}

#[derive(Functor)]
struct Fill<P: Numbering> {
    numbering: P,
    y: View<i32, 1>,
}

#[device]
impl<P: Numbering> Fill<P> {
    fn last(&self, i: usize) -> usize {
        let first: usize = P::place(self.numbering, i, 0);
        first + 3
    }
}

#[kernel]
impl<P: Numbering> RangeKernel for Fill<P> {
    fn fill(&self, i: Index) {
        for j in 0..3 {
            self.y[P::place(self.numbering, i, j)] = j;
        }
        self.y[self.last(i)] = 9;
    }
}

fn methods_make_places(space: &Space) -> Outcome {
    let k = Fill {
        numbering: Rows { width: 4 },
        y: View::new(space, "y", [40])?,
    };
    space.parallel_for("fill", RangePolicy::new(0..10), &k)?;
    assert_eq!(k.y.to_vec()?, [0, 1, 2, 9].repeat(10));
    Ok(())
}

#[device]
fn in_square(i: usize, j: usize) -> usize {
    if i >= N {
        return N;
    }
    i * N + j.min(N - 1)
}

#[device]
fn in_row<const W: usize>(i: usize, j: usize) -> usize {
    (i % W) * W + j / W
}

#[device]
fn of_pair(ij: [usize; 2], n: usize) -> usize {
    ij[0] * n + ij[1]
}

#[device(host)]
fn scaled(x: f64) -> usize {
    (x * 1e9) as usize % 1024
}

#[device]
fn first_above(x: View<f64, 1>, v: f64, n: usize) -> usize {
    for k in 0..n {
        if x[k] > v {
            return k;
        }
    }
    n
}

fn constants_are_operands(space: &Space) -> Outcome {
    let x: View<f64, 1> = View::from_fn(space, "x", [500], |[i]| i as f64)?;
    let y: View<f64, 2> = View::new(space, "y", [30, 5])?;
    parallel_for!(space, "constants", 30, |i| {
        y[(i, 0)] = x[in_square(i, 3 * i)];
        y[(i, 1)] = x[in_row::<7>(i, i)];
        y[(i, 2)] = x[of_pair([i, i], 4)];
        y[(i, 3)] = x[scaled(i as f64) % 500];
        y[(i, 4)] = x[first_above(x, i as f64 * 0.5, 10)];
    })?;
    let all = y.to_vec()?;
    for i in 0..30 {
        let row = [
            if i < N { i * N + (3 * i).min(N - 1) } else { N },
            (i % 7) * 7 + i / 7,
            5 * i,
            (i * 1_000_000_000) % 1024 % 500,
            (i / 2 + 1).min(10),
        ];
        assert_eq!(
            [0, 1, 2, 3, 4].map(|k| all[i + 30 * k]),
            row.map(|place| place as f64),
            "{i}"
        );
    }
    assert_eq!(scaled(6.0), 6_000_000_000 % 1024);
    Ok(())
}
