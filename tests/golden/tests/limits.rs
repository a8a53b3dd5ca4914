//! Devices that lack something: what is refused by name, and what is launched in another way.

use portax::{
    AUTO, Error, Float, Functor, IntRow, RangeKernel, RangePolicy, Result, ScanKernel, Space, Sum,
    TeamKernel, TeamPolicy, View, kernel, parallel_reduce,
};
use portax_cuda::CUDA;
use portax_golden::Printer;
use portax_opencl::dialect::OPENCL;

#[derive(Functor)]
struct Twice<T: Float> {
    x: View<T, 1>,
}

#[kernel]
impl<T: Float> RangeKernel for Twice<T> {
    fn twice(&self, i: Index) {
        self.x[i] = self.x[i] + self.x[i];
    }
}

fn twice<T: Float>(space: &Space) -> Result<()> {
    let x = View::<T, 1>::new(space, "x", [1000])?;
    space.parallel_for("twice", RangePolicy::new(0..1000), &Twice { x })
}

/// All elements into one, by atomics.
#[derive(Functor)]
struct Into1<T: Float> {
    x: View<T, 1>,
    sum: View<T, 1>,
}

#[kernel]
impl<T: Float> RangeKernel for Into1<T> {
    fn into_1(&self, i: Index) {
        self.sum.atomic_add(0, self.x[i]);
    }
}

fn into_1<T: Float>(space: &Space) -> Result<()> {
    let x = View::<T, 1>::new(space, "x", [1000])?;
    let sum = View::new(space, "sum", [1])?;
    space.parallel_for("into one", RangePolicy::new(0..1000), &Into1 { x, sum })
}

/// Prefix sums.
#[derive(Functor)]
struct Prefixes {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl ScanKernel for Prefixes {
    type Value = f64;
    fn input(&self, i: Index) -> f64 {
        self.x[i]
    }
    fn output(&self, i: Index, prefix: f64) {
        self.y[i] = prefix;
    }
}

/// A row for each thread: its sum over the lanes.
#[derive(Functor)]
struct Rows {
    x: View<f64, 2>,
    y: View<f64, 1>,
}

// SAFETY: `y` is written at the thread's own row of its team.
#[kernel(unchecked)]
unsafe impl TeamKernel for Rows {
    fn rows(&self, team: Team) {
        let first = team.league_rank() * 8;
        parallel_for(TeamThreadRange(team, 8), |j| {
            let sum: Uniform<f64> = parallel_reduce(
                ThreadVectorRange(team, 100),
                |i| self.x[(i, j + first)],
                Sum,
            );
            single(PerThread(team), || {
                self.y[j + first] = sum;
            });
        });
    }
}

fn rows(space: &Space, team_size: usize, lanes: usize) -> Result<()> {
    let k = Rows {
        x: View::new(space, "x", [100, 32])?,
        y: View::new(space, "y", [32])?,
    };
    let policy = TeamPolicy::new(4, team_size).vector_length(lanes);
    space.parallel_for("rows", policy, &k)
}

#[track_caller]
fn refused(result: Result<()>, words: &[&str]) -> Error {
    let error = result.expect_err("the device lacks it");
    let text = error.to_string();
    for word in words {
        assert!(text.contains(word), "no `{word}` in {text}");
    }
    error
}

#[test]
fn without_f64_its_kernels_are_refused_and_those_of_f32_run() -> Result<()> {
    let printer = Printer::limited(&OPENCL, 8, |p| p.has_f64 = false, None);
    let space = printer.space();
    let error = refused(twice::<f64>(&space), &["f64", "px_kernel_twice", "f32"]);
    assert!(matches!(error, Error::Unsupported { .. }), "{error}");
    twice::<f32>(&space)?;
    let texts = printer.take();
    assert!(
        texts
            .iter()
            .all(|source| !source.source.text.contains("double"))
    );
    Ok(())
}

#[test]
fn without_64_bit_atomics_those_of_f64_are_refused_alone() -> Result<()> {
    let printer = Printer::limited(&OPENCL, 8, |p| p.has_atomic64 = false, None);
    let space = printer.space();
    let error = refused(
        into_1::<f64>(&space),
        &["64-bit atomics", "px_kernel_into_1", "32 bits"],
    );
    assert!(matches!(error, Error::Unsupported { .. }), "{error}");
    into_1::<f32>(&space)?;
    twice::<f64>(&space)
}

/// Sizes of the groups of what was compiled.
fn groups(printer: &Printer) -> Vec<String> {
    let size = |text: &str| {
        let (_, after) = text.split_once("reqd_work_group_size(")?;
        Some(after.split_once(", 1)")?.0.to_string())
    };
    let sources = printer.take();
    sources
        .iter()
        .filter_map(|s| size(&s.source.text))
        .collect()
}

#[test]
fn groups_shrink_to_what_a_compiled_kernel_takes() -> Result<()> {
    let printer = Printer::limited(&OPENCL, 8, |p| p.sub_group_sizes = vec![8], Some(72));
    let space = printer.space();
    twice::<f64>(&space)?;
    assert_eq!(groups(&printer), ["256, 1", "72, 1"]);
    rows(&space, AUTO, 8)?;
    assert_eq!(groups(&printer), ["8, 16", "8, 9"]);
    let small = Printer::limited(&OPENCL, 8, |p| p.max_group_size = 64, None);
    twice::<f64>(&small.space())?;
    assert_eq!(groups(&small), ["64, 1"]);
    Ok(())
}

#[test]
fn groups_of_reductions_and_scans_shrink_to_powers_of_two() -> Result<()> {
    let printer = Printer::limited(&OPENCL, 8, |_| (), Some(72));
    let space = printer.space();
    let [x, y] = ["x", "y"].map(|label| View::<f64, 1>::new(&space, label, [1000]));
    let (x, y) = (x?, y?);
    let _: f64 = parallel_reduce!(space, "sum", 1000, |i| -> f64 { x[i] }, Sum)?;
    assert_eq!(groups(&printer), ["512, 1", "64, 1"]);
    space.parallel_scan(
        "prefixes",
        RangePolicy::new(0..1000),
        &Prefixes { x, y },
        Sum,
    )?;
    assert_eq!(groups(&printer), ["256, 1", "64, 1"]);
    Ok(())
}

#[test]
fn a_team_of_the_users_size_that_a_kernel_does_not_take_is_refused() {
    let printer = Printer::limited(&OPENCL, 8, |p| p.sub_group_sizes = vec![8], Some(72));
    let words = ["`rows`", "of this kernel", "80", "72", "printer"];
    let error = refused(rows(&printer.space(), 10, 8), &words);
    assert!(matches!(error, Error::KernelGroup { .. }), "{error}");
    assert_eq!(groups(&printer), ["8, 10"]);
    let printer = Printer::limited(&OPENCL, 8, |_| (), Some(4));
    refused(
        rows(&printer.space(), AUTO, 8),
        &["of this kernel", "8", "4"],
    );
}

#[test]
fn lanes_of_a_length_that_sub_groups_have_are_joined_by_shuffles() -> Result<()> {
    let printer = Printer::limited(&OPENCL, 8, |p| p.sub_group_sizes = vec![8, 16], None);
    for lanes in [8, 16] {
        rows(&printer.space(), AUTO, lanes)?;
        let text = &printer.take()[0].source.text;
        for line in [
            format!("reqd_work_group_size({lanes}, {}, 1)", 128 / lanes),
            format!("__attribute__((intel_reqd_sub_group_size({lanes})))"),
            "PX_LANES(px_lanes_add_f64, double, v + w)".to_string(),
            format!(", {lanes});"),
        ] {
            assert!(text.contains(&line), "no `{line}` in\n{text}");
        }
        for other in ["__local", "barrier(", "px_lanes_add_f32"] {
            assert!(!text.contains(other), "`{other}` in\n{text}");
        }
    }
    // No sub-group has 32 lanes: one thread waits for its lanes by the team's barrier.
    rows(&printer.space(), AUTO, 32)?;
    let text = &printer.take()[0].source.text;
    assert!(text.contains("reqd_work_group_size(32, 1, 1)"), "{text}");
    assert!(
        text.contains("px_vector_barrier();") && !text.contains("sub_group"),
        "{text}"
    );
    Ok(())
}

/// An array that no memory holds, and beside it segments that are copied ahead.
#[derive(Functor)]
struct Ahead {
    table: View<IntRow<4>, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl TeamKernel for Ahead {
    fn ahead(&self, team: Team) {
        let huge = team.scratch::<f64, 1>([comptime!(1usize << 61)]);
        let mut sum: Int = 0;
        for segment in self.table.segments::<16>(team, 0, 2) {
            sum += segment.ints(0)[0];
        }
        single(PerTeam(team), || {
            huge[0] = 1.0;
            self.y[team.league_rank()] = huge[0] + (sum as Uniform<f64>);
        });
    }
}

#[test]
fn scratch_beside_what_is_copied_ahead_does_not_wrap() -> Result<()> {
    let printer = Printer::new(&CUDA, 32);
    let space = printer.space();
    let k = Ahead {
        table: View::new(&space, "table", [48])?,
        y: View::new(&space, "y", [4])?,
    };
    let result = space.parallel_for("ahead", TeamPolicy::new(4, 4), &k);
    let error = refused(result, &["`ahead`", "team scratch in bytes"]);
    assert!(matches!(error, Error::Limit { .. }), "{error}");
    assert!(printer.take().is_empty());
    Ok(())
}
