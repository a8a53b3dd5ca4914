//! CUDA devices for portax: [`Cuda`] is an opened device, [`CudaProvider`] finds them by name (`cuda:0`, `cuda:1`).
//!
//! Two libraries are loaded when a device is first asked for, and a program that is built with this crate runs without
//! them: the driver (`libcuda.so.1`, part of NVIDIA's driver) and NVRTC, the run-time compiler (`libnvrtc.so`, part of
//! the CUDA toolkit, of the Python wheel `nvidia-cuda-nvrtc`, of PyTorch). The system's loader looks for both: its
//! configured folders and `LD_LIBRARY_PATH`. Major versions 11 to 13 of NVRTC are tried, the unnumbered name first.
//!
//! An opened device is the primary context, which other CUDA libraries of the process share, with one stream of its
//! own: allocations, copies, launches and frees are ordered on it. Further instances of the space are further streams.
//! Kernels are compiled for the very GPU, or to PTX where NVRTC is older than the GPU.

mod dialect;
mod driver;
mod error;
mod image;
mod library;
mod nvrtc;
mod probe;

pub use dialect::CUDA;

/// An opened device: its primary context, which its forks share, and one stream.
pub type Cuda = portax_driver::Gpu<driver::CudaDriver>;

/// Opens [`Cuda`] devices by name; a device opened twice is the same object, and `cuda` is the first one. It loads
/// the driver and NVRTC when it is first asked for a device.
pub type CudaProvider = portax::registry::Discovered<Cuda>;
