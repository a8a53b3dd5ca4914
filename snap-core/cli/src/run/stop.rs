//! Ctrl-C, and the signal of batch systems whose time is up.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Whether the run is asked to end. A Ctrl-C after that ends the program at once. Other signals do not: `timeout` and batch systems
/// send theirs to a program and to its group, that is twice.
pub struct Stop(Arc<AtomicUsize>);

impl Stop {
    /// Catches the signals from now on.
    ///
    /// # Errors
    /// What the operating system says.
    pub fn new() -> io::Result<Self> {
        let (signal, is_second) = (Arc::default(), Arc::new(AtomicBool::new(false)));
        for number in [SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag down, and raises it.
            if number == SIGINT {
                flag::register_conditional_shutdown(number, 128 + number, Arc::clone(&is_second))?;
            }
            flag::register(number, Arc::clone(&is_second))?;
            flag::register_usize(number, Arc::clone(&signal), number as usize)?;
        }
        Ok(Self(signal))
    }

    /// The exit status of the signal that came, if one did: 130 for Ctrl-C.
    pub fn status(&self) -> Option<u8> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            signal => Some(128 + signal as u8),
        }
    }
}
