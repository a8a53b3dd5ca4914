//! V and its images: the symmetries of W as places of values, so that a kernel meets no sign of theirs.

use std::collections::HashMap;

use crate::tables::weights::{HalfPlane, Weight, radial_count};

/// Number of images of an item.
pub const IMAGES: usize = 4;
/// Values of a row of the image table.
const ROW: usize = 8;
/// Bit of an entry: the real part changes sign.
const NEGATE_RE: i32 = i32::MIN;
/// Bit of an entry: the imaginary part changes sign.
const NEGATE_IM: i32 = 1 << 30;
/// By how much an entry is shifted to have that bit in the sign.
pub const IMAGE_IM_TO_SIGN: i32 = 1;
/// Bits of an entry: the value of V that it comes from.
pub const IMAGE_SOURCE: i32 = NEGATE_IM - 1;

/// The weight's image: itself, mirrored (S, -T), swapped (T, S), rotated (T, -S). W does not change under them but for
/// (-1)^(n1+n2+n3) under the last two.
pub fn image(e: usize, w: Weight) -> Weight {
    match e {
        0 => w,
        1 => Weight { s: w.s, t: -w.t },
        2 => Weight { s: w.t, t: w.s },
        _ => Weight { s: w.t, t: -w.s },
    }
}

/// V(-w) is the conjugate of V(w).
pub fn minus(w: Weight) -> Weight {
    Weight { s: -w.s, t: -w.t }
}

/// Where a kernel finds the images of values: the values of the half plane, then copies.
///
/// Values of |S| < |T| carry (-1)^n, which is the sign of swap and rotation; those of |S| = |T| are there with it and
/// without. (0, -T) is stored too, so that the images 0 and 1, and 2 and 3, of a weight are conjugated or not together.
pub struct Images {
    half_plane: HalfPlane,
    /// Second copies, with (-1)^n, of |S| = |T|, and (0, -T)
    copies: HashMap<(bool, Weight), usize>,
    entries: Vec<i32>,
}

impl Images {
    pub fn new(half_plane: &HalfPlane) -> Self {
        let mut images = Self {
            half_plane: half_plane.clone(),
            copies: HashMap::new(),
            entries: vec![],
        };
        for &w in half_plane.weights() {
            images.push(w, w.s < w.t.abs(), false);
        }
        for &w in half_plane.weights() {
            if w.s == w.t.abs() {
                images.copies.insert((true, w), images.entries.len());
                images.push(w, true, false);
            }
            if w.s == 0 && w.t > 0 {
                images
                    .copies
                    .insert((false, minus(w)), images.entries.len());
                images.push(w, true, true);
            }
        }
        images
    }

    /// The values of a weight, with (-1)^n or without, conjugated or not.
    fn push(&mut self, w: Weight, alternate: bool, conjugate: bool) {
        let at = self.half_plane.position(w).expect("a stored weight");
        for n in 0..self.half_plane.count(at) {
            let negative = alternate && n % 2 == 1;
            let re = if negative { NEGATE_RE } else { 0 };
            let im = if negative != conjugate { NEGATE_IM } else { 0 };
            self.entries
                .push((self.half_plane.offset(at) + n) as i32 | re | im);
        }
    }

    /// Place of n = 0 of image `e` of a weight, and whether it is the conjugate that is stored.
    pub fn place(&self, e: usize, w: Weight) -> (usize, bool) {
        let x = image(e, w);
        let (x, conjugated) = if x.s < 0 {
            (minus(x), true)
        } else {
            (x, false)
        };
        let alternate = e >= 2 && x.s == x.t.abs();
        let place = match self.copies.get(&(alternate, x)) {
            Some(&place) => place,
            None => {
                let at = self.half_plane.position(x);
                self.half_plane.offset(at.expect("a weight within range"))
            }
        };
        (place, conjugated)
    }

    /// The table: eight values a row, each the value of V it is made of, bit 31 for a negative real and bit 30 for a
    /// negative imaginary part. The last row repeats value 0.
    pub fn table(&self) -> Vec<[i32; ROW]> {
        let row = |chunk: &[i32]| std::array::from_fn(|k| chunk.get(k).copied().unwrap_or(0));
        self.entries.chunks(ROW).map(row).collect()
    }

    /// N of a weight anywhere in the plane, 0 out of range.
    pub fn count(&self, w: Weight) -> usize {
        radial_count(self.half_plane.twojmax(), w.degree())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_images_are_conjugated_together() {
        for twojmax in 0..=14 {
            let half_plane = HalfPlane::new(twojmax);
            let images = Images::new(&half_plane);
            for w in half_plane.weights().iter().flat_map(|&w| [w, minus(w)]) {
                let conjugated = [0, 1, 2, 3].map(|e| images.place(e, w).1);
                assert_eq!(conjugated[0], conjugated[1], "{w:?}");
                assert_eq!(conjugated[2], conjugated[3], "{w:?}");
            }
        }
    }

    #[test]
    fn sizes_are_those_of_the_formulation() {
        for (twojmax, count) in [(8, 190), (14, 744)] {
            assert_eq!(Images::new(&HalfPlane::new(twojmax)).entries.len(), count);
        }
    }
}
