//! The program's own phases.

use super::{
    is_active,
    kokkosp::{Library, c_string},
    session::{self, wait_for_devices},
};
use std::marker::PhantomData;

/// A phase that ends where this is dropped; of one thread, since phases nest.
#[must_use = "the region ends where this is dropped"]
pub struct Region {
    told: bool,
    /// Neither `Send` nor `Sync`.
    thread: PhantomData<*const ()>,
}

/// Begins a phase of the program, inside of which tools see what runs.
///
/// ```
/// {
///     let _region = portax::tools::region("neighbours");
///     // launches
/// }
/// ```
pub fn region(name: &str) -> Region {
    let told = is_active();
    if told {
        fence_if_required();
        let name = c_string(name);
        each(|library| {
            if let Some(push) = library.entry.push_region {
                // SAFETY: a C string, alive during the call.
                unsafe { push(name.as_ptr()) };
            }
        });
    }
    Region {
        told,
        thread: PhantomData,
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        if self.told {
            fence_if_required();
            each(|library| {
                if let Some(pop) = library.entry.pop_region {
                    // SAFETY: no arguments; the push came before.
                    unsafe { pop() };
                }
            });
        }
    }
}

/// Tells tools that something happened now.
pub fn mark(name: &str) {
    if is_active() {
        let name = c_string(name);
        each(|library| {
            if let Some(mark) = library.entry.mark {
                // SAFETY: a C string, alive during the call.
                unsafe { mark(name.as_ptr()) };
            }
        });
    }
}

/// Tells tools something about the run, such as an input file.
pub fn metadata(key: &str, value: &str) {
    if is_active() {
        session::with(|session| session.declare(key, value));
    }
}

/// A phase that starts and stops any number of times and overlaps others.
pub struct Section {
    /// Each connector's number of it; none if it was made when there was no tool.
    numbers: Vec<u32>,
}

impl Section {
    /// A section that has not started.
    pub fn new(name: &str) -> Section {
        let mut numbers = Vec::new();
        if is_active() {
            let name = c_string(name);
            each(|library| {
                let mut number = 0;
                if let Some(create) = library.entry.create_section {
                    // SAFETY: a C string and a number, both alive during the call.
                    unsafe { create(name.as_ptr(), &raw mut number) };
                }
                numbers.push(number);
            });
        }
        Section { numbers }
    }

    /// Starts.
    pub fn start(&self) {
        self.tell(|library| library.entry.start_section);
    }

    /// Stops.
    pub fn stop(&self) {
        self.tell(|library| library.entry.stop_section);
    }

    fn tell(&self, function: impl Fn(&Library) -> Option<unsafe extern "C" fn(u32)>) {
        if self.numbers.is_empty() {
            return;
        }
        let mut numbers = self.numbers.iter();
        each(|library| {
            let number = numbers.next();
            if let (Some(function), Some(number)) = (function(library), number) {
                // SAFETY: the number is what this library gave for the section.
                unsafe { function(*number) };
            }
        });
    }
}

impl Drop for Section {
    fn drop(&mut self) {
        self.tell(|library| library.entry.destroy_section);
    }
}

fn each(mut tell: impl FnMut(&Library)) {
    session::with(|session| session.libraries.iter().for_each(&mut tell));
}

fn fence_if_required() {
    if session::with(|session| session.fences_regions()).unwrap_or(false) {
        wait_for_devices();
    }
}
