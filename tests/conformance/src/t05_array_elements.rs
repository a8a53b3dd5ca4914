//! Views of arrays, whose numbers lie where the layout says.

use crate::ladder::{Outcome, Test, tests};
use portax::layout::Layout;
use portax::{
    AUTO, AoSoA, Complex, Element, Float, Functor, IntRow, Interleaved, LayoutLeft, LayoutRight,
    Max, RangeKernel, RangePolicy, Space, Sum, TeamPolicy, View, deep_copy, device, kernel,
    parallel_for, parallel_reduce,
};

pub fn tests() -> Vec<Test> {
    tests![
        vectors_move_in_every_layout,
        matrices_are_arrays_of_arrays,
        triangles_add_to_their_corners,
        items_of_small_boxes,
        parts_of_complex_items,
        each_number_has_its_own_races,
        arrays_are_reduced_item_by_item,
        all_lanes_share_an_array,
        items_of_known_numbers,
        arrays_of_a_type_parameter,
        tensors_of_a_type_parameter,
        choices_have_the_type_of_items,
        values_are_written_where_they_are_stored,
        right_sides_come_first,
        views_are_named_by_known_fields,
        arrays_of_other_elements,
        tiles_and_subviews,
        items_outside_are_told,
    ]
}

/// What a kernel makes of vectors, in each layout.
fn vectors_move_in_every_layout(space: &Space) -> Outcome {
    fn moved<L: Layout>(space: &Space) -> portax::Result<Vec<[f64; 3]>> {
        let (n, dt) = (37, 0.5);
        let x: View<[f64; 3], 1, L> = View::from_fn(space, "x", [n], |[i]| [i as f64, 1.0, 2.0])?;
        let v: View<[f64; 3], 1, L> = View::new(space, "v", [n])?;
        parallel_for!(space, "start", n, |i| {
            v[i] = [1.0, 2.0, i as f64];
            v[i][1] = 4.0;
        })?;
        parallel_for!(space, "drift", n, |i| {
            for d in 0..3 {
                x[i][d] += dt * v[i][d];
            }
            let k = i as i32 % 3;
            x[i][k] *= 2.0;
            let mut turned = x[i];
            turned[0] = -turned[2];
            v[i] = turned;
        })?;
        let v = v.to_vec()?;
        let all = x.to_vec()?.into_iter().zip(v);
        Ok(all.flat_map(|(x, v)| [x, v]).collect())
    }
    let expected: Vec<_> = (0..37)
        .flat_map(|i| {
            let mut x = [i as f64 + 0.5, 3.0, 2.0 + 0.5 * i as f64];
            x[i % 3] *= 2.0;
            [x, [-x[2], x[1], x[2]]]
        })
        .collect();
    assert_eq!(moved::<LayoutLeft>(space)?, expected);
    assert_eq!(moved::<LayoutRight>(space)?, expected);
    assert_eq!(moved::<AoSoA<8>>(space)?, expected);
    assert_eq!(moved::<Interleaved>(space)?, expected);
    Ok(())
}

fn matrices_are_arrays_of_arrays(space: &Space) -> Outcome {
    let m: View<[[f32; 2]; 3], 1> = View::new(space, "m", [11])?;
    parallel_for!(space, "fill", 11, |i| {
        for a in 0..3 {
            for b in 0..2 {
                m[i][a][b] = (a * 2 + b) as f32;
            }
        }
        m[i][2][1] += i as f32;
    })?;
    let trace = parallel_reduce!(
        space,
        "trace",
        11,
        |i| -> f64 { (m[i][0][0] + m[i][1][1]) as f64 },
        Sum
    )?;
    assert_eq!(trace, 33.0);
    let expected = (0..11).map(|i| [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0 + i as f32]]);
    assert_eq!(m.to_vec()?, expected.collect::<Vec<_>>());
    Ok(())
}

#[device(host)]
fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// Corners are found by numbers that a view holds; several triangles add to one.
fn triangles_add_to_their_corners(space: &Space) -> Outcome {
    let corner = |k: usize| [k & 1, k >> 1 & 1, k >> 2].map(|c| c as f64);
    let p: View<[f64; 3], 1, Interleaved> = View::from_fn(space, "p", [8], |[k]| corner(k))?;
    let t: View<[i32; 3], 1> = View::from_fn(space, "t", [6], |[k]| {
        [k, k + 1, (k + 2) % 8].map(|k| k as i32)
    })?;
    let sum: View<[f64; 3], 1> = View::new(space, "sum", [8])?;
    parallel_for!(space, "normals", 6, |f| {
        let (a, mut u, mut v) = (p[t[f][0]], p[t[f][1]], p[t[f][2]]);
        for d in 0..3 {
            u[d] -= a[d];
            v[d] -= a[d];
        }
        let normal = cross(u, v);
        for k in 0..3 {
            let corner = t[f][k];
            for d in 0..3 {
                sum[corner][d].atomic_add(normal[d]);
            }
            sum[corner][2].atomic_add(100.0);
        }
    })?;
    let mut expected = [[0.0; 3]; 8];
    for k in 0..6 {
        let corners = [k, k + 1, (k + 2) % 8];
        let [a, b, c] = corners.map(corner);
        let from_a = |x: [f64; 3]| [x[0] - a[0], x[1] - a[1], x[2] - a[2]];
        let normal = cross(from_a(b), from_a(c));
        for corner in corners {
            for d in 0..3 {
                expected[corner][d] += normal[d];
            }
            expected[corner][2] += 100.0;
        }
    }
    assert_eq!(sum.to_vec()?, expected);
    Ok(())
}

fn items_of_small_boxes(space: &Space) -> Outcome {
    let grid: View<[f32; 2], 2, AoSoA> = View::new(space, "grid", [9, 5])?;
    parallel_for!(space, "grid", [9, 5], |i, j| {
        grid[(i, j)] = [i as f32, j as f32];
        grid[(i, j)][1] += 0.5;
        for d in 0..2 {
            grid[(i, j)][d] *= 2.0;
        }
    })?;
    parallel_for!(space, "inner", [1..8, 1..4], |i, j| grid[(i, j)][0] = -1.0)?;
    let expected = (0..45).map(|q| {
        let (i, j) = (q % 9, q / 9);
        let inner = (1..8).contains(&i) && (1..4).contains(&j);
        let first = if inner { -1.0 } else { 2.0 * i as f32 };
        [first, 2.0 * j as f32 + 1.0]
    });
    assert_eq!(grid.to_vec()?, expected.collect::<Vec<_>>());
    Ok(())
}

fn parts_of_complex_items(space: &Space) -> Outcome {
    let z: View<[Complex<f64>; 2], 1> = View::new(space, "z", [12])?;
    parallel_for!(space, "z", 12, |i| {
        z[i][0] = Complex::new(i as f64, 1.0);
        z[i][1].im = 3.0;
        let k = i as i32 % 2;
        z[i][k].re += 2.0;
    })?;
    let expected = (0..12).map(|i| {
        let (even, odd) = (2.0 * (1 - i % 2) as f64, 2.0 * (i % 2) as f64);
        [Complex::new(i as f64 + even, 1.0), Complex::new(odd, 3.0)]
    });
    assert_eq!(z.to_vec()?, expected.collect::<Vec<_>>());
    Ok(())
}

fn each_number_has_its_own_races(space: &Space) -> Outcome {
    let x: View<[f64; 2], 1> = View::from_fn(space, "x", [20], |[i]| [0.0, i as f64])?;
    parallel_for!(space, "apart", 19, |i| x[i][0] = x[i + 1][1])?;
    assert_eq!(x.to_vec()?[18], [19.0, 18.0]);
    let refused = parallel_for!(space, "together", 19, |i| x[i][0] = x[i + 1][0]);
    assert!(refused.is_err());
    parallel_for!(space, "from the first", 19, |i| x[i][0] += x[0][1])?;
    let refused = parallel_for!(space, "whole", 19, |i| {
        let next = x[i + 1];
        x[i][0] = next[0] + next[1];
    });
    assert!(refused.is_err());
    Ok(())
}

fn arrays_are_reduced_item_by_item(space: &Space) -> Outcome {
    let x: View<[f64; 3], 1> =
        View::from_fn(space, "x", [100], |[i]| [1.0, i as f64, -(i as f64)])?;
    let sum = parallel_reduce!(space, "sum", 100, |i| -> [f64; 3] { x[i] }, Sum)?;
    assert_eq!(sum, [100.0, 4950.0, -4950.0]);
    let (most, count) = parallel_reduce!(
        space,
        "several",
        100,
        |i| -> ([f64; 3], i32) { (x[i], 1) },
        (Max, Sum)
    )?;
    assert_eq!((most, count), ([1.0, 99.0, 0.0], 100));
    Ok(())
}

/// In teams, an array at their rank is of values that all lanes share.
fn all_lanes_share_an_array(space: &Space) -> Outcome {
    let rows: View<[i32; 3], 1> =
        View::from_slice(space, "rows", [3], &[[0, 4, 1], [4, 9, 2], [9, 10, 3]])?;
    let x: View<f64, 1> = View::from_fn(space, "x", [10], |[i]| i as f64)?;
    let y: View<[f64; 2], 1> = View::new(space, "y", [3])?;
    parallel_for!(space, "rows", TeamPolicy::new(3, AUTO), |team: Team| {
        let r = team.league_rank();
        let [first, end, _] = rows[r];
        let weight = rows[r][2] as f64;
        let sum = parallel_reduce(
            TeamThreadRange(team, end - first),
            |k| -> f64 { weight * x[first + k] },
            Sum,
        );
        single(PerTeam(team), || {
            y[r] = [sum, 0.0];
            for d in 1..2 {
                y[r][d] = weight;
            }
        });
    })?;
    assert_eq!(y.to_vec()?, [[6.0, 1.0], [60.0, 2.0], [27.0, 3.0]]);
    Ok(())
}

const SIDES: usize = 2;

/// Views in an array and items of an element, at numbers that only rustc knows.
#[derive(Functor)]
struct Known<const N: usize> {
    columns: [View<f64, 1>; SIDES],
    items: View<[f64; N], 1>,
    jobs: View<IntRow<4>, 1>,
    job: i32,
}

#[kernel]
impl<const N: usize> RangeKernel for Known<N> {
    fn known(&self, i: Index) {
        #[unroll]
        for d in 0..SIDES {
            self.columns[d][i] = d as f64;
        }
        #[unroll]
        for d in 0..N {
            self.items[i][d] = self.jobs[self.job][2] as f64;
        }
        for d in 0..N {
            self.items[i][d] += d as f64;
        }
    }
}

fn items_of_known_numbers(space: &Space) -> Outcome {
    let column = || View::new(space, "column", [5]);
    let k = Known::<3> {
        columns: [column()?, column()?],
        items: View::new(space, "items", [5])?,
        jobs: View::from_slice(space, "jobs", [2], IntRow::rows(&[[0; 4], [1, 2, 7, 4]]))?,
        job: 1,
    };
    space.parallel_for("known", RangePolicy::new(0..5), &k)?;
    assert_eq!(k.columns[1].to_vec()?, [1.0; 5]);
    assert_eq!(k.items.to_vec()?, [[7.0, 8.0, 9.0]; 5]);
    Ok(())
}

#[derive(Functor)]
struct Drift<T: Float, L: Layout> {
    x: View<[T; 3], 1, L>,
    v: View<[T; 3], 1, L>,
    dt: T,
}

#[kernel]
impl<T: Float, L: Layout> RangeKernel for Drift<T, L> {
    fn drift(&self, i: Index) {
        for d in 0..3 {
            self.x[i][d] += self.v[i][d] * self.dt;
        }
        let p = self.x[i];
        self.v[i] = [p[0] * p[0] + p[1], p[1], p[2]];
        self.v[i][2] = self.x[i][0] + self.dt;
    }
}

fn arrays_of_a_type_parameter(space: &Space) -> Outcome {
    fn drifted<T: Float, L: Layout>(space: &Space) -> portax::Result<Vec<[f64; 3]>> {
        let k = Drift::<T, L> {
            x: View::new(space, "x", [5])?,
            v: View::from_fn(space, "v", [5], |[i]| [1.0, 2.0, i as f64].map(T::from_f64))?,
            dt: T::from_f64(0.5),
        };
        space.parallel_for("drift", RangePolicy::new(0..5), &k)?;
        let all = k.x.to_vec()?.into_iter().chain(k.v.to_vec()?);
        Ok(all.map(|x| x.map(T::to_f64)).collect())
    }
    let x = (0..5).map(|i| [0.5, 1.0, 0.5 * i as f64]);
    let v = (0..5).map(|_| [1.25, 1.0, 1.0]);
    let expected: Vec<_> = x.chain(v).collect();
    assert_eq!(drifted::<f64, LayoutLeft>(space)?, expected);
    assert_eq!(drifted::<f32, Interleaved>(space)?, expected);
    assert_eq!(drifted::<f32, AoSoA<8>>(space)?, expected);
    Ok(())
}

#[derive(Functor)]
struct Stress<T: Float, L: Layout> {
    v: View<[T; 3], 1, L>,
    stress: View<[[T; 3]; 3], 1, L>,
    trace: View<T, 1>,
    mass: T,
}

#[kernel]
impl<T: Float, L: Layout> RangeKernel for Stress<T, L> {
    fn stress(&self, i: Index) {
        let v = self.v[i];
        for a in 0..3 {
            for b in 0..3 {
                self.stress[i][a][b] += self.mass * v[a] * v[b];
            }
        }
        self.stress[i][1] = [0.0, self.stress[i][1][1], 0.0];
        let s = self.stress[i];
        self.trace[i] = s[0][0] + s[1][1] + s[2][2];
    }
}

fn tensors_of_a_type_parameter(space: &Space) -> Outcome {
    fn stress<T: Float, L: Layout>(space: &Space) -> portax::Result<()> {
        let v = |i: usize| [1.0, 2.0, i as f64];
        let k = Stress::<T, L> {
            v: View::from_fn(space, "v", [5], |[i]| v(i).map(T::from_f64))?,
            stress: View::from_fn(space, "stress", [5], |_| [[T::from_f64(1.0); 3]; 3])?,
            trace: View::new(space, "trace", [5])?,
            mass: T::from_f64(2.0),
        };
        space.parallel_for("stress", RangePolicy::new(0..5), &k)?;
        let (found, trace) = (k.stress.to_vec()?, k.trace.to_vec()?);
        for i in 0..5 {
            let mut expected = v(i).map(|a| v(i).map(|b| 1.0 + 2.0 * a * b));
            (expected[1][0], expected[1][2]) = (0.0, 0.0);
            assert_eq!(found[i].map(|row| row.map(T::to_f64)), expected);
            let sum = expected[0][0] + expected[1][1] + expected[2][2];
            assert_eq!(trace[i].to_f64(), sum);
        }
        Ok(())
    }
    stress::<f64, LayoutLeft>(space)?;
    stress::<f32, Interleaved>(space)?;
    stress::<f32, AoSoA<8>>(space)?;
    Ok(())
}

fn choices_have_the_type_of_items(space: &Space) -> Outcome {
    let x: View<[f32; 3], 1> = View::new(space, "x", [9])?;
    let count: View<[u32; 2], 1> = View::new(space, "count", [9])?;
    parallel_for!(space, "choices", 9, |i| {
        let late = i > 4;
        x[i][0] = if late { 1.0 } else { 2.0 };
        let d = i as i32 % 3;
        x[i][d] += if late { 10.0 } else { 20.0 };
        let mut marked = 0;
        if late {
            marked = 1;
        }
        count[i][1] = marked;
        count[i][0] = if late { 3 } else { 4 };
    })?;
    let expected = (0..9).map(|i| {
        let (first, more) = if i > 4 { (1.0, 10.0) } else { (2.0, 20.0) };
        let mut x = [first, 0.0, 0.0];
        x[i % 3] += more;
        x
    });
    assert_eq!(x.to_vec()?, expected.collect::<Vec<_>>());
    let expected = (0..9).map(|i| if i > 4 { [3, 1] } else { [4, 0] });
    assert_eq!(count.to_vec()?, expected.collect::<Vec<_>>());
    Ok(())
}

/// A literal has the type of the item that takes it, which is read nowhere but where the author reads it.
fn values_are_written_where_they_are_stored(space: &Space) -> Outcome {
    let n = 20;
    let x: View<[f64; 3], 1> = View::new(space, "x", [n])?;
    let taken: View<i32, 1> = View::new(space, "taken", [1])?;
    parallel_for!(space, "shift", n, |i| {
        let mut s = 0.0;
        if i > 9 {
            s = 1.0;
        }
        if i + 1 < n {
            x[i + 1][0] = s;
        }
    })?;
    let expected = (0..n).map(|i| [(i > 10) as i32 as f64, 0.0, 0.0]);
    assert_eq!(x.to_vec()?, expected.collect::<Vec<_>>());
    let list: View<[f64; 2], 1> = View::new(space, "list", [n])?;
    // SAFETY: each place is given out once.
    parallel_for!(space, "append", n, unsafe |i| {
        let d = i as i32 % 2;
        list[taken.atomic_fetch_add(0, 1)][d] = if i > 9 { 1.0 } else { 2.0 };
    })?;
    assert_eq!(taken.to_vec()?, [n as i32]);
    let sum: f64 = list.to_vec()?.into_iter().flatten().sum();
    assert_eq!(sum, 30.0);
    Ok(())
}

#[device]
fn next(k: &mut i32) -> i32 {
    *k += 1;
    *k
}

/// As in Rust, and with the types that they would have without items.
fn right_sides_come_first(space: &Space) -> Outcome {
    const N: usize = 4;
    let count: View<[u32; 3], 1> = View::new(space, "count", [6])?;
    let sum: View<[i32; 3], 1> = View::new(space, "sum", [6])?;
    let given: View<i32, 1> = View::from_fn(space, "given", [6], |[i]| i as i32)?;
    let (taken, list) = (
        View::<i32, 1>::new(space, "taken", [1])?,
        View::<[f64; 2], 1>::new(space, "list", [12])?,
    );
    parallel_for!(space, "order", 6, |i| {
        let mut k = 0;
        count[i][k] |= 1 << next(&mut k);
        for d in 0..2 {
            count[i][d] += (1 << k) + (given[i] as u32);
            sum[i][d] += N + given[i];
            sum[i][d] -= -1;
        }
    })?;
    // SAFETY: each place is given out once.
    parallel_for!(space, "append", 6, unsafe |i| {
        let d = i as i32 % 2;
        list[taken.atomic_fetch_add(0, 1)][d] +=
            if taken.atomic_fetch_add(0, 1) < 100 { 1.0 } else { 2.0 };
    })?;
    let expected = (0..6).map(|i| [2 + i, 4 + i, 0]);
    assert_eq!(count.to_vec()?, expected.collect::<Vec<_>>());
    let expected = (0..6).map(|i| [i + 5, i + 5, 0]);
    assert_eq!(sum.to_vec()?, expected.collect::<Vec<_>>());
    assert_eq!(taken.to_vec()?, [12]);
    let all: f64 = list.to_vec()?.into_iter().flatten().sum();
    assert_eq!(all, 6.0);
    Ok(())
}

#[derive(Functor)]
struct Axis {
    columns: [View<f64, 1>; 2],
    bonds: [View<[Bond; 2], 1>; 2],
    walls: [View<Bond, 1>; 2],
    pairs: View<[Bond; 2], 1>,
    first: i32,
    marks: View<[bool; 3], 1>,
    #[comptime]
    axis: usize,
}

#[kernel]
impl RangeKernel for Axis {
    fn axis(&self, i: Index) {
        self.columns[self.axis][i] = 0.5;
        self.columns[2 - self.axis - self.axis][i] = -0.5;
        let other = 1 - self.axis;
        self.columns[other][i] += 0.5;
        self.columns[1 - other][i] += 0.5;
        self.bonds[self.axis][i][self.first].length += 3.0;
        self.walls[self.axis][i].length += 1.5;
        self.walls[other][i].to = 4;
        self.pairs[i][self.first].to.atomic_add(1);
        #[unroll]
        for d in 0..1 {
            let e = d + 1;
            self.columns[e][i] += 2.0;
        }
        for d in 0..3 {
            if self.marks[2][d] {
                self.columns[0][i] += 1.0;
            }
        }
    }
}

fn views_are_named_by_known_fields(space: &Space) -> Outcome {
    let column = || View::new(space, "column", [5]);
    let bonds = |label: &str| View::new(space, label, [5]);
    let k = Axis {
        columns: [column()?, column()?],
        bonds: [bonds("bonds")?, bonds("bonds")?],
        walls: [
            View::new(space, "walls", [5])?,
            View::new(space, "walls", [5])?,
        ],
        pairs: bonds("pairs")?,
        first: 1,
        marks: View::from_fn(space, "marks", [3], |[k]| [k == 2, false, k == 2])?,
        axis: 1,
    };
    space.parallel_for("axis", RangePolicy::new(0..5), &k)?;
    assert_eq!(k.columns[0].to_vec()?, [2.0; 5]);
    assert_eq!(k.columns[1].to_vec()?, [3.0; 5]);
    let lengths = k.bonds[1].to_vec()?.into_iter();
    let lengths = lengths.map(|pair| pair.map(|bond| bond.length));
    assert_eq!(lengths.collect::<Vec<_>>(), [[0.0, 3.0]; 5]);
    let [first, second] = &k.walls;
    assert_eq!(first.to_vec()?[4], Bond { to: 4, length: 0.0 });
    assert_eq!(second.to_vec()?[4], Bond { to: 0, length: 1.5 });
    let counts = k.pairs.to_vec()?[1].map(|bond| bond.to);
    assert_eq!(counts, [0, 1]);
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Bond {
    to: i32,
    length: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
enum Phase {
    Solid,
    Liquid,
}

fn arrays_of_other_elements(space: &Space) -> Outcome {
    let bonds: View<[Bond; 2], 1> = View::new(space, "bonds", [7])?;
    let marks: View<[bool; 3], 1, Interleaved> = View::new(space, "marks", [7])?;
    let pairs: View<[(f64, i32); 2], 1, AoSoA<4>> = View::new(space, "pairs", [7])?;
    let phases: View<[Phase; 2], 1> = View::new(space, "phases", [7])?;
    parallel_for!(space, "others", 7, |i| {
        let length = i as f64;
        bonds[i][0] = Bond { to: 1, length };
        for k in 0..2 {
            bonds[i][k].length += 0.5;
            bonds[i][k].to -= 1;
        }
        marks[i][2] = i % 2 == 1;
        pairs[i][1] = (length, 3);
        pairs[i][0].1 = 2;
        phases[i] = [Phase::Liquid, Phase::Liquid];
        let d = i as i32 % 2;
        phases[i][d] = Phase::Solid;
    })?;
    for (i, found) in bonds.to_vec()?.into_iter().enumerate() {
        let bond = |to, length| Bond { to, length };
        assert_eq!(found, [bond(0, i as f64 + 0.5), bond(-1, 0.5)]);
    }
    let odd = (0..7).map(|i| [false, false, i % 2 == 1]);
    assert_eq!(marks.to_vec()?, odd.collect::<Vec<_>>());
    let solid_first = [Phase::Solid, Phase::Liquid];
    assert_eq!(phases.to_vec()?[6], solid_first);
    assert_eq!(pairs.to_vec()?[6], [(0.0, 2), (6.0, 3)]);
    Ok(())
}

fn tiles_and_subviews(space: &Space) -> Outcome {
    let x: View<[f64; 2], 2> = View::from_fn(space, "x", [6, 4], |[i, j]| [i as f64, j as f64])?;
    let row = x.subview((2..5, 1))?;
    parallel_for!(space, "row", 3, |i| row[i][1] += 10.0)?;
    let found = row.to_vec()?;
    assert_eq!(found, [[2.0, 11.0], [3.0, 11.0], [4.0, 11.0]]);
    let copy: View<[f64; 2], 2, Interleaved> = View::new(space, "copy", [6, 4])?;
    deep_copy(&copy, &x)?;
    assert_eq!(copy.to_vec()?, x.to_vec()?);
    copy.fill([1.0, 2.0])?;
    assert_eq!(copy.to_vec()?, [[1.0, 2.0]; 24]);
    Ok(())
}

fn items_outside_are_told(space: &Space) -> Outcome {
    let x: View<[f64; 3], 1> = View::new(space, "x", [8])?;
    let outside = parallel_for!(space, "outside", 8, |i| {
        let k = i as i32 % 4;
        x[i][k] = 1.0;
    });
    let message = outside
        .and_then(|()| space.fence())
        .unwrap_err()
        .to_string();
    assert!(
        message.contains("`x[_]` is indexed with [3] but has extents [3]"),
        "{message}"
    );
    Ok(())
}
