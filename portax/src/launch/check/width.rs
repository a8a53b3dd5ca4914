//! How wide a launch's integers are on a device.

use super::{Ranges, check_everything};
use crate::{
    ir::{Param, Program, bounds::Leaves},
    launch::bind::{Argument, ArgumentView, Arguments},
};

/// Whether sizes alone have more than 31 bits. Ranges leave room for what a launch rounds up to: whole groups, and a group's part
/// of a reduction.
pub(super) fn is_wide(program: &Program, arguments: &Arguments, ranges: &Ranges) -> bool {
    const LIMIT: u64 = 1 << 31;
    const ROOM: u64 = 1 << 24;
    let element = |k: usize| {
        let bytes = |p: &Param| match p {
            Param::Buffer { ty, view } if *view == k => Some(ty.bytes().min(4) as u64),
            _ => None,
        };
        program.params.iter().find_map(bytes).unwrap_or(4)
    };
    let span = |(k, v): (usize, &ArgumentView)| v.allocation.bytes() as u64 / element(k);
    let number = |a: &Argument| match a {
        Argument::Index(x) => *x as u64,
        _ => 0,
    };
    let mut sizes = arguments.views.iter().enumerate().map(span);
    sizes.any(|n| n >= LIMIT)
        || arguments.values.iter().map(number).any(|n| n >= LIMIT)
        || ranges.largest().any(|n| n >= LIMIT - ROOM)
}

/// From which doubt on an index counts as one that needs 64 bits, and a smaller integer as one that wraps. The promise
/// of `unchecked` covers loaded integers, and what 32-bit variables count to; `PORTAX_CHECK=1` trusts neither.
pub(super) fn doubts(program: &Program) -> (Leaves, Leaves) {
    match program.promise.is_unchecked() && !check_everything() {
        true => (Leaves::IfCarried, Leaves::ByNumbers),
        false => (Leaves::IfLoaded, Leaves::IfLoaded),
    }
}
