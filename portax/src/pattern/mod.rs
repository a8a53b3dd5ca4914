//! Parallel patterns: for, reduce, scan.
//!
//! Each is a recipe of the stages of a launch (`crate::launch`): record the body, collect the arguments, check both,
//! then prepare for the host or the device. A policy's `parallel_for` is a file.

mod for_md_range;
mod for_range;
mod for_team;
mod reduce;
mod reduce_md_range;
mod reduce_range;
mod reduce_team;
mod scan;

pub(crate) use for_md_range::launch_on_device;

use crate::{
    error::Result,
    launch::{Prepared, observe},
    space::Space,
    tools::{self, Kind},
};

/// A policy that runs kernel `K`.
#[diagnostic::on_unimplemented(
    message = "`{K}` has no kernel for the policy `{Self}`",
    note = "implement `RangeKernel`, `MdRangeKernel` or `TeamKernel` with `#[kernel]`, for the policy's tag"
)]
pub trait ForPolicy<K> {
    /// Checks and compiles a launch.
    ///
    /// # Errors
    /// As for [`Space::parallel_for`].
    fn prepare(self, space: &Space, label: &str, functor: &K) -> Result<Prepared>;
    /// Launches; one like the last ones is not checked again.
    ///
    /// # Errors
    /// As for [`Space::parallel_for`].
    fn launch(self, space: &Space, label: &str, functor: &K) -> Result<()>;
}

pub use reduce::ReducePolicy;

impl Space {
    /// Runs a kernel over a policy. `label` names the launch in messages and profiles.
    ///
    /// # Errors
    /// A view of another space, an index certainly out of range, races that the access summary cannot exclude (of kernels
    /// without `unsafe`), what the device refuses.
    pub fn parallel_for<K>(
        &self,
        label: &str,
        policy: impl ForPolicy<K>,
        functor: &K,
    ) -> Result<()> {
        if tools::is_active() {
            return self.prepare(label, policy, functor)?.launch();
        }
        policy.launch(self, label, functor)
    }

    /// Checks once what is launched often.
    ///
    /// # Errors
    /// As for [`parallel_for`](Self::parallel_for).
    pub fn prepare<K>(
        &self,
        label: &str,
        policy: impl ForPolicy<K>,
        functor: &K,
    ) -> Result<Prepared> {
        let prepared = policy.prepare(self, label, functor)?;
        Ok(observe::observe(prepared, self, Kind::For, label))
    }
}
