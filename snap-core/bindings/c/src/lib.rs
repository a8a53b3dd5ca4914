//! SNAP for programs in C, and in every language that calls C: `include/portax_snap.h` declares what this library has.
//!
//! A handle, `portax_snap`, is a potential on a device. It computes
//!
//! - structures, atoms in a cell that may repeat ([`portax_snap_compute`]), or
//! - domains, the atoms of one process of many with ghosts around them, whose neighbours the library finds
//!   ([`portax_snap_set_atoms`]) or the caller has found, as LAMMPS keeps them ([`portax_snap_set_lists`]).
//!
//! Functions that can fail return a [`Status`]; [`portax_snap_last_error`] says more. Nothing unwinds into the caller.
//! Calls with one handle wait for each other; calls with different handles do not.

mod calculator;
mod create;
mod device;
mod domain;
mod domain_on_device;
mod error;
mod handle;
mod memory;
mod results;
mod structure;

pub use calculator::{Calculator, Place};
pub use create::{Options, portax_snap_create, portax_snap_create_from_lines, portax_snap_destroy};
pub use domain::{portax_snap_compute_domain, portax_snap_set_atoms, portax_snap_set_lists};
pub use domain_on_device::portax_snap_compute_domain_on_device;
pub use error::{Failure, Status, portax_snap_last_error};
pub use handle::{Handle, portax_snap_cutoff, portax_snap_device, portax_snap_version};
pub use portax_backends::available as devices;
pub use results::Results;
pub use structure::{Structure, portax_snap_compute};
