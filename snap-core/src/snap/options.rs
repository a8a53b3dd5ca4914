//! How a [`Snap`](super::Snap) works.

use super::precision::Precision;
use crate::mapping::{Changes, TuningTable};
use crate::tables::ChemRule;

/// Options of a [`Snap`](super::Snap); the default leaves each choice to the space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SnapOptions {
    /// Pipeline, form of compute_yi, and numbers of the mapping; by default those of the tables. See
    /// [`mapping`](crate::mapping) for the order in which they count.
    pub mapping: Changes,
    /// The types of the arithmetic.
    pub precision: Precision,
    /// How forces with `chemflag` follow from coefficients that are not symmetric in elements of equal j; another than the
    /// gradient needs compute_yi direct and double precision.
    pub chem_rule: ChemRule,
    /// How far beyond the cutoff lists reach (Å): they are built anew when an atom has moved by half of it, with 0 at every
    /// computation.
    pub skin: f64,
    /// Bytes of the values between the stages, for all threads, which a batch of atoms has; by default what fits the second cache
    /// of CPU threads, and a gigabyte on devices. For forces a CPU thread mostly needs those of one vector of atoms.
    pub batch_bytes: Option<usize>,
    /// Mappings of the stages that come before those that are shipped, such as `snapx tune` finds.
    pub tuning_table: TuningTable,
    /// Measure the time of each stage, which waits for the space after each.
    pub timing: bool,
}
