//! Launches on several instances that use the same views wait for each other.

use super::{Scale, filled, on_every_space};
use portax::{RangePolicy, Result, Space, View, deep_copy, space::Engine};
use std::thread;

/// Returns another instance of a device; `None` for host threads, and for devices with one queue, for which it prints
/// why.
pub fn another(space: &Space) -> Result<Option<Space>> {
    match space.engine() {
        Engine::Host(_) => Ok(None),
        Engine::Device(_) => match space.instance() {
            Ok(other) => Ok(Some(other)),
            Err(error) => {
                println!("skipped: {error}");
                Ok(None)
            }
        },
    }
}

fn scale(space: &Space, a: f64, b: f64, y: &View<f64, 1>) -> Result<()> {
    let (n, y) = (y.len(), y.clone());
    space.parallel_for("scale", RangePolicy::new(0..n), &Scale { a, b, y })
}

/// Long enough that launches in two queues overlap unless they are ordered.
const N: usize = 1 << 18;

#[test]
fn launches_take_turns_on_one_view() {
    on_every_space(|space| {
        let Some(other) = another(space)? else {
            return Ok(());
        };
        let y = filled(space, "y", N, 0.0)?;
        let mut expected = 0.0;
        for round in 0..20 {
            let add = f64::from(round);
            scale(space, 0.5, add, &y)?;
            scale(&other, 0.25, 1.0, &y)?;
            expected = 0.25 * (0.5 * expected + add) + 1.0;
        }
        assert_eq!(y.to_vec()?, vec![expected; N]);
        Ok(())
    });
}

#[test]
fn copies_and_new_views_are_ordered_too() {
    on_every_space(|space| {
        let Some(other) = another(space)? else {
            return Ok(());
        };
        for round in 0..10 {
            let (x, y) = (filled(space, "x", N, 1.0)?, View::new(&other, "y", [N])?);
            scale(&other, 2.0, f64::from(round), &x)?;
            deep_copy(&y, &x)?;
            scale(space, 0.0, -1.0, &x)?;
            scale(&other, 1.0, 0.5, &y)?;
            let expected = 2.5 + f64::from(round);
            assert_eq!(
                (x.to_vec()?, y.to_vec()?),
                (vec![-1.0; N], vec![expected; N])
            );
        }
        Ok(())
    });
}

/// The memory must not serve another view before the other instance has read it.
#[test]
fn views_are_freed_after_their_last_use_anywhere() {
    on_every_space(|space| {
        let Some(other) = another(space)? else {
            return Ok(());
        };
        let sum = filled(&other, "sum", N, 0.0)?;
        for round in 0..20 {
            let x = filled(space, "x", N, f64::from(round))?;
            scale(&other, 1.0, 1.0, &x)?;
            let (s, y) = (sum.clone(), x.clone());
            portax::parallel_for!(other, "add", N, |i| s[i] += y[i])?;
        }
        assert_eq!(sum.to_vec()?, vec![210.0; N]);
        Ok(())
    });
}

#[test]
fn what_came_before_an_instance_is_before_its_launches() {
    on_every_space(|space| {
        let y = filled(space, "y", N, 1.0)?;
        for _ in 0..5 {
            scale(space, 2.0, 0.0, &y)?;
            let Some(other) = another(space)? else {
                return Ok(());
            };
            scale(&other, 1.0, 1.0, &y)?;
            drop(other);
            scale(space, 1.0, 1.0, &y)?;
        }
        assert_eq!(y.to_vec()?, vec![94.0; N]);
        Ok(())
    });
}

#[test]
fn threads_with_an_instance_each_share_views() {
    on_every_space(|space| {
        if another(space)?.is_none() {
            return Ok(());
        }
        let y = filled(space, "y", 1000, 0.0)?;
        let add = |space: Space| {
            (0..50)
                .try_for_each(|_| scale(&space, 1.0, 1.0, &y).and_then(|()| y.to_vec().map(drop)))
        };
        thread::scope(|scope| {
            let instances: Result<Vec<_>> = (0..3).map(|_| space.instance()).collect();
            let running: Vec<_> = instances?
                .into_iter()
                .map(|instance| scope.spawn(move || add(instance)))
                .collect();
            running
                .into_iter()
                .try_for_each(|thread| thread.join().expect("no panic"))
        })?;
        assert_eq!(y.to_vec()?, vec![150.0; 1000]);
        Ok(())
    });
}

#[test]
fn host_threads_are_one_instance() -> Result<()> {
    let space = portax_backends::by_name("rayon:lane")?;
    let y = filled(&space, "y", 3, 1.0)?;
    scale(&space.instance()?, 2.0, 0.0, &y)?;
    assert_eq!(y.to_vec()?, [2.0; 3]);
    Ok(())
}

#[test]
fn a_device_that_is_opened_twice_is_one_space() -> Result<()> {
    for info in portax_backends::available() {
        let space = portax_backends::by_name(&info.name)?;
        for alias in info.aliases.iter().chain([&info.name]) {
            let again = portax_backends::by_name(alias)?;
            let y = filled(&space, "y", 3, 1.0)?;
            scale(&again, 2.0, 0.0, &y)?;
            assert_eq!(y.to_vec()?, [2.0; 3], "{alias}");
        }
    }
    Ok(())
}
