//! Accesses out of bounds that guarded launches of a device found.
//!
//! All guarded launches of an instance share one report: the first fault fills it with the launch's number, the access
//! and the indices, and stays until it is read, at a fence or a copy to the host. Guarded accesses that fault load zero
//! and store nothing, so that what follows stays inside its memory.
//!
//! The report is in page-locked memory where kernels reach that: the host reads it without waiting for launches that
//! came after those it asks for.

use crate::{
    backend::{Buffer, Device},
    error::{Error, Result},
    ir::render::FAULT_WORDS,
    space::Recorded,
};
use std::{
    collections::HashMap,
    ptr::NonNull,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicI32, Ordering},
    },
};

/// A launch that may fault, in words.
pub(crate) struct Guarded {
    /// Number that it reports
    number: i32,
    label: String,
    recorded: Arc<Recorded>,
    /// Labels and extents of the program's views
    views: Vec<(String, Vec<usize>)>,
}

static NEXT_NUMBER: AtomicI32 = AtomicI32::new(1);

impl Guarded {
    pub(crate) fn new(
        label: &str,
        recorded: Arc<Recorded>,
        views: Vec<(String, Vec<usize>)>,
    ) -> Self {
        Guarded {
            number: NEXT_NUMBER.fetch_add(1, Ordering::Relaxed),
            label: label.to_string(),
            recorded,
            views,
        }
    }

    pub(crate) fn number(&self) -> i32 {
        self.number
    }

    fn error(&self, words: &[i64; FAULT_WORDS]) -> Error {
        let access = &self.recorded.program().accesses[words[1] as usize];
        let (view, extents) = self.views[access.view].clone();
        let indices = (0..access.indices.len()).map(|d| words[3 + d]).collect();
        Error::OutOfBounds {
            launch: self.label.clone(),
            view,
            indices,
            extents,
            location: access.location.to_string(),
        }
    }
}

/// The faults of an instance.
pub(crate) struct Faults {
    device: Arc<dyn Device>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    report: Option<Report>,
    /// Launches that may have a fault which nobody has read, by number
    launched: HashMap<i32, Arc<Guarded>>,
}

/// What a fault says, [`FAULT_WORDS`] of 64 bits; the first is 0 where there is none.
#[derive(Clone, Copy)]
enum Report {
    /// Memory of the device
    OnDevice(Buffer),
    /// Page-locked memory, which kernels reach
    Shared(NonNull<[i64; FAULT_WORDS]>, Buffer),
}

// SAFETY: the report belongs to one `Faults`, which reads and frees it under a lock.
unsafe impl Send for Report {}

const REPORT_BYTES: usize = FAULT_WORDS * 8;

impl Report {
    fn new(device: &dyn Device) -> Result<Self> {
        if let Some(report) = Self::shared(device)? {
            return Ok(report);
        }
        let buffer = device.alloc(REPORT_BYTES)?;
        // SAFETY: allocated just now.
        unsafe { device.zero(buffer)? };
        Ok(Report::OnDevice(buffer))
    }

    fn shared(device: &dyn Device) -> Result<Option<Self>> {
        let Some(pinned) = device.pinned() else {
            return Ok(None);
        };
        let memory = pinned.alloc_pinned(REPORT_BYTES)?;
        match pinned.shared(memory, REPORT_BYTES) {
            Some(buffer) => {
                let words = memory.cast::<[i64; FAULT_WORDS]>();
                // SAFETY: allocated just now, of this size and aligned for more.
                unsafe { words.write([0; FAULT_WORDS]) };
                Ok(Some(Report::Shared(words, buffer)))
            }
            None => {
                // SAFETY: allocated just now and not used.
                unsafe { pinned.free_pinned(memory) };
                Ok(None)
            }
        }
    }

    /// As kernels reach it.
    fn buffer(self) -> Buffer {
        match self {
            Report::OnDevice(buffer) | Report::Shared(_, buffer) => buffer,
        }
    }

    /// Takes a fault out of it. Launches that the caller asks for are done.
    fn take(self, device: &dyn Device) -> Result<Option<[i64; FAULT_WORDS]>> {
        match self {
            Report::OnDevice(buffer) => {
                let mut bytes = [0; REPORT_BYTES];
                // SAFETY: the buffer is alive and has this size.
                unsafe { device.copy_out(buffer, 0, &mut bytes)? };
                let word = |k: usize| i64::from_ne_bytes(std::array::from_fn(|b| bytes[8 * k + b]));
                if word(0) == 0 {
                    return Ok(None);
                }
                // SAFETY: the buffer is alive.
                unsafe { device.zero(buffer)? };
                Ok(Some(std::array::from_fn(word)))
            }
            Report::Shared(words, _) => {
                // SAFETY: alive and aligned; the device may write it meanwhile, therefore volatile.
                if unsafe { words.cast::<i64>().as_ptr().read_volatile() } == 0 {
                    return Ok(None);
                }
                // Who has written the first word still writes the others.
                device.fence()?;
                // SAFETY: alive and aligned, and nothing runs that could write it.
                unsafe {
                    let found = words.as_ptr().read_volatile();
                    words.as_ptr().write_volatile([0; FAULT_WORDS]);
                    Ok(Some(found))
                }
            }
        }
    }

    /// Frees it.
    fn free(self, device: &dyn Device) {
        match self {
            // SAFETY: allocated here; the device frees it after launches that use it.
            Report::OnDevice(buffer) => unsafe { device.free(buffer) },
            Report::Shared(words, _) => {
                // A device that has failed runs nothing any more.
                let _ = device.fence();
                if let Some(pinned) = device.pinned() {
                    // SAFETY: allocated here, and nothing that runs uses it.
                    unsafe { pinned.free_pinned(words.cast()) };
                }
            }
        }
    }
}

/// Different launches between two checks, so that a program which never fences does not gather them without end.
const MOST_LAUNCHED: usize = 1024;

impl Faults {
    pub(crate) fn new(device: Arc<dyn Device>) -> Self {
        Faults {
            device,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where launches report.
    pub(crate) fn buffer(&self) -> Result<Buffer> {
        let mut state = self.state();
        let report = match state.report {
            Some(report) => report,
            None => *state.report.insert(Report::new(&*self.device)?),
        };
        Ok(report.buffer())
    }

    /// Enqueues guarded launches; who checks meanwhile sees all of it or nothing.
    pub(crate) fn during<V>(
        &self,
        guarded: &[Arc<Guarded>],
        enqueue: impl FnOnce() -> Result<V>,
    ) -> Result<V> {
        if guarded.is_empty() {
            return enqueue();
        }
        let mut state = self.state();
        if state.launched.len() > MOST_LAUNCHED {
            self.device.fence()?;
            self.read(&mut state)?;
            state.launched.clear();
        }
        for launch in guarded {
            state.launched.insert(launch.number, launch.clone());
        }
        enqueue()
    }

    /// The first fault since the last check, where the launches that the caller asks for are done.
    pub(crate) fn check(&self) -> Result<()> {
        self.read(&mut self.state())
    }

    fn read(&self, state: &mut State) -> Result<()> {
        let (Some(report), false) = (state.report, state.launched.is_empty()) else {
            return Ok(());
        };
        let found = report.take(&*self.device)?;
        // Reading the device's memory has waited for all launches, as a fault has.
        let launched = match (found, report) {
            (None, Report::Shared(..)) => return Ok(()),
            _ => std::mem::take(&mut state.launched),
        };
        let launch = found.and_then(|words| Some((launched.get(&(words[2] as i32))?, words)));
        match launch {
            Some((launch, words)) => Err(launch.error(&words)),
            None => Ok(()),
        }
    }
}

impl Drop for Faults {
    fn drop(&mut self) {
        if let Some(report) = self.state().report {
            report.free(&*self.device);
        }
    }
}
