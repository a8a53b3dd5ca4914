//! Loops that move numbers in host memory.

use super::walk::{Step, Walk};
use std::ptr::NonNull;

/// Copies the numbers of a walk.
///
/// # Safety
/// The memories differ, and have all numbers of the walk, with nobody else to use them.
pub(super) unsafe fn copy(to: NonNull<u8>, from: NonNull<u8>, walk: &Walk) {
    // SAFETY: the caller's promise.
    unsafe {
        match walk.bytes {
            1 => copy_words::<u8>(to, from, walk),
            2 => copy_words::<u16>(to, from, walk),
            4 => copy_words::<u32>(to, from, walk),
            _ => copy_words::<u64>(to, from, walk),
        }
    }
}

/// # Safety
/// As for [`copy`].
unsafe fn copy_words<W: Copy>(to: NonNull<u8>, from: NonNull<u8>, walk: &Walk) {
    let (to, from) = (to.cast::<W>(), from.cast::<W>());
    each_row(walk, |[to_at, from_at], (numbers, [to_step, from_step])| {
        // SAFETY: the caller's promise.
        let (to, from) = unsafe { (to.add(to_at), from.add(from_at)) };
        if to_step == 1 && from_step == 1 {
            // SAFETY: the caller's promise.
            unsafe { to.copy_from_nonoverlapping(from, numbers) };
            return;
        }
        for k in 0..numbers {
            // SAFETY: the caller's promise.
            unsafe { to.add(k * to_step).write(from.add(k * from_step).read()) };
        }
    });
}

/// Sets the numbers of a walk, in its first memory, to the one with these bits.
///
/// # Safety
/// The memory has all numbers of the walk, with nobody else to use them.
pub(super) unsafe fn fill(to: NonNull<u8>, walk: &Walk, bits: u64) {
    // SAFETY: the caller's promise.
    unsafe {
        match walk.bytes {
            1 => fill_words(to, walk, bits as u8),
            2 => fill_words(to, walk, bits as u16),
            4 => fill_words(to, walk, bits as u32),
            _ => fill_words(to, walk, bits),
        }
    }
}

/// # Safety
/// As for [`fill`].
unsafe fn fill_words<W: Copy>(to: NonNull<u8>, walk: &Walk, value: W) {
    let to = to.cast::<W>();
    each_row(walk, |[at, _], (numbers, [step, _])| {
        if step == 1 {
            // SAFETY: the caller's promise.
            unsafe { std::slice::from_raw_parts_mut(to.add(at).as_ptr(), numbers) }.fill(value);
            return;
        }
        for k in 0..numbers {
            // SAFETY: the caller's promise.
            unsafe { to.add(at + k * step).write(value) };
        }
    });
}

/// Calls `f` with where each row begins, and its numbers and strides.
fn each_row(walk: &Walk, mut f: impl FnMut([usize; 2], Step)) {
    let (row, outer) = match walk.steps.split_first() {
        Some((row, outer)) => (*row, outer),
        None => ((1, [1, 1]), &[][..]),
    };
    let rows: usize = outer.iter().map(|step| step.0).product();
    let (mut index, mut at) = (vec![0; outer.len()], walk.first);
    for _ in 0..rows {
        f(at, row);
        for (i, (extent, strides)) in index.iter_mut().zip(outer) {
            *i += 1;
            if *i < *extent {
                at = [0, 1].map(|side| at[side] + strides[side]);
                break;
            }
            *i = 0;
            at = [0, 1].map(|side| at[side] - (extent - 1) * strides[side]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begins(walk: &Walk) -> Vec<[usize; 2]> {
        let mut found = Vec::new();
        each_row(walk, |at, _| found.push(at));
        found
    }

    #[test]
    fn rows_begin_where_the_outer_steps_lead() {
        let walk = |steps: &[Step]| Walk {
            bytes: 4,
            first: [100, 7],
            steps: steps.to_vec(),
        };
        assert_eq!(begins(&walk(&[])), [[100, 7]]);
        assert_eq!(begins(&walk(&[(5, [1, 2])])), [[100, 7]]);
        let expected = [[100, 7], [110, 7], [120, 7], [101, 8], [111, 8], [121, 8]];
        let found = begins(&walk(&[(5, [1, 2]), (3, [10, 0]), (2, [1, 1])]));
        assert_eq!(found, expected);
    }
}
