//! What goes wrong gives an error that names the thing, and the space lives on.

use crate::ladder::{Outcome, Test, skip, tests, vector};
use portax::{
    AUTO, Error, Functor, RangeKernel, RangePolicy, Result, Space, TeamKernel, TeamPolicy, View,
    backend::Source, deep_copy, kernel, parallel_for, space::Engine,
};

pub fn tests() -> Vec<Test> {
    tests![
        too_much_memory_is_named_by_its_label,
        extents_that_do_not_fit_name_views_and_lengths,
        views_of_another_space_name_both_spaces,
        guards_exclude_launches,
        teams_beyond_the_limits_are_refused,
        local_arrays_fit_on_the_stack_or_are_refused,
        teams_for_devices_alone_are_refused_by_hosts,
        kernels_that_do_not_compile_show_their_source,
    ]
}

#[derive(Functor)]
struct Add {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Add {
    fn add(&self, i: Index) {
        self.y[i] += self.x[i];
    }
}

/// The space still works.
fn lives_on(space: &Space) -> Result<()> {
    let (x, y) = (
        vector(space, "x", &[1.0; 50])?,
        vector(space, "y", &[2.0; 50])?,
    );
    space.parallel_for("add", RangePolicy::new(0..50), &Add { x, y: y.clone() })?;
    assert_eq!(y.to_vec()?, [3.0; 50]);
    Ok(())
}

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

fn too_much_memory_is_named_by_its_label(space: &Space) -> Outcome {
    let huge = |extent| View::<f64, 1>::new(space, "huge", [extent]);
    let error = refused(huge(1 << 50), &["`huge`", "9007199254740992 bytes", " on "]);
    assert!(matches!(error, Error::OutOfMemory { .. }), "{error}");
    refused(huge(usize::MAX), &["`huge`", "address space"]);
    Ok(lives_on(space)?)
}

fn extents_that_do_not_fit_name_views_and_lengths(space: &Space) -> Outcome {
    let x = View::<f64, 2>::new(space, "x", [2, 3])?;
    let y = View::<f64, 2>::new(space, "y", [3, 2])?;
    let short = View::<f64, 2>::from_slice(space, "short", [2, 3], &[0.0; 5]);
    for error in [
        refused(short, &["`short`", "[5]", "[2, 3]"]),
        refused(x.copy_from_slice(&[0.0; 7]), &["`x`", "[7]", "[2, 3]"]),
        refused(deep_copy(&x, &y), &["`y` to `x`", "[3, 2]", "[2, 3]"]),
    ] {
        assert!(matches!(error, Error::Extents { .. }), "{error}");
    }
    Ok(lives_on(space)?)
}

fn views_of_another_space_name_both_spaces(space: &Space) -> Outcome {
    if space.is_host() {
        return skip("views of every host space are in the host's memory");
    }
    let host = portax_backends::by_name("rayon:lane")?;
    let k = Add {
        x: vector(&host, "there", &[1.0; 9])?,
        y: vector(space, "here", &[1.0; 9])?,
    };
    let launch = |space: &Space| space.parallel_for("add", RangePolicy::new(0..9), &k);
    for error in [
        refused(
            launch(space),
            &["`there`", "`add`", "host memory", space.name(), "deep_copy"],
        ),
        refused(
            launch(&host),
            &["`here`", "`add`", host.name(), space.name(), "deep_copy"],
        ),
    ] {
        assert!(matches!(error, Error::WrongSpace { .. }), "{error}");
    }
    Ok(lives_on(space)?)
}

fn guards_exclude_launches(space: &Space) -> Outcome {
    let k = Add {
        x: vector(space, "x", &[1.0; 9])?,
        y: vector(space, "y", &[1.0; 9])?,
    };
    let launch = || space.parallel_for("add", RangePolicy::new(0..9), &k);
    let mirror = k.y.create_mirror_view()?;
    let guard = mirror.read()?;
    match launch() {
        Err(Error::Borrowed { view, write: true }) if space.is_host() => assert_eq!(view, "y"),
        Ok(()) if !space.is_host() => (),
        other => panic!("{other:?}"),
    }
    drop(guard);
    Ok(launch()?)
}

/// Scratch as large as asked for.
#[derive(Functor)]
struct Scratch {
    out: View<f64, 1>,
    #[comptime]
    elements: usize,
}

#[kernel]
impl TeamKernel for Scratch {
    fn scratch(&self, team: Team) {
        let tile = team.scratch::<f64, 1>([self.elements]);
        parallel_for(TeamVectorRange(team, 8), |i| {
            tile[i] = 1.0;
        });
        team.barrier();
        single(PerTeam(team), || {
            self.out[team.league_rank()] = 1.0;
        });
    }
}

fn teams_beyond_the_limits_are_refused(space: &Space) -> Outcome {
    let limit = space.scratch_limit();
    let new = |elements| {
        Ok::<_, Error>(Scratch {
            out: View::new(space, "out", [2])?,
            elements,
        })
    };
    let k = new(limit / 8 + 1)?;
    let launch = space.parallel_for("huge", TeamPolicy::new(2, AUTO), &k);
    let words = ["`huge`", "team scratch", &limit.to_string(), space.name()];
    let error = refused(launch, &words);
    assert!(matches!(error, Error::Limit { .. }), "{error}");
    let k = new(16)?;
    space.parallel_for("small", TeamPolicy::new(2, AUTO), &k)?;
    assert_eq!(k.out.to_vec()?, [1.0; 2]);
    let crowd = space.parallel_for("crowd", TeamPolicy::new(2, 1 << 20), &k);
    match crowd {
        Ok(()) if space.is_host() => (),
        Err(Error::Limit { launch, .. }) if !space.is_host() => assert_eq!(launch, "crowd"),
        other => panic!("{other:?}"),
    }
    Ok(lives_on(space)?)
}

fn with_local_array<const N: usize>(space: &Space) -> Result<Vec<f64>> {
    let y: View<f64, 1> = View::new(space, "y", [3])?;
    parallel_for!(space, "large", 3, |i| {
        let mut a = [0.0; N];
        for k in 0..10 {
            a[k] = k as f64;
        }
        y[i] = a[i];
    })?;
    y.to_vec()
}

/// Hosts keep them on the stack; devices that are CPUs take smaller groups.
fn local_arrays_fit_on_the_stack_or_are_refused(space: &Space) -> Outcome {
    if space.is_gpu() {
        return skip("a GPU, which has no stack");
    }
    match space.is_host() {
        true => {
            let found = with_local_array::<140_000>(space).map(|_| ());
            let words = ["`large`", "local arrays", "1120000", space.name()];
            let error = refused(found, &words);
            assert!(matches!(error, Error::Limit { .. }), "{error}");
        }
        false => assert_eq!(with_local_array::<20_000>(space)?, [0.0, 1.0, 2.0]),
    }
    Ok(lives_on(space)?)
}

fn teams_for_devices_alone_are_refused_by_hosts(space: &Space) -> Outcome {
    let k = Scratch {
        out: View::new(space, "out", [2])?,
        elements: 16,
    };
    let launch = space.prepare_on_device("alone", TeamPolicy::new(2, AUTO), &k);
    if space.is_host() {
        let error = refused(launch, &["`alone`", "devices", space.name()]);
        assert!(matches!(error, Error::Invalid(_)), "{error}");
    } else {
        launch?.launch()?;
        assert_eq!(k.out.to_vec()?, [1.0; 2]);
    }
    Ok(lives_on(space)?)
}

fn kernels_that_do_not_compile_show_their_source(space: &Space) -> Outcome {
    let Engine::Device(device) = space.engine() else {
        return skip("rustc has compiled the kernels of host spaces");
    };
    let text = "this is no kernel in any language\n";
    let source = Source::new(text, "nonsense");
    match device.compile(&source).err() {
        Some(Error::Compile {
            kernel,
            log,
            source_text,
            ..
        }) => {
            assert_eq!((kernel.as_str(), source_text.as_str()), ("nonsense", text));
            assert!(!log.trim().is_empty());
        }
        other => panic!("{other:?}"),
    }
    Ok(lives_on(space)?)
}
