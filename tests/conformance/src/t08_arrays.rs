//! Local arrays at indices that are known at run time, and methods of the kernel's own functor.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{
    Comptime, Element, Error, Functor, RangeKernel, RangePolicy, Space, TeamKernel, TeamPolicy,
    View, device, kernel, parallel_for,
};

pub fn tests() -> Vec<Test> {
    tests![
        a_stack_walks_a_tree,
        lanes_sort_what_they_keep,
        elements_have_parts,
        arrays_are_lent_to_functions,
        lambdas_have_arrays,
        teams_have_arrays,
        outside_of_an_array_is_reported,
        stores_outside_of_an_array_are_reported,
        outside_of_a_constant_array_is_reported,
        methods_of_the_own_functor_are_called,
    ]
}

/// A matrix of what `f` gives at each pair of indices.
fn matrix<T: portax::view::ViewElement>(
    space: &Space,
    label: &str,
    [n, m]: [usize; 2],
    f: impl Fn(usize, usize) -> T,
) -> portax::Result<View<T, 2>> {
    let all: Vec<T> = (0..n * m).map(|at| f(at % n, at / n)).collect();
    View::from_slice(space, label, [n, m], &all)
}

fn run<K: RangeKernel>(space: &Space, label: &str, n: usize, k: &K) -> portax::Result<()> {
    space.parallel_for(label, RangePolicy::new(0..n), k)?;
    space.fence()
}

/// Sums the leaves of a subtree, depth first.
#[derive(Functor)]
struct Walk {
    left: View<i32, 1>,
    right: View<i32, 1>,
    weight: View<f64, 1>,
    sum: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Walk {
    fn walk(&self, i: Index) {
        let mut stack: [i32; 8] = [0; 8];
        let mut top: i32 = 1;
        let mut sum: f64 = 0.0;
        stack[0] = i as i32;
        while top > 0 {
            top -= 1;
            let node = stack[top];
            let (left, right) = (self.left[node], self.right[node]);
            if left < 0 {
                sum += self.weight[node];
            } else {
                stack[top] = left;
                stack[top + 1] = right;
                top += 2;
            }
        }
        self.sum[i] = sum;
    }
}

fn a_stack_walks_a_tree(space: &Space) -> Outcome {
    let nodes = 63;
    let child = |k: i32, side: i32| match 2 * k + side {
        c if c < nodes => c,
        _ => -1,
    };
    let left: Vec<i32> = (0..nodes).map(|k| child(k, 1)).collect();
    let right: Vec<i32> = (0..nodes).map(|k| child(k, 2)).collect();
    let weight: Vec<f64> = (0..nodes).map(|k| f64::from(k) * 0.5).collect();
    let mut sum = weight.clone();
    for k in (0..nodes as usize / 2).rev() {
        sum[k] = sum[2 * k + 1] + sum[2 * k + 2];
    }
    let k = Walk {
        left: vector(space, "left", &left)?,
        right: vector(space, "right", &right)?,
        weight: vector(space, "weight", &weight)?,
        sum: View::new(space, "sum", [nodes as usize])?,
    };
    run(space, "walk", nodes as usize, &k)?;
    assert_eq!(k.sum.to_vec()?, sum);
    Ok(())
}

/// Insertion sort of six numbers a lane.
#[derive(Functor)]
struct Sort {
    x: View<f64, 2>,
    middle: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Sort {
    fn sort(&self, i: Index) {
        let mut a: [f64; 6] = [0.0; 6];
        for k in 0..6 {
            a[k] = self.x[(i, k)];
        }
        for k in 1..6 {
            let x = a[k];
            let mut hole = k as i32;
            while hole > 0 && a[hole - 1] > x {
                a[hole] = a[hole - 1];
                hole -= 1;
            }
            a[hole] = x;
        }
        for k in 0..6 {
            self.x[(i, k)] = a[k];
        }
        self.middle[i] = 0.5 * (a[2] + a[3]);
    }
}

fn lanes_sort_what_they_keep(space: &Space) -> Outcome {
    let n = 37;
    let x = |i: usize, k: usize| ((i * 31 + k * 17) % 23) as f64 - 7.0;
    let k = Sort {
        x: matrix(space, "x", [n, 6], x)?,
        middle: View::new(space, "middle", [n])?,
    };
    run(space, "sort", n, &k)?;
    let (found, middle) = (k.x.to_vec()?, k.middle.to_vec()?);
    for i in 0..n {
        let mut sorted: Vec<f64> = (0..6).map(|k| x(i, k)).collect();
        sorted.sort_by(f64::total_cmp);
        let row: Vec<f64> = (0..6).map(|k| found[k * n + i]).collect();
        assert_eq!(row, sorted, "{i}");
        assert_eq!(middle[i], 0.5 * (sorted[2] + sorted[3]), "{i}");
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Hit {
    at: f64,
    count: i32,
}

/// Counts, in arrays of structs, complex numbers, pairs and rows.
#[derive(Functor)]
struct Parts {
    key: View<i32, 1>,
    hits: View<f64, 2>,
}

#[kernel]
impl RangeKernel for Parts {
    fn parts(&self, i: Index) {
        let mut hits: [Hit; 3] = [Hit { at: 0.0, count: 0 }; 3];
        let mut waves: [Complex<f64>; 3] = [0.0; 3];
        let mut pairs: [(f64, i32); 3] = [(0.0, 1); 3];
        let mut rows: [[f64; 3]; 2] = [[0.0; 3]; 2];
        for j in 0..10 {
            let k = (self.key[j] + i as i32) % 3;
            hits[k].count += 1;
            hits[k].at = j as f64;
            waves[k].im += 0.5;
            waves[k].re = waves[k].im * 2.0;
            pairs[k].1 *= 2;
            rows[1][k] += 1.5;
        }
        for k in 0..3 {
            let hit = hits[k];
            let wave = waves[k];
            self.hits[(i, k)] = hit.at + 100.0 * hit.count as f64 + 1e4 * (wave.re + wave.im);
            self.hits[(i, k)] += 1e7 * (pairs[k].1 as f64 + rows[1][k] + rows[0][k]);
        }
    }
}

fn elements_have_parts(space: &Space) -> Outcome {
    let n = 21;
    let key: Vec<i32> = (0..10).map(|j| (j * j + 1) % 7).collect();
    let k = Parts {
        key: vector(space, "key", &key)?,
        hits: View::new(space, "hits", [n, 3])?,
    };
    run(space, "parts", n, &k)?;
    let found = k.hits.to_vec()?;
    for i in 0..n {
        for bin in 0..3 {
            let of = |j: &usize| (key[*j] as usize + i) % 3 == bin;
            let count = (0..10).filter(of).count();
            let at = (0..10).rev().find(of).unwrap_or(0);
            let (at, count) = (at as f64, count as f64);
            let expected =
                at + 100.0 * count + 1e4 * (1.5 * count) + 1e7 * (count.exp2() + 1.5 * count);
            assert_eq!(found[bin * n + i], expected, "{i} {bin}");
        }
    }
    Ok(())
}

#[device]
fn add(a: &mut [f64; 4], k: i32, x: f64) {
    a[k] += x;
    a[3 - k] -= 0.5 * x;
}

#[device]
fn element(a: [f64; 4], k: i32) -> f64 {
    a[k]
}

/// Arrays as arguments, and a copy of one.
#[derive(Functor)]
struct Lent {
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Lent {
    fn lent(&self, i: Index) {
        let mut a: [f64; 4] = [1.0; 4];
        let k = i as i32 % 4;
        add(&mut a, k, 2.0);
        let before = a;
        add(&mut a, 3 - k, 1.0);
        self.y[i] = element(a, k) + 10.0 * element(before, k) + 100.0 * before[3 - k];
    }
}

fn arrays_are_lent_to_functions(space: &Space) -> Outcome {
    let n = 19;
    let k = Lent {
        y: View::new(space, "y", [n])?,
    };
    run(space, "lent", n, &k)?;
    assert_eq!(k.y.to_vec()?, vec![2.5 + 30.0; n]);
    Ok(())
}

fn lambdas_have_arrays(space: &Space) -> Outcome {
    let numbers: Vec<i32> = (0..40).map(|i| i * 7 % 11).collect();
    let x = vector(space, "x", &numbers)?;
    let y: View<i32, 1> = View::new(space, "y", [40])?;
    parallel_for!(space, "digits", 40, |i| {
        let mut digit = [0; 4];
        let mut left = x[i];
        let mut n = 0;
        while left > 0 {
            digit[n] = left % 2;
            left /= 2;
            n += 1;
        }
        let mut reversed = 0;
        for k in 0..n {
            reversed = 2 * reversed + digit[k];
        }
        y[i] = reversed;
    })?;
    let reversed = |x: i32| match x {
        0 => 0,
        x => ((x as u32).reverse_bits() >> x.leading_zeros()) as i32,
    };
    let expected: Vec<i32> = numbers.into_iter().map(reversed).collect();
    assert_eq!(y.to_vec()?, expected);
    Ok(())
}

/// Each lane of each thread has its own.
#[derive(Functor)]
struct InTeams {
    x: View<i32, 2>,
    y: View<i32, 2>,
}

#[kernel]
impl TeamKernel for InTeams {
    fn in_teams(&self, team: Team) {
        let row = team.league_rank();
        parallel_for(TeamVectorRange(team, self.x.extent(1)), |j| {
            let mut last: [i32; 5] = [-1; 5];
            for k in 0..self.x.extent(1) {
                last[self.x[(row, k)]] = k as i32;
            }
            self.y[(row, j)] = last[self.x[(row, j)]];
        });
    }
}

fn teams_have_arrays(space: &Space) -> Outcome {
    let (rows, n) = (3, 23);
    let key = |r: usize, k: usize| ((k * k + r) % 5) as i32;
    let k = InTeams {
        x: matrix(space, "x", [rows, n], key)?,
        y: View::new(space, "y", [rows, n])?,
    };
    space.parallel_for("in teams", TeamPolicy::new(rows, 1), &k)?;
    let found = k.y.to_vec()?;
    for r in 0..rows {
        for j in 0..n {
            let last = (0..n).rev().find(|&k| key(r, k) == key(r, j));
            assert_eq!(
                found[j * rows + r],
                last.map_or(-1, |k| k as i32),
                "{r} {j}"
            );
        }
    }
    Ok(())
}

/// What is done with an array.
#[derive(Clone, Copy, PartialEq, Comptime)]
enum Done {
    Read,
    ConstantRead,
    Written,
}

/// Reads or writes an array of four at an index from memory.
#[derive(Functor)]
struct Outside {
    #[comptime]
    done: Done,
    at: View<i32, 1>,
    y: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Outside {
    fn outside(&self, i: Index) {
        let mut table: [i32; 4] = [7; 4];
        match self.done {
            Done::Read => self.y[i] = table[self.at[i]],
            Done::ConstantRead => self.y[i] = Self::SEVENS[self.at[i]],
            Done::Written => {
                table[self.at[i]] = 1;
                self.y[i] = table[0];
            }
        }
    }
}

impl Outside {
    const SEVENS: [i32; 4] = [7; 4];
}

fn outside(space: &Space, done: Done, name: &str) -> Outcome {
    for bad in [4, -1, i32::MAX, i32::MIN] {
        let mut at: Vec<i32> = (0..30).map(|i| i % 4).collect();
        let mut k = Outside {
            done,
            at: vector(space, "at", &at)?,
            y: View::new(space, "y", [30])?,
        };
        run(space, "outside", 30, &k)?;
        at[13] = bad;
        k.at = vector(space, "at", &at)?;
        match run(space, "outside", 30, &k) {
            Err(Error::OutOfBounds {
                launch,
                view,
                indices,
                extents,
                location,
            }) => {
                assert_eq!((&*launch, &*view), ("outside", name));
                assert_eq!(
                    (&indices[..], &extents[..]),
                    (&[i64::from(bad)][..], &[4][..])
                );
                assert!(location.contains("t08_arrays.rs"), "{location}");
            }
            other => panic!("an array of 4 at {bad}: {other:?}"),
        }
        // the next launch runs as if nothing had been
        at[13] = 1;
        k.at = vector(space, "at", &at)?;
        run(space, "outside", 30, &k)?;
        let expected = |at: &i32| {
            if done == Done::Written && *at == 0 {
                1
            } else {
                7
            }
        };
        assert_eq!(k.y.to_vec()?, at.iter().map(expected).collect::<Vec<_>>());
    }
    Ok(())
}

fn outside_of_an_array_is_reported(space: &Space) -> Outcome {
    outside(space, Done::Read, "table")
}

fn stores_outside_of_an_array_are_reported(space: &Space) -> Outcome {
    outside(space, Done::Written, "table")
}

fn outside_of_a_constant_array_is_reported(space: &Space) -> Outcome {
    outside(space, Done::ConstantRead, "SEVENS")
}

/// A kernel with methods.
#[derive(Functor)]
struct Methods {
    x: View<f64, 1>,
    y: View<f64, 1>,
    scale: f64,
}

#[device]
impl Methods {
    fn scaled(&self, x: f64) -> f64 {
        self.scale * x
    }
    fn neighbors(&self, i: i32) -> f64 {
        self.scaled(self.x[i]) + self.scaled(self.x[i + 1])
    }
    fn put(&self, i: i32, x: f64) {
        self.y[i] = x;
    }
}

// SAFETY: an iteration writes its own element.
#[kernel]
unsafe impl RangeKernel for Methods {
    fn methods(&self, i: Index) {
        let sum = self.neighbors(i as i32);
        if sum > 4.0 {
            self.put(i as i32, sum);
        }
    }
}

fn methods_of_the_own_functor_are_called(space: &Space) -> Outcome {
    let n = 26;
    let x: Vec<f64> = (0..=n).map(|i| i as f64).collect();
    let k = Methods {
        x: vector(space, "x", &x)?,
        y: View::new(space, "y", [n])?,
        scale: 0.25,
    };
    run(space, "methods", n, &k)?;
    let sum = |i: usize| 0.25 * (2 * i + 1) as f64;
    let expected: Vec<f64> = (0..n)
        .map(|i| if sum(i) > 4.0 { sum(i) } else { 0.0 })
        .collect();
    assert_eq!(k.y.to_vec()?, expected);
    Ok(())
}
