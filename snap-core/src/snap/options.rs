//! How a [`Snap`](super::Snap) works.

use super::precision::Precision;
use super::tuning::Changes;
use super::tuning_table::TuningTable;

/// How compute_yi forms the gradient of the cubic form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YiForm {
    /// Every output gathers its products: more operations, parallel within a tile.
    Direct,
    /// As direct, with symmetric products sharing their W, and without G: with fused pair stages and team scratch for V,
    /// else direct takes its place.
    Orbit,
    /// Every block adds to its three weights: the fewest operations, one thread a tile.
    Reverse,
}

/// Options of a [`Snap`](super::Snap); the default leaves each choice to the space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SnapOptions {
    /// Form of compute_yi; by default reverse on CPU threads and orbit on GPUs, direct where that does not fit.
    pub yi: Option<YiForm>,
    /// The types of the arithmetic.
    pub precision: Precision,
    /// How far beyond the cutoff lists reach (Å): they are built anew when an atom has moved by half of it, with 0 at every
    /// computation.
    pub skin: f64,
    /// Bytes of the values between the stages that are in use at a time, for all threads; by default what fits the second
    /// cache of CPU threads, and a gigabyte on devices.
    pub batch_bytes: Option<usize>,
    /// Mappings of the stages that come before those that are shipped, such as `snapx tune` finds.
    pub tuning_table: TuningTable,
    /// Changes to the mapping that is best by the tables, made after that of `yi`.
    pub tuning: Changes,
    /// Measure the time of each stage, which waits for the space after each.
    pub timing: bool,
}
