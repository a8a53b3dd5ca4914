//! Philox4x32-10: four words of 32 bits by ten rounds of multiplications.

use portax::{Element, device};

/// What one round multiplies the first and the third word by.
const MULTIPLIER: [u32; 2] = [0xd251_1f53, 0xcd9e_8d57];
/// What the key grows by from round to round: the golden ratio, and the square root of 3 less 1.
const WEYL: [u32; 2] = [0x9e37_79b9, 0xbb67_ae85];

/// The upper half of a product of 64 bits.
#[device]
fn high(x: u32, y: u32) -> u32 {
    ((x as u64 * y as u64) >> 32u64) as u32
}

/// Philox4x32-10: the four words that belong to a counter and a key.
///
/// Counters that differ give words that are independent, and so do keys. [`Philox`] counts; call this one where a kernel
/// has counters of its own.
#[device]
pub fn philox4x32(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let mut c = counter;
    let mut k = key;
    for _round in 0..10 {
        let low = [c[0] * MULTIPLIER[0], c[2] * MULTIPLIER[1]];
        let top = [high(MULTIPLIER[0], c[0]), high(MULTIPLIER[1], c[2])];
        c = [top[1] ^ c[1] ^ k[0], low[1], top[0] ^ c[3] ^ k[1], low[0]];
        k = [k[0] + WEYL[0], k[1] + WEYL[1]];
    }
    c
}

/// A stream of random numbers: a value that a kernel holds in a `let mut` variable. [`philox`] makes it.
#[derive(Clone, Copy, Debug, PartialEq, Element)]
pub struct Philox {
    /// Low half of the seed
    key0: u32,
    /// High half of the seed
    key1: u32,
    /// Low half of the stream
    stream0: u32,
    /// High half of the stream
    stream1: u32,
    /// Draws of 32 bits so far
    drawn: u64,
    /// The words of the counter `drawn / 4`, once one of them is drawn
    word0: u32,
    word1: u32,
    word2: u32,
    word3: u32,
}

/// The stream of this number, of 2^64 that a seed has. Each has 2^66 words before it repeats itself.
#[device]
pub fn philox(seed: u64, stream: u64) -> Philox {
    Philox {
        key0: seed as u32,
        key1: (seed >> 32u64) as u32,
        stream0: stream as u32,
        stream1: (stream >> 32u64) as u32,
        drawn: 0u64,
        word0: 0u32,
        word1: 0u32,
        word2: 0u32,
        word3: 0u32,
    }
}

/// The next 32 bits.
#[device]
pub fn next_u32(rng: &mut Philox) -> u32 {
    let part = rng.drawn as u32 & 3u32;
    if part == 0u32 {
        let block = rng.drawn >> 2u64;
        let counter = [
            block as u32,
            (block >> 32u64) as u32,
            rng.stream0,
            rng.stream1,
        ];
        let words = philox4x32(counter, [rng.key0, rng.key1]);
        rng.word0 = words[0];
        rng.word1 = words[1];
        rng.word2 = words[2];
        rng.word3 = words[3];
    }
    rng.drawn += 1u64;
    let low = if part == 0u32 { rng.word0 } else { rng.word1 };
    let high = if part == 2u32 { rng.word2 } else { rng.word3 };
    if part < 2u32 { low } else { high }
}

/// The next 64 bits: two draws of 32, the first one low.
#[device]
pub fn next_u64(rng: &mut Philox) -> u64 {
    let low = next_u32(&mut rng);
    let high = next_u32(&mut rng);
    low as u64 | ((high as u64) << 32u64)
}
