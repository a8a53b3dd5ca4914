//! What is refused before a launch, what runs, and what is caught while it runs.

use crate::{
    environment,
    ladder::{Outcome, Test, noise, tests, vector},
};
use portax::{
    AUTO, AoSoA, Error, Functor, LayoutStride, MdRangeKernel, MdRangePolicy, RangeKernel,
    RangePolicy, Result, Space, TeamKernel, TeamPolicy, View, kernel, parallel_for,
};

pub fn tests() -> Vec<Test> {
    tests![
        races_are_refused,
        what_touches_its_own_elements_runs,
        boxes_and_teams_are_judged_too,
        blocks_of_teams_are_judged_by_their_numbers,
        lambdas_are_judged_as_functors,
        affine_accesses_out_of_range_are_refused_before_the_launch,
        gathers_out_of_range_are_caught_and_the_process_lives_on,
        faults_are_errors_of_copies_of_nothing_too,
        subviews_and_tiles_are_checked,
        a_promise_about_races_says_nothing_about_bounds,
        unchecked_kernels_are_checked_on_request,
    ]
}

/// Is it a refusal, and does it name the view and what to do?
fn assert_refused(result: Result<()>, label: &str, view: &str) {
    match result {
        Err(Error::NotProvenSafe { launch, reason }) => {
            assert_eq!(launch, label);
            assert!(
                reason.contains(&format!("`{view}`")) && reason.contains(".rs:"),
                "{reason}"
            );
        }
        other => panic!("{label}: {other:?}"),
    }
}

macro_rules! body {
    ($($name:ident { $($field:ident: $ty:ty),* } |$self:ident, $i:ident| $body:block)*) => { $(
        #[derive(Functor)]
        struct $name {
            $($field: $ty,)*
        }
        #[kernel]
        impl RangeKernel for $name {
            fn body(&$self, $i: Index) $body
        }
    )* };
}
body! {
    Shift { y: View<f64, 1> } |self, i| { self.y[i] = self.y[i + 1]; }
    Overlap { y: View<f64, 1> } |self, i| { self.y[i % 4] = i as f64; }
    Count { bin: View<i32, 1>, count: View<i32, 1> } |self, i| { self.count[self.bin[i]] += 1; }
    Mixed { bin: View<i32, 1>, count: View<i32, 1> } |self, i| {
        if self.count[i] == 0 {
            self.count.atomic_add(self.bin[i], 1);
        }
    }
    Axpy { x: View<f64, 1>, y: View<f64, 1> } |self, i| { self.y[i] += 2.0 * self.x[i]; }
    Strided { y: View<f64, 1, LayoutStride> } |self, i| { self.y[i] = 1.0; }
    Stencil { x: View<f64, 1>, y: View<f64, 1> } |self, i| {
        if i > 0 && i + 1 < self.x.extent(0) {
            self.y[i] = self.x[i - 1] + self.x[i + 1];
        }
    }
    Third { y: View<f64, 1> } |self, i| {
        let at = i * 3;
        self.y[at + 1] = 1.0;
    }
    Rows { a: View<f64, 2>, y: View<f64, 1> } |self, i| {
        let mut s: f64 = 0.0;
        for k in 0..self.a.extent(1) {
            s += self.a[(i, k)];
        }
        self.y[i] = s;
    }
}

fn races_are_refused(space: &Space) -> Outcome {
    let n = 40;
    let y = vector(space, "y", &noise(n, 1))?;
    let (bin, count) = (
        vector(space, "bin", &vec![0; n])?,
        vector(space, "count", &vec![0; n])?,
    );
    let policy = RangePolicy::new(0..n - 1);
    let run = |label: &str, result: Result<()>, view: &str| assert_refused(result, label, view);
    let k = Shift { y: y.clone() };
    run("shift", space.parallel_for("shift", policy, &k), "y");
    let k = Overlap { y: y.clone() };
    run("overlap", space.parallel_for("overlap", policy, &k), "y");
    let k = Count {
        bin: bin.clone(),
        count: count.clone(),
    };
    run("count", space.parallel_for("count", policy, &k), "count");
    let k = Mixed { bin, count };
    run("mixed", space.parallel_for("mixed", policy, &k), "count");
    let k = Axpy {
        x: y.clone(),
        y: y.clone(),
    };
    run("twice", space.parallel_for("twice", policy, &k), "y");
    let y = View::with_layout(space, "y", [n], LayoutStride::new([0]))?;
    run(
        "strided",
        space.parallel_for("strided", policy, &Strided { y }),
        "y",
    );
    Ok(())
}

fn what_touches_its_own_elements_runs(space: &Space) -> Outcome {
    let n = 40;
    let data = noise(n, 2);
    let new = |label| View::<f64, 1>::new(space, label, [n]);
    let (x, y) = (vector(space, "x", &data)?, new("y")?);
    space.parallel_for(
        "axpy",
        RangePolicy::new(0..n),
        &Axpy {
            x: x.clone(),
            y: y.clone(),
        },
    )?;
    space.parallel_for(
        "stencil",
        RangePolicy::new(0..n),
        &Stencil { x, y: y.clone() },
    )?;
    let expected = (0..n).map(|i| {
        if i == 0 || i + 1 == n {
            2.0 * data[i]
        } else {
            data[i - 1] + data[i + 1]
        }
    });
    assert_eq!(y.to_vec()?, expected.collect::<Vec<_>>());
    let third = Third { y: new("third")? };
    space.parallel_for("third", RangePolicy::new(0..13), &third)?;
    let expected = (0..n).map(|i| if i % 3 == 1 && i < 39 { 1.0 } else { 0.0 });
    assert_eq!(third.y.to_vec()?, expected.collect::<Vec<_>>());
    let rows = Rows {
        a: View::from_slice(space, "a", [20, 2], &data)?,
        y: View::new(space, "sums", [20])?,
    };
    space.parallel_for("rows", RangePolicy::new(0..20), &rows)?;
    let expected = (0..20).map(|i| data[i] + data[20 + i]);
    assert_eq!(rows.y.to_vec()?, expected.collect::<Vec<_>>());
    Ok(())
}

/// `b = a^T`, maybe in place.
#[derive(Functor)]
struct Transpose {
    a: View<f64, 2>,
    b: View<f64, 2>,
}

#[kernel]
impl MdRangeKernel<2> for Transpose {
    fn transpose(&self, i: Index, j: Index) {
        self.b[(j, i)] = self.a[(i, j)];
    }
}

/// Each team adds to its column; with `same` to the first one.
#[derive(Functor)]
struct Columns {
    y: View<f64, 2>,
    #[comptime]
    same: bool,
}

#[kernel]
impl TeamKernel for Columns {
    fn columns(&self, team: Team) {
        parallel_for(TeamVectorRange(team, self.y.extent(0)), |i| {
            if self.same {
                self.y[(i, 0)] += 1.0;
            } else {
                self.y[(i, team.league_rank())] += 1.0;
            }
        });
    }
}

/// Reads what other lanes wrote to scratch.
#[derive(Functor)]
struct Reverse {
    y: View<f64, 2>,
    #[comptime]
    waits: bool,
}

#[kernel]
impl TeamKernel for Reverse {
    fn reverse(&self, team: Team) {
        let t = team.league_rank();
        let tile = team.scratch::<f64, 1>([16]);
        parallel_for(TeamVectorRange(team, 16), |i| {
            tile[i] = self.y[(i, t)];
        });
        if self.waits {
            team.barrier();
        }
        parallel_for(TeamVectorRange(team, 16), |i| {
            self.y[(i, t)] = tile[15 - i];
        });
    }
}

/// Each team writes `rows` rows, whose first is that of its block, and reads those of other threads.
#[derive(Functor)]
struct Blocks {
    y: View<f64, 1>,
    z: View<f64, 1>,
    block: i32,
    rows: i32,
    #[comptime]
    waits: bool,
}

#[kernel]
impl TeamKernel for Blocks {
    fn blocks(&self, team: Team) {
        let first = team.league_rank() * self.block;
        parallel_for(TeamVectorRange(team, self.rows), |r| {
            self.y[first + r] = r as f64;
        });
        if self.waits {
            team.barrier();
        }
        parallel_for(TeamVectorRange(team, self.rows), |r| {
            self.z[first + r] = self.y[first + self.rows - 1 - r];
        });
    }
}

fn blocks_of_teams_are_judged_by_their_numbers(space: &Space) -> Outcome {
    let run = |rows, waits| {
        let k = Blocks {
            y: View::new(space, "y", [64])?,
            z: View::new(space, "z", [64])?,
            block: 10,
            rows,
            waits,
        };
        space.parallel_for("blocks", TeamPolicy::new(4, AUTO), &k)?;
        k.z.to_vec()
    };
    for rows in [10, 7] {
        let z = run(rows, true)?;
        let expected = |i: usize| (rows as usize).saturating_sub(1 + i % 10) as f64;
        assert!((0..40).all(|i| z[i] == expected(i)), "{rows}: {z:?}");
    }
    assert_refused(run(11, true).map(drop), "blocks", "y");
    let hurry = run(10, false).map(drop);
    let text = hurry.as_ref().unwrap_err().to_string();
    assert!(text.contains("call `team.barrier()` between"), "{text}");
    assert_refused(hurry, "blocks", "y");
    Ok(())
}

fn boxes_and_teams_are_judged_too(space: &Space) -> Outcome {
    let data = noise(16 * 16, 3);
    let new = |label| View::<f64, 2>::from_slice(space, label, [16, 16], &data);
    let (a, b) = (new("a")?, new("b")?);
    let policy = MdRangePolicy::new([0..16, 0..16]);
    space.parallel_for("transpose", policy, &Transpose { a: a.clone(), b })?;
    let k = Transpose { a: a.clone(), b: a };
    assert_refused(space.parallel_for("in place", policy, &k), "in place", "b");
    let k = Columns {
        y: new("y")?,
        same: true,
    };
    let policy = TeamPolicy::new(16, AUTO);
    assert_refused(space.parallel_for("same", policy, &k), "same", "y");
    let k = Columns { same: false, ..k };
    space.parallel_for("own", policy, &k)?;
    assert_eq!(
        k.y.to_vec()?,
        data.iter().map(|y| y + 1.0).collect::<Vec<_>>()
    );
    let k = Reverse {
        y: new("y")?,
        waits: false,
    };
    assert_refused(space.parallel_for("hurry", policy, &k), "hurry", "scratch");
    let k = Reverse { waits: true, ..k };
    space.parallel_for("wait", policy, &k)?;
    let y = k.y.to_vec()?;
    assert!((0..256).all(|e| y[e] == data[e / 16 * 16 + 15 - e % 16]));
    Ok(())
}

fn lambdas_are_judged_as_functors(space: &Space) -> Outcome {
    let y = vector(space, "y", &[1.0, 2.0, 3.0])?;
    let inferred = parallel_for!(space, "shift", 2, |i| y[i] = y[i + 1]);
    assert_refused(inferred, "shift", "y");
    let typed = parallel_for!(space, "shift", 2, |i, y: View<f64, 1>| y[i] = y[i + 1]);
    assert_refused(typed, "shift", "y");
    parallel_for!(space, "shift", 1, unsafe |i| y[i] = y[i + 1])?;
    assert_eq!(y.to_vec()?, [2.0, 2.0, 3.0]);
    Ok(())
}

/// The fault of a launch: view, indices, extents, line.
fn fault(result: Result<()>, label: &str) -> (String, Vec<i64>, Vec<usize>, String) {
    match result {
        Err(Error::OutOfBounds {
            launch,
            view,
            indices,
            extents,
            location,
        }) => {
            assert_eq!(launch, label);
            (view, indices, extents, location)
        }
        other => panic!("{label}: {other:?}"),
    }
}

fn affine_accesses_out_of_range_are_refused_before_the_launch(space: &Space) -> Outcome {
    let y = vector(space, "y", &[1.0; 10])?;
    let x = vector(space, "x", &[1.0; 9])?;
    let axpy = Axpy {
        x: x.clone(),
        y: y.clone(),
    };
    let (view, indices, extents, location) = fault(
        space.parallel_for("axpy", RangePolicy::new(0..10), &axpy),
        "axpy",
    );
    assert_eq!(
        (view.as_str(), indices, extents),
        ("x", vec![9], vec![9]),
        "{location}"
    );
    assert!(location.contains("t17_safety.rs:"), "{location}");
    assert_eq!(y.to_vec()?, [1.0; 10], "nothing ran");
    let below = parallel_for!(space, "below", 10, |i| y[i] = x[i - 1]);
    assert_eq!(fault(below, "below").1, [-1]);
    let a: View<f64, 2> = View::new(space, "a", [10, 3])?;
    let plane = 3i32;
    let column = parallel_for!(space, "column", 10, |i| y[i] = a[(i, plane)]);
    assert_eq!(fault(column, "column").1[1], 3);
    Ok(())
}

/// Line of the gather below.
const GATHER: u32 = line!() + 11;

#[derive(Functor)]
struct Gather {
    index: View<i32, 1>,
    x: View<f64, 2>,
    y: View<f64, 1>,
}
#[kernel]
impl RangeKernel for Gather {
    fn gather(&self, i: Index) {
        self.y[i] = self.x[(self.index[i], 1)];
    }
}

fn gather(space: &Space, index: &[i32]) -> Result<(Gather, Result<()>)> {
    let n = index.len();
    let k = Gather {
        index: vector(space, "index", index)?,
        x: View::from_slice(space, "x", [5, 2], &noise(10, 4))?,
        y: View::new(space, "y", [n])?,
    };
    let result = space.parallel_for("gather", RangePolicy::new(0..n), &k);
    Ok((k, result))
}

fn gathers_out_of_range_are_caught_and_the_process_lives_on(space: &Space) -> Outcome {
    for (at, wrong) in [(3, 5), (20, -1), (36, i32::MAX)] {
        let mut index: Vec<i32> = (0..37).map(|i| i % 5).collect();
        index[at] = wrong;
        let (k, result) = gather(space, &index)?;
        let result = result.and_then(|()| space.fence());
        let (view, indices, extents, location) = fault(result, "gather");
        assert_eq!(
            (view.as_str(), indices, extents),
            ("x", vec![i64::from(wrong), 1], vec![5, 2])
        );
        assert!(
            location.contains(&format!("t17_safety.rs:{GATHER}")),
            "{location} {GATHER}"
        );
        k.index.copy_from_slice(&[0; 37])?;
        space.parallel_for("gather", RangePolicy::new(0..37), &k)?;
        assert_eq!(k.y.to_vec()?, vec![noise(10, 4)[5]; 37]);
    }
    Ok(())
}

fn faults_are_errors_of_copies_of_nothing_too(space: &Space) -> Outcome {
    let nothing: View<f64, 1> = View::new(space, "nothing", [0])?;
    let some = vector(space, "some", &[1.0; 3])?;
    let copies: [&dyn Fn() -> Result<Vec<f64>>; 2] =
        [&|| nothing.to_vec(), &|| some.subview((3..3,))?.to_vec()];
    // Long enough that a copy which does not wait is there first.
    let index: Vec<i32> = (0..1 << 18).map(|i| if i == 777 { 5 } else { 0 }).collect();
    for copy in copies {
        let (_, result) = gather(space, &index)?;
        let copied = result.and_then(|()| copy());
        assert_eq!(fault(copied.map(drop), "gather").1, [5, 1]);
    }
    Ok(())
}

/// Subviews and tiles at places that only the data knows.
#[derive(Functor)]
struct Chosen {
    which: View<i32, 1>,
    a: View<f64, 2>,
    t: View<f64, 2, AoSoA<4>>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Chosen {
    fn chosen(&self, i: Index) {
        let (column, tile) = (self.a.subview(self.which[0]), self.t.tile(self.which[1]));
        self.y[i] = column[i] + tile[(0, 0)];
    }
}

fn subviews_and_tiles_are_checked(space: &Space) -> Outcome {
    let k = Chosen {
        which: vector(space, "which", &[1, 1])?,
        a: View::from_slice(space, "a", [9, 2], &noise(18, 6))?,
        t: View::from_slice(space, "t", [7, 1], &noise(7, 7))?,
        y: View::new(space, "y", [9])?,
    };
    let run = || {
        space.parallel_for("chosen", RangePolicy::new(0..9), &k)?;
        space.fence()
    };
    run()?;
    let expected: Vec<f64> = (0..9)
        .map(|i| noise(18, 6)[9 + i] + noise(7, 7)[4])
        .collect();
    assert_eq!(k.y.to_vec()?, expected);
    for (which, view) in [([2, 0], "a"), ([-1, 0], "a"), ([0, 2], "t")] {
        k.which.copy_from_slice(&which)?;
        assert_eq!(fault(run(), "chosen").0, view, "{which:?}");
    }
    Ok(())
}

/// Lines of the scatters below.
const SCATTER: u32 = line!() + 12;
const UNCHECKED: u32 = SCATTER + 10;

#[derive(Functor)]
struct Scatter {
    to: View<i32, 1>,
    y: View<f64, 1>,
}
// SAFETY: `to` is a permutation; that it leaves the view is what is tested.
#[kernel]
unsafe impl RangeKernel for Scatter {
    fn scatter(&self, i: Index) {
        self.y[self.to[i]] = i as f64;
    }
}

/// Tag of the same kernel without checks.
struct Fast;
// SAFETY: as above.
#[kernel(unchecked)]
unsafe impl RangeKernel<Fast> for Scatter {
    fn scatter(&self, i: Index) {
        self.y[self.to[i]] = i as f64;
    }
}

/// `unsafe impl` speaks of races: an index that leaves the view is found as in any kernel.
fn a_promise_about_races_says_nothing_about_bounds(space: &Space) -> Outcome {
    scatters_are_checked(space, RangePolicy::new(0..4), SCATTER)
}

/// `unchecked` kernels are checked under `PORTAX_CHECK=1`.
fn unchecked_kernels_are_checked_on_request(space: &Space) -> Outcome {
    let test = "unchecked_kernels_are_checked_on_request";
    if environment::in_process(space, test, ("PORTAX_CHECK", "1"))?.is_some() {
        return Ok(());
    }
    scatters_are_checked(space, RangePolicy::new(0..4).tag::<Fast>(), UNCHECKED)
}

fn scatters_are_checked<Tag: 'static>(space: &Space, policy: RangePolicy<Tag>, line: u32) -> Outcome
where
    Scatter: RangeKernel<Tag>,
{
    let k = Scatter {
        to: vector(space, "to", &[2, 0, 7, 1])?,
        y: View::new(space, "y", [4])?,
    };
    let launch = || {
        space.parallel_for("scatter", policy, &k)?;
        space.fence()
    };
    let (view, indices, extents, location) = fault(launch(), "scatter");
    assert_eq!((view.as_str(), indices, extents), ("y", vec![7], vec![4]));
    assert!(
        location.contains(&format!("t17_safety.rs:{line}")),
        "{location} {line}"
    );
    k.to.copy_from_slice(&[2, 0, 3, 1])?;
    launch()?;
    assert_eq!(k.y.to_vec()?, [1.0, 3.0, 0.0, 2.0]);
    Ok(())
}
