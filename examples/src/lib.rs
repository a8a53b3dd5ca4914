//! Runnable lessons, in order: `cargo run --release -p portax-examples --example 01-axpy [DEVICE]`.
//!
//! | lesson | shows |
//! |---|---|
//! | `01-axpy` | spaces, views, `parallel_for` of a closure, and of a functor |
//! | `02-reduce-and-scan` | reductions of closures to a value, prefix sums by a functor |
//! | `03-transpose` | teams, scratch, barriers, mirrors on the host; `unsafe impl` as a promise |
//! | `04-babelstream` | kernels of one functor by tags, prepared launches, measuring a device's memory |
//! | `05-backend` | a backend: memory behind handles, programs interpreted, a registry of one's own |
//! | `06-lennard-jones` | molecular dynamics with `portax-atoms`: one kernel, whose potential is a type parameter; lists and time steps of the crate |
//! | `07-mandelbrot` | a loop that each lane leaves by `break`, a range of two dimensions |
//! | `08-conjugate-gradient` | rows of any length by lanes and by teams, a functor in a functor, reductions |
//! | `09-monte-carlo` | a stream of random numbers for each iteration, by `portax-algorithms` |
//! | `10-k-means` | a search in each lane, atomic sums |
//! | `11-breadth-first-search` | atomic updates that say who was first; `unsafe impl` as a promise |
//! | `12-barnes-hut` | a walk over a tree with a stack, local arrays at run-time indices |
//! | `13-particle-layouts` | views of structs: one source as structure of arrays, as tiles, as array of structures |
//! | `14-smoothed-particles` | particles sorted into bins by `portax-algorithms`, neighbours in nine bins |
//! | `15-layout-study` | the layouts of three kernels' views under a study: what the wrong one costs |

use portax::{Result, Space};

/// The device named on the command line, or the best one.
///
/// # Errors
/// No device has the name, or it does not open.
pub fn space_from_arguments() -> Result<Space> {
    match std::env::args().nth(1) {
        Some(name) => portax_backends::by_name(&name),
        None => portax_backends::best(),
    }
}
