//! Test tool: a library with the functions of HIP's runtime and of hiprtc that portax calls, forwarded to the CUDA driver
//! and NVRTC.
//!
//! It lets the whole HIP backend, its sources included, run on NVIDIA hardware; `tools/hip-on-cuda COMMAND` runs a
//! command that way. It says nothing about AMD's compiler, and users of NVIDIA's GPUs want `cuda:0`, not this.
//!
//! - Devices are those of the driver, `hip:0` the first. Wavefronts are warps: 32.
//! - HIP's source is CUDA's but for a few words, which a prelude defines. Static arrays are the only scratch of the HIP
//!   backend, thus a group has the 48 KiB that CUDA gives to these.
//! - CUDA's codes are HIP's codes: the numbers are the same.

mod hiprtc;
mod runtime;
#[path = "../../words.rs"]
mod words;
