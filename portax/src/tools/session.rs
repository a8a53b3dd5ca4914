//! The tools of a process: from the first space to its end.

use super::{
    Kind,
    kokkosp::{Library, c_string},
    profile::Profile,
};
use crate::{backend::Device, config, error::printable, stderr};
use std::{
    cell::Cell,
    sync::{
        Arc, Mutex, MutexGuard, Once, PoisonError, Weak,
        atomic::{AtomicBool, Ordering},
    },
};

/// Is there anyone to tell?
static ACTIVE: AtomicBool = AtomicBool::new(false);
/// Held during callbacks: connectors are not made for several threads.
static SESSION: Mutex<Option<Session>> = Mutex::new(None);
thread_local! {
    /// Is this thread inside of a callback, with the session locked?
    static TELLING: Cell<bool> = const { Cell::new(false) };
}
/// Devices that a tool may ask to wait for.
static DEVICES: Mutex<Vec<Weak<dyn Device>>> = Mutex::new(Vec::new());

/// Whoever listens.
pub(super) struct Session {
    /// Connectors, in the order in which they are called.
    pub libraries: Vec<Library>,
    /// The built-in table.
    pub profile: Option<Profile>,
}

impl Session {
    fn from_env() -> Session {
        let mut libraries = Vec::new();
        for name in config::tools() {
            match Library::load(&name, libraries.len(), fence_for_tool) {
                Ok(library) => libraries.extend(library),
                Err(reason) => {
                    let name = printable(&name);
                    stderr::warn(format_args!("KOKKOS_TOOLS_LIBS has `{name}`: {reason}"));
                }
            }
        }
        let wants_table = config::profile().unwrap_or_else(|error| {
            stderr::warn(format_args!("{error}"));
            false
        });
        Session {
            libraries,
            profile: wants_table.then(Profile::new),
        }
    }

    /// Whether launches must be fenced for the connectors.
    pub(super) fn fences(&self, kind: Kind) -> bool {
        self.libraries.iter().any(|library| library.fences(kind))
    }

    /// Whether regions must be fenced for the connectors.
    pub(super) fn fences_regions(&self) -> bool {
        self.libraries.iter().any(Library::fences_regions)
    }

    /// Tells all connectors something about the run.
    pub(super) fn declare(&self, key: &str, value: &str) {
        let (key, value) = (c_string(key), c_string(value));
        for declare in self
            .libraries
            .iter()
            .filter_map(|l| l.entry.declare_metadata)
        {
            // SAFETY: two C strings, alive during the call.
            unsafe { declare(key.as_ptr(), value.as_ptr()) };
        }
    }
}

/// Whether there is a tool.
#[inline]
pub(crate) fn is_active() -> bool {
    ACTIVE.load(Ordering::Relaxed)
}

/// Loads what the environment names, once.
pub(crate) fn start() {
    static START: Once = Once::new();
    START.call_once(|| {
        let session = Session::from_env();
        if session.libraries.is_empty() && session.profile.is_none() {
            return;
        }
        session.declare("portax_version", env!("CARGO_PKG_VERSION"));
        *lock(&SESSION) = Some(session);
        ACTIVE.store(true, Ordering::Relaxed);
        // After the libraries: what they run at exit comes later than this.
        #[cfg(not(target_family = "wasm"))]
        // SAFETY: the function is one of this program and does not unwind.
        unsafe {
            atexit(finalize_at_exit)
        };
    });
}

#[cfg(not(target_family = "wasm"))]
// SAFETY: C declares it so in <stdlib.h>.
unsafe extern "C" {
    fn atexit(function: extern "C" fn()) -> std::ffi::c_int;
}

#[cfg(not(target_family = "wasm"))]
extern "C" fn finalize_at_exit() {
    finalize();
}

/// Ends all tools: connectors write their reports, the table is printed. It happens by itself where the process ends by
/// returning from `main` or by `std::process::exit`; nothing is told afterwards. A tool that ends the process itself, as
/// some do at what they do not take, gets no further call.
pub fn finalize() {
    ACTIVE.store(false, Ordering::Relaxed);
    if TELLING.get() {
        return;
    }
    let Some(session) = lock(&SESSION).take() else {
        return;
    };
    for finalize in session.libraries.iter().filter_map(|l| l.entry.finalize) {
        // SAFETY: no arguments; nothing is called after it.
        unsafe { finalize() };
    }
    if let Some(profile) = session.profile {
        stderr::line(format_args!("{}", profile.table().trim_end()));
    }
}

/// Calls `tell` with the tools, if there are any.
pub(super) fn with<T>(tell: impl FnOnce(&mut Session) -> T) -> Option<T> {
    let mut session = lock(&SESSION);
    let session = session.as_mut()?;
    TELLING.set(true);
    let told = tell(session);
    TELLING.set(false);
    Some(told)
}

/// Remembers a device for [`wait_for_devices`], if there are tools.
pub(crate) fn remember(device: &Arc<dyn Device>) {
    if !is_active() {
        return;
    }
    let mut devices = lock(&DEVICES);
    devices.retain(|known| known.strong_count() > 0);
    devices.push(Arc::downgrade(device));
}

/// Waits for every device. What failed there is reported to whoever uses it next.
pub(super) fn wait_for_devices() {
    let devices: Vec<_> = lock(&DEVICES).iter().filter_map(Weak::upgrade).collect();
    for device in devices {
        let _ = device.fence();
    }
}

/// What a tool calls, from inside its callbacks too.
extern "C" fn fence_for_tool(_: u32) {
    wait_for_devices();
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
