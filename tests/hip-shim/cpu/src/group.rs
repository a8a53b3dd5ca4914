//! A work group: one fiber a work item, run in turn up to the barriers.

use crate::fiber::{Stacks, switch};
use std::{cell::Cell, ffi::c_void, ptr};

/// A kernel that unpacks the addresses of its arguments.
pub type Kernel = unsafe extern "C" fn(*mut *mut c_void);

/// Where a work item is: what `threadIdx`, `blockIdx`, `blockDim` and `gridDim` read. The prelude has the same struct.
#[repr(C)]
#[derive(Default)]
pub struct Item {
    pub thread: [u32; 3],
    pub block: [u32; 3],
    pub block_size: [u32; 3],
    pub grid_size: [u32; 3],
}

/// What a work item waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Ready,
    /// The other lanes of its row, which is a thread of its team.
    AtVectorBarrier,
    AtGroupBarrier,
    Done,
}

/// Runs groups, one after another, on one thread.
pub struct Worker {
    stacks: Stacks,
    tops: Vec<*mut u8>,
    states: Vec<State>,
    scheduler: *mut u8,
    current: usize,
    item: Item,
    kernel: Kernel,
    arguments: *mut *mut c_void,
}

thread_local! {
    /// The one that runs on this thread.
    static WORKER: Cell<*mut Worker> = const { Cell::new(ptr::null_mut()) };
}

/// What a kernel calls to learn where it is.
pub extern "C" fn item() -> *const Item {
    // SAFETY: kernels run under a worker only.
    unsafe { &raw const (*WORKER.get()).item }
}

/// What a kernel calls at a barrier: of its group, or of its vector lanes.
pub extern "C" fn barrier(of_vector: bool) {
    let state = match of_vector {
        true => State::AtVectorBarrier,
        false => State::AtGroupBarrier,
    };
    // SAFETY: kernels run under a worker only.
    unsafe { leave(WORKER.get(), state) };
}

/// Goes back to the scheduler.
///
/// # Safety
/// The worker runs a fiber, which calls this.
unsafe fn leave(worker: *mut Worker, state: State) {
    // SAFETY: the scheduler waits in `resume`, and nobody else uses the worker.
    unsafe {
        let worker = &mut *worker;
        worker.states[worker.current] = state;
        switch(&mut worker.tops[worker.current], worker.scheduler);
    }
}

/// Where every fiber starts.
extern "C" fn start() -> ! {
    let worker = WORKER.get();
    // SAFETY: the scheduler has set kernel and arguments, which match by the launch's promise.
    unsafe {
        ((*worker).kernel)((*worker).arguments);
        leave(worker, State::Done);
    }
    unreachable!("a work item that is done is not resumed");
}

impl Worker {
    /// For groups of this size.
    pub fn new(
        kernel: Kernel,
        arguments: *mut *mut c_void,
        block: [u32; 3],
        grid: [u32; 3],
    ) -> Worker {
        let items = block.iter().product::<u32>() as usize;
        Worker {
            stacks: Stacks::new(items),
            tops: vec![ptr::null_mut(); items],
            states: vec![State::Ready; items],
            scheduler: ptr::null_mut(),
            current: 0,
            item: Item {
                block_size: block,
                grid_size: grid,
                ..Item::default()
            },
            kernel,
            arguments,
        }
    }

    /// Runs one group.
    ///
    /// # Errors
    /// Work items that wait for others that will not come.
    ///
    /// # Safety
    /// The kernel may run with these arguments.
    pub unsafe fn run(&mut self, group: [u32; 3]) -> Result<(), String> {
        self.item.block = group;
        self.states.fill(State::Ready);
        for k in 0..self.stacks.count() {
            // SAFETY: the last group is done or given up.
            self.tops[k] = unsafe { self.stacks.start(k, start) };
        }
        let row = self.item.block_size[0] as usize;
        loop {
            for first in (0..self.states.len()).step_by(row) {
                // SAFETY: by the caller's promise.
                unsafe { self.run_row(first, row)? };
            }
            if self.states.iter().all(|state| *state == State::Done) {
                return Ok(());
            }
            self.pass("group", State::AtGroupBarrier, 0, self.states.len())?;
        }
    }

    /// Runs the lanes of a row until each is done or at a barrier of the group.
    ///
    /// # Safety
    /// As for [`run`](Self::run).
    unsafe fn run_row(&mut self, first: usize, count: usize) -> Result<(), String> {
        loop {
            for k in first..first + count {
                if self.states[k] == State::Ready {
                    // SAFETY: by the caller's promise.
                    unsafe { self.resume(k) };
                }
            }
            let states = &self.states[first..first + count];
            if !states.contains(&State::AtVectorBarrier) {
                return Ok(());
            }
            self.pass("vector", State::AtVectorBarrier, first, count)?;
        }
    }

    /// Lets work items that all wait at the same barrier go on.
    fn pass(&mut self, of: &str, barrier: State, first: usize, count: usize) -> Result<(), String> {
        let states = &mut self.states[first..first + count];
        if let Some(k) = states.iter().position(|state| *state != barrier) {
            let (absent, group, state) = (first + k, self.item.block, states[k]);
            return Err(format!(
                "a barrier of a {of} waits for work item {absent} of group {group:?}, which is {state:?}"
            ));
        }
        states.fill(State::Ready);
        Ok(())
    }

    /// Goes on with a work item until it meets a barrier or ends.
    ///
    /// # Safety
    /// As for [`run`](Self::run).
    unsafe fn resume(&mut self, k: usize) {
        let [x, y, _] = self.item.block_size.map(|n| n as usize);
        self.item.thread = [k % x, k / x % y, k / x / y].map(|n| n as u32);
        self.current = k;
        let (top, worker) = (self.tops[k], ptr::from_mut(self));
        WORKER.set(worker);
        // SAFETY: the fiber's stack is its own, and it comes back through `leave`.
        unsafe { switch(&raw mut (*worker).scheduler, top) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// The order in which work items passed.
    type Order = Mutex<Vec<(u32, u32, u32)>>;

    fn note(arguments: *mut *mut c_void, step: u32) {
        // SAFETY: `order_of` passes an `Order`.
        let order = unsafe { &*arguments.cast::<Order>() };
        // SAFETY: `item` gives the place of the one that runs.
        let [x, y, _] = unsafe { (*item()).thread };
        order.lock().expect("no panic").push((step, y, x));
    }

    fn order_of(kernel: Kernel, block: [u32; 3]) -> Result<Vec<(u32, u32, u32)>, String> {
        let order = Order::default();
        let arguments = ptr::from_ref(&order).cast_mut().cast();
        let mut worker = Worker::new(kernel, arguments, block, [1, 1, 1]);
        // SAFETY: the kernels of these tests take an `Order`.
        unsafe { worker.run([0, 0, 0])? };
        drop(worker);
        Ok(order.into_inner().expect("no panic"))
    }

    #[test]
    fn nobody_passes_a_barrier_before_all_are_there() -> Result<(), String> {
        unsafe extern "C" fn kernel(arguments: *mut *mut c_void) {
            note(arguments, 0);
            barrier(false);
            note(arguments, 1);
        }
        let order = order_of(kernel, [3, 2, 1])?;
        assert_eq!(order.len(), 12);
        assert!(order[..6].iter().all(|(step, ..)| *step == 0), "{order:?}");
        Ok(())
    }

    #[test]
    fn a_barrier_of_lanes_holds_one_row() -> Result<(), String> {
        unsafe extern "C" fn kernel(arguments: *mut *mut c_void) {
            note(arguments, 0);
            // SAFETY: `item` gives the place of the one that runs.
            if unsafe { (*item()).thread[1] } == 1 {
                barrier(true);
                note(arguments, 1);
            }
        }
        let rows = [
            (0, 0, 0),
            (0, 0, 1),
            (0, 1, 0),
            (0, 1, 1),
            (1, 1, 0),
            (1, 1, 1),
        ];
        assert_eq!(order_of(kernel, [2, 2, 1])?, rows);
        Ok(())
    }

    #[test]
    fn a_barrier_that_some_never_reach_is_an_error() {
        unsafe extern "C" fn kernel(_: *mut *mut c_void) {
            // SAFETY: `item` gives the place of the one that runs.
            if unsafe { (*item()).thread[0] } != 1 {
                barrier(false);
            }
        }
        let words = order_of(kernel, [4, 1, 1]).expect_err("work item 1 is done");
        assert!(words.contains("waits for work item 1 of group"), "{words}");
    }
}
