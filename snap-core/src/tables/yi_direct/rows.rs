//! The rows of the jobs and their items: as the host writes them, and as a kernel reads them.

use std::ops::{BitAnd, Shl};

/// The products of one output, in integers `I` of the host or of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectJob<I> {
    /// Complex offset of the output.
    pub output: I,
    /// Its number of values, N3.
    pub n3: I,
}

impl<I> DirectJob<I> {
    /// The job of a row.
    #[inline(always)]
    pub fn of([output, n3, _, _]: [I; 4]) -> Self {
        Self { output, n3 }
    }
}

impl DirectJob<i32> {
    /// Its row.
    #[must_use]
    pub fn pack(self) -> [i32; 4] {
        [self.output, self.n3, 0, 0]
    }
}

/// A product of an output, in integers `I` of the host or of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectItem<I> {
    /// Complex offset of operand 1.
    pub first: I,
    /// Complex offset of operand 2.
    pub second: I,
    /// Values of operand 1.
    pub n1: I,
    /// The sign bit is set where operand 1 is conjugated.
    pub conj1: I,
    /// The same of operand 2.
    pub conj2: I,
    /// Offset in W.
    pub w: I,
}

/// Bits of N1 in the third word of a row.
const N1: i32 = 255;
/// By how much that word is shifted to have the conjugation of operand 1 in the sign.
const CONJ1_TO_SIGN: i32 = 23;
/// The same of operand 2.
const CONJ2_TO_SIGN: i32 = 22;

impl<I: Copy + BitAnd<i32, Output = I> + Shl<i32, Output = I>> DirectItem<I> {
    /// The item of a row.
    #[inline(always)]
    pub fn of([first, second, shape, w]: [I; 4]) -> Self {
        Self {
            first,
            second,
            n1: shape & N1,
            conj1: (shape << CONJ1_TO_SIGN) & i32::MIN,
            conj2: (shape << CONJ2_TO_SIGN) & i32::MIN,
            w,
        }
    }
}

impl DirectItem<i32> {
    /// Its row.
    #[must_use]
    pub fn pack(self) -> [i32; 4] {
        let bit = |sign: i32, to_sign: i32| (sign as u32 >> to_sign) as i32;
        let conjugations = bit(self.conj1, CONJ1_TO_SIGN) | bit(self.conj2, CONJ2_TO_SIGN);
        [self.first, self.second, self.n1 | conjugations, self.w]
    }
}
