//! Finds and loads ROCm's libraries, each once in a process, never unloaded.

use crate::sys::{HipLibrary, HiprtcLibrary, hipError_t};
use libloading::Library;
use portax::{config, error::printable};
use std::{
    error::Error,
    ffi::{OsStr, c_int, c_void},
    sync::OnceLock,
};

/// A library, or why it is absent.
type Loaded<T> = std::result::Result<T, String>;

/// Names of the runtime, newest first: its soname has the major version.
const RUNTIMES: &[&str] = &[
    "libamdhip64.so",
    "libamdhip64.so.7",
    "libamdhip64.so.6",
    "libamdhip64.so.5",
    "/opt/rocm/lib/libamdhip64.so",
];

/// Names of hiprtc where it is a library of its own.
const COMPILERS: &[&str] = &[
    "libhiprtc.so",
    "libhiprtc.so.7",
    "libhiprtc.so.6",
    "libhiprtc.so.5",
    "/opt/rocm/lib/libhiprtc.so",
];

/// HIP's runtime.
///
/// # Errors
/// The library is absent or incomplete; the message says what to do.
pub fn hip() -> Loaded<&'static HipLibrary> {
    static HIP: OnceLock<Loaded<HipLibrary>> = OnceLock::new();
    let load = || {
        // SAFETY: the functions are declared as ROCm's headers have them.
        let library = unsafe { HipLibrary::load(runtime()?) };
        library.map_err(|error| {
            let reason = reason(&error);
            format!(
                "HIP's runtime is older than ROCm 5.2 or damaged ({reason}); install a newer ROCm"
            )
        })
    };
    HIP.get_or_init(load).as_ref().map_err(Clone::clone)
}

/// The run-time compiler; its code loads with the first program.
///
/// # Errors
/// The library is absent; the message says what to do.
pub fn hiprtc() -> Loaded<&'static HiprtcLibrary> {
    static HIPRTC: OnceLock<Loaded<HiprtcLibrary>> = OnceLock::new();
    let load = || {
        // SAFETY: the functions are declared as ROCm's headers have them.
        if let Ok(inside) = unsafe { HiprtcLibrary::load(runtime()?) } {
            return Ok(inside);
        }
        let library = open(COMPILERS).map_err(|error| {
            format!(
                "the run-time compiler hiprtc is not found ({error}); install ROCm's package hiprtc and put its folder \
                 into LD_LIBRARY_PATH"
            )
        })?;
        // SAFETY: as above.
        let library = unsafe { HiprtcLibrary::load(library) };
        library
            .map_err(|error| format!("hiprtc is damaged ({}); install ROCm anew", reason(&error)))
    };
    HIPRTC.get_or_init(load).as_ref().map_err(Clone::clone)
}

/// Writes a struct, which differs between ROCm's versions, of [`PROPERTIES_BYTES`] at most.
pub type GetProperties = unsafe extern "C" fn(*mut c_void, c_int) -> hipError_t;

/// More than `hipDeviceProp_t` has in any version: 792 bytes in ROCm 5, 1472 since.
pub const PROPERTIES_BYTES: usize = 16 << 10;

/// The runtime's function that describes a device, if it has one of the known names.
pub fn get_properties() -> Option<GetProperties> {
    let library = runtime().ok()?;
    let names = ["hipGetDevicePropertiesR0600", "hipGetDeviceProperties"];
    let mut found = names.into_iter().filter_map(|name| {
        // SAFETY: in all versions the function takes a pointer and a number.
        unsafe { library.get(name) }.ok()
    });
    found.next().map(|function| *function)
}

/// The runtime, or the library that `PORTAX_HIP_LIBRARY` names.
fn runtime() -> Loaded<&'static Library> {
    static RUNTIME: OnceLock<Loaded<&'static Library>> = OnceLock::new();
    RUNTIME.get_or_init(load_runtime).clone()
}

fn load_runtime() -> Loaded<&'static Library> {
    if let Some(file) = config::hip_library() {
        let name = printable(&file.to_string_lossy());
        return open(&[&file]).map_err(|error| {
            format!(
                "PORTAX_HIP_LIBRARY={name} does not load ({error}); give a library's file, or none"
            )
        });
    }
    open(RUNTIMES).map_err(|error| {
        format!(
            "HIP's runtime (libamdhip64.so) is not found ({error}); install ROCm (Debian: libamdhip64-5 and \
             libhiprtc-builtins5) and put its folder into LD_LIBRARY_PATH"
        )
    })
}

/// Loads the first library that can be loaded, else returns the loader's error for the first.
fn open<N: AsRef<OsStr>>(names: &[N]) -> Loaded<&'static Library> {
    let mut words = None;
    for name in names {
        // SAFETY: loading one of these runs its initializers only.
        match unsafe { Library::new(name.as_ref()) } {
            Ok(library) => return Ok(Box::leak(Box::new(library))),
            Err(error) => words = words.or(Some(error)),
        }
    }
    Err(words.map(|error| reason(&error)).unwrap_or_default())
}

/// What the loader says of an error, which the error keeps as its source.
fn reason(error: &libloading::Error) -> String {
    let source = error.source().map(ToString::to_string);
    source.unwrap_or_else(|| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_loads_is_taken_and_the_first_that_does_not_is_named() {
        let absent = open(&["libportax-absent.so", "libportax-absent.so.1"]);
        let absent = absent.map(|_| ()).expect_err("no such library");
        assert!(absent.contains("libportax-absent.so:"), "{absent}");
        if cfg!(target_os = "linux") {
            assert!(open(&["libportax-absent.so", "libc.so.6"]).is_ok());
        }
    }
}
