//! Images: which copy of the cell a neighbour is in, as three small integers in one i32.

use portax::{Float, device};

/// Largest image number in one direction.
pub const MAX_IMAGE: i32 = (1 << (BITS - 1)) - 1;

/// Bits of an image number.
const BITS: i32 = 10;
/// What is added to make it positive.
const BIAS: i32 = 1 << (BITS - 1);
const MASK: i32 = (1 << BITS) - 1;

/// The packed form of an image.
pub const fn pack([na, nb, nc]: [i32; 3]) -> i32 {
    (nc + BIAS) << (2 * BITS) | (nb + BIAS) << BITS | (na + BIAS)
}

/// The image of a packed form.
pub fn unpack(packed: i32) -> [i32; 3] {
    [0, 1, 2].map(|d| (packed >> (BITS * d) & MASK) - BIAS)
}

/// The packed form of the image (na, nb, nc), in kernels.
#[device]
pub fn pack_image(na: Int, nb: Int, nc: Int) -> Int {
    ((nc + BIAS) << (2 * BITS)) + ((nb + BIAS) << BITS) + (na + BIAS)
}

/// The same of an image that differs between lanes.
#[device]
pub fn pack_image_of_lane(na: i32, nb: i32, nc: i32) -> i32 {
    ((nc + BIAS) << (2 * BITS)) + ((nb + BIAS) << BITS) + (na + BIAS)
}

/// Displacement by the packed image `packed` (na a + nb b + nc c, Å) in kernels; `cell` is a
/// [`CellView`](super::CellView).
#[device]
pub fn image_shift<T: Float>(cell: View<T, 1>, packed: i32) -> [T; 3] {
    let na: T = ((packed & MASK) - BIAS) as T;
    let nb: T = (((packed >> BITS) & MASK) - BIAS) as T;
    let nc: T = (((packed >> (2 * BITS)) & MASK) - BIAS) as T;
    [
        na * cell[0] + nb * cell[3] + nc * cell[6],
        na * cell[1] + nb * cell[4] + nc * cell[7],
        na * cell[2] + nb * cell[5] + nc * cell[8],
    ]
}

/// Displacement from atom `i` to the image `image` of atom `j`, Å, in kernels: exactly the opposite of that from j to
/// i's opposite image, so that both find the same distance.
#[device]
pub fn displacement<T: Float>(
    x: View<T, 2>,
    cell: View<T, 1>,
    i: i32,
    j: i32,
    image: i32,
) -> [T; 3] {
    let shift = image_shift(cell, image);
    [
        (x[(j, 0)] - x[(i, 0)]) + shift[0],
        (x[(j, 1)] - x[(i, 1)]) + shift[1],
        (x[(j, 2)] - x[(i, 2)]) + shift[2],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_every_image() {
        for image in [
            [0, 0, 0],
            [1, -1, 2],
            [-MAX_IMAGE, MAX_IMAGE, -3],
            [511, 511, 511],
            [-511; 3],
        ] {
            assert_eq!(unpack(pack(image)), image);
        }
    }
}
