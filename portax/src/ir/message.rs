//! What kernels say: assertions that fail, lines to print, and the words in which a device reports both.
//!
//! A device writes into one block of memory of its instance. It begins with the first fault, 19 words of 64 bits: a flag that
//! is 0 while there is none, what happened, the launch, and up to 16 numbers. What happened is the number of an access that
//! left its view, [`NAN`](super::render::NAN) more where it wrote NaN, or `-1 - m` where message `m` was said. From word 38 of
//! 32 bits on there are lines: how many words they take, then, line by line, the launch, the message, and the halves of its
//! numbers, low ones first.

use super::Ty;
use std::{fmt, panic::Location};

/// Most numbers that a message or a fault has, indices included.
pub(crate) const MOST_NUMBERS: usize = 16;
/// Words of 64 bits of a fault.
pub(crate) const FAULT_WORDS: usize = 3 + MOST_NUMBERS;
/// The word of 32 bits that says how many words the lines take; they follow it.
pub(crate) const LINES: usize = 2 * FAULT_WORDS;
/// Words of 32 bits that lines can take between two fences.
pub(crate) const LINE_WORDS: usize = 1 << 17;

/// What a message is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Says {
    /// Something does not hold that should
    Assertion,
    /// A line to print
    Line,
}

/// A message as a kernel's source has it.
pub struct Message {
    /// What it is
    pub says: Says,
    /// How many of its numbers, the first ones, are indices
    pub indices: usize,
    /// The text, from the others
    pub text: fn(&[Number]) -> String,
    /// Where in the source
    pub location: &'static Location<'static>,
}

impl Message {
    /// A message of the caller's line.
    #[track_caller]
    pub const fn new(says: Says, indices: usize, text: fn(&[Number]) -> String) -> Message {
        Message {
            says,
            indices,
            text,
            location: Location::caller(),
        }
    }

    /// The indices and the text, from all numbers.
    pub(crate) fn read(&self, numbers: &[Number]) -> (Vec<i64>, String) {
        let (indices, values) = numbers.split_at(self.indices.min(numbers.len()));
        let indices = indices.iter().map(|n| n.bits as i64).collect();
        (indices, (self.text)(values))
    }

    /// The line that is printed, from all numbers: `src/main.rs:7:9: [12] x is 1.5`.
    pub(crate) fn line(&self, numbers: &[Number]) -> String {
        let (indices, text) = self.read(numbers);
        match indices[..] {
            [] => format!("{}: {text}", self.location),
            _ => format!("{}: {indices:?} {text}", self.location),
        }
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of {}", self.says, self.location)
    }
}

/// A message of a program, with the types of its numbers.
#[derive(Clone, Debug)]
pub struct Said {
    /// The message
    pub message: &'static Message,
    /// The types
    pub types: Vec<Ty>,
}

impl Said {
    /// Its numbers from their bits.
    pub(crate) fn numbers(&self, bits: impl IntoIterator<Item = u64>) -> Vec<Number> {
        let pairs = self.types.iter().zip(bits);
        pairs.map(|(&ty, bits)| Number::new(ty, bits)).collect()
    }
}

/// A number that a message shows, as `{}` and its siblings show one of its type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// Its type: a float, an integer (an index is an i64), or bool
    pub ty: Ty,
    /// Its bits, of signed integers sign-extended
    pub bits: u64,
}

impl Number {
    /// A number from its bits, whose high ones do not count in smaller types.
    pub fn new(ty: Ty, bits: u64) -> Number {
        let bits = match ty {
            Ty::I32 => i64::from(bits as i32) as u64,
            Ty::U32 | Ty::F32 => u64::from(bits as u32),
            _ => bits,
        };
        Number { ty, bits }
    }
}

/// Shows a number with one of the traits of `std::fmt` that floats and integers have.
macro_rules! shown {
    ($($trait:ident)*) => { $(
        impl fmt::$trait for Number {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self.ty {
                    Ty::F32 => fmt::$trait::fmt(&f32::from_bits(self.bits as u32), f),
                    Ty::F64 => fmt::$trait::fmt(&f64::from_bits(self.bits), f),
                    Ty::U32 | Ty::U64 => fmt::$trait::fmt(&self.bits, f),
                    _ => fmt::$trait::fmt(&(self.bits as i64), f),
                }
            }
        }
    )* };
}
shown! { LowerExp UpperExp }

/// The same with a trait that bools have, too.
macro_rules! shown_or_bool {
    ($($trait:ident)*) => { $(
        impl fmt::$trait for Number {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self.ty {
                    Ty::Bool => fmt::$trait::fmt(&(self.bits != 0), f),
                    Ty::F32 => fmt::$trait::fmt(&f32::from_bits(self.bits as u32), f),
                    Ty::F64 => fmt::$trait::fmt(&f64::from_bits(self.bits), f),
                    Ty::U32 | Ty::U64 => fmt::$trait::fmt(&self.bits, f),
                    _ => fmt::$trait::fmt(&(self.bits as i64), f),
                }
            }
        }
    )* };
}
shown_or_bool! { Display Debug }

/// The bits of a number, those of its type alone.
macro_rules! bits_shown {
    ($($trait:ident)*) => { $(
        impl fmt::$trait for Number {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self.ty {
                    Ty::I32 | Ty::U32 | Ty::F32 => fmt::$trait::fmt(&(self.bits as u32), f),
                    _ => fmt::$trait::fmt(&self.bits, f),
                }
            }
        }
    )* };
}
bits_shown! { LowerHex UpperHex Binary Octal }

#[cfg(test)]
mod tests {
    use super::*;

    fn number(ty: Ty, bits: u64) -> Number {
        Number { ty, bits }
    }

    #[test]
    fn numbers_are_shown_as_those_of_their_types() {
        let (tenth, minus) = (number(Ty::F32, 0.1_f32.to_bits().into()), -2_i64 as u64);
        assert_eq!(format!("{tenth} {tenth:.3} {tenth:e}"), "0.1 0.100 1e-1");
        assert_eq!(format!("{:?}", number(Ty::F64, 1.0_f64.to_bits())), "1.0");
        let (small, long) = (number(Ty::I32, minus), number(Ty::U64, minus));
        assert_eq!(
            format!("{small:>4} {long} {small:x}"),
            "  -2 18446744073709551614 fffffffe"
        );
        assert_eq!(format!("{:<6}|", number(Ty::Bool, 1)), "true  |");
    }

    #[test]
    fn lines_have_the_place_and_the_indices() {
        let message = Message::new(Says::Line, 2, |v| format!("x is {:.1}", v[0]));
        let index = |n: i64| number(Ty::I64, n as u64);
        let numbers = [index(3), index(-1), number(Ty::F64, 2.25_f64.to_bits())];
        let line = message.line(&numbers);
        assert!(line.ends_with(": [3, -1] x is 2.2"), "{line}");
        assert!(line.contains("message.rs:"), "{line}");
    }
}
