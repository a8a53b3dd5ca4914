//! Boxes of rank 2 to 6 in both orders, and views of every layout.

use crate::ladder::{Outcome, Test, tests};
use portax::{
    AoSoA, Functor, Iterate, LayoutLeft, LayoutRight, LayoutStride, MdRangeKernel, MdRangePolicy,
    RangeKernel, RangePolicy, Space, View, kernel, layout::Layout,
};

pub fn tests() -> Vec<Test> {
    tests![
        layouts_hold_the_same_elements,
        boxes_visit_each_index_once,
        subviews_fix_an_index,
    ]
}

/// `b = a + 1` through two layouts, transposed; `c` gets the sum of the indices.
#[derive(Functor)]
struct Box2<A: Layout, B: Layout> {
    a: View<f64, 2, A>,
    b: View<f64, 2, B>,
}

#[kernel]
impl<A: Layout, B: Layout> MdRangeKernel<2> for Box2<A, B> {
    fn box2(&self, i: Index, j: Index) {
        self.b[(j, i)] = self.a[(i, j)] + (i * 100 + j) as f64;
    }
}

fn transposes<A: Layout, B: Layout>(space: &Space, a: A, b: B) -> Outcome {
    for [n, m] in [[1, 1], [3, 17], [21, 8], [16, 16]] {
        let k = Box2 {
            a: View::with_layout(space, "a", [n, m], a)?,
            b: View::with_layout(space, "b", [m, n], b)?,
        };
        let elements: Vec<f64> = (0..n * m).map(|e| e as f64).collect();
        k.a.copy_from_slice(&elements)?;
        for iterate in [Iterate::Left, Iterate::Right] {
            k.b.copy_from_slice(&vec![-1.0; n * m])?;
            let policy = MdRangePolicy::new([0..n, 1..m])
                .tile([5, 0])
                .iterate(iterate);
            space.parallel_for("transpose", policy, &k)?;
            let b = k.b.to_vec()?;
            for i in 0..n {
                for j in 0..m {
                    let expected = if j == 0 {
                        -1.0
                    } else {
                        elements[i + j * n] + (i * 100 + j) as f64
                    };
                    assert_eq!(
                        b[j + i * m],
                        expected,
                        "{a:?} {b:?} {iterate:?} {n}x{m} at ({i}, {j})",
                        b = k.b
                    );
                }
            }
        }
    }
    Ok(())
}

fn layouts_hold_the_same_elements(space: &Space) -> Outcome {
    transposes(space, LayoutLeft, LayoutLeft)?;
    transposes(space, LayoutRight, LayoutLeft)?;
    transposes(space, AoSoA::<0>, LayoutRight)?;
    transposes(space, AoSoA::<3>, AoSoA::<4>)?;
    transposes(space, LayoutStride::new([3, 64]), AoSoA::<0>)
}

macro_rules! boxes {
    ($($name:ident $rank:literal ($($i:ident $d:tt),*);)*) => { $(
        #[derive(Functor)]
        struct $name<L: Layout> {
            out: View<i32, $rank, L>,
        }
        #[kernel]
        impl<L: Layout> MdRangeKernel<$rank> for $name<L> {
            fn visit(&self, $($i: Index),*) {
                let mut place: i32 = 0;
                $(place = place * 10 + $i;)*
                self.out[($($i),*)] += place + 1;
            }
        }
        impl<L: Layout> $name<L> {
            fn check(space: &Space, begin: [usize; $rank], end: [usize; $rank], iterate: Iterate) -> Outcome {
                for tile in [[0; $rank], [2; $rank], std::array::from_fn(|d| 1 + d % 3)] {
                    Self::check_tiled(space, begin, end, iterate, tile)?;
                }
                Ok(())
            }
            fn check_tiled(
                space: &Space,
                begin: [usize; $rank],
                end: [usize; $rank],
                iterate: Iterate,
                tile: [usize; $rank],
            ) -> Outcome {
                let k = $name::<L> { out: View::new(space, "out", end)? };
                let policy = MdRangePolicy::new(std::array::from_fn(|d| begin[d]..end[d])).iterate(iterate).tile(tile);
                space.parallel_for("visit", policy, &k)?;
                let host = k.out.create_mirror()?;
                portax::deep_copy(&host, &k.out)?;
                let out = host.read()?;
                k.out.mapping().for_each_index(|index| {
                    let place = index.iter().fold(0, |p, &i| 10 * p + i as i32) + 1;
                    let inside = (0..$rank).all(|d| index[d] >= begin[d]);
                    assert_eq!(out[index], if inside { place } else { 0 }, "rank {} {iterate:?} {tile:?} at {index:?}", $rank);
                });
                Ok(())
            }
        }
    )* };
}
boxes! {
    Box3 3 (i 0, j 1, k 2);
    Box4 4 (i 0, j 1, k 2, l 3);
    Box5 5 (i 0, j 1, k 2, l 3, m 4);
    Box6 6 (i 0, j 1, k 2, l 3, m 4, n 5);
}

fn boxes_visit_each_index_once(space: &Space) -> Outcome {
    for iterate in [Iterate::Left, Iterate::Right] {
        Box3::<LayoutLeft>::check(space, [0, 1, 2], [9, 4, 5], iterate)?;
        Box3::<LayoutRight>::check(space, [2, 0, 0], [4, 3, 10], iterate)?;
        Box3::<LayoutRight>::check(space, [1, 0, 0], [64, 15, 64], iterate)?;
        Box4::<LayoutRight>::check(space, [0, 1, 0, 1], [9, 2, 3, 4], iterate)?;
        Box5::<AoSoA>::check(space, [1, 0, 0, 1, 0], [9, 2, 3, 4, 2], iterate)?;
        Box6::<LayoutLeft>::check(space, [0, 0, 1, 0, 0, 0], [9, 2, 3, 1, 2, 5], iterate)?;
    }
    Ok(())
}

/// Rank 0 and subviews of rank 3.
#[derive(Functor)]
struct Planes {
    left: View<f64, 3>,
    right: View<f64, 3, LayoutRight>,
    shift: View<f64, 0>,
    plane: i32,
    out: View<f64, 2>,
}

#[kernel]
impl RangeKernel for Planes {
    fn planes(&self, i: Index) {
        let left = self.left.subview(self.plane);
        let column = left.subview(1);
        let right = self.right.subview(self.plane);
        self.out[(i, 0)] = column[i] + right[(i, 1)];
        self.out[(i, 1)] = left[(i, 0)] * 2.0 - right.subview(2)[0];
    }
}

fn subviews_fix_an_index(space: &Space) -> Outcome {
    let n = 13;
    let left: Vec<f64> = (0..n * 2 * 3).map(|e| e as f64).collect();
    let right: Vec<f64> = (0..3 * n * 2).map(|e| 0.5 * e as f64).collect();
    let k = Planes {
        left: View::from_slice(space, "left", [n, 2, 3], &left)?,
        right: View::from_slice(space, "right", [3, n, 2], &right)?,
        shift: View::new(space, "shift", [])?,
        plane: 2,
        out: View::new(space, "out", [n, 2])?,
    };
    space.parallel_for("planes", RangePolicy::new(0..n), &k)?;
    let out = k.out.to_vec()?;
    let (l, r) = (
        |i: usize, j: usize| left[i + n * (j + 2 * 2)],
        |i: usize, j: usize| right[2 + 3 * (i + n * j)],
    );
    for i in 0..n {
        assert_eq!(
            [out[i], out[i + n]],
            [l(i, 1) + r(i, 1), l(i, 0) * 2.0 - r(2, 0)]
        );
    }
    Ok(())
}
