//! `if` as a value, `&&` and `||`: what reads or writes memory runs in the lanes that ask for it.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{
    AUTO, Complex, Functor, RangeKernel, RangePolicy, Space, Sum, TeamKernel, TeamPolicy, View,
    device, kernel,
};

pub fn tests() -> Vec<Test> {
    tests![
        neighbours_are_read_where_they_are,
        promised_kernels_read_no_more,
        gathers_are_read_where_they_are_valid,
        a_condition_of_all_lanes_is_a_branch,
        what_no_lane_takes_is_not_read,
        values_of_every_kind_are_chosen,
        effects_happen_in_the_lanes_that_take_them,
        teams_reduce_in_a_branch,
    ]
}

macro_rules! edges {
    ($name:ident, $($safety:tt)?) => {
        #[derive(Functor)]
        struct $name {
            x: View<f64, 1>,
            y: View<f64, 1>,
        }
        #[kernel]
        $($safety)? impl RangeKernel for $name {
            fn edges(&self, i: Index) {
                let n = self.x.extent(0);
                let left = if i > 0 { self.x[i - 1] } else { -1.0 };
                let right = if i + 1 < n { self.x[i + 1] } else { -2.0 };
                self.y[i] = if i > 1 && self.x[i - 2] > 0.0 { left } else { left * right };
            }
        }
        impl $name {
            fn check(space: &Space) -> Outcome {
                for n in 1..40 {
                    let x = noise(n, 3);
                    let k = $name {
                        x: vector(space, "x", &x)?,
                        y: View::new(space, "y", [n])?,
                    };
                    space.parallel_for("edges", RangePolicy::new(0..n), &k)?;
                    space.fence()?;
                    let expected = (0..n).map(|i| {
                        let left = if i > 0 { x[i - 1] } else { -1.0 };
                        let right = if i + 1 < n { x[i + 1] } else { -2.0 };
                        if i > 1 && x[i - 2] > 0.0 { left } else { left * right }
                    });
                    assert_eq!(k.y.to_vec()?, expected.collect::<Vec<_>>(), "{n}");
                }
                Ok(())
            }
        }
    };
}
edges! { Edges, }
// SAFETY: each iteration writes its own element and reads those whose indices it compared.
edges! { PromisedEdges, unsafe }

fn neighbours_are_read_where_they_are(space: &Space) -> Outcome {
    Edges::check(space)
}

fn promised_kernels_read_no_more(space: &Space) -> Outcome {
    PromisedEdges::check(space)
}

/// Of one view, wherever the index is valid.
#[derive(Functor)]
struct Valid {
    index: View<i32, 1>,
    x: View<f64, 1>,
    y: View<f64, 1>,
    positive: View<bool, 1>,
    either: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Valid {
    fn valid(&self, i: Index) {
        let k = self.index[i];
        let n = self.x.extent(0);
        let inside = k >= 0 && k < n;
        self.y[i] = if inside { self.x[k] } else { 7.0 };
        self.positive[i] = inside && self.x[k] > 0.0;
        if !inside || self.x[k] > 0.0 {
            self.either[i] = 1;
        }
    }
}

fn gathers_are_read_where_they_are_valid(space: &Space) -> Outcome {
    let x = noise(13, 8);
    for n in [1, 7, 8, 45] {
        let pick = |i: i32| [i % 13, -1, i32::MAX, i32::MIN, 13][i as usize % 5];
        let index: Vec<i32> = (0..n).map(pick).collect();
        let k = Valid {
            index: vector(space, "index", &index)?,
            x: vector(space, "x", &x)?,
            y: View::new(space, "y", [index.len()])?,
            positive: View::new(space, "positive", [index.len()])?,
            either: View::new(space, "either", [index.len()])?,
        };
        space.parallel_for("valid", RangePolicy::new(0..index.len()), &k)?;
        space.fence()?;
        let found = |k: &i32| x.get(usize::try_from(*k).ok()?);
        let y = index.iter().map(|k| *found(k).unwrap_or(&7.0));
        assert_eq!(k.y.to_vec()?, y.collect::<Vec<_>>());
        let positive = index.iter().map(|k| found(k).is_some_and(|x| *x > 0.0));
        assert_eq!(k.positive.to_vec()?, positive.collect::<Vec<_>>());
        let either = index
            .iter()
            .map(|k| found(k).is_none_or(|x| *x > 0.0).into());
        assert_eq!(k.either.to_vec()?, either.collect::<Vec<i32>>());
    }
    Ok(())
}

/// Elements that all lanes share, if there are so many.
#[derive(Functor)]
struct Shared {
    k: i32,
    x: View<f64, 1>,
    counts: View<i32, 1>,
    y: View<f64, 1>,
    rows: View<i32, 1>,
    hits: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Shared {
    fn shared(&self, i: Index) {
        let has = self.k < self.x.extent(0);
        let shared = if has { self.x[self.k] } else { 5.0 };
        let own = if has { self.x[i] } else { shared };
        let count: Int = if has { self.counts[self.k] } else { 3 };
        let mut sum: i32 = 0;
        for c in 0..count {
            sum += c;
        }
        self.y[i] = shared + own;
        self.rows[i] = sum;
        if has && self.x[self.k] > 0.0 {
            self.hits[i] += 1;
        }
        if !has || self.counts[self.k] > 3 {
            self.hits[i] += 2;
        }
    }
}

fn a_condition_of_all_lanes_is_a_branch(space: &Space) -> Outcome {
    let (x, counts) = (noise(10, 5), [4, 0, 2, 9, 1, 3, 3, 7, 5, 6]);
    for at in [0, 3, 9, 10, 1 << 30] {
        let k = Shared {
            k: at,
            x: vector(space, "x", &x)?,
            counts: vector(space, "counts", &counts)?,
            y: View::new(space, "y", [10])?,
            rows: View::new(space, "rows", [10])?,
            hits: View::new(space, "hits", [10])?,
        };
        space.parallel_for("shared", RangePolicy::new(0..10), &k)?;
        space.fence()?;
        let shared = x.get(at as usize).copied();
        let y = (0..10).map(|i| shared.map_or(10.0, |s| s + x[i]));
        assert_eq!(k.y.to_vec()?, y.collect::<Vec<_>>(), "{at}");
        let count = counts.get(at as usize).copied();
        assert_eq!(k.rows.to_vec()?, [(0..count.unwrap_or(3)).sum::<i32>(); 10]);
        let hits =
            i32::from(shared.is_some_and(|x| x > 0.0)) + 2 * i32::from(count.is_none_or(|c| c > 3));
        assert_eq!(k.hits.to_vec()?, [hits; 10], "{at}");
    }
    Ok(())
}

/// Elements at one place, for the lanes that want them.
#[derive(Functor)]
struct Wanted {
    limit: f64,
    k: i32,
    x: View<f64, 1>,
    table: View<f64, 1>,
    y: View<f64, 1>,
}

// SAFETY: each iteration writes its own element; no lane wants an element that is not there.
#[kernel(unchecked)]
unsafe impl RangeKernel for Wanted {
    fn wanted(&self, i: Index) {
        self.y[i] = if self.x[i] > self.limit {
            self.table[self.k]
        } else {
            self.x[i]
        };
    }
}

fn what_no_lane_takes_is_not_read(space: &Space) -> Outcome {
    let x = noise(50, 11);
    for (limit, at) in [(0.0, 2), (2.0, i32::MAX), (2.0, i32::MIN)] {
        let k = Wanted {
            limit,
            k: at,
            x: vector(space, "x", &x)?,
            table: vector(space, "table", &[3.0, 4.0, 5.0])?,
            y: View::new(space, "y", [50])?,
        };
        space.parallel_for("wanted", RangePolicy::new(0..50), &k)?;
        let expected = x.iter().map(|&x| if x > limit { 5.0 } else { x });
        assert_eq!(k.y.to_vec()?, expected.collect::<Vec<_>>());
    }
    Ok(())
}

#[device]
fn element(z: View<Complex<f64>, 1>, i: Index) -> Complex<f64> {
    z[i]
}

/// Complex numbers, conditions, integers; in each other, under masks.
#[derive(Functor)]
struct Kinds {
    z: View<Complex<f64>, 1>,
    flags: View<bool, 1>,
    n: View<i32, 1>,
    out: View<Complex<f64>, 1>,
    all: View<bool, 1>,
    sum: View<i32, 1>,
    #[comptime]
    first: bool,
}

#[kernel]
impl RangeKernel for Kinds {
    fn kinds(&self, i: Index) {
        let z = self.z[i];
        self.out[i] = if z.re > 0.0 {
            element(self.z, i) * z
        } else {
            z
        };
        let flag = if z.im > 0.0 {
            self.flags[i]
        } else {
            z.re > z.im
        };
        self.all[i] = flag;
        if flag {
            let n: i32 = if z.re > 0.25 {
                self.n[i]
            } else if z.re > -0.25 {
                if z.im > 0.5 { 1000 + self.n[i] } else { i }
            } else {
                -self.n[i]
            };
            self.sum[i] = n + if self.first { self.n[i] } else { self.n[i] * 2 };
        }
    }
}

fn values_of_every_kind_are_chosen(space: &Space) -> Outcome {
    for (n, first) in [(1, true), (8, false), (61, true)] {
        let z: Vec<_> = noise(n, 1)
            .into_iter()
            .zip(noise(n, 2))
            .map(|(re, im)| Complex { re, im })
            .collect();
        let flags: Vec<bool> = noise(n, 3).iter().map(|x| *x > 0.0).collect();
        let numbers: Vec<i32> = (0..n as i32).map(|i| i * 17 % 23).collect();
        let k = Kinds {
            z: vector(space, "z", &z)?,
            flags: vector(space, "flags", &flags)?,
            n: vector(space, "n", &numbers)?,
            out: View::new(space, "out", [n])?,
            all: View::new(space, "all", [n])?,
            sum: View::new(space, "sum", [n])?,
            first,
        };
        space.parallel_for("kinds", RangePolicy::new(0..n), &k)?;
        let (out, all, sum) = (k.out.to_vec()?, k.all.to_vec()?, k.sum.to_vec()?);
        for i in 0..n {
            let (re, im) = (z[i].re, z[i].im);
            let square = Complex {
                re: (-im).mul_add(im, re * re),
                im: im.mul_add(re, re * im),
            };
            assert_eq!(out[i], if re > 0.0 { square } else { z[i] });
            let flag = if im > 0.0 { flags[i] } else { re > im };
            assert_eq!(all[i], flag, "{i} of {n}");
            let own = numbers[i];
            let chosen = match re {
                _ if re > 0.25 => own,
                _ if re > -0.25 && im > 0.5 => 1000 + own,
                _ if re > -0.25 => i as i32,
                _ => -own,
            };
            let expected = chosen + if first { own } else { own * 2 };
            assert_eq!(sum[i], if flag { expected } else { 0 }, "{i} of {n}");
        }
    }
    Ok(())
}

#[device]
fn mark<const HOW: i32>(seen: View<i32, 1>, i: Index) -> f64 {
    seen[i] = HOW;
    2.0
}

#[device]
fn take(next: View<i32, 1>) -> i32 {
    next.atomic_fetch_add(0, 1)
}

#[device]
fn less(n: &mut i32) -> bool {
    *n -= 1;
    *n > 0
}

/// Stores, atomic updates and changes of variables behind conditions.
#[derive(Functor)]
struct Effects {
    x: View<f64, 1>,
    seen: View<i32, 1>,
    next: View<i32, 1>,
    slot: View<i32, 2>,
    y: View<f64, 1>,
    left: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Effects {
    fn effects(&self, i: Index) {
        let x = self.x[i];
        self.y[i] = if x > 0.0 { mark::<1>(self.seen, i) } else { x };
        self.slot[(i, 0)] = if x > 0.5 { take(self.next) } else { -1 };
        self.slot[(i, 1)] = if x < -0.5 {
            self.next.atomic_fetch_add(1, 1)
        } else {
            -1
        };
        let mut n: i32 = (x * 10.0) as i32;
        let still = n > 2 && less(&mut n);
        let ends = n < -2 || less(&mut n);
        self.left[i] = n * 4 + if still { 2 } else { 0 } + if ends { 1 } else { 0 };
        if x < -0.25 && mark::<3>(self.seen, i) > 1.0 {
            self.y[i] = 9.0;
        }
    }
}

fn effects_happen_in_the_lanes_that_take_them(space: &Space) -> Outcome {
    for n in [1, 8, 75] {
        let x = noise(n, 21);
        let k = Effects {
            x: vector(space, "x", &x)?,
            seen: View::new(space, "seen", [n])?,
            next: View::new(space, "next", [2])?,
            slot: View::new(space, "slot", [n, 2])?,
            y: View::new(space, "y", [n])?,
            left: View::new(space, "left", [n])?,
        };
        space.parallel_for("effects", RangePolicy::new(0..n), &k)?;
        let (seen, slot, y) = (k.seen.to_vec()?, k.slot.to_vec()?, k.y.to_vec()?);
        let left = k.left.to_vec()?;
        for (i, &x) in x.iter().enumerate() {
            let (how, value) = match x {
                _ if x > 0.0 => (1, 2.0),
                _ if x < -0.25 => (3, 9.0),
                _ => (0, x),
            };
            assert_eq!((seen[i], y[i]), (how, value), "{x}");
            let mut n = (x * 10.0) as i32;
            let mut less = || {
                n -= 1;
                n > 0
            };
            let still = (x * 10.0) as i32 > 2 && less();
            let ends = ((x * 10.0) as i32) < -2 || less();
            assert_eq!(
                left[i],
                n * 4 + 2 * i32::from(still) + i32::from(ends),
                "{x}"
            );
        }
        for (column, takes) in [(0, 1.0), (1, -1.0)] {
            let mut given = slot[column * n..][..n].to_vec();
            let takers = x.iter().filter(|&&x| x * takes > 0.5).count() as i32;
            given.retain(|&s| s >= 0);
            given.sort();
            assert_eq!(given, (0..takers).collect::<Vec<_>>());
            assert_eq!(k.next.to_vec()?[column], takers);
        }
    }
    Ok(())
}

/// Teams of even rank sum their column.
#[derive(Functor)]
struct EvenSums {
    x: View<f64, 2>,
    y: View<f64, 1>,
}

#[kernel]
impl TeamKernel for EvenSums {
    fn even_sums(&self, team: Team) {
        let (t, n) = (team.league_rank(), self.x.extent(0));
        let sum = if t % 2 == 0 {
            parallel_reduce(TeamVectorRange(team, n), |i| self.x[(i, t)], Sum)
        } else {
            -1.0
        };
        single(PerTeam(team), || {
            self.y[t] = sum;
        });
    }
}

fn teams_reduce_in_a_branch(space: &Space) -> Outcome {
    for n in [1, 37] {
        let x: Vec<f64> = (0..3 * n).map(|i| (i % 11) as f64).collect();
        let k = EvenSums {
            x: View::from_slice(space, "x", [n, 3], &x)?,
            y: View::new(space, "y", [3])?,
        };
        space.parallel_for("even sums", TeamPolicy::new(3, AUTO), &k)?;
        let sum = |t: usize| x[t * n..][..n].iter().sum();
        assert_eq!(k.y.to_vec()?, [sum(0), -1.0, sum(2)]);
    }
    Ok(())
}
