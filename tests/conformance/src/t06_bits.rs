//! Bits of integers and of floats, counted and moved.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{Functor, RangeKernel, RangePolicy, Space, View, kernel};

pub fn tests() -> Vec<Test> {
    tests![bits_are_counted_and_moved,]
}

const UNSIGNED: usize = 9;
const SIGNED: usize = 4;

#[derive(Functor)]
struct Bits {
    x: View<u32, 1>,
    y: View<i32, 1>,
    a: u32,
    f: f32,
    unsigned: View<u32, 2>,
    signed: View<i32, 2>,
    floats: View<f32, 1>,
}

#[kernel]
impl RangeKernel for Bits {
    fn bits(&self, i: Index) {
        let (x, y) = (self.x[i], self.y[i]);
        self.unsigned[(i, 0)] = x.count_ones() + y.count_zeros();
        self.unsigned[(i, 1)] = x.leading_zeros();
        self.unsigned[(i, 2)] = x.trailing_zeros();
        self.unsigned[(i, 3)] = x.rotate_left(5u32) ^ x.rotate_right(0u32);
        self.unsigned[(i, 4)] = x.rotate_right(7u32);
        self.unsigned[(i, 5)] = x.reverse_bits();
        self.unsigned[(i, 6)] = x.swap_bytes();
        self.unsigned[(i, 7)] =
            self.a.count_ones() + self.a.leading_zeros() + self.a.reverse_bits();
        self.unsigned[(i, 8)] = (x as f32).to_bits() + self.f.to_bits();
        self.signed[(i, 0)] = y.count_ones() as i32;
        self.signed[(i, 1)] = y.leading_zeros() as i32;
        self.signed[(i, 2)] = y.rotate_left(9u32);
        self.signed[(i, 3)] = y.reverse_bits();
        self.floats[i] = (x >> 2u32).bits_as_f32();
    }
}

fn bits_are_counted_and_moved(space: &Space) -> Outcome {
    let mut x = vec![0, 1, u32::MAX, 1 << 31, 0x00f0_0000, 0x3f80_0000];
    x.extend((1..60u32).map(|k| k.wrapping_mul(0x9e37_79b9) >> (k % 32)));
    let y: Vec<i32> = x.iter().map(|&x| !x as i32).collect();
    let n = x.len();
    let k = Bits {
        x: vector(space, "x", &x)?,
        y: vector(space, "y", &y)?,
        a: 0x0012_3400,
        f: -2.75,
        unsigned: View::new(space, "unsigned", [n, UNSIGNED])?,
        signed: View::new(space, "signed", [n, SIGNED])?,
        floats: View::new(space, "floats", [n])?,
    };
    space.parallel_for("bits", RangePolicy::new(0..n), &k)?;
    let (unsigned, signed) = (k.unsigned.to_vec()?, k.signed.to_vec()?);
    let floats = k.floats.to_vec()?;
    for i in 0..n {
        let (x, y, a) = (x[i], y[i], k.a);
        let expected = [
            x.count_ones() + y.count_zeros(),
            x.leading_zeros(),
            x.trailing_zeros(),
            x.rotate_left(5) ^ x,
            x.rotate_right(7),
            x.reverse_bits(),
            x.swap_bytes(),
            a.count_ones() + a.leading_zeros() + a.reverse_bits(),
            (x as f32).to_bits().wrapping_add(k.f.to_bits()),
        ];
        let found: [u32; UNSIGNED] = std::array::from_fn(|k| unsigned[i + k * n]);
        assert_eq!(found, expected, "{x:x}");
        let expected = [
            y.count_ones() as i32,
            y.leading_zeros() as i32,
            y.rotate_left(9),
            y.reverse_bits(),
        ];
        let found: [i32; SIGNED] = std::array::from_fn(|k| signed[i + k * n]);
        assert_eq!(found, expected, "{y:x}");
        assert_eq!(floats[i].to_bits(), x >> 2);
    }
    Ok(())
}
