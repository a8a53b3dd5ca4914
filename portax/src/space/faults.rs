//! Accesses out of bounds that guarded launches of a device found.
//!
//! All guarded launches of an instance share one buffer: the first fault fills it with the launch's number, the access
//! and the indices, and stays until it is read, at a fence or a copy to the host. Guarded accesses that fault load zero
//! and store nothing, so that what follows stays inside its memory.

use crate::{
    backend::{Buffer, Device},
    error::{Error, Result},
    ir::render::FAULT_WORDS,
    space::Recorded,
};
use std::{
    collections::HashMap,
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
    pub fn new(label: &str, recorded: Arc<Recorded>, views: Vec<(String, Vec<usize>)>) -> Self {
        Guarded {
            number: NEXT_NUMBER.fetch_add(1, Ordering::Relaxed),
            label: label.to_string(),
            recorded,
            views,
        }
    }

    pub fn number(&self) -> i32 {
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
    buffer: Option<Buffer>,
    /// Launches since the last check, by number
    launched: HashMap<i32, Arc<Guarded>>,
}

/// Different launches between two checks, so that a program which never fences does not gather them without end.
const MOST_LAUNCHED: usize = 1024;

impl Faults {
    pub fn new(device: Arc<dyn Device>) -> Self {
        Faults {
            device,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where launches report.
    pub fn buffer(&self) -> Result<Buffer> {
        let mut state = self.state();
        if let Some(buffer) = state.buffer {
            return Ok(buffer);
        }
        let buffer = self.device.alloc(FAULT_WORDS * 8)?;
        state.buffer = Some(buffer);
        // SAFETY: allocated just now.
        unsafe { self.device.zero(buffer)? };
        Ok(buffer)
    }

    /// Enqueues guarded launches; who checks meanwhile sees all of it or nothing.
    pub fn during<V>(
        &self,
        guarded: &[Arc<Guarded>],
        enqueue: impl FnOnce() -> Result<V>,
    ) -> Result<V> {
        if guarded.is_empty() {
            return enqueue();
        }
        let mut state = self.state();
        if state.launched.len() > MOST_LAUNCHED {
            self.read(&mut state)?;
        }
        for launch in guarded {
            state.launched.insert(launch.number, launch.clone());
        }
        enqueue()
    }

    /// The first fault since the last check, after waiting for the launches that may have one.
    pub fn check(&self) -> Result<()> {
        self.read(&mut self.state())
    }

    fn read(&self, state: &mut State) -> Result<()> {
        let (Some(buffer), false) = (state.buffer, state.launched.is_empty()) else {
            return Ok(());
        };
        let mut bytes = [0; FAULT_WORDS * 8];
        // SAFETY: the buffer is alive and has this size.
        unsafe { self.device.copy_out(buffer, 0, &mut bytes)? };
        let launched = std::mem::take(&mut state.launched);
        let words: [i64; FAULT_WORDS] =
            std::array::from_fn(|k| i64::from_ne_bytes(std::array::from_fn(|b| bytes[8 * k + b])));
        if words[0] == 0 {
            return Ok(());
        }
        // SAFETY: the buffer is alive.
        unsafe { self.device.zero(buffer)? };
        match launched.get(&(words[2] as i32)) {
            Some(launch) => Err(launch.error(&words)),
            None => Ok(()),
        }
    }
}

impl Drop for Faults {
    fn drop(&mut self) {
        if let Some(buffer) = self.state().buffer {
            // SAFETY: allocated here; the device frees it after launches that use it.
            unsafe { self.device.free(buffer) };
        }
    }
}
