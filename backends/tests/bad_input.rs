//! A user's mistakes at run time: each is an error that names the thing, and nothing panics. (A wrong rank is refused by
//! rustc, see `tests/ui`; races and indices out of range are in `language/safety.rs`.)

use portax::{
    AUTO, AoSoA, Error, Functor, RangeKernel, RangePolicy, Result, TeamKernel, TeamPolicy, View,
    deep_copy, kernel,
};
use portax_backends::{by_name, testing::spaces_under_test};

/// The error, whose text must contain these words.
fn refused<T>(result: Result<T>, words: &[&str]) -> Error {
    let Err(error) = result else {
        panic!("accepted, but `{}` is wrong", words[0]);
    };
    let text = error.to_string();
    for word in words {
        assert!(text.contains(word), "`{word}` is not in: {text}");
    }
    error
}

#[test]
fn extents_that_do_not_fit_name_views_and_lengths() -> Result<()> {
    for (_, space) in spaces_under_test() {
        let x = View::<f64, 2>::new(&space, "x", [2, 3])?;
        let y = View::<f64, 2>::new(&space, "y", [3, 2])?;
        let short = View::<f64, 2>::from_slice(&space, "short", [2, 3], &[0.0; 5]);
        for error in [
            refused(short, &["`short`", "[5]", "[2, 3]"]),
            refused(x.copy_from_slice(&[0.0; 7]), &["`x`", "[7]", "[2, 3]"]),
            refused(deep_copy(&x, &y), &["`y` to `x`", "[3, 2]", "[2, 3]"]),
        ] {
            assert!(matches!(error, Error::Extents { .. }), "{error}");
        }
    }
    Ok(())
}

#[test]
fn more_memory_than_there_is_names_the_view() {
    for (_, space) in spaces_under_test() {
        let huge = |extent| View::<f64, 1>::new(&space, "huge", [extent]);
        let error = refused(huge(1 << 50), &["`huge`", "9007199254740992 bytes", " on "]);
        assert!(matches!(error, Error::OutOfMemory { .. }), "{error}");
        refused(huge(usize::MAX), &["`huge`", "address space"]);
    }
}

#[derive(Functor)]
struct Fill {
    x: View<f64, 2, AoSoA>,
}

#[kernel]
impl RangeKernel for Fill {
    fn fill(&self, i: Index) {
        self.x[(i, 0)] = 1.0;
    }
}

#[test]
fn views_of_another_space_name_both_spaces() -> Result<()> {
    let spaces = spaces_under_test();
    for (here, space) in &spaces {
        for (there, other) in spaces.iter().filter(|(name, _)| name != here) {
            let x = View::new(other, "x", [8, 2])?;
            let launch = space.parallel_for("fill", RangePolicy::new(0..8), &Fill { x });
            let place = match there.strip_prefix("rayon") {
                Some(_) => "host memory",
                None => there,
            };
            let error = refused(launch, &["`x`", "`fill`", place, here, "deep_copy"]);
            assert!(matches!(error, Error::WrongSpace { .. }), "{error}");
        }
    }
    Ok(())
}

#[derive(Functor)]
struct Scratch {
    x: View<f64, 1>,
    #[comptime]
    length: usize,
}

#[kernel]
impl TeamKernel for Scratch {
    fn much_scratch(&self, team: Team) {
        let scratch = team.scratch::<f64, 1>([self.length]);
        single(PerTeam(team), || {
            scratch[0] = 1.0;
            self.x[team.league_rank()] = scratch[0];
        });
    }
}

#[test]
fn too_much_scratch_names_the_limit() -> Result<()> {
    for (name, space) in spaces_under_test() {
        let x = View::new(&space, "x", [1])?;
        let limit = space.scratch_limit();
        let kernel = Scratch { x, length: limit };
        let launch = space.parallel_for("much_scratch", TeamPolicy::new(1, AUTO), &kernel);
        let words = ["`much_scratch`", "team scratch", &limit.to_string(), &name];
        let error = refused(launch, &words);
        assert!(matches!(error, Error::Limit { .. }), "{error}");
    }
    Ok(())
}

#[test]
fn unknown_devices_list_those_present() {
    for name in [
        "",
        ":",
        "abacus",
        "rayon:",
        "rayon:sse",
        "opencl:99",
        "cuda:x",
    ] {
        match by_name(name).err() {
            Some(error @ Error::UnknownBackend { .. }) => {
                assert!(error.to_string().contains(name), "{error}");
            }
            Some(Error::Unavailable { backend, reason }) => {
                assert!(name.starts_with(&backend) && !reason.is_empty());
            }
            other => panic!("`{name}`: {other:?}"),
        }
    }
}
