//! What can be sorted, and the bits whose unsigned order is the order of the keys.

use super::{device::DeviceKey, host::HostKey};
use crate::number::Number;
use portax::device;

/// A key: `u32`, `i32`, `u64`, `i64`, `f32` or `f64`.
///
/// Floats are in the total order of IEEE 754, as [`f64::total_cmp`] has it: negative NaN, negative infinity, ..., -0.0,
/// 0.0, ..., infinity, NaN.
pub trait Key: HostKey + DeviceKey + Number {}
impl<K: HostKey + DeviceKey + Number> Key for K {}

macro_rules! ordered {
    ($($t:ident $bits:ident $encode:ident $decode:ident: |$x:ident| $to:expr, |$b:ident| $from:expr;)*) => { $(
        /// The bits of a key.
        #[device]
        pub(super) fn $encode($x: $t) -> $bits {
            $to
        }
        /// The key of these bits.
        #[device]
        pub(super) fn $decode($b: $bits) -> $t {
            $from
        }
    )* };
}

pub(super) const SIGN32: u32 = 1 << 31;
pub(super) const SIGN64: u64 = 1 << 63;

ordered! {
    u32 u32 encode_u32 decode_u32: |x| x, |b| b;
    i32 u32 encode_i32 decode_i32: |x| x as u32 ^ SIGN32, |b| (b ^ SIGN32) as i32;
    f32 u32 encode_f32 decode_f32:
        |x| x.to_bits() ^ ((0u32 - (x.to_bits() >> 31u32)) | SIGN32),
        |b| (b ^ (((b >> 31u32) - 1u32) | SIGN32)).bits_as_f32();
    u64 u64 encode_u64 decode_u64: |x| x, |b| b;
    i64 u64 encode_i64 decode_i64: |x| x as u64 ^ SIGN64, |b| (b ^ SIGN64) as i64;
    f64 u64 encode_f64 decode_f64:
        |x| x.to_bits() ^ ((0u64 - (x.to_bits() >> 63u64)) | SIGN64),
        |b| (b ^ (((b >> 63u64) - 1u64) | SIGN64)).bits_as_f64();
}
