//! Threefry: two or four words of 64 bits by twenty rounds of additions, rotations and exclusive ors.

use portax::device;

/// Rotations of the rounds of two words, by turns.
const ROTATIONS2: [u64; 8] = [16, 42, 12, 31, 16, 32, 24, 21];
/// Rotations of the first and the second pair of four words, by turns.
const ROTATIONS4: [[u64; 8]; 2] = [
    [14, 52, 23, 5, 25, 46, 58, 32],
    [16, 57, 40, 37, 33, 12, 22, 32],
];
/// What the last word of the key schedule is the exclusive or of, beside the key.
const PARITY: u64 = 0x1bd1_1bda_a9fc_1a22;

/// The bits moved up by 1 to 63 places; those that leave come back below.
#[device]
fn rotated(x: u64, places: u64) -> u64 {
    (x << places) | (x >> (64u64 - places))
}

/// Threefry2x64-20: the two words that belong to a counter and a key.
#[device]
pub fn threefry2x64(counter: [u64; 2], key: [u64; 2]) -> [u64; 2] {
    let keys = [key[0], key[1], key[0] ^ key[1] ^ PARITY];
    let mut x = counter[0] + keys[0];
    let mut y = counter[1] + keys[1];
    #[unroll]
    for round in 0..20 {
        x += y;
        y = rotated(y, ROTATIONS2[round % 8]) ^ x;
        if round % 4 == 3 {
            x += keys[(round / 4 + 1) % 3];
            y += keys[(round / 4 + 2) % 3] + (round / 4 + 1) as u64;
        }
    }
    [x, y]
}

/// Threefry4x64-20: the four words that belong to a counter and a key.
#[device]
pub fn threefry4x64(counter: [u64; 4], key: [u64; 4]) -> [u64; 4] {
    let parity = key[0] ^ key[1] ^ key[2] ^ key[3] ^ PARITY;
    let keys = [key[0], key[1], key[2], key[3], parity];
    let mut x = [
        counter[0] + keys[0],
        counter[1] + keys[1],
        counter[2] + keys[2],
        counter[3] + keys[3],
    ];
    #[unroll]
    for round in 0..20 {
        // The second and the fourth word change places after each round.
        let (first, second) = (1 + 2 * (round % 2), 3 - 2 * (round % 2));
        x[0] += x[first];
        x[first] = rotated(x[first], ROTATIONS4[0][round % 8]) ^ x[0];
        x[2] += x[second];
        x[second] = rotated(x[second], ROTATIONS4[1][round % 8]) ^ x[2];
        if round % 4 == 3 {
            let turn = round / 4 + 1;
            x[0] += keys[turn % 5];
            x[1] += keys[(turn + 1) % 5];
            x[2] += keys[(turn + 2) % 5];
            x[3] += keys[(turn + 3) % 5] + turn as u64;
        }
    }
    x
}
