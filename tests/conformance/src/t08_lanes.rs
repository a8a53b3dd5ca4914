//! Variables whose first value all lanes share, and which differ later; shifts, narrow integers and indices of other types.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{
    AUTO, Complex, Element, Float, Functor, RangeKernel, RangePolicy, Space, Sum, TeamPolicy, View,
    device, kernel, parallel_for, parallel_reduce,
};

pub fn tests() -> Vec<Test> {
    tests![
        variables_differ_once_lanes_assign_them,
        what_lanes_share_stays_so_around_exits_of_others,
        first_values_are_indices_and_constants,
        shifted_integers_have_their_own_type,
        u32_and_i64_index_arrays,
        arrays_of_what_lanes_share_are_indexed,
        narrow_casts_are_those_of_rust,
        structs_take_the_rest_of_another,
        lambdas_name_constants_of_a_parameter,
        arguments_of_every_kind_differ,
        arrays_of_literals_are_sorted,
    ]
}

const X: [f64; 4] = [1.5, 2.0, 3.0, 4.0];

fn variables_differ_once_lanes_assign_them(space: &Space) -> Outcome {
    let (n, first, count) = (4usize, 2.0f64, 5i32);
    let x: View<f64, 1> = vector(space, "x", &X)?;
    let y = View::<f64, 2>::new(space, "y", [4, 4])?;
    parallel_for!(space, "differ", n, |i| {
        let mut product = first;
        product *= x[i];
        let mut most = x[0];
        if x[i] > most {
            most = x[i];
        }
        let mut e = count;
        if x[i] > 2.5 {
            e += 1;
        }
        let key = 0.5 * (i as f64) + 1.6;
        let (mut low, mut high) = (0, n);
        while low < high {
            let middle = (low + high) / 2;
            if x[middle] < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let mut turns = n;
        while turns > 1 {
            turns /= 2;
            if x[i] > 3.5 {
                break;
            }
        }
        y[(i, 0)] = product;
        y[(i, 1)] = most + e as f64;
        y[(i, 2)] = low as f64;
        y[(i, 3)] = turns as f64;
    })?;
    let expected = [
        [3.0, 4.0, 6.0, 8.0],
        [6.5, 7.0, 9.0, 10.0],
        [1.0, 2.0, 2.0, 3.0],
        [1.0, 1.0, 1.0, 2.0],
    ];
    assert_eq!(y.to_vec()?, expected.concat());
    let sum = parallel_reduce!(
        space,
        "sum",
        n,
        |i| -> f64 {
            let mut s = first;
            s += x[i];
            s
        },
        Sum
    )?;
    assert_eq!(sum, 18.5);
    Ok(())
}

fn what_lanes_share_stays_so_around_exits_of_others(space: &Space) -> Outcome {
    let (turns, rows) = (4i32, 3);
    let x: View<f64, 1> = vector(space, "x", &X)?;
    let y = View::<f64, 2>::new(space, "y", [4, 3])?;
    parallel_for!(space, "teams", TeamPolicy::new(rows, AUTO), |team: Team| {
        let row = team.league_rank();
        let mut left = turns;
        while left > 0 {
            parallel_for(TeamVectorRange(team, 4), |k| {
                if x[k] > 3.5 {
                    return;
                }
                let mut sum = 0.0;
                for j in 0..4 {
                    if x[j] > x[k] {
                        break;
                    }
                    sum += x[j];
                }
                y[(k, row)] += sum;
            });
            team.barrier();
            left -= 1;
        }
    })?;
    let sums = [1.5, 3.5, 6.5, 0.0].map(|sum| 4.0 * sum);
    assert_eq!(y.to_vec()?, [sums, sums, sums].concat());
    let z = View::<f64, 1>::new(space, "z", [4])?;
    parallel_for!(space, "range", 4, |i| {
        let mut left = turns;
        for _ in 0..2 {
            left -= 1;
            if x[i] > 2.5 {
                continue;
            }
            z[i] += left as f64;
        }
        let shared: Int = left;
        z[i] += 10.0 * (shared as f64);
    })?;
    assert_eq!(z.to_vec()?, [25.0, 25.0, 20.0, 20.0]);
    Ok(())
}

fn first_values_are_indices_and_constants(space: &Space) -> Outcome {
    let x: View<f64, 1> = vector(space, "x", &X)?;
    let y = View::<f64, 1>::new(space, "y", [4])?;
    let (steps, z) = (
        View::<i64, 1>::new(space, "steps", [4])?,
        View::<Complex<f64>, 1>::new(space, "z", [4])?,
    );
    parallel_for!(space, "indices", 4, |i| {
        let mut m = i;
        let mut count = 0;
        while m > 0 {
            m = m / 2;
            count += 1;
        }
        steps[i] = count;
        let mut at = Complex::new(0.0, 0.0);
        for _ in 0..2 {
            at = at * at + x[i];
        }
        z[i] = at;
        let mut best = [f64::INFINITY; 2];
        for j in 0..4 {
            let d = (x[j] - x[i]).abs();
            if d < best[0] {
                best[1] = best[0];
                best[0] = d;
            } else if d < best[1] {
                best[1] = d;
            }
        }
        y[i] = best[1] + x[i.saturating_sub(1)];
    })?;
    assert_eq!(steps.to_vec()?, [0, 1, 2, 2]);
    let squares = X.map(|x| Complex {
        re: x * x + x,
        im: 0.0,
    });
    assert_eq!(z.to_vec()?, squares);
    assert_eq!(y.to_vec()?, [2.0, 2.0, 3.0, 4.0]);
    Ok(())
}

fn shifted_integers_have_their_own_type(space: &Space) -> Outcome {
    let k: View<u32, 1> = vector(space, "k", &[0, 1, 2, 3])?;
    let l = View::<i64, 1>::new(space, "l", [4])?;
    let (w, u) = (
        View::<u64, 1>::new(space, "w", [4])?,
        View::<u32, 1>::new(space, "u", [4])?,
    );
    parallel_for!(space, "shifts", 4, |i| {
        l[i] = ((1 << k[i]) - 5) as i64;
        let mut mask = 0;
        for j in 0..4 {
            if k[j] >= k[i] {
                mask |= 1u64 << (16 * j);
            }
        }
        w[i] = mask;
        u[i] = (1u32 << i) | (8u32 >> k[i]);
    })?;
    assert_eq!(l.to_vec()?, [-4, -3, -1, 3]);
    let all = [1u64, 1 << 16, 1 << 32, 1 << 48];
    let sums = [0, 1, 2, 3].map(|i| all[i..].iter().sum::<u64>());
    assert_eq!(w.to_vec()?, sums);
    assert_eq!(u.to_vec()?, [9, 6, 6, 9]);
    Ok(())
}

const TABLE: [u32; 4] = [10, 20, 30, 40];

fn u32_and_i64_index_arrays(space: &Space) -> Outcome {
    let k: View<u32, 1> = vector(space, "k", &[0, 1, 2, 3])?;
    let l: View<i64, 1> = vector(space, "l", &[3, 2, 1, 0])?;
    let y = View::<u32, 1>::new(space, "y", [4])?;
    parallel_for!(space, "arrays", 4, |i| {
        let mut counts = [0u32; 4];
        counts[k[i]] += 1;
        counts[l[i]] += 2;
        counts[k[i] as usize] += 4;
        y[i] = TABLE[k[i]]
            + TABLE[l[i]]
            + TABLE[(k[i] & 1) as usize]
            + counts[k[i]]
            + TABLE.len() as u32;
    })?;
    assert_eq!(y.to_vec()?, [69, 79, 69, 79]);
    for far in [i64::MAX, 1 << 32, -1, i64::MIN] {
        l.fill(far)?;
        let launch = parallel_for!(space, "outside", 4, |i| {
            y[i] = TABLE[l[i]];
        });
        let outside = launch.and_then(|()| space.fence());
        assert!(outside.is_err(), "{far}");
    }
    Ok(())
}

#[derive(Functor)]
struct Weights {
    weights: [f64; 3],
    shifts: [i32; 2],
    x: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Weights {
    fn weights(&self, i: Index) {
        let mut sum = 0.0;
        for k in 0..3 {
            sum += self.weights[k] * 2.0;
        }
        for k in 0..2 {
            sum += self.shifts[k] as f64;
        }
        self.x[i] = sum;
    }
}

fn arrays_of_what_lanes_share_are_indexed(space: &Space) -> Outcome {
    let x: View<f64, 1> = vector(space, "x", &X)?;
    let y = View::<f64, 1>::new(space, "y", [4])?;
    let g: View<f32, 1> = vector(space, "g", &[2.0, 4.0, 6.0, 8.0])?;
    let l = View::<i64, 1>::new(space, "l", [4])?;
    let (stencil, scale, zero) = ([0.25f64, 0.5, 0.25], 2.0f64, 0usize);
    parallel_for!(space, "arrays", 4, |i| {
        let signs = [-1, 0, 1];
        for d in 0..3 {
            l[i] += signs[d] as i64 * (d as i64 + 1);
        }
        let mut sum = 0.0;
        for d in 0..3 {
            sum += stencil[d] * x[(i + d) % 4];
        }
        let pair = [scale, 2.0 * scale];
        for d in 0..2 {
            sum += pair[d];
        }
        y[i] = sum;
        let mut one = [scale];
        let before = one[zero];
        one[0] = 3.0;
        y[i] += 10.0 * before + one[zero];
        let weights = [0.25, 0.75];
        let mut of = 0.0;
        for d in 0..2 {
            of += weights[d] * g[i];
        }
        g[i] = of + weights[(i + 1) % 2];
    })?;
    assert_eq!(l.to_vec()?, [2; 4]);
    assert_eq!(y.to_vec()?, [31.125, 32.0, 32.125, 31.25]);
    assert_eq!(g.to_vec()?, [2.75, 4.25, 6.75, 8.25]);
    let functor = Weights {
        weights: [1.0, 2.0, 3.0],
        shifts: [4, 5],
        x,
    };
    space.parallel_for("weights", RangePolicy::new(0..4), &functor)?;
    assert_eq!(functor.x.to_vec()?, [21.0; 4]);
    Ok(())
}

fn narrow_casts_are_those_of_rust(space: &Space) -> Outcome {
    let all = [-300.5f64, -1.5, 0.5, 99.5, 200.25, 40_000.0, 1e12];
    let n = all.len();
    let x: View<f64, 1> = vector(space, "x", &all)?;
    let bytes = View::<u8, 1>::new(space, "bytes", [n])?;
    let found = View::<i32, 2>::new(space, "found", [n, 6])?;
    parallel_for!(space, "narrow", n, |i| {
        let whole = 77 * (i as i32) - 150;
        bytes[i] = x[i] as u8;
        found[(i, 0)] = x[i] as i8 as i32;
        found[(i, 1)] = x[i] as u16 as i32;
        found[(i, 2)] = x[i] as i16 as i32;
        found[(i, 3)] = whole as u8 as i32;
        found[(i, 4)] = whole as i8 as i32;
        found[(i, 5)] = (whole * 1000) as i16 as i32 + (whole * 1000) as u16 as i32;
    })?;
    let (bytes, found) = (bytes.to_vec()?, found.to_vec()?);
    for (i, x) in all.into_iter().enumerate() {
        let whole = 77 * i as i32 - 150;
        assert_eq!(bytes[i], x as u8, "{x}");
        let expected = [
            i32::from(x as i8),
            i32::from(x as u16),
            i32::from(x as i16),
            i32::from(whole as u8),
            i32::from(whole as i8),
            i32::from((whole * 1000) as i16) + i32::from((whole * 1000) as u16),
        ];
        let found: Vec<i32> = (0..6).map(|k| found[i + n * k]).collect();
        assert_eq!(found, expected, "{x}, {whole}");
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Point {
    x: f64,
    y: f64,
    z: f64,
}

fn structs_take_the_rest_of_another(space: &Space) -> Outcome {
    let x: View<f64, 1> = vector(space, "x", &X)?;
    let points: View<Point, 1> = View::new(space, "points", [4])?;
    parallel_for!(space, "rest", 4, |i| {
        let a = Point {
            x: x[i],
            y: 1.0,
            z: 2.0,
        };
        points[i] = Point { y: 7.0, ..a };
    })?;
    assert_eq!(points.to_vec()?, X.map(|x| Point { x, y: 7.0, z: 2.0 }));
    Ok(())
}

fn lambdas_name_constants_of_a_parameter(space: &Space) -> Outcome {
    fn halve<T: Float>(space: &Space, x: &View<T, 1>) -> portax::Result<()> {
        parallel_for!(space, "halve", x.len(), |i| x[i] =
            x[i] * T::from(0.5) + T::ONE)
    }
    let x: View<f32, 1> = vector(space, "x", &[2.0, 3.0])?;
    halve(space, &x)?;
    assert_eq!(x.to_vec()?, [2.0, 2.5]);
    Ok(())
}

#[derive(Clone, Copy, Element)]
struct Pair {
    n: i32,
    m: i32,
}

/// 0 + 1 + 2, and one more for each of them where the condition holds, which reads an argument.
macro_rules! counts {
    ($($name:ident($x:ident: $ty:ty) $condition:expr;)*) => { $(
        #[device]
        fn $name($x: $ty) -> i32 {
            let mut sum = 0;
            for k in 0..3 {
                let mut j = k;
                if $condition {
                    j += 1;
                }
                sum += j;
            }
            sum
        }
    )* };
}
counts! {
    by_struct(v: Pair) v.n > v.m;
    by_shared_struct(v: &Pair) v.n > v.m;
    by_array(a: [i32; 2]) a[0] > 2;
    by_shared_array(a: &[i32; 2]) a[0] > a[1];
    by_tuple(t: (i32, f64)) t.0 > 2;
    by_condition(c: bool) c;
    by_index(i: Index) i > 2;
}

#[device]
fn by_what_changes(x: &mut i32) -> i32 {
    let mut sum = 0;
    for k in 0..3 {
        let mut j = k;
        if x > 2 {
            j += 1;
        }
        sum += j;
    }
    sum
}

/// Patterns and names that are not used take arguments of any kind.
#[device]
fn of_patterns((a, b): (f64, i32), [c, d]: [f64; 2], _: f64) -> f64 {
    a + (b as f64) + c + d
}

#[device]
fn by_parts(t: (i32, i32)) -> i32 {
    let (a, _) = t;
    let [b, c] = [a, 2];
    by_tuple((b, 0.0)) + by_array([b, c])
}

#[device]
impl Pair {
    fn by_itself(self) -> i32 {
        let mut sum = 0;
        for k in 0..3 {
            let mut j = k;
            if self.n > 2 {
                j += 1;
            }
            sum += j;
        }
        sum
    }
}

#[derive(Functor)]
struct Counts {
    x: View<i32, 1>,
    y: View<i32, 2>,
}

#[kernel]
impl RangeKernel for Counts {
    fn counts(&self, i: Index) {
        let (u, limit) = (self.x[i], 2);
        let v = Pair { n: u, m: limit };
        let mut changes = u;
        self.y[(i, 0)] = by_struct(v);
        self.y[(i, 1)] = by_shared_struct(&v);
        self.y[(i, 2)] = by_array([u, 2]);
        self.y[(i, 3)] = by_shared_array(&[u, 2]);
        self.y[(i, 4)] = by_tuple((u, 0.5));
        self.y[(i, 5)] = by_condition(u > 2);
        self.y[(i, 6)] = by_index(i);
        self.y[(i, 7)] = by_what_changes(&mut changes);
        self.y[(i, 8)] = by_parts((u, 2)) / 2;
        self.y[(i, 9)] = v.by_itself();
        let mut sum = 0;
        for k in 0..3 {
            let mut j = k;
            if u > limit {
                j += 1;
            }
            sum += j;
        }
        self.y[(i, 10)] = sum;
        let three = of_patterns((1.0, limit), [-1.0, self.x[i] as f64], 7.0) as i32 - u + 1;
        self.y[(i, 11)] = if u > 2 { three * 2 } else { three };
    }
}

fn arguments_of_every_kind_differ(space: &Space) -> Outcome {
    let k = Counts {
        x: View::from_slice(space, "x", [6], &[0, 1, 2, 3, 4, 5])?,
        y: View::new(space, "y", [6, 12])?,
    };
    space.parallel_for("counts", RangePolicy::new(0..6), &k)?;
    let y = k.y.to_vec()?;
    for (e, found) in y.into_iter().enumerate() {
        let expected = if e % 6 > 2 { 6 } else { 3 };
        assert_eq!(found, expected, "{} of {}", e / 6, e % 6);
    }
    Ok(())
}

/// By insertion.
#[device]
fn sort(a: &mut [i32; 6]) {
    for k in 1..6 {
        let mut j = k;
        while j > 0 && a[j - 1] > a[j] {
            a.swap(j - 1, j);
            j -= 1;
        }
    }
}

fn arrays_of_literals_are_sorted(space: &Space) -> Outcome {
    let y: View<i32, 2> = View::new(space, "y", [9, 6])?;
    let z: View<i32, 2> = View::new(space, "z", [9, 3])?;
    parallel_for!(space, "sorted", 9, |i| {
        let mut a = [i as i32 % 4, 3, 9, i as i32, 0, 2];
        sort(&mut a);
        for d in 0..6 {
            y[(i, d)] = a[d];
        }
        let mut b = [3, 1, 2];
        for k in 1..3 {
            let mut j = k;
            while j > 0 && b[j - 1] > b[j] {
                b.swap(j - 1, j);
                j -= 1;
            }
        }
        for d in 0..3 {
            z[(i, d)] = b[d];
        }
    })?;
    let (y, z) = (y.to_vec()?, z.to_vec()?);
    for i in 0..9 {
        let mut expected = [i % 4, 3, 9, i, 0, 2];
        expected.sort();
        for (d, expected) in expected.into_iter().enumerate() {
            assert_eq!(y[i as usize + 9 * d], expected, "{i}");
        }
        for d in 0..3 {
            assert_eq!(z[i as usize + 9 * d], d as i32 + 1, "{i}");
        }
    }
    Ok(())
}
