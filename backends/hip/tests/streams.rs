//! Streams, events, graphs and page-locked memory of every HIP device present, by the backend's own functions.

use portax::{
    backend::{Arg, Buffer, Device, Grid, Source, Step},
    error::Result,
    registry::Provider,
};
use portax_hip::{Hip, HipProvider};
use std::{
    env,
    sync::{Arc, LazyLock},
    time::Duration,
};

static PROVIDER: LazyLock<HipProvider> = LazyLock::new(HipProvider::new);

fn devices() -> Vec<Arc<Hip>> {
    match PROVIDER.devices() {
        Ok(infos) => infos
            .iter()
            .map(|info| PROVIDER.device(&info.name).expect("opens"))
            .collect(),
        Err(error) => {
            let required = env::var("PORTAX_REQUIRE").unwrap_or_default();
            assert!(!required.contains("hip:"), "PORTAX_REQUIRE: {error}");
            println!("skipped: {error}");
            Vec::new()
        }
    }
}

/// Adds `v` to `a[0]` after `cycles` of the clock.
fn slow_add() -> Source {
    Source::new(
        "extern \"C\" __global__ void slow_add(int* a, const int v, const long long cycles) {
            const long long start = clock64();
            while (clock64() - start < cycles) {}
            a[0] += v;
        }",
        "slow_add",
    )
}

/// About ten milliseconds.
const CYCLES: i64 = 20_000_000;
const ONE: Grid = Grid {
    groups: 1,
    group_size: [1, 1],
};

fn args(buffer: Buffer, v: i32) -> [Arg; 3] {
    [Arg::Buffer(buffer), Arg::I32(v), Arg::I64(CYCLES)]
}

fn first(device: &Hip, buffer: Buffer) -> Result<i32> {
    let mut back = [0; 4];
    // SAFETY: inside the live buffer.
    unsafe { device.copy_out(buffer, 0, &mut back)? };
    Ok(i32::from_ne_bytes(back))
}

#[test]
fn encoded_launches_repeat_with_their_arguments() -> Result<()> {
    for device in devices() {
        let (kernel, buffer) = (device.compile(&slow_add())?, device.alloc(4)?);
        let add = |v| {
            let command = device.encode(&kernel, ONE, &args(buffer, v))?;
            Ok(command.expect("HIP lays launches out"))
        };
        let (three, five) = (add(3)?, add(5)?);
        drop(kernel);
        // SAFETY: the arguments match, the buffer is alive.
        unsafe {
            device.zero(buffer)?;
            (0..4).try_for_each(|_| three.enqueue().and_then(|()| five.enqueue()))?;
        }
        assert_eq!(first(&device, buffer)?, 32);
        // SAFETY: not used any more.
        unsafe { device.free(buffer) };
    }
    Ok(())
}

#[test]
fn graphs_repeat_launches_copies_and_zeros() -> Result<()> {
    for device in devices() {
        let kernel = device.compile(&slow_add())?;
        let (a, b) = (device.alloc(4)?, device.alloc(4)?);
        let add = device
            .encode(&kernel, ONE, &args(b, 7))?
            .expect("a command");
        let steps = [
            Step::Zero(b),
            Step::Launch(&*add),
            Step::Launch(&*add),
            Step::Copy {
                from: b,
                to: a,
                bytes: 4,
            },
        ];
        let graph = device.graphs().expect("HIP has graphs").capture(&steps)?;
        // SAFETY: the buffers are alive.
        unsafe {
            device.zero(a)?;
            device.fence()?;
            assert_eq!(first(&device, a)?, 0, "capturing runs nothing");
            graph.enqueue()?;
            graph.enqueue()?;
        }
        assert_eq!(first(&device, a)?, 14);
        drop(graph);
        // SAFETY: not used any more.
        unsafe {
            device.free(a);
            device.free(b);
        }
    }
    Ok(())
}

#[test]
fn streams_wait_for_events_of_each_other() -> Result<()> {
    for device in devices() {
        let (kernel, buffer) = (device.compile(&slow_add())?, device.alloc(4)?);
        let streams = device.streams().expect("HIP has streams");
        let fork = streams.fork()?;
        // SAFETY: the arguments match, the buffer is alive.
        unsafe {
            device.copy_in(buffer, 0, &1i32.to_ne_bytes())?;
            let start = streams.record()?;
            device.launch(&kernel, ONE, &args(buffer, 2))?;
            let end = streams.record()?;
            assert!(!end.is_done()?, "the kernel takes its time");
            fork.streams().expect("streams").wait(&*end)?;
            let mut back = [0; 4];
            fork.copy_out(buffer, 0, &mut back)?;
            assert_eq!(i32::from_ne_bytes(back), 3);
            assert!(end.is_done()?);
            let time = end.since(&*start)?;
            let expected = Duration::from_millis(3)..Duration::from_secs(1);
            assert!(expected.contains(&time), "{time:?}");
            device.free(buffer);
        }
    }
    Ok(())
}

#[test]
fn page_locked_memory_is_copied_behind_the_host() -> Result<()> {
    for device in devices() {
        let (kernel, buffer) = (device.compile(&slow_add())?, device.alloc(4)?);
        let pinned = device.pinned().expect("HIP has page-locked memory");
        let memory = pinned.alloc_pinned(4)?;
        // SAFETY: the memory has four bytes, aligned for any type, and is used in the order of the stream.
        unsafe {
            memory.cast::<i32>().write(40);
            pinned.copy_in_async(buffer, memory, 4)?;
            device.launch(&kernel, ONE, &args(buffer, 2))?;
            pinned.copy_out_async(buffer, memory, 4)?;
            device.fence()?;
            assert_eq!(memory.cast::<i32>().read(), 42);
            pinned.free_pinned(memory);
            device.free(buffer);
        }
    }
    Ok(())
}
