//! Distributions of draws.

use super::philox::{Philox, next_u32, next_u64};
use portax::device;

const TAU: f64 = std::f64::consts::TAU;

/// Uniform in `[0, 1)`, a multiple of 2^-53. Two draws of 32 bits.
#[device]
pub fn uniform(rng: &mut Philox) -> f64 {
    (next_u64(&mut rng) >> 11u64) as f64 * 1.1102230246251565e-16
}

/// Uniform in `[0, 1)`, a multiple of 2^-24. One draw of 32 bits.
#[device]
pub fn uniform_f32(rng: &mut Philox) -> f32 {
    (next_u32(&mut rng) >> 8u32) as f32 * 5.960464477539063e-8
}

/// Uniform in `0..n`, without bias; of `n` 0 it is 0. One draw of 32 bits, seldom more.
///
/// Products of a draw and `n` are divided by 2^32; those whose remainders are too many are drawn again (Lemire, "Fast random
/// integer generation in an interval", 2019).
#[device]
pub fn below(rng: &mut Philox, n: u32) -> u32 {
    let threshold = (0u32 - n) % n;
    let mut product = next_u32(&mut rng) as u64 * n as u64;
    while (product as u32) < threshold {
        product = next_u32(&mut rng) as u64 * n as u64;
    }
    (product >> 32u64) as u32
}

/// Normal with mean 0 and variance 1, by Box and Muller. Four draws of 32 bits.
#[device]
pub fn normal(rng: &mut Philox) -> f64 {
    let radius = (-2.0 * (1.0 - uniform(&mut rng)).ln()).sqrt();
    radius * (TAU * uniform(&mut rng)).cos()
}

/// As [`normal`], of f32. Two draws of 32 bits.
#[device]
pub fn normal_f32(rng: &mut Philox) -> f32 {
    let radius = (-2.0 * (1.0 - uniform_f32(&mut rng)).ln()).sqrt();
    radius * (TAU as f32 * uniform_f32(&mut rng)).cos()
}

/// Exponential with mean 1. Two draws of 32 bits.
#[device]
pub fn exponential(rng: &mut Philox) -> f64 {
    -(1.0 - uniform(&mut rng)).ln()
}
