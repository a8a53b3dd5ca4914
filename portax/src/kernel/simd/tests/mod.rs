//! Every operation of every instruction set against one scalar at a time.

mod faults;
mod functions;
mod halves;
mod math;
mod memory;
mod offsets;
mod values;

use super::{Isa, MAX_LANES, Pack};
use crate::{kernel::exec::Scalar, ops::Cmp};

/// Runs a generic test on each instruction set of this CPU, inside a launch function as kernels are.
macro_rules! on_every_isa {
    ($($(#[$m:meta])* fn $name:ident<I: Isa>() $body:block)*) => { $(
        $(#[$m])*
        #[test]
        fn $name() {
            #[inline(always)]
            fn body<I: crate::kernel::simd::Isa>() $body
            #[cfg(target_arch = "x86_64")]
            {
                use crate::kernel::simd::{Avx2, Avx512, Isa as _};
                __px_with_avx512! {
                    fn avx512() {
                        body::<Avx512>()
                    }
                }
                __px_with_avx2! {
                    fn avx2() {
                        body::<Avx2>()
                    }
                }
                if Avx512::is_available() {
                    // SAFETY: just asked.
                    unsafe { avx512() }
                } else {
                    println!("{}: no AVX-512 on this CPU", stringify!($name));
                }
                if Avx2::is_available() {
                    // SAFETY: just asked.
                    unsafe { avx2() }
                } else {
                    println!("{}: no AVX2 on this CPU", stringify!($name));
                }
            }
            body::<crate::kernel::exec::lane::Portable>();
        }
    )* };
}
use on_every_isa;

/// Values of a type at which operations go wrong, then ordinary ones.
trait Samples: Scalar {
    fn samples() -> Vec<Self>;
}

macro_rules! samples {
    ($t:ident: $($edge:expr),*; $random:expr) => {
        impl Samples for $t {
            fn samples() -> Vec<$t> {
                let mut state = 0x9e37_79b9_7f4a_7c15_u64;
                let mut values = vec![$($edge),*];
                for _ in 0..40 {
                    state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    let random: fn(u64) -> $t = $random;
                    values.push(random(state >> 20));
                }
                values
            }
        }
    };
}

samples!(f64: 9223372036854775807.0, -9223372036854775808.0, -1e19, 18446744073709551615.0, 1.7e19, 9e18, f64::NAN, 0.0, -0.0, f64::INFINITY, -f64::INFINITY, 5e-324, f64::MAX, 1.5, -2.5, 1e10, 4294967295.5,
    2147483647.5, -2147483648.9, -2147483649.0, 4294967296.0, 0.9, -0.9; |r| (r % 20011) as f64 / 100.0 - 100.0);
samples!(f32: f32::NAN, 0.0, -0.0, f32::INFINITY, -f32::INFINITY, 1e-45, f32::MAX, 1.5, -2.5, 1e10, 16777217.0,
    2147483648.0, -2147483648.0, 4294967040.0, 0.9, -0.9; |r| (r % 20011) as f32 / 100.0 - 100.0);
samples!(i32: 0, 1, -1, i32::MIN, i32::MAX, 31, 32, 33, -7, 16777217; |r| if r & 64 == 0 { r as i32 } else { r as i32 % 50 });
samples!(u32: 0, 1, 2, u32::MAX, 1 << 31, 31, 32, 33, 16777217; |r| if r & 64 == 0 { r as u32 } else { r as u32 % 50 });

samples!(i64: 0, 1, -1, i64::MIN, i64::MAX, 63, 64, 65, -7, 1 << 31, -(1 << 31), 1 << 32, (1 << 53) + 1, (1 << 60) + (1 << 36) + 1;
    |r| if r & 64 == 0 { (r << 20) as i64 } else { r as i64 % 50 });
samples!(u64: 0, 1, 2, u64::MAX, 1 << 63, (1 << 63) + 1, 63, 64, 65, 1 << 31, 1 << 32, (1 << 53) + 1, (1 << 60) + (1 << 36) + 1;
    |r| if r & 64 == 0 { r << 20 } else { r % 50 });

/// All pairs of samples, a pack at a time.
fn pairs<T: Samples>() -> Vec<([T; MAX_LANES], [T; MAX_LANES])> {
    let values = T::samples();
    let n = values.len();
    let at = |k: usize| values[k % n];
    (0..n)
        .flat_map(|shift| (0..n).step_by(MAX_LANES).map(move |k| (k, shift)))
        .map(|(k, shift)| {
            (
                std::array::from_fn(|l| at(k + l)),
                std::array::from_fn(|l| at(k + l + shift)),
            )
        })
        .collect()
}

/// The mask whose lane `l` is bit `l`.
#[inline(always)]
fn mask_of<I: Isa>(bits: u32) -> I::Mask {
    let lanes = std::array::from_fn(|l| (bits >> l & 1) as i32);
    I::Pack::<i32>::cmp(
        Cmp::Ne,
        I::Pack::<i32>::from_array(lanes),
        I::Pack::<i32>::splat(0),
    )
}

/// Every mask of `I`.
fn masks<I: Isa>() -> std::ops::Range<u32> {
    0..1 << I::LANES
}

/// The same bits, or both NaN.
fn same<T: Scalar>(a: T, b: T) -> bool {
    a.to_bits64() == b.to_bits64() || (a.to_f64().is_nan() && b.to_f64().is_nan())
}

/// Panics unless the lanes of a pack are what `expected` says.
#[inline(always)]
fn assert_lanes<T: Scalar, I: Isa>(
    pack: I::Pack<T>,
    expected: impl Fn(usize) -> T,
    what: impl Fn(usize) -> String,
) {
    let found = pack.to_array();
    for (l, &found) in found.iter().enumerate().take(I::LANES) {
        assert!(
            same(found, expected(l)),
            "{}: {found:?} instead of {:?}",
            what(l),
            expected(l)
        );
    }
}
