//! Which libraries are loaded where there is no device. This needs a process of its own.

use portax::{error::Error, registry::Provider};
use portax_hip::HipProvider;
use std::fs;

/// hiprtc's LLVM and that of a CPU driver of OpenCL must not meet.
#[test]
fn without_a_device_no_compiler_is_loaded() {
    match HipProvider::new().devices() {
        Ok(devices) => println!("skipped: there are devices: {devices:?}"),
        Err(error) => {
            println!("{error}");
            assert!(matches!(error, Error::Unavailable { .. }), "{error}");
            let libraries = fs::read_to_string("/proc/self/maps").unwrap_or_default();
            for name in ["libhiprtc", "libamd_comgr", "libLLVM"] {
                assert!(!libraries.contains(name), "{name} is loaded");
            }
        }
    }
}
