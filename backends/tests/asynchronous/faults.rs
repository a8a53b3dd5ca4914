//! Accesses out of bounds on devices are errors of the next fence or copy, and of no later one.

use super::{Gather, filled, on_every_space};
use portax::{Error, RangePolicy, Result, Space, View, deep_copy, space::Engine};

const N: usize = 6;

fn gather(space: &Space, label: &str, index: &[i32]) -> Result<View<f64, 1>> {
    let k = Gather {
        index: View::from_slice(space, "index", [N], index)?,
        x: filled(space, "x", N, 7.0)?,
        y: View::new(space, "y", [N])?,
    };
    space.parallel_for(label, RangePolicy::new(0..N), &k)?;
    Ok(k.y)
}

fn is_device(space: &Space) -> bool {
    matches!(space.engine(), Engine::Device(_))
}

fn expect_fault(result: Result<()>, label: &str) {
    match result {
        Err(Error::OutOfBounds {
            launch, indices, ..
        }) => assert_eq!((launch.as_str(), indices), (label, vec![6])),
        other => panic!("{label}: {other:?}"),
    }
}

#[test]
fn the_first_fault_is_told_once_by_its_label() {
    on_every_space(|space| {
        if !is_device(space) {
            return Ok(());
        }
        let right = [0, 1, 2, 3, 4, 5];
        gather(space, "right", &right)?;
        gather(space, "early", &[0, 1, 6, 3, 4, 5])?;
        gather(space, "late", &[0, 1, 2, 3, 4, 6])?;
        gather(space, "right", &right)?;
        expect_fault(space.fence(), "early");
        space.fence()?;
        assert_eq!(gather(space, "right", &right)?.to_vec()?, [7.0; N]);
        Ok(())
    });
}

#[test]
fn copies_to_the_host_tell_it() {
    on_every_space(|space| {
        if !is_device(space) {
            return Ok(());
        }
        let y = gather(space, "wrong", &[6, 1, 2, 3, 4, 5])?;
        expect_fault(y.to_vec().map(drop), "wrong");
        assert_eq!(y.to_vec()?, [0.0, 7.0, 7.0, 7.0, 7.0, 7.0], "reads zero");
        let y = gather(space, "pinned", &[6, 1, 2, 3, 4, 5])?;
        let mirror = y.create_pinned_mirror()?;
        let copied = space.deep_copy_async(&mirror, &y);
        expect_fault(copied.and_then(|()| mirror.read().map(drop)), "pinned");
        assert_eq!(mirror.read()?.get([1]), 7.0);
        Ok(())
    });
}

#[test]
fn another_instance_tells_of_what_it_wrote() {
    on_every_space(|space| {
        let Some(other) = super::instances::another(space)? else {
            return Ok(());
        };
        let y = filled(space, "y", N, 1.0)?;
        let wrote = gather(&other, "other", &[6, 1, 2, 3, 4, 5])?;
        assert_eq!(y.to_vec()?, [1.0; N], "not concerned");
        deep_copy(&y, &wrote)?;
        expect_fault(wrote.to_vec().map(drop), "other");
        other.fence()
    });
}

#[test]
fn many_launches_without_a_fence_are_looked_after() {
    on_every_space(|space| {
        if !is_device(space) {
            return Ok(());
        }
        let all = (0..1100).try_for_each(|k| {
            let at = if k == 500 { 6 } else { 0 };
            gather(space, &format!("launch {k}"), &[at, 1, 2, 3, 4, 5]).map(drop)
        });
        expect_fault(all, "launch 500");
        space.fence()
    });
}
