//! Events: what they wait for, and the time between them.

use super::{Scale, filled, on_every_space};
use portax::{RangePolicy, Result, Space, View};
use std::time::{Duration, Instant};

const N: usize = 1 << 18;

fn scale(space: &Space, y: &View<f64, 1>) -> Result<()> {
    let (n, y) = (y.len(), y.clone());
    let k = Scale { a: 1.0, b: 1.0, y };
    space.parallel_for("scale", RangePolicy::new(0..n), &k)
}

#[test]
fn an_event_is_done_when_what_came_before_is() {
    on_every_space(|space| {
        let y = filled(space, "y", N, 0.0)?;
        (0..10).try_for_each(|_| scale(space, &y))?;
        let event = space.event()?;
        event.wait()?;
        assert!(event.is_done()?);
        assert_eq!(y.to_vec()?[N - 1], 10.0);
        Ok(())
    });
}

#[test]
fn the_time_between_events_is_that_of_the_launches() {
    on_every_space(|space| {
        let y = filled(space, "y", N, 0.0)?;
        scale(space, &y)?;
        space.fence()?;
        let clock = Instant::now();
        let start = space.event()?;
        (0..20).try_for_each(|_| scale(space, &y))?;
        let end = space.event()?;
        let time = end.since(&start)?;
        let longest = clock.elapsed() + Duration::from_millis(5);
        assert!(
            time > Duration::ZERO && time < longest,
            "{time:?} {longest:?}"
        );
        assert!(end.since(&end)? < time);
        Ok(())
    });
}

#[test]
fn spaces_wait_for_events_of_others() {
    on_every_space(|space| {
        let host = portax_backends::by_name("rayon:lane")?;
        let other = super::instances::another(space)?.unwrap_or(host.clone());
        let y = filled(space, "y", N, 0.0)?;
        scale(space, &y)?;
        let event = space.event()?;
        other.wait(&event)?;
        other.event()?.wait()?;
        assert!(event.is_done()?, "the other instance has passed it");
        space.wait(&host.event()?)
    });
}

#[test]
fn pinned_mirrors_are_copied_while_the_host_goes_on() {
    on_every_space(|space| {
        let (x, y) = (filled(space, "x", N, 1.0)?, filled(space, "y", N, 2.0)?);
        let mirror = x.create_pinned_mirror()?;
        assert!(mirror.read()?.to_vec().iter().all(|&v| v == 0.0));
        for round in 0..5 {
            mirror.write()?.fill(f64::from(round));
            space.deep_copy_async(&x, &mirror)?;
            scale(space, &x)?;
            space.deep_copy_async(&y, &x)?;
            space.deep_copy_async(&mirror, &y)?;
            let found = mirror.read()?.to_vec();
            assert_eq!(found, vec![f64::from(round + 1); N]);
        }
        space.deep_copy_async(&mirror, &y)?;
        drop(mirror);
        space.fence()
    });
}

#[test]
fn other_instances_copy_in_turn() {
    on_every_space(|space| {
        let Some(other) = super::instances::another(space)? else {
            return Ok(());
        };
        let y = filled(space, "y", N, 0.0)?;
        let mirror = y.create_pinned_mirror()?;
        for round in 1..=5 {
            scale(space, &y)?;
            other.deep_copy_async(&mirror, &y)?;
            assert_eq!(mirror.read()?.to_vec(), vec![f64::from(round); N]);
        }
        Ok(())
    });
}
