//! What can go wrong, as a code and a text.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use snap_core::{Error, neighbor};

/// What became of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All is well.
    PortaxOk = 0,
    /// A pointer is null that must not be.
    PortaxNull = 1,
    /// An argument makes no sense.
    PortaxArgument = 2,
    /// The files of the potential cannot be read or do not make one.
    PortaxPotential = 3,
    /// Cell, positions, types or lists are not what can be computed.
    PortaxAtoms = 4,
    /// The device is absent, or cannot do it.
    PortaxDevice = 5,
    /// A mistake in this library. The handle may be destroyed and nothing else.
    PortaxInternal = 6,
}

/// A code and a text.
#[derive(Debug)]
pub struct Failure {
    /// The code.
    pub status: Status,
    /// What is wrong, and with which value.
    pub text: String,
}

impl Failure {
    /// An argument that makes no sense.
    pub fn argument(text: impl Into<String>) -> Self {
        Self {
            status: Status::PortaxArgument,
            text: text.into(),
        }
    }

    /// A null pointer.
    pub fn null(name: &str) -> Self {
        Self {
            status: Status::PortaxNull,
            text: format!("`{name}` is null"),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let status = match &error {
            Error::Portax(_) | Error::Neighbor(neighbor::Error::Portax(_)) => Status::PortaxDevice,
            Error::Neighbor(_)
            | Error::Position { .. }
            | Error::Lengths { .. }
            | Error::Central { .. }
            | Error::Type { .. }
            | Error::Overlap { .. } => Status::PortaxAtoms,
            Error::LammpsRule | Error::NoF32 | Error::NoStandard | Error::Tuning { .. } => {
                Status::PortaxArgument
            }
            _ => Status::PortaxPotential,
        };
        Self {
            status,
            text: error.to_string(),
        }
    }
}

impl From<neighbor::Error> for Failure {
    fn from(error: neighbor::Error) -> Self {
        Error::from(error).into()
    }
}

impl From<portax::Error> for Failure {
    fn from(error: portax::Error) -> Self {
        Error::from(error).into()
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// The text of the last call that failed on this thread, empty before any did; valid until the next one fails.
#[unsafe(no_mangle)]
pub extern "C" fn portax_snap_last_error() -> *const c_char {
    let text = LAST.try_with(|last| last.borrow().as_ptr());
    text.unwrap_or(c"".as_ptr())
}

/// Runs the body of a function of the interface; keeps the text of what went wrong.
pub fn guarded(body: impl FnOnce() -> Result<(), Failure>) -> Status {
    let done = catch_unwind(AssertUnwindSafe(body));
    let failure = match done {
        Ok(Ok(())) => return Status::PortaxOk,
        Ok(Err(failure)) => failure,
        Err(panic) => Failure {
            status: Status::PortaxInternal,
            text: format!("mistake in portax: {}", said(&*panic)),
        },
    };
    let text = CString::new(failure.text.replace('\0', " ")).unwrap_or_default();
    // A thread that is ending has no place for the text any more.
    let _ = LAST.try_with(|last| *last.borrow_mut() = text);
    failure.status
}

fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("panic")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    #[test]
    fn panics_end_at_the_border() {
        let status = guarded(|| panic!("at\0 {}", 7));
        assert_eq!(status, Status::PortaxInternal);
        // SAFETY: the text of this thread, which has no other call.
        let text = unsafe { CStr::from_ptr(portax_snap_last_error()) };
        assert_eq!(text, c"mistake in portax: at  7");
    }
}
