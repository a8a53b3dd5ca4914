//! Queues, events and page-locked memory of every OpenCL device present, by the backend's own functions.

use portax::{
    backend::{Arg, Buffer, Device, Grid, Source, Streams},
    error::Result,
    registry::Provider,
};
use portax_opencl::{OpenCl, OpenClProvider};
use std::{
    env,
    sync::{Arc, LazyLock},
    time::Duration,
};

static PROVIDER: LazyLock<OpenClProvider> = LazyLock::new(OpenClProvider::new);

fn devices() -> Vec<Arc<OpenCl>> {
    match PROVIDER.devices() {
        Ok(infos) => infos
            .iter()
            .map(|info| PROVIDER.device(&info.name).expect("opens"))
            .collect(),
        Err(error) => {
            let required = env::var("PORTAX_REQUIRE").unwrap_or_default();
            assert!(!required.contains("opencl"), "PORTAX_REQUIRE: {error}");
            println!("skipped: {error}");
            Vec::new()
        }
    }
}

/// Adds `v` to `a[0]` after many steps of a generator, whose result is kept so that no compiler removes the steps.
fn slow_add() -> Source {
    Source::new(
        "__kernel void slow_add(__global int* a, const int v, const int steps) {
            uint x = (uint)a[1];
            #pragma unroll 1
            for (int k = 0; k < steps; ++k) x = (x ^ (x >> 7)) * 1664525u + 1013904223u;
            a[1] = (int)x;
            a[0] += v;
        }",
        "slow_add",
    )
}

/// Tens of milliseconds.
const STEPS: i32 = 10_000_000;
const ONE: Grid = Grid {
    groups: 1,
    group_size: [1, 1],
};

fn args(buffer: Buffer, v: i32) -> [Arg; 3] {
    [Arg::Buffer(buffer), Arg::I32(v), Arg::I32(STEPS)]
}

fn streams(device: &OpenCl) -> &dyn Streams {
    device.streams().expect("OpenCL has queues")
}

#[test]
fn queues_wait_for_events_of_each_other() -> Result<()> {
    for device in devices() {
        let (kernel, buffer) = (device.compile(&slow_add())?, device.alloc(8)?);
        let fork = streams(&device).fork()?;
        // SAFETY: the arguments match, the buffer is alive.
        unsafe {
            device.copy_in(buffer, 0, &1u64.to_le_bytes())?;
            let start = streams(&device).record()?;
            device.launch(&kernel, ONE, &args(buffer, 2))?;
            let end = streams(&device).record()?;
            assert!(
                !end.is_done()?,
                "{}: the kernel takes its time",
                device.name()
            );
            fork.streams().expect("queues").wait(&*end)?;
            let mut back = [0; 4];
            fork.copy_out(buffer, 0, &mut back)?;
            assert_eq!(i32::from_ne_bytes(back), 3, "{}", device.name());
            assert!(end.is_done()?);
            let time = end.since(&*start)?;
            let expected = Duration::from_millis(2)..Duration::from_secs(20);
            assert!(expected.contains(&time), "{}: {time:?}", device.name());
            device.free(buffer);
        }
    }
    Ok(())
}

#[test]
fn an_event_is_waited_for() -> Result<()> {
    for device in devices() {
        let (kernel, buffer) = (device.compile(&slow_add())?, device.alloc(8)?);
        // SAFETY: the arguments match, the buffer is alive.
        unsafe {
            device.zero(buffer)?;
            device.launch(&kernel, ONE, &args(buffer, 2))?;
            let end = streams(&device).record()?;
            end.wait()?;
            assert!(end.is_done()?, "{}", device.name());
            device.free(buffer);
        }
    }
    Ok(())
}

#[test]
fn page_locked_memory_is_copied_behind_the_host() -> Result<()> {
    for device in devices() {
        let (kernel, buffer) = (device.compile(&slow_add())?, device.alloc(8)?);
        let pinned = device.pinned().expect("OpenCL has page-locked memory");
        let memory = pinned.alloc_pinned(8)?;
        // SAFETY: the memory has eight bytes, aligned for any type, and is used in the order of the queue.
        unsafe {
            memory.cast::<[i32; 2]>().write([40, 1]);
            pinned.copy_in_async(buffer, memory, 8)?;
            device.launch(&kernel, ONE, &args(buffer, 2))?;
            pinned.copy_out_async(buffer, memory, 8)?;
            device.fence()?;
            assert_eq!(memory.cast::<i32>().read(), 42, "{}", device.name());
            pinned.free_pinned(memory);
            device.free(buffer);
        }
    }
    Ok(())
}
