//! The rows of jobs, runs and items: as the host writes them, and as a kernel reads them, in integers `I` of either.

use std::ops::{BitAnd, Shr};

/// Bits of a job's first word, beside N3 in the lowest four.
pub struct OrbitFlags;

impl OrbitFlags {
    /// Bits of N3.
    pub const N3: i32 = 15;
    /// Bits of what code a job needs: N3, and [`AXIS`](Self::AXIS).
    pub const SHAPE: i32 = Self::N3 | Self::AXIS;
    /// The output is on the axis T = 0.
    pub const AXIS: i32 = 1 << 4;
    /// S = T: all images are one output.
    pub const DIAGONAL: i32 = 1 << 5;
    /// S = T = 0.
    pub const ZERO: i32 = 1 << 6;
    /// Images 2 and 3 of the first value change sign.
    pub const ODD: i32 = 1 << 7;
    /// By how much the word is shifted to have [`ODD`](Self::ODD) in the sign.
    pub const ODD_TO_SIGN: i32 = 24;
    /// The sums of images 0 and 1 end conjugated.
    pub const CONJUGATED_0: i32 = 1 << 8;
    /// The same of [`CONJUGATED_0`](Self::CONJUGATED_0).
    pub const CONJUGATED_0_TO_SIGN: i32 = 23;
    /// The sums of images 2 and 3 end conjugated.
    pub const CONJUGATED_2: i32 = 1 << 9;
    /// The same of [`CONJUGATED_2`](Self::CONJUGATED_2).
    pub const CONJUGATED_2_TO_SIGN: i32 = 22;
}

/// A job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrbitJob<I> {
    /// N3 and [`OrbitFlags`].
    pub flags: I,
    /// First segment.
    pub first: I,
    /// One past the last segment.
    pub end: I,
    /// First value of the rest: where a kernel may keep C of images 2 and 3 of outputs that all images share, two columns a
    /// value, one of S = T = 0.
    pub rest: I,
}

impl<I> OrbitJob<I> {
    /// The job of a row.
    #[inline(always)]
    pub fn of([flags, first, end, rest]: [I; 4]) -> Self {
        Self {
            flags,
            first,
            end,
            rest,
        }
    }

    /// Its row.
    pub fn pack(self) -> [I; 4] {
        [self.flags, self.first, self.end, self.rest]
    }
}

/// Where the first values of images 0 and 2 of a job lie in [`GradientPairs`](crate::tables::GradientPairs); those of
/// images 1 and 3 are the second columns.
///
/// Value n lies `columns (n length - n (n - 1))` further, its second column `length - 2 n` behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrbitPlaces<I> {
    /// Place of the output, image 0.
    pub first: I,
    /// Length of its columns.
    pub length: I,
    /// Place of image 2, S and T swapped.
    pub swapped: I,
    /// Length of its columns.
    pub swapped_length: I,
}

impl<I> OrbitPlaces<I> {
    /// The places of a row.
    #[inline(always)]
    pub fn of([first, length, swapped, swapped_length]: [I; 4]) -> Self {
        Self {
            first,
            length,
            swapped,
            swapped_length,
        }
    }

    /// Their row.
    pub fn pack(self) -> [I; 4] {
        [self.first, self.length, self.swapped, self.swapped_length]
    }
}

/// Items of one length of operand 2 between which its conjugation does not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrbitRun<I> {
    /// N2.
    pub n2: I,
    /// Number of items.
    pub items: I,
    /// The sign bit is set where the sums of images 0 and 1 are conjugated before the run.
    pub flip_low: I,
    /// The same of images 2 and 3.
    pub flip_high: I,
}

impl<I> OrbitRun<I> {
    /// The run of a row.
    #[inline(always)]
    pub fn of([n2, items, flip_low, flip_high]: [I; 4]) -> Self {
        Self {
            n2,
            items,
            flip_low,
            flip_high,
        }
    }

    /// Its row.
    pub fn pack(self) -> [I; 4] {
        [self.n2, self.items, self.flip_low, self.flip_high]
    }
}

/// Bits of a place in its word.
const PLACE: i32 = 0xffff;
/// N1 stands in the first word from here on.
const N1_SHIFT: i32 = 16;
/// Bits of N1.
const N1: i32 = 15;
/// The most values of operand 1 in an item.
pub(super) const MOST_N1: usize = N1 as usize;

/// A product in four images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrbitItem<I> {
    /// Places of operand 2 in the images.
    pub second: [I; 4],
    /// Places of operand 1.
    pub first: [I; 4],
    /// N1.
    pub n1: I,
    /// The sign bit is set where Im of operand 1 changes sign: in images 0 and 1, in images 2 and 3. Other bits mean nothing.
    pub signs: [I; 2],
}

impl<I: Copy + BitAnd<i32, Output = I> + Shr<i32, Output = I>> OrbitItem<I> {
    /// The item of two rows: N1 and the signs are in spare bits of the places of operand 2.
    #[inline(always)]
    pub fn of([second, first]: [[I; 4]; 2]) -> Self {
        let [a, b, c, d] = second;
        Self {
            second: [a & PLACE, b & PLACE, c, d],
            first,
            n1: (a >> N1_SHIFT) & N1,
            signs: [a, b],
        }
    }
}

impl OrbitItem<i32> {
    /// Its rows.
    #[must_use]
    pub fn pack(self) -> [[i32; 4]; 2] {
        let [a, b, c, d] = self.second;
        let [low, high] = self.signs.map(|sign| sign & i32::MIN);
        [[a | self.n1 << N1_SHIFT | low, b | high, c, d], self.first]
    }
}
