//! What the native executors share: addresses, teams with their scratch, and faults of checked accesses.

pub use crate::fault::{Fault, What};

use crate::kernel::exec::Exec;
use std::cell::Cell;
use std::marker::PhantomData;
use std::panic::{Location, resume_unwind};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Address of a view's first element, of scratch or of a local array.
#[derive(Clone, Copy, Debug)]
pub struct NativePtr(pub(crate) *mut u8);

// SAFETY: an address; who may use it when is settled by the launch that hands it to kernels.
unsafe impl Send for NativePtr {}
// SAFETY: as above.
unsafe impl Sync for NativePtr {}

impl NativePtr {
    /// The address of memory.
    ///
    /// # Safety
    /// Executors read and write through it: it is valid for all accesses that are made with it.
    pub unsafe fn new(p: *mut u8) -> Self {
        NativePtr(p)
    }

    /// The same address without its history. The compiler would take `base + tile * stride + offset` apart again, share
    /// `tile * stride + offset` between views of one shape, and need a register for each base and each sum.
    #[inline(always)]
    #[allow(clippy::pointers_in_nomem_asm_block)] // the pointer goes in and comes out, nothing is read through it
    pub(crate) fn opaque(self) -> Self {
        let mut p = self.0;
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        // SAFETY: no instruction.
        unsafe {
            std::arch::asm!("/* {0} */", inout(reg) p, options(pure, nomem, nostack, preserves_flags));
        }
        #[cfg(not(all(target_arch = "x86_64", not(miri))))]
        {
            p = std::hint::black_box(p);
        }
        NativePtr(p)
    }

    /// Address of the scalar `at`.
    #[inline(always)]
    pub(crate) fn at<T>(self, at: i64) -> *mut T {
        self.0.cast::<T>().wrapping_offset(at as isize)
    }
}

/// An integer of which the compiler knows nothing.
#[inline(always)]
pub(crate) fn opaque(n: i64) -> i64 {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let mut n = n;
        // SAFETY: no instruction.
        unsafe {
            std::arch::asm!("/* {0} */", inout(reg) n, options(pure, nomem, nostack, preserves_flags));
        }
        n
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    std::hint::black_box(n)
}

/// Collects the faults of one launch: the first one reported is kept.
#[derive(Debug, Default)]
pub struct FaultSink {
    /// Does the kernel assert? Then its faults may come as panics of executors that check nothing.
    asserts: bool,
    /// Is NaN that is written to a view a fault?
    watches_nan: bool,
    hit: AtomicBool,
    first: Mutex<Option<Fault>>,
}

impl FaultSink {
    /// A sink without faults, of a kernel that asserts something or does not.
    pub const fn new(asserts: bool) -> Self {
        Self {
            asserts,
            watches_nan: false,
            hit: AtomicBool::new(false),
            first: Mutex::new(None),
        }
    }

    /// The same, for which NaN is a fault or is not.
    pub(crate) fn watching(self, watches_nan: bool) -> Self {
        Self {
            watches_nan,
            ..self
        }
    }

    /// Whether the kernel asserts something.
    #[inline]
    pub(crate) fn asserts(&self) -> bool {
        self.asserts
    }

    /// Whether there has been a fault. Takes no lock.
    #[inline]
    pub fn is_hit(&self) -> bool {
        self.hit.load(Ordering::Relaxed)
    }

    /// The fault that ended a launch: the first one reported, or that of a local array or an assertion, which comes as the
    /// panic.
    ///
    /// # Errors
    /// The panic where it was no fault.
    pub(crate) fn fault_of<V>(&self, done: thread::Result<V>) -> thread::Result<Result<V, Fault>> {
        match (self.take(), done) {
            (Some(fault), _) => Ok(Err(fault)),
            (None, Ok(value)) => Ok(Ok(value)),
            (None, Err(panic)) => panic.downcast().map(|fault| Err(*fault)),
        }
    }

    /// The first fault, which leaves the sink empty.
    pub fn take(&self) -> Option<Fault> {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        self.hit.store(false, Ordering::Relaxed);
        first.take()
    }

    /// Keeps the fault if it is the first.
    #[cold]
    pub fn report(&self, fault: Fault) {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(fault);
        self.hit.store(true, Ordering::Relaxed);
    }
}

/// What identifies a view in a fault: its label and where to report.
#[derive(Clone, Copy, Debug)]
pub struct NativeInfo {
    label: NonNull<str>,
    /// None for local arrays, whose faults unwind to the launch by themselves
    sink: Option<NonNull<FaultSink>>,
}

// SAFETY: shared references to `Sync` data, whose lifetime `new` has the caller promise.
unsafe impl Send for NativeInfo {}
// SAFETY: as above.
unsafe impl Sync for NativeInfo {}

impl NativeInfo {
    /// Facts of the view called `label` in a launch that reports to `sink`.
    ///
    /// # Safety
    /// Both outlive every kernel that gets the result: a launch ends before its views and its sink do.
    pub unsafe fn new(label: &str, sink: &FaultSink) -> Self {
        Self {
            label: label.into(),
            sink: Some(sink.into()),
        }
    }

    /// Facts of a local array.
    pub(crate) fn local(name: &'static str) -> Self {
        Self {
            label: name.into(),
            sink: None,
        }
    }

    /// The view's label.
    fn label(&self) -> String {
        // SAFETY: the promise of `new`, or a label that lives for ever.
        unsafe { self.label.as_ref() }.into()
    }

    /// Whether NaN that is written to the view is a fault.
    #[inline(always)]
    pub(crate) fn watches_nan(self) -> bool {
        // SAFETY: the promise of `new`.
        self.sink
            .is_some_and(|sink| unsafe { sink.as_ref() }.watches_nan)
    }

    /// Reports an access outside the view and ends the task, so that nothing outside is ever touched.
    #[cold]
    #[inline(never)]
    pub(crate) fn outside(
        self,
        indices: &[i64],
        extents: &[usize],
        location: &'static Location<'static>,
    ) -> ! {
        let what = What::Outside {
            view: self.label(),
            extents: extents.into(),
        };
        self.fault(what, indices, location)
    }

    /// Reports NaN that is written to the view, and ends the task.
    #[cold]
    #[inline(never)]
    pub(crate) fn nan(self, indices: &[i64], location: &'static Location<'static>) -> ! {
        let view = self.label();
        self.fault(What::Nan { view }, indices, location)
    }

    fn fault(self, what: What, indices: &[i64], location: &'static Location<'static>) -> ! {
        let fault = Fault {
            what,
            indices: indices.into(),
            location,
        };
        let Some(sink) = self.sink else {
            resume_unwind(Box::new(fault))
        };
        // SAFETY: the promise of `new`.
        unsafe { sink.as_ref() }.report(fault);
        resume_unwind(Box::new(Faulted))
    }
}

/// What unwinds out of a task after a fault: the launch that catches it finds the fault in its sink.
struct Faulted;

/// Team scratch of one thread: hands out a worker's memory array by array, all of it anew to each team.
#[derive(Debug)]
pub struct ScratchArena<'a> {
    base: NonNull<u8>,
    bytes: usize,
    used: Cell<usize>,
    is_checked: bool,
    memory: PhantomData<&'a mut [u8]>,
}

impl<'a> ScratchArena<'a> {
    /// Alignment of every array, in bytes: a cache line and a zmm register.
    pub const ALIGN: usize = 64;

    /// Memory that `arrays` arrays of `bytes` bytes together need.
    pub const fn needed(arrays: usize, bytes: usize) -> usize {
        bytes + arrays * Self::ALIGN
    }

    /// An arena of this memory, whose arrays are to be checked or not where kernels are.
    pub fn new(memory: &'a mut [u8], is_checked: bool) -> Self {
        let before = memory.as_ptr().align_offset(Self::ALIGN).min(memory.len());
        let memory = &mut memory[before..];
        Self {
            base: NonNull::from(&mut *memory).cast(),
            bytes: memory.len(),
            used: Cell::new(0),
            is_checked,
            memory: PhantomData,
        }
    }

    /// Frees all arrays; call it before each team.
    #[inline(always)]
    pub fn reset(&self) {
        self.used.set(0);
    }

    /// `bytes` bytes, uninitialised.
    ///
    /// # Panics
    /// If the arena is full: the launch reserved less than its kernel uses.
    #[inline(always)]
    pub(crate) fn take(&self, bytes: usize) -> NativePtr {
        let start = self.used.get();
        let room = self.bytes.saturating_sub(start);
        if bytes > room {
            full(bytes, room);
        }
        self.used.set((start + bytes).next_multiple_of(Self::ALIGN));
        NativePtr(self.base.as_ptr().wrapping_add(start))
    }
}

#[cold]
#[inline(never)]
fn full(bytes: usize, room: usize) -> ! {
    panic!(
        "team scratch: {bytes} bytes asked for, {room} left; the kernel uses more than its recorded program"
    )
}

/// The team of a native launch: one CPU thread runs all of it.
#[derive(Clone, Copy, Debug)]
pub struct NativeTeam {
    /// Rank of the team in the league
    pub league_rank: i64,
    /// Teams in the league
    pub league_size: i64,
    /// Lanes of the team's thread: a multiple of the executor's
    pub vector_length: i64,
    arena: NonNull<ScratchArena<'static>>,
    sink: NonNull<FaultSink>,
}

impl NativeTeam {
    /// A team whose scratch comes from `arena`.
    ///
    /// # Safety
    /// Arena and sink outlive the team, and only the calling thread uses the arena meanwhile.
    #[inline(always)]
    pub unsafe fn new(
        league_rank: i64,
        league_size: i64,
        vector_length: i64,
        arena: &ScratchArena<'_>,
        sink: &FaultSink,
    ) -> Self {
        Self {
            league_rank,
            league_size,
            vector_length,
            arena: NonNull::from(arena).cast(),
            sink: sink.into(),
        }
    }

    /// The same team of one pack, as the compiler then knows; one lane runs vectors of any length.
    #[inline(always)]
    pub(crate) fn of_one_pack<E: Exec>(self) -> Self {
        if const { E::LANES == 1 } {
            return self;
        }
        Self {
            vector_length: E::LANES as i64,
            ..self
        }
    }

    /// Scratch of `n` scalars, and whether its accesses are to be checked.
    #[inline(always)]
    pub(crate) fn scratch<T>(self, label: &'static str, n: usize) -> (NativePtr, NativeInfo, bool) {
        // SAFETY: the promise of `new`.
        let arena = unsafe { self.arena.as_ref() };
        (
            arena.take(n.saturating_mul(size_of::<T>())),
            NativeInfo {
                label: label.into(),
                sink: Some(self.sink),
            },
            arena.is_checked,
        )
    }
}

/// Loop of integers `next, next + step, ..` below `end`.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    next: i64,
    end: i64,
    step: i64,
}

impl Steps {
    /// `begin, begin + step, ..` below `end`; `step` is positive.
    #[inline(always)]
    pub fn new(begin: i64, end: i64, step: i64) -> Self {
        Self {
            next: begin,
            end,
            step,
        }
    }
}

impl Iterator for Steps {
    type Item = i64;

    #[inline(always)]
    fn next(&mut self) -> Option<i64> {
        if self.next >= self.end {
            return None;
        }
        let i = self.next;
        self.next = i.wrapping_add(self.step);
        Some(i)
    }
}
