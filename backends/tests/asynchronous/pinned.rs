//! Page-locked mirrors: whoever takes one waits for its copies, and copies wait for whoever has it.

use super::{filled, on_every_space};
use portax::{Result, Space, View, space::Engine};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

#[test]
fn a_mirror_of_another_handle_of_the_device_is_copied_after_its_own_copies() {
    on_every_space(|space| {
        let Engine::Device(device) = space.engine().clone() else {
            return Ok(());
        };
        let Ok(other) = Space::device(device).instance() else {
            return Ok(());
        };
        const N: usize = 4_000_000;
        for round in 1..=5 {
            let from = filled(space, "from", N, f64::from(round))?;
            let mirror = from.create_pinned_mirror()?;
            let to: View<f64, 1> = View::new(&other, "to", [N])?;
            other.fence()?;
            space.deep_copy_async(&mirror, &from)?;
            other.deep_copy_async(&to, &mirror)?;
            assert!(to.to_vec()?.iter().all(|&x| x == f64::from(round)));
        }
        Ok(())
    });
}

#[test]
fn no_copy_begins_between_waiting_for_the_last_and_taking_the_memory() {
    on_every_space(|space| {
        let to: View<f64, 1> = View::new(space, "to", [2_000_000])?;
        let mirror = to.create_pinned_mirror()?;
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                let mut value = 0.0;
                while !stop.load(Ordering::Relaxed) {
                    if let Ok(mut guard) = mirror.write() {
                        value += 1.0;
                        guard.fill(value);
                        drop(guard);
                        thread::sleep(Duration::from_millis(3));
                    }
                }
            });
            let copied = copy_for(space, Duration::from_secs(2), &to, &mirror);
            stop.store(true, Ordering::Relaxed);
            copied
        })
    });
}

/// Copies again and again; each copy has one value.
fn copy_for(space: &Space, time: Duration, to: &View<f64, 1>, from: &View<f64, 1>) -> Result<()> {
    let begin = Instant::now();
    while begin.elapsed() < time {
        for _ in 0..8 {
            if space.deep_copy_async(to, from).is_err() {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
        let copied = to.to_vec()?;
        assert!(copied.iter().all(|&x| x == copied[0]), "a torn copy");
    }
    Ok(())
}
