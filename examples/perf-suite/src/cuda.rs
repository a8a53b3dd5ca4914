//! A library of twins in CUDA C++, built by `tools/build-perf-suite-cuda`, and memory of its device.

use libloading::{Library, Symbol};
use portax::{Error, Result};
use std::{
    error::Error as _,
    ffi::{CStr, c_char, c_void},
    path::{self, Path},
    ptr,
    sync::Arc,
};

/// What a function of `cuda/common/memory.cu` gives: the text of an error, or null.
type Fault = *const c_char;

/// The library, with its functions for memory.
pub struct CudaLibrary {
    allocate: unsafe extern "C" fn(*mut *mut u8, usize) -> Fault,
    free: unsafe extern "C" fn(*mut u8) -> Fault,
    write: unsafe extern "C" fn(*mut u8, *const u8, usize) -> Fault,
    read: unsafe extern "C" fn(*mut u8, *const u8, usize) -> Fault,
    synchronize: unsafe extern "C" fn() -> Fault,
    library: Library,
}

impl CudaLibrary {
    /// Loads a library.
    ///
    /// # Errors
    /// No file, or none with these functions.
    pub fn load(file: &Path) -> Result<Arc<CudaLibrary>> {
        // Without a folder it would be sought among the system's libraries.
        let file = path::absolute(file).map_err(|error| Error::Invalid(error.to_string()))?;
        // SAFETY: initialisers of the library are those of CUDA's runtime, which any thread may run.
        let library = unsafe { Library::new(&file) }.map_err(refused)?;
        // SAFETY: types as `cuda/common/memory.cu` defines the functions.
        unsafe {
            Ok(Arc::new(CudaLibrary {
                allocate: function(&library, "suite_allocate")?,
                free: function(&library, "suite_free")?,
                write: function(&library, "suite_write")?,
                read: function(&library, "suite_read")?,
                synchronize: function(&library, "suite_synchronize")?,
                library,
            }))
        }
    }

    /// Where the function of this name is.
    ///
    /// # Errors
    /// The library does not have it.
    pub(crate) fn address(&self, name: &str) -> Result<*const c_void> {
        // SAFETY: an address fits the type, and only `twin!` calls it.
        unsafe { function(&self.library, name) }
    }

    /// Waits for what was launched.
    ///
    /// # Errors
    /// What the device reports, of earlier launches too.
    pub(crate) fn synchronize(&self) -> Result<()> {
        // SAFETY: takes no memory.
        done(unsafe { (self.synchronize)() })
    }
}

/// The function of this name.
///
/// # Safety
/// `F` is the type of a pointer to the function.
unsafe fn function<F: Copy>(library: &Library, name: &str) -> Result<F> {
    // SAFETY: promised by the caller.
    let found: Symbol<F> = unsafe { library.get(name) }.map_err(refused)?;
    Ok(*found)
}

/// What the loader says of an error, which the error keeps as its source.
fn refused(error: libloading::Error) -> Error {
    let source = error.source().map(ToString::to_string);
    Error::Invalid(source.unwrap_or_else(|| error.to_string()))
}

fn done(fault: Fault) -> Result<()> {
    if fault.is_null() {
        return Ok(());
    }
    // SAFETY: a text that CUDA's runtime keeps.
    let text = unsafe { CStr::from_ptr(fault) };
    Err(Error::Invalid(format!("CUDA: {}", text.to_string_lossy())))
}

/// An array on the device.
pub(crate) struct DeviceArray {
    library: Arc<CudaLibrary>,
    address: *mut u8,
    bytes: usize,
}

impl DeviceArray {
    /// A copy of an array of the host.
    ///
    /// # Errors
    /// Out of memory.
    ///
    /// # Safety
    /// So many bytes lie there.
    pub(crate) unsafe fn copy_of(
        library: &Arc<CudaLibrary>,
        host: *const u8,
        bytes: usize,
    ) -> Result<DeviceArray> {
        let mut array = DeviceArray {
            library: library.clone(),
            address: ptr::null_mut(),
            bytes,
        };
        // SAFETY: writes an address, to memory of so many bytes.
        done(unsafe { (library.allocate)(&mut array.address, bytes) })?;
        // SAFETY: both have so many bytes.
        done(unsafe { (library.write)(array.address, host, bytes) })?;
        Ok(array)
    }

    /// Where it is, on the device.
    pub(crate) fn address(&self) -> *mut u8 {
        self.address
    }

    /// Copies it back.
    ///
    /// # Errors
    /// What the device reports.
    ///
    /// # Safety
    /// There is room for it, and nobody else uses that.
    pub(crate) unsafe fn copy_to(&self, host: *mut u8) -> Result<()> {
        // SAFETY: both have so many bytes.
        done(unsafe { (self.library.read)(host, self.address, self.bytes) })
    }
}

impl Drop for DeviceArray {
    fn drop(&mut self) {
        // SAFETY: allocated by the same library, or null. A device that fails has told so before.
        unsafe { (self.library.free)(self.address) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_is_absent_is_named() {
        let fault = CudaLibrary::load(Path::new("libabsent.so")).map(|_| ());
        let fault = fault.expect_err("no such library").to_string();
        assert!(fault.contains("libabsent.so"), "{fault}");
    }
}
