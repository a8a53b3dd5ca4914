//! Views of structs: one kernel, and the layout decides where the fields lie. Every kernel runs under every layout and
//! gives what plain Rust gives.

use crate::ladder::{Outcome, Test, noise, tests};
use portax::{
    AoSoA, Complex, Element, Float, Functor, Interleaved, LayoutLeft, LayoutRight, LayoutStride,
    MdRangeKernel, MdRangePolicy, RangeKernel, RangePolicy, ReduceKernel, Space, Sum, TeamKernel,
    TeamPolicy, View, deep_copy, device, kernel, layout::Layout, parallel_for, view::ViewElement,
};

pub fn tests() -> Vec<Test> {
    tests![
        elements_come_back,
        layouts_copy_to_each_other,
        guards_get_and_set,
        elements_are_copied_whole,
        fields_are_read_and_written_alone,
        elements_are_gathered_and_scattered,
        elements_at_one_index_are_shared,
        elements_of_two_dimensions,
        subviews_of_elements,
        tiles_of_elements,
        closures_and_functions_take_elements,
        elements_are_generic,
        fields_are_updated_atomically,
        lanes_in_branches_touch_their_own,
        strided_elements,
        elements_are_summed,
        one_lane_writes_fields,
        fields_that_share_nothing_do_not_race,
        faults_name_the_field,
        items_of_fields_have_places,
    ]
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Cell {
    id: u64,
    mass: f32,
}

/// Fields of every kind.
#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Particle {
    kind: i32,
    position: [f64; 3],
    weight: f32,
    spin: Complex<f64>,
    tag: (i64, u32),
    cells: [Cell; 2],
    charge: f64,
    free: bool,
}

/// Particles without pattern.
fn particles(n: usize) -> Vec<Particle> {
    let x = noise(6 * n, 5);
    let one = |i: usize| {
        let x = &x[6 * i..];
        Particle {
            kind: i as i32 - 7,
            position: [x[0], x[1], x[2]],
            weight: x[3] as f32,
            spin: Complex::new(x[4], x[5]),
            tag: (i as i64 * 5_000_000_000, 3 * i as u32),
            cells: [0, 1].map(|k| Cell {
                id: (i as u64) << 40 | k,
                mass: (x[5] - x[0]) as f32 + k as f32,
            }),
            charge: x[0] * x[1],
            free: x[0] > x[2],
        }
    };
    (0..n).map(one).collect()
}

/// A smaller one, for kernels that are compiled for many layouts.
#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Atom {
    kind: i32,
    position: [f64; 3],
    charge: f64,
}

fn atoms(n: usize) -> Vec<Atom> {
    let small = |p: Particle| Atom {
        kind: p.kind,
        position: p.position,
        charge: p.charge,
    };
    particles(n).into_iter().map(small).collect()
}

/// Runs a test under these layouts.
macro_rules! layouts {
    ($space:expr, $test:ident: $($layout:ty),*) => {{
        let space: &Space = $space;
        $($test::<$layout>(space)?;)*
        Ok(())
    }};
}

/// Runs a test under every layout.
macro_rules! every_layout {
    ($space:expr, $test:ident) => {
        layouts!($space, $test: LayoutLeft, LayoutRight, AoSoA, AoSoA<4>, Interleaved)
    };
}

/// Runs a test under one layout of each kind.
macro_rules! each_kind {
    ($space:expr, $test:ident) => {
        layouts!($space, $test: LayoutLeft, AoSoA<4>, Interleaved)
    };
}

const N: usize = 53;

fn view<T: ViewElement, L: Layout>(space: &Space, all: &[T]) -> portax::Result<View<T, 1, L>> {
    View::from_slice(space, "particles", [all.len()], all)
}

// ---- on the host
fn elements_come_back(space: &Space) -> Outcome {
    fn test<L: Layout>(space: &Space) -> portax::Result<()> {
        for n in [0, 1, 5, N] {
            let all = particles(n);
            let found: View<_, 1, L> = view(space, &all)?;
            assert_eq!(found.to_vec()?, all);
            assert_eq!((found.extents(), found.label()), ([n], "particles"));
        }
        let error = View::<Particle, 1, L>::from_slice(space, "few", [3], &particles(2));
        assert!(error.is_err());
        let huge = View::<Particle, 2, L>::new(space, "huge", [1 << 40, 1 << 40]);
        assert!(huge.is_err());
        Ok(())
    }
    test::<AoSoA<3>>(space)?;
    test::<AoSoA<32>>(space)?;
    every_layout!(space, test)
}

fn layouts_copy_to_each_other(space: &Space) -> Outcome {
    fn to<L: Layout, M: Layout>(space: &Space) -> portax::Result<()> {
        let all = particles(6 * 7);
        let from: View<Particle, 2, L> = View::from_slice(space, "from", [6, 7], &all)?;
        let to: View<Particle, 2, M> = View::new(space, "to", [6, 7])?;
        deep_copy(&to, &from)?;
        assert_eq!(to.to_vec()?, all);
        Ok(())
    }
    fn test<L: Layout>(space: &Space) -> portax::Result<()> {
        to::<L, LayoutLeft>(space)?;
        to::<L, LayoutRight>(space)?;
        to::<L, AoSoA<4>>(space)?;
        to::<L, Interleaved>(space)
    }
    every_layout!(space, test)
}

fn guards_get_and_set(space: &Space) -> Outcome {
    fn test<L: Layout>(space: &Space) -> portax::Result<()> {
        let all = particles(4 * 5);
        let view: View<Particle, 2, L> = View::new(space, "view", [4, 5])?;
        let host = view.create_mirror()?;
        host.write()?.fill_with(|[i, j]| all[i + 4 * j]);
        host.write()?.set([1, 2], all[0]);
        assert_eq!(host.read()?.get([3, 4]), all[19]);
        assert_eq!(host.read()?.get([1, 2]), all[0]);
        deep_copy(&view, &host)?;
        let mut expected = all.clone();
        expected[1 + 4 * 2] = all[0];
        assert_eq!(view.to_vec()?, expected);
        Ok(())
    }
    every_layout!(space, test)
}

// ---- in kernels
#[derive(Functor)]
struct Copies<L: Layout> {
    from: View<Particle, 1, L>,
    to: View<Particle, 1, L>,
    back: View<Particle, 1>,
}
#[kernel]
impl<L: Layout> RangeKernel for Copies<L> {
    fn copies(&self, i: Index) {
        let p = self.from[i];
        self.to[i] = p;
        self.back[self.back.extent(0) - 1 - i] = p;
    }
}

fn elements_are_copied_whole(space: &Space) -> Outcome {
    fn test<L: Layout>(space: &Space) -> portax::Result<()> {
        let mut all = particles(N);
        let k = Copies::<L> {
            from: view(space, &all)?,
            to: View::new(space, "to", [N])?,
            back: View::new(space, "back", [N])?,
        };
        space.parallel_for("copies", RangePolicy::new(0..N), &k)?;
        assert_eq!(k.to.to_vec()?, all);
        all.reverse();
        assert_eq!(k.back.to_vec()?, all);
        Ok(())
    }
    every_layout!(space, test)
}

/// Every way to read and to write a part.
#[derive(Functor)]
struct Parts<L: Layout> {
    particles: View<Particle, 1, L>,
}
#[kernel]
impl<L: Layout> RangeKernel for Parts<L> {
    fn parts(&self, i: Index) {
        let x = self.particles[i].position;
        let mass = self.particles[i].cells[1].mass;
        self.particles[i].position[2] += self.particles[i].charge;
        self.particles[i].charge = x[0] * x[1] + 0.5;
        self.particles[i].kind = 2 * self.particles[i].kind;
        self.particles[i].spin.im = self.particles[i].spin.re;
        self.particles[i].tag.0 -= 4_000_000_001i64;
        self.particles[i].tag = (self.particles[i].tag.0, self.particles[i].tag.1 + 7u32);
        self.particles[i].cells[0].mass = 2.0 * mass;
        let second = self.particles[i].cells[1];
        self.particles[i].cells[0].id = second.id;
        self.particles[i].cells[1] = Cell {
            id: second.id + 1u64,
            mass: 0.25,
        };
        self.particles[i].free = !self.particles[i].free && mass > 0.0;
    }
}

fn parts_of(p: Particle) -> Particle {
    let [x, y, z] = p.position;
    Particle {
        kind: 2 * p.kind,
        position: [x, y, z + p.charge],
        weight: p.weight,
        spin: Complex::new(p.spin.re, p.spin.re),
        tag: (p.tag.0 - 4_000_000_001, p.tag.1 + 7),
        cells: [
            Cell {
                id: p.cells[1].id,
                mass: 2.0 * p.cells[1].mass,
            },
            Cell {
                id: p.cells[1].id + 1,
                mass: 0.25,
            },
        ],
        charge: x.mul_add(y, 0.5),
        free: !p.free && p.cells[1].mass > 0.0,
    }
}

fn fields_are_read_and_written_alone(space: &Space) -> Outcome {
    fn test<L: Layout>(space: &Space) -> portax::Result<()> {
        let all = particles(N);
        let k = Parts::<L> {
            particles: view(space, &all)?,
        };
        space.parallel_for("parts", RangePolicy::new(3..N), &k)?;
        let changed = all[3..].iter().map(|&p| parts_of(p));
        let expected: Vec<_> = all[..3].iter().copied().chain(changed).collect();
        assert_eq!(k.particles.to_vec()?, expected);
        Ok(())
    }
    every_layout!(space, test)
}

/// Whole elements and fields at indices of any kind.
#[derive(Functor)]
struct Gathers<L: Layout> {
    from: View<Atom, 1, L>,
    order: View<i32, 1>,
    to: View<Atom, 1, L>,
    sum: View<f64, 1>,
}
#[kernel]
impl<L: Layout> RangeKernel for Gathers<L> {
    fn gathers(&self, i: Index) {
        let j = self.order[i];
        let p = self.from[j];
        let next = self.order[(i + 1) % self.order.extent(0)];
        self.sum[i] = p.charge + self.from[next].position[1];
        self.to[i] = Atom {
            kind: p.kind,
            position: [p.position[2], p.position[0], self.from[next].charge],
            charge: 1.0,
        };
        self.to[i].kind += self.from[next].kind;
    }
}

fn elements_are_gathered_and_scattered(space: &Space) -> Outcome {
    fn test<L: Layout>(space: &Space) -> portax::Result<()> {
        let all = atoms(N);
        let order: Vec<i32> = (0..N).map(|i| (i * 17 % N) as i32).collect();
        let k = Gathers::<L> {
            from: view(space, &all)?,
            order: View::from_slice(space, "order", [N], &order)?,
            to: View::new(space, "to", [N])?,
            sum: View::new(space, "sum", [N])?,
        };
        space.parallel_for("gathers", RangePolicy::new(0..N), &k)?;
        let (to, sum) = (k.to.to_vec()?, k.sum.to_vec()?);
        for i in 0..N {
            let (p, next) = (all[order[i] as usize], all[order[(i + 1) % N] as usize]);
            assert_eq!(sum[i], p.charge + next.position[1], "{i}");
            let expected = Atom {
                kind: p.kind + next.kind,
                position: [p.position[2], p.position[0], next.charge],
                charge: 1.0,
            };
            assert_eq!(to[i], expected, "{i}");
        }
        Ok(())
    }
    every_layout!(space, test)
}

/// Elements that all lanes read.
#[derive(Functor)]
struct Nearest<L: Layout> {
    particles: View<Atom, 1, L>,
    nearest: View<i32, 1>,
    kinds: View<i32, 1>,
}
#[kernel]
impl<L: Layout> RangeKernel for Nearest<L> {
    fn nearest(&self, i: Index) {
        let x = self.particles[i].position;
        let (mut least, mut place, mut kinds) = (1e9, -1, 0);
        for j in 0..self.particles.extent(0) {
            let y = self.particles[j];
            let dx = y.position[0] - x[0];
            let dy = self.particles[j].position[1] - x[1];
            let r2 = dx * dx + dy * dy;
            if r2 < least && (j as i32) != (i as i32) {
                least = r2;
                place = j as i32;
            }
            if self.particles[j].kind > 3 {
                kinds += 1;
            }
        }
        self.nearest[i] = place;
        self.kinds[i] = kinds;
    }
}

fn elements_at_one_index_are_shared(space: &Space) -> Outcome {
    fn test<L: Layout>(space: &Space) -> portax::Result<()> {
        let all = atoms(N);
        let k = Nearest::<L> {
            particles: view(space, &all)?,
            nearest: View::new(space, "nearest", [N])?,
            kinds: View::new(space, "kinds", [N])?,
        };
        space.parallel_for("nearest", RangePolicy::new(0..N), &k)?;
        let (nearest, kinds) = (k.nearest.to_vec()?, k.kinds.to_vec()?);
        let many = all.iter().filter(|p| p.kind > 3).count() as i32;
        for (i, p) in all.iter().enumerate() {
            let distance = |q: &Atom| {
                let [dx, dy] = [0, 1].map(|d| q.position[d] - p.position[d]);
                dx.mul_add(dx, dy * dy)
            };
            let others = (0..N).filter(|&j| j != i);
            let best = others.min_by(|&a, &b| distance(&all[a]).total_cmp(&distance(&all[b])));
            assert_eq!(Some(nearest[i] as usize), best, "{i}");
            assert_eq!(kinds[i], many);
        }
        Ok(())
    }
    each_kind!(space, test)
}

// ---- more dimensions
#[derive(Functor)]
struct Transposes<L: Layout> {
    from: View<Atom, 2, L>,
    to: View<Atom, 2, L>,
}
#[kernel]
impl<L: Layout> MdRangeKernel<2> for Transposes<L> {
    fn transposes(&self, i: Index, j: Index) {
        self.to[(j, i)] = self.from[(i, j)];
        self.to[(j, i)].charge += self.from[(i, 0)].charge;
        self.to[(j, i)].position[0] = self.from[(2, j)].position[2];
    }
}

fn elements_of_two_dimensions(space: &Space) -> Outcome {
    fn test<L: Layout>(space: &Space) -> portax::Result<()> {
        let (n, m) = (11, 9);
        let all = atoms(n * m);
        let k = Transposes::<L> {
            from: View::from_slice(space, "from", [n, m], &all)?,
            to: View::new(space, "to", [m, n])?,
        };
        space.parallel_for("transposes", MdRangePolicy::new([0..n, 0..m]), &k)?;
        let to = k.to.to_vec()?;
        for (i, j) in (0..n).flat_map(|i| (0..m).map(move |j| (i, j))) {
            let mut p = all[i + n * j];
            p.charge += all[i].charge;
            p.position[0] = all[2 + n * j].position[2];
            assert_eq!(to[j + m * i], p, "{i} {j}");
        }
        Ok(())
    }
    every_layout!(space, test)
}

#[derive(Functor)]
struct Rows {
    left: View<Atom, 2>,
    right: View<Atom, 2, LayoutRight>,
    row: i32,
}
#[kernel]
impl RangeKernel for Rows {
    fn rows(&self, i: Index) {
        let (left, right) = (self.left.subview(self.row), self.right.subview(self.row));
        left[i].charge = right[i].charge;
        right[i] = left[i];
    }
}

fn subviews_of_elements(space: &Space) -> Outcome {
    let (a, b) = (atoms(12 * 5), atoms(5 * 24));
    let b = &b[60..];
    let k = Rows {
        left: View::from_slice(space, "left", [12, 5], &a)?,
        right: View::from_slice(space, "right", [5, 12], b)?,
        row: 3,
    };
    space.parallel_for("rows", RangePolicy::new(0..12), &k)?;
    let (mut left, mut right) = (a.clone(), b.to_vec());
    for i in 0..12 {
        left[i + 12 * 3].charge = right[3 + 5 * i].charge;
        right[3 + 5 * i] = left[i + 12 * 3];
    }
    assert_eq!(k.left.to_vec()?, left);
    assert_eq!(k.right.to_vec()?, right);
    Ok(())
}

/// A tile a team.
#[derive(Functor)]
struct Tiles {
    particles: View<Atom, 2, AoSoA>,
    out: View<Atom, 2, AoSoA>,
}
#[kernel]
impl TeamKernel for Tiles {
    fn tiles(&self, team: Team) {
        let t = team.league_rank();
        let (tile, out) = (self.particles.tile(t), self.out.tile(t));
        parallel_for(TeamThreadRange(team, self.particles.extent(1)), |j| {
            for lane in team.lanes() {
                out[(lane, j)] = tile[(lane, j)];
                out[(lane, j)].charge += tile[(lane, 0)].position[2];
                out[(lane, j)].kind = tile[(lane, 0)].kind;
            }
        });
    }
}

fn tiles_of_elements(space: &Space) -> Outcome {
    let width = space.natural_width();
    let n = 3 * width;
    let all = atoms(n * 2);
    let k = Tiles {
        particles: View::from_slice(space, "particles", [n, 2], &all)?,
        out: View::new(space, "out", [n, 2])?,
    };
    space.parallel_for("tiles", TeamPolicy::new(3, 1), &k)?;
    for (i, found) in k.out.to_vec()?.iter().enumerate() {
        let mut expected = all[i];
        expected.charge += all[i % n].position[2];
        expected.kind = all[i % n].kind;
        assert_eq!(*found, expected, "{i}");
    }
    Ok(())
}

// ---- closures, functions, generics
#[device]
fn pull<L: Layout>(particles: View<Particle, 1, L>, i: Index, by: f64) {
    particles[i].position[0] -= by * particles[i].charge;
    particles[i].kind += 1;
}

#[device(host)]
impl Cell {
    fn twice(self) -> f32 {
        self.mass + self.mass
    }
}

fn closures_and_functions_take_elements(space: &Space) -> Outcome {
    let all = particles(N);
    let particles: View<Particle, 1, AoSoA> = View::from_slice(space, "particles", [N], &all)?;
    parallel_for!(space, "pull", N, |i| {
        pull(particles, i, 0.5);
        let p = particles[i];
        particles[i].weight = p.cells[0].twice() + particles[i].cells[1].twice();
    })?;
    for (found, p) in particles.to_vec()?.iter().zip(&all) {
        let mut expected = *p;
        expected.position[0] = (-0.5f64).mul_add(p.charge, p.position[0]);
        expected.kind += 1;
        expected.weight = p.cells[0].twice() + p.cells[1].twice();
        assert_eq!(*found, expected);
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Point<T: Float> {
    x: [T; 2],
    n: i32,
    v: (T, f32),
}

#[derive(Functor)]
struct Scaled<T: Float, L: Layout> {
    by: T,
    points: View<Point<T>, 1, L>,
}
#[kernel]
impl<T: Float, L: Layout> RangeKernel for Scaled<T, L> {
    fn scaled(&self, i: Index) {
        let p = self.points[i];
        self.points[i] = Point::<T> {
            x: [self.by * p.x[0], p.v.0],
            n: p.n + 1,
            v: (p.x[1], p.v.1),
        };
        self.points[i].x[1] += self.by;
    }
}

fn elements_are_generic(space: &Space) -> Outcome {
    fn run<T: Float, L: Layout>(space: &Space, by: T, of: fn(f64) -> T) -> portax::Result<()> {
        let all: Vec<_> = (0..N)
            .map(|i| Point {
                x: [of(i as f64), of(0.5)],
                n: i as i32,
                v: (of(2.0 * i as f64), 3.0),
            })
            .collect();
        let points: View<Point<T>, 1, L> = View::from_slice(space, "points", [N], &all)?;
        let k = Scaled { by, points };
        space.parallel_for("scaled", RangePolicy::new(0..N), &k)?;
        for (i, p) in k.points.to_vec()?.into_iter().enumerate() {
            let i = i as f64;
            let expected = Point {
                x: [of(2.0 * i), of(2.0 * i + 2.0)],
                n: i as i32 + 1,
                v: (of(0.5), 3.0),
            };
            assert_eq!(p, expected);
        }
        Ok(())
    }
    fn test<L: Layout>(space: &Space) -> portax::Result<()> {
        run::<f64, L>(space, 2.0, |x| x)
    }
    run::<f32, AoSoA>(space, 2.0, |x| x as f32)?;
    each_kind!(space, test)
}

// ---- atomics and masks
#[derive(Functor)]
struct Counts<L: Layout> {
    particles: View<Atom, 1, L>,
    bin: View<i32, 1>,
    before: View<i32, 1>,
}
#[kernel]
impl<L: Layout> RangeKernel for Counts<L> {
    fn counts(&self, i: Index) {
        let k = self.bin[i];
        self.particles[k].charge.atomic_add(1.0);
        self.particles[k].position[1].atomic_max(i as f64);
        self.before[i] = self.particles[k].kind.atomic_fetch_add(2);
    }
}

fn fields_are_updated_atomically(space: &Space) -> Outcome {
    fn test<L: Layout>(space: &Space) -> portax::Result<()> {
        let all = atoms(5);
        let bin: Vec<i32> = (0..N).map(|i| (i * i % 5) as i32).collect();
        let k = Counts::<L> {
            particles: view(space, &all)?,
            bin: View::from_slice(space, "bin", [N], &bin)?,
            before: View::new(space, "before", [N])?,
        };
        space.parallel_for("counts", RangePolicy::new(0..N), &k)?;
        let before = k.before.to_vec()?;
        for (b, p) in k.particles.to_vec()?.iter().enumerate() {
            let mine: Vec<usize> = (0..N).filter(|&i| bin[i] as usize == b).collect();
            let mut found: Vec<i32> = mine.iter().map(|&i| before[i]).collect();
            found.sort_unstable();
            let counted: Vec<i32> = (0..mine.len())
                .map(|n| all[b].kind + 2 * n as i32)
                .collect();
            assert_eq!(found, counted);
            let mut expected = all[b];
            expected.kind += 2 * mine.len() as i32;
            (0..mine.len()).for_each(|_| expected.charge += 1.0);
            if let Some(&last) = mine.last() {
                expected.position[1] = expected.position[1].max(last as f64);
            }
            assert_eq!(*p, expected);
        }
        Ok(())
    }
    every_layout!(space, test)
}

#[derive(Functor)]
struct Branches<L: Layout> {
    particles: View<Atom, 1, L>,
}
#[kernel]
impl<L: Layout> RangeKernel for Branches<L> {
    fn branches(&self, i: Index) {
        if self.particles[i].kind % 3 == 0 {
            let mut p = self.particles[i];
            p.position[1] = 9.0;
            self.particles[i] = p;
        } else if self.particles[i].charge > 0.0 {
            let q = self.particles[i].charge;
            self.particles[i].position = [q, 2.0 * q, q + 1.0];
        }
    }
}

fn lanes_in_branches_touch_their_own(space: &Space) -> Outcome {
    fn test<L: Layout>(space: &Space) -> portax::Result<()> {
        let all = atoms(N);
        let k = Branches::<L> {
            particles: view(space, &all)?,
        };
        space.parallel_for("branches", RangePolicy::new(0..N), &k)?;
        for (found, p) in k.particles.to_vec()?.iter().zip(&all) {
            let mut expected = *p;
            if p.kind % 3 == 0 {
                expected.position[1] = 9.0;
            } else if p.charge > 0.0 {
                expected.position = [p.charge, 2.0 * p.charge, p.charge + 1.0];
            }
            assert_eq!(*found, expected);
        }
        Ok(())
    }
    each_kind!(space, test)
}

// ---- other places
/// The second index contiguous, with room after each row.
fn strided_elements(space: &Space) -> Outcome {
    let (n, m) = (7, 5);
    let all = atoms(n * m);
    let layout = LayoutStride::new([m + 3, 1]);
    let k = Transposes::<LayoutStride> {
        from: View::with_layout(space, "from", [n, m], layout)?,
        to: View::with_layout(space, "to", [m, n], LayoutStride::new([1, m]))?,
    };
    k.from.copy_from_slice(&all)?;
    space.parallel_for("transposes", MdRangePolicy::new([0..n, 0..m]), &k)?;
    let to = k.to.to_vec()?;
    for (i, j) in (0..n).flat_map(|i| (0..m).map(move |j| (i, j))) {
        let mut p = all[i + n * j];
        p.charge += all[i].charge;
        p.position[0] = all[2 + n * j].position[2];
        assert_eq!(to[j + m * i], p, "{i} {j}");
    }
    Ok(())
}

#[derive(Functor)]
struct Totals {
    atoms: View<Atom, 1, Interleaved>,
}
#[kernel]
impl ReduceKernel for Totals {
    type Value = Atom;
    fn totals(&self, i: Index) -> Atom {
        self.atoms[i]
    }
}

/// Fields that are arrays are summed, too.
fn elements_are_summed(space: &Space) -> Outcome {
    let whole = |i: i32| Atom {
        kind: i,
        position: [1.0, 2.0, f64::from(i)],
        charge: 0.5,
    };
    let all: Vec<_> = (0..40).map(whole).collect();
    let k = Totals {
        atoms: view(space, &all)?,
    };
    let total = space.parallel_reduce("totals", RangePolicy::new(0..40), &k, Sum)?;
    let expected = Atom {
        kind: 780,
        position: [40.0, 80.0, 780.0],
        charge: 20.0,
    };
    assert_eq!(total, expected);
    Ok(())
}

/// A total for each team.
#[derive(Functor)]
struct Leaders {
    atoms: View<Atom, 1, AoSoA<4>>,
    x: View<f64, 1>,
}
#[kernel]
impl TeamKernel for Leaders {
    fn leaders(&self, team: Team) {
        let t = team.league_rank();
        let n = self.x.extent(0);
        let sum = parallel_reduce(TeamVectorRange(team, n), |j| self.x[j], Sum);
        single(PerTeam(team), || {
            self.atoms[t].charge = sum;
            self.atoms[t].position[1] += sum;
            self.atoms[t].position[2] = self.atoms[t].position[0];
            self.atoms[t].kind = t + 1;
        });
    }
}

fn one_lane_writes_fields(space: &Space) -> Outcome {
    let all = atoms(9);
    let k = Leaders {
        atoms: view(space, &all)?,
        x: View::from_slice(space, "x", [40], &[0.25; 40])?,
    };
    space.parallel_for("leaders", TeamPolicy::new(9, 1), &k)?;
    for (t, (found, atom)) in k.atoms.to_vec()?.iter().zip(&all).enumerate() {
        let [x, y, _] = atom.position;
        let expected = Atom {
            kind: t as i32 + 1,
            position: [x, y + 10.0, x],
            charge: 10.0,
        };
        assert_eq!(*found, expected);
    }
    Ok(())
}

// ---- safety
#[derive(Functor)]
struct Neighbours<L: Layout> {
    atoms: View<Atom, 1, L>,
}
#[kernel]
impl<L: Layout> RangeKernel<Ahead> for Neighbours<L> {
    fn ahead(&self, i: Index) {
        self.atoms[i].charge = self.atoms[i + 1].position[0];
    }
}
#[kernel]
impl<L: Layout> RangeKernel<Same> for Neighbours<L> {
    fn same(&self, i: Index) {
        self.atoms[i].position[1] = self.atoms[i + 1].position[1];
    }
}
#[kernel]
impl<L: Layout> RangeKernel<Whole> for Neighbours<L> {
    fn whole(&self, i: Index) {
        let next = self.atoms[i + 1];
        self.atoms[i].charge = next.position[0];
    }
}
struct Ahead;
struct Same;
struct Whole;

#[derive(Functor)]
struct Twice<L: Layout> {
    a: View<Atom, 1, L>,
    b: View<Atom, 1, L>,
}
#[kernel]
impl<L: Layout> RangeKernel for Twice<L> {
    fn twice(&self, i: Index) {
        self.a[i].charge = self.b[i].position[0];
    }
}

/// The error's text has these words.
fn refused<T>(result: portax::Result<T>, words: &[&str]) {
    let Err(error) = result else {
        panic!("accepted, but `{}` is wrong", words[0]);
    };
    let text = error.to_string();
    for word in words {
        assert!(text.contains(word), "`{word}` is not in: {text}");
    }
}

fn fields_that_share_nothing_do_not_race(space: &Space) -> Outcome {
    fn test<L: Layout>(space: &Space) -> portax::Result<()> {
        let all = atoms(N);
        let atoms: View<Atom, 1, L> = view(space, &all)?;
        let k = Neighbours {
            atoms: atoms.clone(),
        };
        let range = || RangePolicy::new(0..N - 1);
        space.parallel_for("ahead", range().tag::<Ahead>(), &k)?;
        for (i, found) in atoms.to_vec()?[..N - 1].iter().enumerate() {
            assert_eq!(found.charge, all[i + 1].position[0]);
        }
        let same = space.parallel_for("same", range().tag::<Same>(), &k);
        refused(same, &["`atoms.position[1]` is written", "and read"]);
        let whole = space.parallel_for("whole", range().tag::<Whole>(), &k);
        refused(whole, &["`atoms.charge` is written", "and read"]);
        let twice = Twice {
            a: atoms.clone(),
            b: atoms,
        };
        let twice = space.parallel_for("twice", range(), &twice);
        refused(twice, &["`a` and `b` are one allocation"]);
        Ok(())
    }
    each_kind!(space, test)
}

#[derive(Functor)]
struct Picks<L: Layout> {
    atoms: View<Atom, 1, L>,
    order: View<i32, 1>,
    out: View<f64, 1>,
}
#[kernel]
impl<L: Layout> RangeKernel for Picks<L> {
    fn picks(&self, i: Index) {
        self.out[i] = self.atoms[self.order[i]].position[2];
    }
}

fn faults_name_the_field(space: &Space) -> Outcome {
    fn test<L: Layout>(space: &Space) -> portax::Result<()> {
        let mut order: Vec<i32> = (0..N as i32).collect();
        order[40] = N as i32;
        let k = Picks::<L> {
            atoms: view(space, &atoms(N))?,
            order: View::from_slice(space, "order", [N], &order)?,
            out: View::new(space, "out", [N])?,
        };
        let picks = space.parallel_for("picks", RangePolicy::new(0..N), &k);
        refused(
            picks.and_then(|()| space.fence()),
            &["`particles.position[2]`", "53"],
        );
        let beyond = Neighbours { atoms: k.atoms };
        let beyond = space.parallel_for("ahead", RangePolicy::new(0..N).tag::<Ahead>(), &beyond);
        refused(beyond, &["`particles.position[0]`", "53"]);
        Ok(())
    }
    each_kind!(space, test)
}

/// Fields that are arrays, of numbers, of arrays and of tuples.
#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Body {
    x: [f64; 3],
    v: [f64; 3],
    tensor: [[f64; 2]; 2],
    pairs: [(f64, i32); 2],
}

fn items_of_fields_have_places(space: &Space) -> Outcome {
    fn test<L: Layout>(space: &Space) -> portax::Result<()> {
        let first = |i: usize| Body {
            x: [i as f64; 3],
            v: [1.0, 2.0, 3.0],
            tensor: [[1.0, 2.0], [3.0, 4.0]],
            pairs: [(1.0, 2); 2],
        };
        let bodies = View::<Body, 1, L>::from_fn(space, "bodies", [N], |[i]| first(i))?;
        let sums = View::<Body, 1, L>::new(space, "sums", [4])?;
        let k = View::<i32, 1>::from_fn(space, "k", [N], |[i]| (i % 3) as i32)?;
        parallel_for!(space, "items", N, |i| {
            for d in 0..3 {
                bodies[i].x[d] += 0.5 * bodies[i].v[d];
                if bodies[i].x[d] > 5.0 {
                    bodies[i].v[d] = -bodies[i].v[d];
                }
                sums[i % 4].x[d].atomic_add(bodies[i].v[d]);
            }
            bodies[i].x[k[i]] = 100.0;
            bodies[i].tensor[k[i] % 2][1] *= 2.0;
            bodies[i].tensor[k[i] % 2][(k[i] + 1) % 2] -= 0.5;
            bodies[i].pairs[k[i] % 2].1 += 5;
        })?;
        let (found, sums) = (bodies.to_vec()?, sums.to_vec()?);
        let mut expected_sums = [[0.0; 3]; 4];
        for (i, found) in found.into_iter().enumerate() {
            let (k, mut b) = (i % 3, first(i));
            for (d, sum) in expected_sums[i % 4].iter_mut().enumerate() {
                b.x[d] += 0.5 * b.v[d];
                if b.x[d] > 5.0 {
                    b.v[d] = -b.v[d];
                }
                *sum += b.v[d];
            }
            b.x[k] = 100.0;
            b.tensor[k % 2][1] *= 2.0;
            b.tensor[k % 2][(k + 1) % 2] -= 0.5;
            b.pairs[k % 2].1 += 5;
            assert_eq!(found, b, "{i}");
        }
        assert_eq!(sums.iter().map(|s| s.x).collect::<Vec<_>>(), expected_sums);
        let outside = parallel_for!(space, "outside", N, |i| {
            bodies[i].x[k[i] + 1] = 1.0;
        });
        let told = outside
            .and_then(|()| space.fence())
            .unwrap_err()
            .to_string();
        assert!(told.contains("`bodies.x` is indexed with [3]"), "{told}");
        Ok(())
    }
    test::<LayoutLeft>(space)?;
    test::<AoSoA<8>>(space)?;
    test::<Interleaved>(space)?;
    Ok(())
}
