//! Programs of safe code that would leave their arrays, race, or read what is no value, if a launch let them.

use crate::ladder::{Outcome, Test, tests};
use portax::{
    AUTO, AoSoA, Error, Functor, IntRow, LayoutStride, MdRangeKernel, MdRangePolicy, RangeKernel,
    RangePolicy, ReduceKernel, ScanKernel, Space, Sum, TeamKernel, TeamPolicy, View, kernel,
};

pub fn tests() -> Vec<Test> {
    tests![
        lengths_that_wrapped_are_refused,
        chunks_and_tiles_of_any_size_stay_in_their_range,
        a_functor_may_reduce_and_scan,
        scans_check_what_their_outputs_gather,
        indices_beyond_64_bits_are_not_proven,
        products_that_wrap_are_not_the_same_element,
        loops_whose_ends_wrap_are_looked_at,
        rows_end_where_they_end,
        scratch_that_no_memory_has_is_refused,
        conditions_in_fresh_scratch_are_conditions,
        sizes_that_overflow_make_no_view,
        parts_of_one_view_do_not_race,
        parts_that_repeat_elements_are_not_written,
        conditions_whose_products_wrap_prove_nothing,
        two_threads_may_launch_on_one_view,
        a_guard_that_is_forgotten_keeps_its_memory,
        prepared_launches_outlive_the_handles_of_their_views,
        atomics_of_a_team_need_one,
        vectors_of_any_length_are_looked_at,
        streams_end_where_their_table_ends,
        quotients_of_long_indices_are_exact,
    ]
}

#[derive(Functor)]
struct One {
    y: View<f64, 1>,
}
#[kernel]
impl RangeKernel for One {
    fn one(&self, i: Index) {
        self.y[i] = 1.0;
    }
}
#[kernel]
impl MdRangeKernel<2> for One {
    fn one(&self, i: Index, j: Index) {
        if j == 0 {
            self.y[i] = 1.0;
        }
    }
}
#[kernel]
impl TeamKernel for One {
    fn one(&self, team: Team) {
        single(PerTeam(team), || {
            self.y[team.league_rank()] = 1.0;
        });
    }
}

fn lengths_that_wrapped_are_refused(space: &Space) -> Outcome {
    let y = View::new(space, "y", [10])?;
    let wrapped = 0usize.wrapping_sub(1);
    let one = One { y: y.clone() };
    let results = [
        space.parallel_for("l", RangePolicy::new(0..wrapped), &one),
        space.parallel_for("l", TeamPolicy::new(wrapped, AUTO), &one),
        space.parallel_for("l", MdRangePolicy::new([0..10, 0..wrapped]), &one),
        space.parallel_for("l", MdRangePolicy::new([0..1 << 40, 0..1 << 40]), &one),
    ];
    for result in results {
        assert!(matches!(result, Err(Error::Invalid(_))), "{result:?}");
    }
    space.fence()?;
    assert_eq!(y.to_vec()?, [0.0; 10]);
    Ok(())
}

fn chunks_and_tiles_of_any_size_stay_in_their_range(space: &Space) -> Outcome {
    let y = View::new(space, "y", [100])?;
    let one = One { y: y.clone() };
    for chunk in [1, 7, 1 << 40, usize::MAX] {
        y.copy_from_slice(&[0.0; 100])?;
        let policy = RangePolicy::new(5..95).chunk_size(chunk);
        space.parallel_for("chunk", policy, &one)?;
        assert_eq!(y.to_vec()?.iter().sum::<f64>(), 90.0, "chunks of {chunk}");
        y.copy_from_slice(&[0.0; 100])?;
        let policy = MdRangePolicy::new([5..95, 0..3]).tile([chunk, chunk]);
        space.parallel_for("tile", policy, &one)?;
        assert_eq!(y.to_vec()?.iter().sum::<f64>(), 90.0, "tiles of {chunk}");
        let both = Both {
            x: y.clone(),
            y: View::new(space, "prefix", [100])?,
        };
        let policy = RangePolicy::new(5..95).chunk_size(chunk);
        assert_eq!(space.parallel_reduce("sum", policy, &both, Sum)?, 90.0);
    }
    Ok(())
}

#[derive(Functor)]
struct Both {
    x: View<f64, 1>,
    y: View<f64, 1>,
}
#[kernel]
impl ReduceKernel for Both {
    type Value = f64;
    fn total(&self, i: Index) -> f64 {
        self.x[i]
    }
}
#[kernel]
impl ScanKernel for Both {
    type Value = f64;
    fn input(&self, i: Index) -> f64 {
        self.x[i]
    }
    fn output(&self, i: Index, prefix: f64) {
        self.y[i] = prefix;
    }
}

fn a_functor_may_reduce_and_scan(space: &Space) -> Outcome {
    let both = |n: usize| {
        Ok::<_, Error>(Both {
            x: View::from_slice(space, "x", [1000], &[1.0; 1000])?,
            y: View::new(space, "y", [n])?,
        })
    };
    let (fits, short) = (both(1000)?, both(10)?);
    let range = RangePolicy::new(0..1000);
    assert_eq!(space.parallel_reduce("total", range, &fits, Sum)?, 1000.0);
    assert_eq!(space.parallel_scan("prefix", range, &fits, Sum)?, 1000.0);
    assert_eq!(fits.y.to_vec()?[999], 999.0);
    let refused = space.parallel_scan("prefix", range, &short, Sum);
    assert!(
        matches!(refused, Err(Error::OutOfBounds { .. })),
        "{refused:?}"
    );
    assert_eq!(space.parallel_reduce("total", range, &short, Sum)?, 1000.0);
    Ok(())
}

#[derive(Functor)]
struct Gathered {
    at: View<i32, 1>,
    x: View<f64, 1>,
    y: View<f64, 1>,
}
#[kernel]
impl ScanKernel for Gathered {
    type Value = f64;
    fn input(&self, i: Index) -> f64 {
        1.0
    }
    fn output(&self, i: Index, prefix: f64) {
        self.y[i] = self.x[self.at[i]] + prefix;
    }
}

/// What a launch that is checked as it runs comes to, on any space.
fn found<T>(space: &Space, result: portax::Result<T>) -> portax::Result<()> {
    result.and_then(|_| space.fence())
}

fn scans_check_what_their_outputs_gather(space: &Space) -> Outcome {
    const N: usize = 1000;
    let _before: View<f64, 1> = View::from_slice(space, "before", [N], &[42.0; N])?;
    let x = View::new(space, "x", [N])?;
    let _after: View<f64, 1> = View::from_slice(space, "after", [N], &[42.0; N])?;
    let scan = Gathered {
        at: View::from_slice(space, "at", [N], &[1500; N])?,
        x,
        y: View::new(space, "y", [N])?,
    };
    let result = space.parallel_scan("scan", RangePolicy::new(0..N), &scan, Sum);
    let result = found(space, result);
    assert!(
        matches!(&result, Err(Error::OutOfBounds { view, .. }) if view == "x"),
        "{result:?}"
    );
    assert!(
        scan.y.to_vec()?.iter().all(|&y| y < 1000.0),
        "read beyond x"
    );
    Ok(())
}

#[derive(Functor)]
struct Hashed {
    x: View<f64, 1>,
    y: View<f64, 1>,
}
#[kernel]
impl TeamKernel for Hashed {
    fn hashed(&self, team: Team) {
        let rank = team.league_rank();
        let at = (rank * 0x5851_F42D_4C95_7F2Dusize + 12345) % self.x.extent(0);
        single(PerTeam(team), || {
            self.y[rank] = self.x[at];
        });
    }
}

fn indices_beyond_64_bits_are_not_proven(space: &Space) -> Outcome {
    let hashed = Hashed {
        x: View::from_slice(space, "x", [4096], &[1.0; 4096])?,
        y: View::new(space, "y", [1000])?,
    };
    let result = space.parallel_for("hashed", TeamPolicy::new(1000, AUTO), &hashed);
    let result = found(space, result);
    assert!(
        matches!(result, Err(Error::OutOfBounds { .. })),
        "{result:?}"
    );
    assert!(hashed.y.to_vec()?.iter().all(|&y| y == 1.0 || y == 0.0));
    Ok(())
}

#[derive(Functor)]
struct Wrapped {
    y: View<i32, 1>,
}
#[kernel]
impl TeamKernel for Wrapped {
    fn wrapped(&self, team: Team) {
        let at = team.league_rank() * 0x4000_0000_0000_0000usize;
        if team.league_rank() % 4 == 0 {
            single(PerTeam(team), || {
                self.y[at] = self.y[at] + 1;
            });
        }
    }
}

fn products_that_wrap_are_not_the_same_element(space: &Space) -> Outcome {
    let wrapped = Wrapped {
        y: View::new(space, "y", [1])?,
    };
    let result = space.parallel_for("wrapped", TeamPolicy::new(400, AUTO), &wrapped);
    assert!(
        matches!(result, Err(Error::NotProvenSafe { .. })),
        "{result:?}"
    );
    Ok(())
}

#[derive(Functor)]
struct Looped {
    x: View<f64, 1>,
    y: View<f64, 1>,
    a: i32,
}
#[kernel]
impl RangeKernel for Looped {
    fn looped(&self, i: Index) {
        let mut sum: f64 = 0.0;
        let n = self.a * self.a * self.a * 4 + 20;
        for k in 0..n {
            sum += self.x[k];
        }
        self.y[i] = sum;
    }
}

/// `a^3 * 4` is -2^65, which is 0 in 64 bits.
fn loops_whose_ends_wrap_are_looked_at(space: &Space) -> Outcome {
    let looped = Looped {
        x: View::from_slice(space, "x", [10], &[1.0; 10])?,
        y: View::new(space, "y", [10])?,
        a: -(1 << 21),
    };
    let result = space.parallel_for("looped", RangePolicy::new(0..10), &looped);
    let _ = found(space, result);
    assert!(looped.y.to_vec()?.iter().all(|&y| y == 0.0 || y == 10.0));
    Ok(())
}

#[derive(Functor)]
struct BeyondRow {
    x: View<f64, 1>,
    y: View<f64, 1>,
}
#[kernel]
impl RangeKernel for BeyondRow {
    fn beyond_row(&self, i: Index) {
        let row = self.x.row(0, 2);
        self.y[i] = row[1_000_000] + 0.0;
    }
}

fn rows_end_where_they_end(space: &Space) -> Outcome {
    let beyond = BeyondRow {
        x: View::new(space, "x", [16])?,
        y: View::new(space, "y", [16])?,
    };
    let result = space.parallel_for("row", RangePolicy::new(0..16), &beyond);
    match result {
        Err(Error::Invalid(reason)) => assert!(reason.contains("of a row of 2"), "{reason}"),
        other => panic!("{other:?}"),
    }
    Ok(())
}

#[derive(Functor)]
struct Huge {
    y: View<f64, 1>,
}
#[kernel]
impl TeamKernel for Huge {
    fn huge(&self, team: Team) {
        let s = team.scratch::<f64, 1>([comptime!(1usize << 61)]);
        single(PerTeam(team), || {
            s[1000] = 3.0;
            self.y[team.league_rank()] = s[1000];
        });
    }
}

fn scratch_that_no_memory_has_is_refused(space: &Space) -> Outcome {
    let huge = Huge {
        y: View::new(space, "y", [4])?,
    };
    let result = space.parallel_for("huge", TeamPolicy::new(4, AUTO), &huge);
    assert!(matches!(result, Err(Error::Limit { .. })), "{result:?}");
    Ok(())
}

#[derive(Functor)]
struct Fill {
    y: View<f64, 1>,
}
#[kernel]
impl TeamKernel for Fill {
    fn fill(&self, team: Team) {
        let s = team.scratch::<u32, 1>([64]);
        parallel_for(TeamVectorRange(team, 64), |i| {
            s[i] = 0x0707_0707u32;
        });
        team.barrier();
        single(PerTeam(team), || {
            self.y[team.league_rank()] = 1.0;
        });
    }
}

#[derive(Functor)]
struct Fresh {
    y: View<bool, 1>,
}
#[kernel]
impl TeamKernel for Fresh {
    fn fresh(&self, team: Team) {
        let s = team.scratch::<bool, 1>([64]);
        single(PerTeam(team), || {
            self.y[team.league_rank()] = s[5];
        });
    }
}

fn conditions_in_fresh_scratch_are_conditions(space: &Space) -> Outcome {
    let fill = Fill {
        y: View::new(space, "y", [4])?,
    };
    space.parallel_for("fill", TeamPolicy::new(4, AUTO), &fill)?;
    let fresh = Fresh {
        y: View::new(space, "y", [4])?,
    };
    space.parallel_for("fresh", TeamPolicy::new(4, AUTO), &fresh)?;
    for y in fresh.y.to_vec()? {
        assert!(u8::from(y) <= 1, "a condition of {}", u8::from(y));
    }
    Ok(())
}

fn sizes_that_overflow_make_no_view(space: &Space) -> Outcome {
    let strided = |strides, extents| {
        View::<f64, 2, LayoutStride>::with_layout(space, "v", extents, LayoutStride::new(strides))
    };
    assert!(strided([1 << 62, 1], [5, 4]).is_err());
    assert!(strided([usize::MAX, 1], [3, 4]).is_err());
    assert!(View::<f64, 1, AoSoA<{ 1 << 62 }>>::new(space, "v", [5]).is_err());
    assert!(View::<f64, 2, AoSoA<{ 1 << 40 }>>::new(space, "v", [1, 1 << 40]).is_err());
    Ok(())
}

#[derive(Functor)]
struct Shift {
    from: View<f64, 1, LayoutStride>,
    to: View<f64, 1, LayoutStride>,
}
#[kernel]
impl RangeKernel for Shift {
    fn shift(&self, i: Index) {
        self.to[i] = self.from[i];
    }
}

#[derive(Functor)]
struct Halves {
    whole: View<f64, 1>,
    upper: View<f64, 1, LayoutStride>,
}
#[kernel]
impl RangeKernel for Halves {
    fn halves(&self, i: Index) {
        self.upper[i] = self.whole[i];
    }
}

#[derive(Functor)]
struct Added {
    a: View<f64, 1, LayoutStride>,
    b: View<f64, 1, LayoutStride>,
    sum: View<f64, 1>,
}
#[kernel]
impl RangeKernel for Added {
    fn added(&self, i: Index) {
        self.sum[i] = self.a[i] + self.b[i];
    }
}

/// Each lane touches its own index of two views, which is the same element of none.
fn parts_of_one_view_do_not_race(space: &Space) -> Outcome {
    let n = 1000;
    let whole: View<f64, 1> = View::from_fn(space, "whole", [n + 1], |[i]| i as f64)?;
    let range = RangePolicy::new(0..n);
    let (lower, upper) = (whole.subview(..n)?, whole.subview(1..)?);
    let shift = Shift {
        from: lower.clone(),
        to: upper.clone(),
    };
    let halves = Halves {
        whole: whole.clone(),
        upper: upper.clone(),
    };
    for refused in [
        space.parallel_for("shift", range, &shift),
        space.parallel_for("halves", range, &halves),
    ] {
        let Err(Error::NotProvenSafe { reason, .. }) = &refused else {
            panic!("{refused:?}");
        };
        assert!(reason.contains("one allocation"), "{reason}");
    }
    let added = Added {
        a: lower,
        b: upper,
        sum: View::new(space, "sum", [n])?,
    };
    space.parallel_for("added", range, &added)?;
    assert_eq!(added.sum.to_vec()?[n - 1], (2 * n - 1) as f64);
    Ok(())
}

/// All rows of the part are one.
fn parts_that_repeat_elements_are_not_written(space: &Space) -> Outcome {
    let layout = LayoutStride::new([0, 1]);
    let whole = View::<f64, 2, LayoutStride>::with_layout(space, "whole", [8, 4], layout)?;
    let k = Shift {
        from: View::<f64, 1>::new(space, "from", [8])?.subview(..)?,
        to: whole.subview((.., 2))?,
    };
    let refused = space.parallel_for("shift", RangePolicy::new(0..8), &k);
    assert!(
        matches!(refused, Err(Error::NotProvenSafe { .. })),
        "{refused:?}"
    );
    let row = Shift {
        to: whole.subview((3, ..))?,
        ..k
    };
    Ok(space.parallel_for("row", RangePolicy::new(0..4), &row)?)
}

#[derive(Functor)]
struct WrappedBranch {
    y: View<f64, 1>,
}
#[kernel]
impl TeamKernel for WrappedBranch {
    fn wrapped_branch(&self, team: Team) {
        let rank = team.league_rank();
        if rank * 0x4000_0000_0000_0000usize < 10 {
            single(PerTeam(team), || {
                self.y[rank * 1_000_000] = 7.0;
            });
        }
    }
}

/// In 64 bits the product is 0 for every fourth team; compilers of devices may take it for one that does not wrap.
fn conditions_whose_products_wrap_prove_nothing(space: &Space) -> Outcome {
    let wrapped = WrappedBranch {
        y: View::new(space, "y", [1])?,
    };
    let neighbour = View::<f64, 1>::from_slice(space, "neighbour", [4000], &[42.0; 4000])?;
    let result = space.parallel_for("branch", TeamPolicy::new(100, AUTO), &wrapped);
    match found(space, result) {
        Err(Error::OutOfBounds { .. }) => {}
        Ok(()) if !space.is_host() => assert_eq!(wrapped.y.to_vec()?, [7.0]),
        other => panic!("{other:?}"),
    }
    assert!(neighbour.to_vec()?.iter().all(|&x| x == 42.0));
    Ok(())
}

#[derive(Functor)]
struct Increment {
    y: View<f64, 1>,
}
#[kernel]
impl RangeKernel for Increment {
    fn increment(&self, i: Index) {
        self.y[i] += 1.0;
    }
}

/// Each launch is refused or is seen whole.
fn two_threads_may_launch_on_one_view(space: &Space) -> Outcome {
    const N: usize = 2000;
    let y: View<f64, 1> = View::new(space, "y", [N])?;
    let launches = || {
        let increment = Increment { y: y.clone() };
        let launch = |_: &usize| {
            let range = RangePolicy::new(0..N);
            space.parallel_for("increment", range, &increment).is_ok()
        };
        (0..20).filter(launch).count()
    };
    let done: usize = std::thread::scope(|scope| {
        let threads = [scope.spawn(launches), scope.spawn(launches)];
        let counts = threads.map(|thread| thread.join().expect("no launch panics"));
        counts.iter().sum()
    });
    space.fence()?;
    assert!(done > 0);
    assert!(
        y.to_vec()?.iter().all(|&y| y == done as f64),
        "{done} launches"
    );
    Ok(())
}

fn a_guard_that_is_forgotten_keeps_its_memory(space: &Space) -> Outcome {
    let y: View<f64, 1> = View::new(space, "y", [10])?;
    let mirror = y.create_mirror_view()?;
    std::mem::forget(mirror.read()?);
    assert!(mirror.write().is_err());
    assert_eq!(mirror.read()?.get([3]), 0.0);
    let result = space.parallel_for("increment", RangePolicy::new(0..10), &Increment { y });
    assert_eq!(result.is_err(), space.is_host(), "{result:?}");
    Ok(())
}

fn prepared_launches_outlive_the_handles_of_their_views(space: &Space) -> Outcome {
    const N: usize = 1000;
    let prepared = {
        let y = View::new(space, "y", [N])?;
        let space = space.clone();
        space.prepare("increment", RangePolicy::new(0..N), &Increment { y })?
    };
    let fresh = View::<f64, 1>::from_slice(space, "fresh", [N], &[42.0; N])?;
    for _ in 0..3 {
        prepared.launch()?;
    }
    space.fence()?;
    assert!(fresh.to_vec()?.iter().all(|&x| x == 42.0));
    Ok(())
}

#[derive(Functor)]
struct OfATeam {
    y: View<i32, 1>,
}
#[kernel]
impl RangeKernel for OfATeam {
    fn of_a_team(&self, i: Index) {
        self.y.atomic_add_team(i % 3, 1);
    }
}

fn atomics_of_a_team_need_one(space: &Space) -> Outcome {
    let k = OfATeam {
        y: View::new(space, "y", [3])?,
    };
    let result = space.parallel_for("of a team", RangePolicy::new(0..1000), &k);
    assert!(
        matches!(result, Err(Error::NotProvenSafe { .. })),
        "{result:?}"
    );
    Ok(())
}

#[derive(Functor)]
struct EachLane {
    y: View<f64, 2>,
}
#[kernel]
impl TeamKernel for EachLane {
    fn each_lane(&self, team: Team) {
        for lane in team.lanes() {
            self.y[(lane, team.league_rank())] = 1.0;
        }
    }
}

fn vectors_of_any_length_are_looked_at(space: &Space) -> Outcome {
    let k = EachLane {
        y: View::new(space, "y", [8, 4])?,
    };
    for length in [1 << 40, 1 << 63, (1 << 63) + 8, usize::MAX] {
        let policy = TeamPolicy::new(4, 1).vector_length(length);
        let result = found(space, space.parallel_for("lanes", policy, &k));
        assert!(result.is_err(), "vectors of {length} lanes");
    }
    Ok(())
}

#[derive(Functor)]
struct Streamed {
    table: View<IntRow<4>, 1>,
    y: View<i32, 1>,
    from: i32,
    to: i32,
}
#[kernel]
impl TeamKernel for Streamed {
    fn streamed(&self, team: Team) {
        let mut sum: Int = 0;
        for row in self.table.stream(self.from, self.to) {
            sum += row[0];
        }
        single(PerTeam(team), || {
            self.y[team.league_rank()] = sum;
        });
    }
}

/// A row is read ahead: the one behind the last.
fn streams_end_where_their_table_ends(space: &Space) -> Outcome {
    let mut k = Streamed {
        table: View::from_slice(space, "table", [10], &[IntRow([1; 4]); 10])?,
        y: View::new(space, "y", [1])?,
        from: 0,
        to: 9,
    };
    for (from, to, sum) in [(0, 9, 9), (5, -100, 0)] {
        (k.from, k.to) = (from, to);
        space.parallel_for("stream", TeamPolicy::new(1, AUTO), &k)?;
        assert_eq!(k.y.to_vec()?, [sum], "{from}..{to}");
    }
    for (from, to) in [(0, 10), (0, 100_000_000), (-5, 3), (100_000_000, 0)] {
        (k.from, k.to) = (from, to);
        let result = space.parallel_for("stream", TeamPolicy::new(1, AUTO), &k);
        let result = found(space, result);
        assert!(
            matches!(result, Err(Error::OutOfBounds { .. })),
            "{from}..{to}: {result:?}"
        );
    }
    Ok(())
}

#[derive(Functor)]
struct Quotients {
    y: View<i32, 1>,
    width: i32,
}
#[kernel]
impl RangeKernel for Quotients {
    fn quotients(&self, k: Index) {
        self.y.atomic_add(k / self.width, 1);
    }
}

/// The ends of `0..3e9`, of which 32 bits would make indices below 0.
fn quotients_of_long_indices_are_exact(space: &Space) -> Outcome {
    const N: usize = 3_000_000_000;
    let k = Quotients {
        y: View::new(space, "y", [3000])?,
        width: 1_000_000,
    };
    for range in [0..1000, N - 1000..N] {
        space.parallel_for("quotients", RangePolicy::new(range), &k)?;
    }
    space.fence()?;
    let y = k.y.to_vec()?;
    assert_eq!((y[0], y[2999], y.iter().sum()), (1000, 1000, 2000));
    let beyond = space.parallel_for("quotients", RangePolicy::new(N..N + 1000), &k);
    let beyond = found(space, beyond);
    assert!(
        matches!(beyond, Err(Error::OutOfBounds { .. })),
        "{beyond:?}"
    );
    Ok(())
}
