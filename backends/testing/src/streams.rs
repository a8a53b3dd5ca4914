//! Launches laid out, graphs, queues, events and page-locked memory.

use crate::{
    Backend, devices,
    kernels::{grid, integers},
};
use portax::{
    backend::{Arg, Buffer, Command, Device, Module, Step, Streams},
    error::{Error, Result},
};
use std::{thread, time::Duration};

/// A kernel that takes its time, and the arguments that it has.
struct SlowAdd {
    kernel: Module,
    count: Arg,
}

impl SlowAdd {
    fn new<B: Backend>(device: &dyn Device) -> Result<SlowAdd> {
        let (source, count) = B::slow_add(device);
        let kernel = device.compile(&source)?;
        Ok(SlowAdd { kernel, count })
    }

    fn args(&self, buffer: Buffer, v: i32) -> [Arg; 3] {
        [Arg::Buffer(buffer), Arg::I32(v), self.count]
    }

    /// # Safety
    /// The buffer is alive and has two integers.
    unsafe fn launch(&self, device: &dyn Device, buffer: Buffer, v: i32) -> Result<()> {
        // SAFETY: the arguments match; the rest is the caller's promise.
        unsafe { device.launch(&self.kernel, grid(1, 1), &self.args(buffer, v)) }
    }

    /// The launch laid out, where the backend does that.
    fn encode<B: Backend>(
        &self,
        device: &dyn Device,
        buffer: Buffer,
        v: i32,
    ) -> Result<Option<Box<dyn Command>>> {
        let command = device.encode(&self.kernel, grid(1, 1), &self.args(buffer, v))?;
        assert_eq!(command.is_some(), B::HAS_GRAPHS, "{}", device.name());
        if command.is_none() {
            println!("skipped: {} lays no launches out", device.name());
        }
        Ok(command)
    }
}

fn streams(device: &dyn Device) -> &dyn Streams {
    device.streams().expect("queues")
}

/// Also after the kernel's handle is gone.
///
/// # Errors
/// What the device returns.
pub fn encoded_launches_repeat_with_their_arguments<B: Backend>() -> Result<()> {
    for device in devices::<B>() {
        let (add, buffer) = (SlowAdd::new::<B>(&*device)?, device.alloc(8)?);
        let encode = |v| add.encode::<B>(&*device, buffer, v);
        let (Some(three), Some(five)) = (encode(3)?, encode(5)?) else {
            continue;
        };
        drop(add);
        // SAFETY: the arguments match, the buffer is alive.
        unsafe {
            device.zero(buffer)?;
            (0..4).try_for_each(|_| three.enqueue().and_then(|()| five.enqueue()))?;
        }
        assert_eq!(integers(&*device, buffer)?[0], 32);
        // SAFETY: not used any more.
        unsafe { device.free(buffer) };
    }
    Ok(())
}

/// Capturing runs nothing, and each repetition all of it.
///
/// # Errors
/// What the device returns.
pub fn graphs_repeat_launches_copies_and_zeros<B: Backend>() -> Result<()> {
    for device in devices::<B>() {
        let add = SlowAdd::new::<B>(&*device)?;
        let (a, b) = (device.alloc(8)?, device.alloc(8)?);
        let Some(add) = add.encode::<B>(&*device, b, 7)? else {
            continue;
        };
        let steps = [
            Step::Zero(b),
            Step::Launch(&*add),
            Step::Launch(&*add),
            Step::Copy {
                from: b,
                to: a,
                bytes: 8,
            },
        ];
        let graph = device.graphs().expect("graphs").capture(&steps)?;
        // SAFETY: the buffers are alive.
        unsafe {
            device.zero(a)?;
            device.fence()?;
            assert_eq!(integers(&*device, a)?[0], 0, "capturing runs nothing");
            graph.enqueue()?;
            graph.enqueue()?;
        }
        assert_eq!(integers(&*device, a)?[0], 14);
        drop(graph);
        // SAFETY: not used any more.
        unsafe {
            device.free(a);
            device.free(b);
        }
    }
    Ok(())
}

/// One thread captures while another asks for more memory than there is, for which drivers wait for the whole device.
///
/// # Errors
/// What the device returns.
pub fn graphs_are_captured_while_memory_runs_out<B: Backend>() -> Result<()> {
    for device in devices::<B>() {
        let (add, buffer) = (SlowAdd::new::<B>(&*device)?, device.alloc(8)?);
        let Some(add) = add.encode::<B>(&*device, buffer, 7)? else {
            continue;
        };
        let graphs = device.graphs().expect("graphs");
        let too_much = match B::HAS_OWN_MEMORY {
            true => 2 * device.properties().memory_bytes as usize,
            false => 1 << 60,
        };
        thread::scope(|scope| {
            let waits = scope.spawn(|| {
                for _ in 0..50 {
                    let error = device.alloc(too_much).expect_err("more than there is");
                    assert!(matches!(error, Error::OutOfMemory { .. }), "{error}");
                }
            });
            while !waits.is_finished() {
                graphs.capture(&[Step::Zero(buffer), Step::Launch(&*add)])?;
            }
            Ok(())
        })?;
        // SAFETY: not used any more.
        unsafe { device.free(buffer) };
    }
    Ok(())
}

/// How often a test looks for what depends on time.
const TRIES: usize = 20;

/// The first result of so many that is `right`.
fn until<T>(
    tries: usize,
    make: impl Fn() -> Result<T>,
    right: impl Fn(&T) -> Result<bool>,
) -> Result<Option<T>> {
    for _ in 0..tries {
        let made = make()?;
        if right(&made)? {
            return Ok(Some(made));
        }
    }
    Ok(None)
}

/// And events know the time between them.
///
/// # Errors
/// What the device returns.
pub fn streams_wait_for_events_of_each_other<B: Backend>() -> Result<()> {
    for device in devices::<B>() {
        let (add, buffer) = (SlowAdd::new::<B>(&*device)?, device.alloc(8)?);
        let fork = streams(&*device).fork()?;
        // SAFETY: the arguments match, the buffer is alive.
        unsafe {
            let name = device.name();
            let start_and_end = || {
                device.copy_in(buffer, 0, &1u64.to_le_bytes())?;
                let start = streams(&*device).record()?;
                add.launch(&*device, buffer, 2)?;
                Ok([start, streams(&*device).record()?])
            };
            // other tests may hold the host up for longer than the kernel takes
            let [start, end] = until(TRIES, start_and_end, |[_, end]| Ok(!end.is_done()?))?
                .unwrap_or_else(|| panic!("{name}: the kernel takes its time"));
            streams(&*fork).wait(&*end)?;
            assert_eq!(integers(&*fork, buffer)?[0], 3, "{name}");
            assert!(end.is_done()?, "{name}");
            let time = end.since(&*start)?;
            let expected = Duration::from_millis(2)..Duration::from_secs(20);
            assert!(expected.contains(&time), "{name}: {time:?}");
            device.free(buffer);
        }
    }
    Ok(())
}

/// An event that was waited for is done.
///
/// # Errors
/// What the device returns.
pub fn an_event_is_waited_for<B: Backend>() -> Result<()> {
    for device in devices::<B>() {
        let (add, buffer) = (SlowAdd::new::<B>(&*device)?, device.alloc(8)?);
        // SAFETY: the arguments match, the buffer is alive.
        unsafe {
            device.zero(buffer)?;
            add.launch(&*device, buffer, 2)?;
            let end = streams(&*device).record()?;
            end.wait()?;
            assert!(end.is_done()?, "{}", device.name());
            device.free(buffer);
        }
    }
    Ok(())
}

/// In the order of the queue, while the host goes on.
///
/// # Errors
/// What the device returns.
pub fn page_locked_memory_is_copied_behind_the_host<B: Backend>() -> Result<()> {
    for device in devices::<B>() {
        let (add, buffer) = (SlowAdd::new::<B>(&*device)?, device.alloc(8)?);
        let pinned = device.pinned().expect("page-locked memory");
        let memory = pinned.alloc_pinned(8)?;
        // SAFETY: the memory has eight bytes, aligned for any type, and is used in the order of the queue.
        unsafe {
            memory.cast::<[i32; 2]>().write([40, 1]);
            pinned.copy_in_async(buffer, memory, 8)?;
            add.launch(&*device, buffer, 2)?;
            pinned.copy_out_async(buffer, memory, 8)?;
            device.fence()?;
            assert_eq!(memory.cast::<i32>().read(), 42, "{}", device.name());
            pinned.free_pinned(memory);
            device.free(buffer);
        }
    }
    Ok(())
}
