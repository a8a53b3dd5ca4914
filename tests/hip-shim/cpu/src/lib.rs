//! Test tool: a library with the functions of HIP's runtime and of hiprtc that portax calls, which runs kernels on the CPU.
//!
//! It lets the whole HIP backend run where there is no AMD GPU: loading, names, memory, arguments, launches, and the
//! generated source, with its barriers, atomics and scratch. It says nothing about AMD's compiler, memory model or speed.
//!
//! ```sh
//! cargo build -p portax-hip-shim-cpu
//! PORTAX_HIP_LIBRARY=$PWD/target/debug/libportax_hip_shim_cpu.so cargo test -p portax-hip
//! ```
//!
//! - Three devices of 2 GiB: `hip:0` has wavefronts of 64 and 64 KiB of scratch a group, as gfx90a, `hip:1` 32 and 64 KiB,
//!   as gfx1030, `hip:2` 64 and 160 KiB, as gfx950.
//! - hiprtc is the host's C++ compiler (`CXX`, else `c++`) after a prelude that gives HIP's words a meaning on the host.
//! - A work item is a fiber that runs until it meets a barrier. A barrier that some work items of its group, or lanes of
//!   its vector, never reach fails the launch: a GPU would hang, or worse, go on.
//! - Memory that was never written is filled with bytes that make large negative numbers; copies outside of allocations
//!   and frees of what is not allocated fail.
//! - A stream is a queue with a thread: launches, copies and frees are done in their turn, while the host goes on. What
//!   fails there loses the device, and fences tell it. Captured launches do not run; a graph repeats them with the
//!   arguments of the capture. Allocations, events and fences are not captured.
//!
//! The crate is empty on other systems than Linux on x86-64, whose calling convention the fibers know.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

mod allocation;
mod codes;
mod copies;
mod event;
mod fiber;
mod graph;
mod group;
mod handle;
mod hiprtc;
mod memory;
mod module;
mod runtime;
mod stream;
#[path = "../../words.rs"]
mod words;
