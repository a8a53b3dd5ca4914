//! The twin of a kernel: the same repetition in C, linked in, or in CUDA C++, of a library loaded at run time.

use crate::{CudaLibrary, cuda::DeviceArray};
use portax::Result;
use std::{ffi::c_void, mem, sync::Arc};

/// The language of the twins.
#[derive(Clone)]
pub enum Language {
    /// C with OpenMP, on the host
    C,
    /// CUDA C++ of this library, on its device
    Cuda(Arc<CudaLibrary>),
}

impl Language {
    /// What compiles it.
    pub fn name(&self) -> &'static str {
        match self {
            Language::C => "C",
            Language::Cuda(_) => "nvcc",
        }
    }

    /// The twin of this name.
    ///
    /// # Errors
    /// The library does not have it.
    pub(crate) fn twin(&self, name: &str) -> Result<Twin> {
        let function = match self {
            Language::C => None,
            Language::Cuda(library) => Some(library.address(name)?),
        };
        Ok(Twin {
            language: self.clone(),
            function,
        })
    }

    /// A copy of an array of the host where the twins run, if that is elsewhere.
    ///
    /// # Errors
    /// Out of memory.
    ///
    /// # Safety
    /// So many bytes lie there.
    pub(crate) unsafe fn copy_of(
        &self,
        host: *const u8,
        bytes: usize,
    ) -> Result<Option<DeviceArray>> {
        match self {
            Language::C => Ok(None),
            Language::Cuda(library) => {
                // SAFETY: promised by the caller.
                let array = unsafe { DeviceArray::copy_of(library, host, bytes) };
                array.map(Some)
            }
        }
    }

    /// Waits for what was launched.
    ///
    /// # Errors
    /// What the device reports.
    pub(crate) fn synchronize(&self) -> Result<()> {
        match self {
            Language::C => Ok(()),
            Language::Cuda(library) => library.synchronize(),
        }
    }
}

/// A twin.
pub(crate) struct Twin {
    pub(crate) language: Language,
    /// Where it is, if not linked in
    function: Option<*const c_void>,
}

impl Twin {
    /// The function: this one, if the twin is linked in.
    ///
    /// # Safety
    /// `F` is the type of a pointer to a function, and the twin's in all languages.
    pub(crate) unsafe fn function<F: Copy>(&self, linked: F) -> F {
        match &self.function {
            None => linked,
            // SAFETY: addresses of functions and pointers to them are the same; the caller knows the type.
            Some(address) => unsafe { mem::transmute_copy(address) },
        }
    }
}

/// Declares a kernel's twin, `twin! { fn basic_daxpy(n: usize, a: f64, x: *const f64, y: *mut f64); }`.
///
/// The C function of this name is linked in, and a library of CUDA C++ has another with the same arguments. The function
/// that is declared calls the one that works on the copies which it takes before all other arguments.
macro_rules! twin {
    (fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $value:ty)?;) => {
        /// # Safety
        /// As C's function of this name says.
        #[allow(clippy::too_many_arguments, reason = "as many as C's has")]
        unsafe fn $name(copies: &$crate::Copies, $($argument: $type),*) $(-> $value)? {
            unsafe extern "C" {
                fn $name($($argument: $type),*) $(-> $value)?;
            }
            type Function = unsafe extern "C" fn($($type),*) $(-> $value)?;
            // SAFETY: both languages declare it like this, which `tests/twins.rs` compares.
            let function = unsafe { copies.function::<Function>($name) };
            // SAFETY: promised by the caller.
            unsafe { function($($argument),*) }
        }
    };
}
pub(crate) use twin;
