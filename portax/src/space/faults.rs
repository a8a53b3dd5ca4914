//! What launches of a device report: accesses out of bounds, NaN under watch, assertions that do not hold, lines to print.
//!
//! All launches of an instance that may report share one block of memory, whose words [`message`](crate::ir::message)
//! describes: the first fault stays until it is read, at a fence or a copy to the host, and so do lines. Guarded accesses
//! that fault load zero and store nothing, so that what follows stays inside its memory.
//!
//! The report is in page-locked memory where kernels reach that: the host reads it without waiting for launches that
//! came after those it asks for.

use crate::{
    backend::{Buffer, Device},
    error::{Error, Result},
    fault::{Fault, What},
    ir::{
        message::{FAULT_WORDS, LINE_WORDS, LINES, Number, Said},
        render::NAN,
    },
    space::Recorded,
    stderr,
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
        self.fault(words).into_error(&self.label)
    }

    fn fault(&self, words: &[i64; FAULT_WORDS]) -> Fault {
        let program = self.recorded.program();
        if let Ok(message) = usize::try_from(-1 - words[1]) {
            let said = &program.messages[message];
            let bits = words[3..].iter().map(|&bits| bits as u64);
            return Fault::said(said.message, &said.numbers(bits));
        }
        let access = &program.accesses[(words[1] % NAN) as usize];
        let (view, of_view) = self.views[access.view].clone();
        // a local array of rows is one array of all items: how long it is in each dimension the access knows
        let known = |&id| usize::try_from(program.as_constant(id)?).ok();
        let of_access: Option<Vec<_>> = access.extents.iter().map(known).collect();
        let extents = of_access.filter(|n| !n.is_empty()).unwrap_or(of_view);
        Fault {
            what: match words[1] >= NAN {
                true => What::Nan { view },
                false => What::Outside { view, extents },
            },
            indices: words[3..][..access.indices.len()].to_vec(),
            location: access.location,
        }
    }

    fn message(&self, number: usize) -> Option<&Said> {
        self.recorded.program().messages.get(number)
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

/// The block, all zero while there is nothing to tell.
#[derive(Clone, Copy)]
enum Report {
    /// Memory of the device
    OnDevice(Buffer),
    /// Page-locked memory, which kernels reach
    Shared(NonNull<Words>, Buffer),
}

// SAFETY: the report belongs to one `Faults`, which reads and frees it under a lock.
unsafe impl Send for Report {}

const REPORT_WORDS: usize = LINES + 1 + LINE_WORDS;
const REPORT_BYTES: usize = REPORT_WORDS * 4;
/// Bytes that say whether there is more to read.
const HEAD_BYTES: usize = (LINES + 1) * 4;

type Words = [u32; REPORT_WORDS];

/// What was reported.
struct Found {
    fault: Option<[i64; FAULT_WORDS]>,
    /// Words of lines
    lines: Vec<u32>,
    /// Was there no room for more lines?
    is_full: bool,
}

impl Found {
    /// From the words of a report, lines as far as they are taken; none where nothing was reported.
    fn of(head: &[u32], lines: impl FnOnce(usize) -> Result<Vec<u32>>) -> Result<Option<Found>> {
        let (flag, taken) = (head[0], head[LINES] as usize);
        if flag == 0 && taken == 0 {
            return Ok(None);
        }
        let word = |k: usize| i64::from(head[2 * k]) | i64::from(head[2 * k + 1]) << 32;
        Ok(Some(Found {
            fault: (flag != 0).then(|| std::array::from_fn(word)),
            lines: lines(taken.min(LINE_WORDS))?,
            is_full: taken > LINE_WORDS,
        }))
    }
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let word = |b: &[u8]| u32::from_ne_bytes([b[0], b[1], b[2], b[3]]);
    bytes.chunks_exact(4).map(word).collect()
}

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
                let words = memory.cast::<Words>();
                // SAFETY: allocated just now, of this size and aligned for more.
                unsafe { words.write_bytes(0, 1) };
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

    /// Takes what is reported out of it. Launches that the caller asks for are done.
    fn take(self, device: &dyn Device) -> Result<Option<Found>> {
        match self {
            Report::OnDevice(buffer) => {
                // SAFETY: the buffer is alive and has this size.
                let read = |start: usize, bytes: usize| unsafe {
                    let mut read = vec![0; bytes];
                    device.copy_out(buffer, start, &mut read)?;
                    Ok(words(&read))
                };
                let head = read(0, HEAD_BYTES)?;
                let found = Found::of(&head, |taken| read(HEAD_BYTES, taken * 4))?;
                if found.is_some() {
                    // SAFETY: the buffer is alive.
                    unsafe { device.zero(buffer)? };
                }
                Ok(found)
            }
            Report::Shared(words, _) => {
                let first = words.cast::<u32>();
                // SAFETY: alive and aligned, `at` is one of its words; the device may write it meanwhile, therefore volatile.
                let word = |at: usize| unsafe { first.add(at).as_ptr().read_volatile() };
                if word(0) == 0 && word(LINES) == 0 {
                    return Ok(None);
                }
                // Who has written the first word still writes the others.
                device.fence()?;
                let head: Vec<u32> = (0..=LINES).map(word).collect();
                let lines = |taken| Ok((LINES + 1..LINES + 1 + taken).map(word).collect());
                let found = Found::of(&head, lines);
                // SAFETY: alive and aligned, and nothing runs that could write it.
                unsafe { words.write_bytes(0, 1) };
                found
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

/// Prints lines.
fn print(launched: &HashMap<i32, Arc<Guarded>>, mut words: &[u32]) {
    while let [launch, message, rest @ ..] = words {
        let launch = launched.get(&(*launch as i32));
        let Some(said) = launch.and_then(|launch| launch.message(*message as usize)) else {
            return;
        };
        let Some((halves, rest)) = rest.split_at_checked(2 * said.types.len()) else {
            return;
        };
        let bits = halves.chunks_exact(2);
        let bits = bits.map(|half| u64::from(half[0]) | u64::from(half[1]) << 32);
        let numbers: Vec<Number> = said.numbers(bits);
        stderr::line(format_args!("{}", said.message.line(&numbers)));
        words = rest;
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
        let launched = match (&found, report) {
            (None, Report::Shared(..)) => return Ok(()),
            _ => std::mem::take(&mut state.launched),
        };
        let Some(found) = found else {
            return Ok(());
        };
        print(&launched, &found.lines);
        if found.is_full {
            stderr::warn(format_args!(
                "lines of `debug_print!` were lost: between two fences a device keeps {} KiB of them",
                LINE_WORDS * 4 / 1024
            ));
        }
        let fault = found.fault;
        let launch = fault.and_then(|words| Some((launched.get(&(words[2] as i32))?, words)));
        match launch {
            Some((launch, words)) => Err(launch.error(&words)),
            None => Ok(()),
        }
    }
}

impl Drop for Faults {
    fn drop(&mut self) {
        let Some(report) = self.state().report else {
            return;
        };
        // Lines that nobody has waited for. Errors have nobody to go to.
        let _ = self.device.fence().and_then(|()| self.check());
        report.free(&*self.device);
    }
}
