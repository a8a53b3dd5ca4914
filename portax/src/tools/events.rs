//! Launches, fences, allocations and copies, told to the tools.

use super::{
    Kind, is_active,
    kokkosp::{Begin, EntryPoints, SpaceHandle, c_string},
    session::{self, Session},
};
use crate::{backend::ToolDevice, error::Result};
use std::{
    ffi::{CString, c_void},
    time::Duration,
};

/// A launch under way, as tools know it.
pub(crate) struct Begun {
    kind: Kind,
    /// The number that each connector gave it
    numbers: Vec<u64>,
}

/// What the tools want of a launch.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    /// That nothing else runs meanwhile
    pub fenced: bool,
    /// Its time
    pub timed: bool,
}

/// The time of a launch that may still run.
pub(crate) trait Timing: Send {
    /// Whether the launch is done.
    fn is_done(&self) -> bool;
    /// Waits for the launch; a device that has failed has no time.
    fn elapsed(&self) -> Duration;
}

/// What the tools want of a launch of this kind; nothing where no tool listens.
pub(crate) fn wanted(kind: Kind) -> Option<Wanted> {
    session::with(|s| Wanted {
        fenced: s.fences(kind),
        timed: s.profile.is_some(),
    })
}

/// The label; connectors end the process at an empty one.
fn named(label: &str, kind: Kind) -> &str {
    match kind {
        _ if !label.is_empty() && !label.starts_with('\0') => label,
        Kind::For => "unnamed parallel_for",
        Kind::Reduce => "unnamed parallel_reduce",
        Kind::Scan => "unnamed parallel_scan",
    }
}

/// Tells that a launch begins.
pub(crate) fn begin(kind: Kind, label: &str, device: ToolDevice) -> Begun {
    let label = c_string(named(label, kind));
    let numbers = session::with(|s| numbers(s, &label, device.id(), |entry| entry.begin(kind)));
    Begun {
        kind,
        numbers: numbers.unwrap_or_default(),
    }
}

/// Tells that a launch ends.
pub(crate) fn end(begun: &Begun) {
    session::with(|session| {
        for (library, number) in session.libraries.iter().zip(&begun.numbers) {
            if let Some(end) = library.entry.end(begun.kind) {
                // SAFETY: the number is what this library gave at the begin.
                unsafe { end(*number) };
            }
        }
    });
}

/// Counts a launch in the built-in table.
pub(crate) fn time(space: &str, kind: Kind, label: &str, timing: Box<dyn Timing>) {
    session::with(|session| {
        if let Some(profile) = &mut session.profile {
            let kernel = (space.to_string(), named(label, kind).to_string(), kind);
            profile.add(kernel, timing);
        }
    });
}

/// Tells each connector that something begins; gives the number that it chose, 0 unless it does.
fn numbers(
    session: &Session,
    label: &CString,
    id: u32,
    begin: impl Fn(&EntryPoints) -> Option<Begin>,
) -> Vec<u64> {
    let number = |entry: &EntryPoints| {
        let mut number = 0;
        if let Some(begin) = begin(entry) {
            // SAFETY: a C string and a number, both alive during the call.
            unsafe { begin(label.as_ptr(), id, &raw mut number) };
        }
        number
    };
    session.libraries.iter().map(|l| number(&l.entry)).collect()
}

/// Runs a fence of a space.
pub(crate) fn fence(device: ToolDevice, wait: impl FnOnce() -> Result<()>) -> Result<()> {
    if !is_active() {
        return wait();
    }
    let (label, id) = (c_string("portax::Space::fence"), device.id());
    let begun = session::with(|s| numbers(s, &label, id, |entry| entry.begin_fence));
    let done = wait();
    session::with(|session| {
        for (library, number) in session.libraries.iter().zip(begun.unwrap_or_default()) {
            if let Some(end) = library.entry.end_fence {
                // SAFETY: the number is what this library gave at the begin.
                unsafe { end(number) };
            }
        }
    });
    done
}

/// Tells of new memory.
pub(crate) fn allocated(memory: impl FnOnce() -> Memory) {
    tell_memory(memory, |entry| entry.allocate);
}

/// Tells of memory that is about to be freed.
pub(crate) fn deallocated(memory: impl FnOnce() -> Memory) {
    tell_memory(memory, |entry| entry.deallocate);
}

type OfMemory = unsafe extern "C" fn(SpaceHandle, *const std::ffi::c_char, *const c_void, u64);

fn tell_memory(
    memory: impl FnOnce() -> Memory,
    function: impl Fn(&EntryPoints) -> Option<OfMemory>,
) {
    if !is_active() {
        return;
    }
    let place = memory();
    session::with(|session| {
        for tell in session.libraries.iter().filter_map(|l| function(&l.entry)) {
            // SAFETY: the label is alive during the call; tools do not follow the address.
            unsafe {
                tell(
                    place.space,
                    place.label.as_ptr(),
                    place.address,
                    place.bytes,
                )
            };
        }
    });
}

/// Runs a deep copy to the first of two memories from the second.
pub(crate) fn copy(
    memory: impl FnOnce() -> [Memory; 2],
    copy: impl FnOnce() -> Result<()>,
) -> Result<()> {
    if !is_active() {
        return copy();
    }
    let [to, from] = memory();
    session::with(|session| {
        for begin in session.libraries.iter().filter_map(|l| l.entry.begin_copy) {
            let (to_label, from_label) = (to.label.as_ptr(), from.label.as_ptr());
            let bytes = to.bytes.min(from.bytes);
            // SAFETY: the labels are alive during the call; tools do not follow the addresses.
            unsafe {
                begin(
                    to.space,
                    to_label,
                    to.address,
                    from.space,
                    from_label,
                    from.address,
                    bytes,
                );
            }
        }
    });
    let done = copy();
    session::with(|session| {
        for end in session.libraries.iter().filter_map(|l| l.entry.end_copy) {
            // SAFETY: no arguments; the begin came before.
            unsafe { end() };
        }
    });
    done
}

/// Memory as tools see it.
pub(crate) struct Memory {
    space: SpaceHandle,
    label: CString,
    address: *const c_void,
    bytes: u64,
}

impl Memory {
    /// `bytes` at `address` of a device's memory, which nobody follows.
    pub(crate) fn new(device: ToolDevice, label: &str, address: usize, bytes: usize) -> Memory {
        Memory {
            space: SpaceHandle::new(device.memory),
            label: c_string(label),
            address: std::ptr::without_provenance(address),
            bytes: bytes as u64,
        }
    }
}
