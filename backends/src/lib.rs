//! The backends of portax behind one door.
//!
//! ```
//! # fn main() -> portax::Result<()> {
//! let space = portax_backends::best()?; // or by_name("rayon:avx2"), by_name("opencl:nvidia")
//! for device in portax_backends::available() {
//!     println!("{:12} {}", device.name, device.description);
//! }
//! for (backend, error) in portax_backends::missing() {
//!     println!("{backend:12} {error}");
//! }
//! # let _ = space;
//! # Ok(())
//! # }
//! ```
//!
//! | name | space |
//! |---|---|
//! | `rayon` | CPU threads, the widest executor that the CPU supports |
//! | `rayon:avx512`, `rayon:avx2`, `rayon:lane` | CPU threads, this executor |
//! | `cuda:0`, `cuda:1` | NVIDIA GPUs, by CUDA's number |
//! | `hip:0`, `hip:1` | AMD GPUs, by HIP's number |
//! | `opencl:0`, `opencl:1` | OpenCL devices, GPUs first |
//! | `opencl:nvidia`, `opencl:amd`, `opencl:intel`, `opencl:pocl` | first OpenCL device of a platform |
//!
//! A backend loads its libraries when it is first asked for a device: a program that opens `rayon` by name never
//! touches CUDA, HIP or OpenCL.

#[doc(hidden)]
pub mod testing;

use portax::{
    config,
    error::{Error, Result},
    registry::{DeviceInfo, Registry},
    space::Space,
};
use std::sync::OnceLock;

cfg_if::cfg_if! {
    if #[cfg(not(target_family = "wasm"))] {
        pub use portax_cuda as cuda;
        pub use portax_hip as hip;
        pub use portax_opencl as opencl;
        pub use portax_rayon as rayon;

        fn new_registry() -> Registry {
            let mut registry = Registry::new();
            registry.add(rayon::RayonProvider::new());
            registry.add(cuda::CudaProvider::new());
            registry.add(hip::HipProvider::new());
            registry.add(opencl::OpenClProvider::new());
            registry
        }
    } else {
        fn new_registry() -> Registry {
            Registry::new()
        }
    }
}

/// Every backend that this build has. Their order puts CUDA and HIP before OpenCL on the GPUs of NVIDIA and AMD, and
/// CPU threads before OpenCL's CPU devices where there is no GPU.
pub fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(new_registry)
}

/// The space of this name or alias.
///
/// # Errors
/// No device has the name (the message lists those present), or its backend is not available (the message says why).
pub fn by_name(name: &str) -> Result<Space> {
    registry().open(name)
}

/// The space called `PORTAX_BACKEND` if that variable is set, else the first GPU, else CPU threads. Programs of several
/// processes on a node set it to `cuda:local_rank`, see [`Registry::open`].
///
/// # Errors
/// As for [`by_name`].
pub fn best() -> Result<Space> {
    match config::backend() {
        Some(name) => by_name(&name),
        None => registry().open_best(),
    }
}

/// Every device present.
pub fn available() -> Vec<DeviceInfo> {
    registry().devices()
}

/// Backends without a device, and why.
pub fn missing() -> Vec<(&'static str, Error)> {
    let reason = |devices: Result<Vec<DeviceInfo>>, backend: &str| match devices {
        Ok(devices) if devices.is_empty() => Some(Error::Unavailable {
            backend: backend.to_string(),
            reason: "its library finds no device".to_string(),
        }),
        other => other.err(),
    };
    registry()
        .providers()
        .filter_map(|p| Some((p.prefix(), reason(p.devices(), p.prefix())?)))
        .collect()
}

/// The examples of the workspace's README.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
