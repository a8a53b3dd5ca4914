//! Launches, fences, allocations and copies, told to the tools.

use super::{
    Kind, ToolDevice, is_active,
    kokkosp::{Begin, EntryPoints, SpaceHandle, c_string},
    session::{self, Session},
};
use crate::{
    error::Result,
    pattern::Prepared,
    space::{Engine, Event, Space},
    view::Allocation,
};
use std::ffi::{CString, c_void};

/// A launch that tools hear of.
struct Span {
    space: Space,
    kind: Kind,
    label: String,
}

/// The launch, told to the tools whenever it runs, if there are any now.
pub(crate) fn observe<V: 'static>(
    prepared: Prepared<V>,
    space: &Space,
    kind: Kind,
    label: &str,
) -> Prepared<V> {
    if !is_active() {
        return prepared;
    }
    let span = Span::new(space, kind, label);
    prepared.around(move |launch| span.run(launch))
}

/// Runs a launch that is not prepared.
pub(crate) fn span<V>(
    space: &Space,
    kind: Kind,
    label: &str,
    launch: impl FnOnce() -> Result<V>,
) -> Result<V> {
    if is_active() {
        Span::new(space, kind, label).run(launch)
    } else {
        launch()
    }
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

impl Span {
    fn new(space: &Space, kind: Kind, label: &str) -> Span {
        Span {
            space: space.clone(),
            kind,
            label: named(label, kind).to_string(),
        }
    }

    fn run<V>(&self, launch: impl FnOnce() -> Result<V>) -> Result<V> {
        let wanted = session::with(|s| (s.fences(self.kind), s.profile.is_some()));
        let Some((fenced, timed)) = wanted else {
            return launch();
        };
        let mark = || timed.then(|| self.space.event()).transpose();
        if fenced {
            self.space.settle()?;
        }
        let start = mark()?;
        let numbers = self.begin();
        let value = launch().and_then(|value| Ok((value, mark()?)));
        let value = match value {
            Ok(value) if fenced => self.space.settle().map(|()| value),
            other => other,
        };
        let (value, end) = value.map_or_else(|error| (Err(error), None), |(v, end)| (Ok(v), end));
        self.end(&numbers, start.zip(end));
        value
    }

    /// The number that each connector gives the launch.
    fn begin(&self) -> Vec<u64> {
        let (label, id) = (c_string(&self.label), device(&self.space).id());
        session::with(|s| numbers(s, &label, id, |entry| entry.begin(self.kind)))
            .unwrap_or_default()
    }

    fn end(&self, numbers: &[u64], marks: Option<(Event, Event)>) {
        session::with(|session| {
            for (library, number) in session.libraries.iter().zip(numbers) {
                if let Some(end) = library.entry.end(self.kind) {
                    // SAFETY: the number is what this library gave at the begin.
                    unsafe { end(*number) };
                }
            }
            if let (Some(profile), Some(marks)) = (&mut session.profile, marks) {
                let kernel = (self.space.name().to_string(), self.label.clone(), self.kind);
                profile.add(kernel, marks);
            }
        });
    }
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
pub(crate) fn fence(space: &Space, wait: impl FnOnce() -> Result<()>) -> Result<()> {
    if !is_active() {
        return wait();
    }
    let (label, id) = (c_string("portax::Space::fence"), device(space).id());
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
pub(crate) fn allocated(allocation: &Allocation) {
    tell_memory(allocation, |entry| entry.allocate);
}

/// Tells of memory that is about to be freed.
pub(crate) fn deallocated(allocation: &Allocation) {
    tell_memory(allocation, |entry| entry.deallocate);
}

type OfMemory = unsafe extern "C" fn(SpaceHandle, *const std::ffi::c_char, *const c_void, u64);

fn tell_memory(allocation: &Allocation, function: impl Fn(&EntryPoints) -> Option<OfMemory>) {
    if !is_active() {
        return;
    }
    let place = Place::of(allocation);
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

/// Runs a deep copy.
pub(crate) fn copy(
    to: &Allocation,
    from: &Allocation,
    copy: impl FnOnce() -> Result<()>,
) -> Result<()> {
    if !is_active() {
        return copy();
    }
    let (to, from) = (Place::of(to), Place::of(from));
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
struct Place {
    space: SpaceHandle,
    label: CString,
    address: *const c_void,
    bytes: u64,
}

impl Place {
    fn of(allocation: &Allocation) -> Place {
        let (memory, address) = match (allocation.device(), allocation.host()) {
            (Some((device, buffer)), _) => {
                let address = std::ptr::without_provenance(buffer.handle as usize);
                (device.tool_device().memory, address)
            }
            (None, host) => {
                let address = host.map_or(std::ptr::null(), |p| p.as_ptr().cast_const().cast());
                (ToolDevice::HOST.memory, address)
            }
        };
        Place {
            space: SpaceHandle::new(memory),
            label: c_string(allocation.label()),
            address,
            bytes: allocation.bytes() as u64,
        }
    }
}

fn device(space: &Space) -> ToolDevice {
    match space.engine() {
        Engine::Host(_) => ToolDevice::HOST,
        Engine::Device(device) => device.tool_device(),
    }
}
