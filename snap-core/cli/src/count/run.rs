//! A launch, group by group.

use std::collections::HashMap;

use portax::Result;
use portax::backend::{Arg, Grid};
use portax::ir::evaluate::Items;

use super::Kernel;
use super::counts::Counts;
use super::group;
use super::touched::Touched;

/// What the groups of a launch share.
pub struct Shared<'a> {
    pub buffers: &'a mut [Vec<u8>],
    /// By handle.
    pub touched: HashMap<u64, Touched>,
    pub counts: Counts,
}

/// Runs a launch and counts it.
pub fn launch(
    kernel: &Kernel,
    buffers: &mut [Vec<u8>],
    grid: Grid,
    args: &[Arg],
) -> Result<Counts> {
    let bits: Vec<u64> = args.iter().map(|arg| arg.bits()).collect();
    let items = Items {
        groups: grid.groups,
        group_size: grid.group_size,
        tile: &kernel.options.tile,
        args: &bits,
    };
    let mut touched = HashMap::new();
    for arg in args {
        if let Arg::Buffer(buffer) = arg {
            touched.insert(buffer.handle, Touched::new(buffer.bytes));
        }
    }
    let mut shared = Shared {
        buffers,
        touched,
        counts: Counts::default(),
    };
    for rank in 0..grid.groups {
        group::run(kernel, &items, rank, &mut shared)?;
    }
    Ok(shared.counts)
}
