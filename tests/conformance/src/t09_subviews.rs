//! Subviews, in kernels and out of them; copies between views of any strides; fills.

use crate::ladder::{Outcome, Test, noise, tests};
use portax::{
    AoSoA, Complex, Element, Error, Functor, IntRow, Interleaved, LayoutLeft, LayoutRight,
    LayoutStride, MdRangeKernel, MdRangePolicy, RangeKernel, RangePolicy, Space, Sum, View,
    deep_copy, kernel, layout::Layout, parallel_for, parallel_reduce, view::ViewElement,
};

pub fn tests() -> Vec<Test> {
    tests![
        kernels_work_on_parts_of_every_layout,
        parts_of_complex_numbers_have_both_planes,
        parts_of_structs_have_all_fields,
        small_numbers_and_rows_have_parts,
        indices_are_judged_by_the_parts_extents,
        indices_from_tables_are_checked_by_the_parts_extents,
        parts_are_captured_and_reduced,
        copies_between_parts_leave_the_rest,
        copies_of_structs_between_parts,
        copies_between_eight_dimensions,
        copies_inside_one_view,
        views_are_filled,
        parts_are_filled,
        parts_are_not_copied_as_the_whole,
    ]
}

/// Any layout of which `indices` choose a part.
fn view<T: ViewElement, const R: usize, L: Layout>(
    space: &Space,
    extents: [usize; R],
    of: impl FnMut([usize; R]) -> T,
) -> portax::Result<View<T, R, L>> {
    View::from_fn(space, "whole", extents, of)
}

#[derive(Functor)]
struct Scale {
    from: View<f64, 2, LayoutStride>,
    to: View<f64, 2, LayoutStride>,
}
#[kernel]
impl MdRangeKernel<2> for Scale {
    fn scale(&self, i: Index, j: Index) {
        self.to[(i, j)] += 2.0 * self.from[(i, j)];
    }
}
/// A row a lane.
#[kernel]
impl RangeKernel for Scale {
    fn rows(&self, i: Index) {
        for j in 0..self.to.extent(1) {
            self.to[(i, j)] += 2.0 * self.from[(i, j)];
        }
    }
}

const EXTENTS: [usize; 3] = [19, 23, 21];

fn number([i, j, k]: [usize; 3]) -> f64 {
    (i + 100 * j + 10_000 * k) as f64
}

/// Adds to a part of one layout what is in a part of another.
fn scaled<A: Layout, B: Layout>(space: &Space) -> Outcome {
    let from: View<f64, 3, A> = view(space, EXTENTS, number)?;
    for by_rows in [false, true] {
        let to: View<f64, 3, B> = view(space, EXTENTS, number)?;
        let k = Scale {
            from: from.subview((7, 2..20, 1..))?,
            to: to.subview((18, 3..21, ..20))?,
        };
        let [n, m] = k.to.extents();
        assert_eq!([n, m], [18, 20]);
        match by_rows {
            true => space.parallel_for("rows", RangePolicy::new(0..n), &k)?,
            false => space.parallel_for("scale", MdRangePolicy::new([0..n, 0..m]), &k)?,
        }
        let mut expected = Vec::new();
        to.mapping().for_each_index(|at| {
            let [i, j, k] = at;
            let inside = i == 18 && (3..21).contains(&j) && k < 20;
            let add = if inside {
                2.0 * number([7, j - 1, k + 1])
            } else {
                0.0
            };
            expected.push(number(at) + add);
        });
        assert!(to.to_vec()? == expected, "{from:?} {to:?}");
        let part = k.to.to_vec()?;
        assert_eq!(part[1], expected[18 + 19 * 4]);
        assert_eq!(part.len(), n * m);
    }
    Ok(())
}

fn kernels_work_on_parts_of_every_layout(space: &Space) -> Outcome {
    scaled::<LayoutLeft, LayoutRight>(space)?;
    scaled::<LayoutRight, LayoutLeft>(space)?;
    scaled::<AoSoA, AoSoA<5>>(space)?;
    scaled::<Interleaved, AoSoA>(space)
}

#[derive(Functor)]
struct Turn {
    z: View<Complex<f64>, 1, LayoutStride>,
    w: View<Complex<f64>, 1, LayoutStride>,
}
#[kernel]
impl RangeKernel for Turn {
    fn turn(&self, i: Index) {
        self.w[i] = self.z[i] * self.z[i];
    }
}

fn parts_of_complex_numbers_have_both_planes(space: &Space) -> Outcome {
    fn turned<L: Layout>(space: &Space) -> Outcome {
        let z = |[i, j]: [usize; 2]| Complex::new(i as f64, j as f64 - 3.0);
        let whole: View<_, 2, L> = view(space, [33, 9], z)?;
        let out: View<_, 2, L> = view(space, [33, 9], z)?;
        let k = Turn {
            z: whole.subview((20, 1..))?,
            w: out.subview((32, ..8))?,
        };
        space.parallel_for("turn", RangePolicy::new(0..8), &k)?;
        let mut expected = Vec::new();
        out.mapping().for_each_index(|[i, j]| {
            let Complex { re, im } = z([20, j + 1]);
            let square = Complex::new(re * re - im * im, 2.0 * re * im);
            expected.push(if i == 32 && j < 8 { square } else { z([i, j]) });
        });
        assert!(out.to_vec()? == expected, "{out:?}");
        assert_eq!(k.z.to_vec()?[3], z([20, 4]));
        Ok(())
    }
    turned::<LayoutLeft>(space)?;
    turned::<LayoutRight>(space)?;
    turned::<AoSoA>(space)
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Particle {
    position: [f64; 2],
    charge: f32,
    kind: i32,
}

fn particle(i: usize) -> Particle {
    Particle {
        position: [i as f64, -(i as f64)],
        charge: 0.5 * i as f32,
        kind: i as i32,
    }
}

#[derive(Functor)]
struct Push {
    from: View<Particle, 1, LayoutStride>,
    to: View<Particle, 1, LayoutStride>,
}
#[kernel]
impl RangeKernel for Push {
    fn push(&self, i: Index) {
        let p = self.from[i];
        self.to[i] = Particle {
            position: p.position,
            charge: p.charge + 1.0,
            kind: p.kind,
        };
        self.to[i].kind += 1000;
    }
}

fn parts_of_structs_have_all_fields(space: &Space) -> Outcome {
    fn pushed<L: Layout>(space: &Space) -> Outcome {
        let whole: View<_, 2, L> = view(space, [100, 3], |[i, j]| particle(i + 100 * j))?;
        let out: View<_, 2, L> = view(space, [100, 3], |_| particle(0))?;
        let k = Push {
            from: whole.subview((30..90, 1))?,
            to: out.subview((..60, 2))?,
        };
        space.parallel_for("push", RangePolicy::new(0..60), &k)?;
        let mut expected = Vec::new();
        out.mapping().for_each_index(|[i, j]| {
            let mut p = particle(0);
            if j == 2 && i < 60 {
                p = particle(130 + i);
                p.charge += 1.0;
                p.kind += 1000;
            }
            expected.push(p);
        });
        assert!(out.to_vec()? == expected, "{out:?}");
        assert_eq!(k.from.to_vec()?[59], particle(189));
        Ok(())
    }
    pushed::<LayoutLeft>(space)?;
    pushed::<LayoutRight>(space)
}

#[derive(Functor)]
struct Small {
    bytes: View<u8, 1, LayoutStride>,
    shorts: View<i16, 1, LayoutStride>,
    marks: View<bool, 1, LayoutStride>,
    rows: View<IntRow<4>, 1, LayoutStride>,
}
#[kernel]
impl RangeKernel for Small {
    fn small(&self, i: Index) {
        let mut sum = 0;
        for k in 0..self.rows.extent(0) {
            let row = self.rows[k];
            sum += row[0] + row[3];
        }
        self.shorts[i] = sum + (self.bytes[i] as i32);
        self.marks[i] = self.bytes[i] > 20u32;
    }
}

fn small_numbers_and_rows_have_parts(space: &Space) -> Outcome {
    let bytes: View<u8, 2, LayoutLeft> = view(space, [13, 5], |[i, j]| (i + 13 * j) as u8)?;
    let shorts: View<i16, 2, LayoutRight> = view(space, [13, 5], |_| -7)?;
    let marks: View<bool, 1, LayoutLeft> = view(space, [40], |_| true)?;
    let rows: View<IntRow<4>, 1, LayoutLeft> =
        view(space, [9], |[i]| IntRow([i as i32, 50, 60, 100]))?;
    let k = Small {
        bytes: bytes.subview((1..12, 1))?,
        shorts: shorts.subview((2.., 3))?,
        marks: marks.subview(3..14)?,
        rows: rows.subview(5..7)?,
    };
    space.parallel_for("small", RangePolicy::new(0..11), &k)?;
    let byte = |i: usize| 14 + i;
    let expected: Vec<i16> = (0..11).map(|i| 211 + byte(i) as i16).collect();
    assert_eq!(k.shorts.to_vec()?, expected);
    assert_eq!(shorts.to_vec()?.iter().filter(|&&x| x == -7).count(), 54);
    let all: Vec<bool> = (0..40)
        .map(|m| !(3..14).contains(&m) || byte(m - 3) > 20)
        .collect();
    assert_eq!(marks.to_vec()?, all);
    assert_eq!(
        k.rows.to_vec()?,
        [[5, 50, 60, 100], [6, 50, 60, 100]].map(IntRow)
    );
    Ok(())
}

#[derive(Functor)]
struct Gather {
    at: View<i32, 1>,
    x: View<f64, 1, LayoutStride>,
    y: View<f64, 1>,
}
#[kernel]
impl RangeKernel for Gather {
    fn gather(&self, i: Index) {
        self.y[i] = self.x[self.at[i]];
    }
}

/// The memory goes on behind the part, and before it.
fn indices_are_judged_by_the_parts_extents(space: &Space) -> Outcome {
    let whole: View<f64, 2> = view(space, [50, 4], |_| 1.0)?;
    let k = Scale {
        from: whole.subview((10..40, 1..3))?,
        to: View::<f64, 2>::new(space, "to", [31, 2])?.subview((.., ..))?,
    };
    let policy = |n: usize| MdRangePolicy::new([0..n, 0..2]);
    space.parallel_for("fits", policy(30), &k)?;
    let refused = space.parallel_for("too long", policy(31), &k);
    let Err(Error::OutOfBounds { view, extents, .. }) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!((&view[..], &extents[..]), ("whole", &[30, 2][..]));
    Ok(())
}

fn indices_from_tables_are_checked_by_the_parts_extents(space: &Space) -> Outcome {
    let whole: View<f64, 1> = view(space, [50], |[i]| i as f64)?;
    for (at, is_inside) in [([0, 9, 4], true), ([0, 10, 4], false), ([3, -1, 4], false)] {
        let k = Gather {
            at: View::from_slice(space, "at", [3], &at)?,
            x: whole.subview(20..30)?,
            y: View::new(space, "y", [3])?,
        };
        let launched = space.parallel_for("gather", RangePolicy::new(0..3), &k);
        let done = launched.and_then(|()| space.fence());
        match is_inside {
            true => assert_eq!(k.y.to_vec()?, at.map(|at| f64::from(20 + at))),
            false => assert!(matches!(done, Err(Error::OutOfBounds { .. })), "{done:?}"),
        }
    }
    Ok(())
}

fn parts_are_captured_and_reduced(space: &Space) -> Outcome {
    let whole: View<i32, 3> = view(space, [6, 7, 8], |[i, j, k]| (i + 10 * j + 100 * k) as i32)?;
    let lane = whole.subview((5, .., 2..7))?;
    let one = lane.subview((3, ..))?;
    parallel_for!(space, "double", 5, |k| one[k] *= 2)?;
    let found = parallel_reduce!(
        space,
        "sum",
        MdRangePolicy::new([0..7, 0..5]),
        |j, k| -> i32 { lane[(j, k)] },
        Sum
    )?;
    let sum = |j: i32| (2..7).map(|k| 5 + 10 * j + 100 * k).sum::<i32>();
    assert_eq!(found, (0..7).map(sum).sum::<i32>() + sum(3));
    let single = whole.subview((5, 3, 6))?;
    assert_eq!(single.to_vec()?, [2 * 635]);
    Ok(())
}

/// `from`'s box at `[2, 1, 3]` to `to`'s at `[1, 0, 2]`, by way of the host and back too.
fn moved<T: ViewElement + PartialEq, A: Layout, B: Layout>(
    space: &Space,
    of: impl Fn(usize) -> T,
) -> Outcome {
    let extents = [7, 5, 6];
    let from: View<T, 3, A> = view(space, extents, |[i, j, k]| of(i + 7 * j + 35 * k))?;
    for by_host in [false, true] {
        let to: View<T, 3, B> = view(space, extents, |_| of(1000))?;
        let target = to.subview((1..4, ..4, 2..))?;
        let source = from.subview((2..5, 1.., ..4))?;
        match by_host {
            true => {
                let host = source.create_mirror()?;
                deep_copy(&host, &source)?;
                deep_copy(&target, &host)?;
            }
            false => deep_copy(&target, &source)?,
        }
        let mut expected = Vec::new();
        to.mapping().for_each_index(|[i, j, k]| {
            let inside = (1..4).contains(&i) && j < 4 && k >= 2;
            expected.push(match inside {
                true => of(i + 1 + 7 * (j + 1) + 35 * (k.wrapping_sub(2))),
                false => of(1000),
            });
        });
        assert!(to.to_vec()? == expected, "{from:?} {to:?} {by_host}");
        let target = target.to_vec()?;
        target
            .iter()
            .zip(source.to_vec()?)
            .for_each(|(a, b)| assert!(*a == b));
    }
    Ok(())
}

fn copies_between_parts_leave_the_rest(space: &Space) -> Outcome {
    moved::<_, LayoutLeft, LayoutLeft>(space, |n| n as f64)?;
    moved::<_, LayoutLeft, LayoutRight>(space, |n| n as f32)?;
    moved::<_, LayoutRight, LayoutLeft>(space, |n| n as i16)?;
    moved::<_, LayoutRight, LayoutRight>(space, |n| n as u8)?;
    moved::<_, LayoutLeft, LayoutRight>(space, |n| n % 3 == 0)?;
    moved::<_, LayoutLeft, LayoutRight>(space, |n| Complex::new(n as f64, 0.5))?;
    moved::<_, LayoutRight, LayoutLeft>(space, |n| [n as i32, 1, -(n as i32), 4])
}

fn copies_of_structs_between_parts(space: &Space) -> Outcome {
    moved::<_, LayoutLeft, LayoutLeft>(space, particle)?;
    moved::<_, LayoutLeft, LayoutRight>(space, particle)
}

fn copies_between_eight_dimensions(space: &Space) -> Outcome {
    let extents = [3, 2, 4, 3, 2, 3, 2, 3];
    let elements = noise(extents.iter().product(), 7);
    let from: View<f64, 8> = View::from_slice(space, "from", extents, &elements)?;
    let to: View<f64, 8, LayoutRight> = View::new(space, "to", extents)?;
    let part = (1.., .., 1..3, 1.., 1.., ..2, .., 1..);
    deep_copy(&to.subview(part.clone())?, &from.subview(part)?)?;
    let mut expected = Vec::new();
    let mut next = elements.iter();
    from.mapping().for_each_index(|[a, _, c, d, e, f, _, h]| {
        let inside = a >= 1 && (1..3).contains(&c) && d >= 1 && e >= 1 && f < 2 && h >= 1;
        let element = next.next().copied().unwrap_or_default();
        expected.push(if inside { element } else { 0.0 });
    });
    assert!(to.to_vec()? == expected);
    Ok(())
}

fn copies_inside_one_view(space: &Space) -> Outcome {
    let a: View<i32, 2> = view(space, [40, 3], |[i, j]| (i + 100 * j) as i32)?;
    deep_copy(&a.subview((1.., 1))?, &a.subview((..39, 1))?)?;
    deep_copy(&a.subview((.., 2))?, &a.subview((.., 0))?)?;
    let expected = (0..120).map(|n| match (n % 40, n / 40) {
        (0, 1) => 100,
        (i, 1) => 99 + i,
        (i, _) => i,
    });
    assert!(a.to_vec()? == expected.collect::<Vec<_>>());
    Ok(())
}

/// A value in a view of any layout, and around a part of it.
fn filled<T: ViewElement + PartialEq, L: Layout>(space: &Space, value: T, other: T) -> Outcome {
    let a: View<T, 2, L> = View::new(space, "a", [37, 4])?;
    a.fill(value)?;
    assert!(a.to_vec()?.iter().all(|x| *x == value), "{a:?}");
    let part = a.subview((20, 1..3))?;
    part.fill(other)?;
    let mut expected = Vec::new();
    a.mapping().for_each_index(|[i, j]| {
        let inside = i == 20 && (1..3).contains(&j);
        expected.push(if inside { other } else { value });
    });
    assert!(a.to_vec()? == expected, "{a:?}");
    Ok(())
}

fn views_are_filled(space: &Space) -> Outcome {
    filled::<_, LayoutLeft>(space, 1.5f64, f64::MIN)?;
    filled::<_, LayoutRight>(space, -0.25f32, 3.0)?;
    filled::<_, AoSoA>(space, -7i32, i32::MAX)?;
    filled::<_, LayoutLeft>(space, u64::MAX - 1, 1 << 63)?;
    filled::<_, LayoutLeft>(space, -3i64, i64::MIN)?;
    filled::<_, LayoutRight>(space, -3i8, 100)?;
    filled::<_, LayoutLeft>(space, 0xfedcu16, 1)?;
    filled::<_, LayoutLeft>(space, true, false)?;
    filled::<_, LayoutLeft>(space, Complex::new(1.0, -2.0), Complex::new(0.5f64, 0.5))?;
    filled::<_, AoSoA>(space, Complex::new(1.0f32, -2.0), Complex::new(0.5, 0.5))?;
    filled::<_, LayoutRight>(space, [1, -2, 3, 4], [9; 4])?;
    filled::<_, LayoutLeft>(space, particle(5), particle(9))?;
    let none: View<f64, 1> = View::new(space, "none", [0])?;
    none.fill(1.0)?;
    let layout = LayoutStride::new([5, 1]);
    let shared: View<f64, 2, LayoutStride> = View::with_layout(space, "shared", [3, 10], layout)?;
    shared.fill(1.5)?;
    assert_eq!(shared.to_vec()?, [1.5; 30]);
    Ok(())
}

fn parts_are_filled(space: &Space) -> Outcome {
    let tiles: View<Particle, 1, AoSoA> = View::new(space, "tiles", [29])?;
    tiles.fill(particle(3))?;
    assert!(tiles.to_vec()?.iter().all(|p| *p == particle(3)));
    let a: View<i32, 3> = View::new(space, "a", [9, 8, 7])?;
    a.subview((1..8, .., 2..5))?.fill(4)?;
    a.subview((.., 3, ..))?.fill(-1)?;
    let mut expected = Vec::new();
    a.mapping().for_each_index(|[i, j, k]| {
        let inside = (1..8).contains(&i) && (2..5).contains(&k);
        expected.push(if j == 3 { -1 } else { 4 * i32::from(inside) });
    });
    assert!(a.to_vec()? == expected);
    Ok(())
}

fn parts_are_not_copied_as_the_whole(space: &Space) -> Outcome {
    let whole: View<f64, 1> = view(space, [10], |[i]| i as f64)?;
    let (a, b) = (whole.subview(..5)?, whole.subview(5..)?);
    let other = View::<f64, 1>::new(space, "other", [10])?.subview(..5)?;
    for refused in [
        space.prepare_copy("copy", &other, &a).err(),
        space.prepare_zero("zero", &b).err(),
    ] {
        let text = refused.map(|error| error.to_string()).unwrap_or_default();
        assert!(text.contains("a part of view"), "{text}");
    }
    space.deep_copy_async(&other, &a)?;
    space.fence()?;
    assert_eq!(other.to_vec()?, [0.0, 1.0, 2.0, 3.0, 4.0]);
    let pinned = b.create_pinned_mirror()?;
    space.deep_copy_async(&pinned, &b)?;
    assert_eq!(pinned.read()?.to_vec(), [5.0, 6.0, 7.0, 8.0, 9.0]);
    Ok(())
}
