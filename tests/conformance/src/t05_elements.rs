//! Every type of element is loaded, computed with and stored; loads and stores keep every bit.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{
    AoSoA, Complex, Functor, LayoutRight, MdRangeKernel, MdRangePolicy, RangeKernel, RangePolicy,
    Space, View, kernel,
};

pub fn tests() -> Vec<Test> {
    tests![
        f64_keeps_its_bits,
        f32_keeps_its_bits,
        i32_keeps_its_bits,
        u32_keeps_its_bits,
        complex_f64_keeps_its_parts,
        complex_f32_keeps_its_parts,
        scalars_of_every_type_arrive,
        fields_have_any_name,
        small_integers_widen_and_truncate,
        small_integers_lie_side_by_side,
    ]
}

/// `$copied[i] = x[i]`, `$twice[i] = x[i] + x[i]`
macro_rules! copies {
    ($($name:ident: $t:ty;)*) => { $(
        #[derive(Functor)]
        struct $name {
            x: View<$t, 1>,
            copied: View<$t, 1>,
            twice: View<$t, 1>,
        }
        #[kernel]
        impl RangeKernel for $name {
            fn copies(&self, i: Index) {
                let x = self.x[i];
                self.copied[i] = x;
                self.twice[i] = x + x;
            }
        }
        impl $name {
            /// What was copied and what was doubled.
            fn run(space: &Space, x: &[$t]) -> portax::Result<(Vec<$t>, Vec<$t>)> {
                let k = $name {
                    x: vector(space, "x", x)?,
                    copied: View::new(space, "copied", [x.len()])?,
                    twice: View::new(space, "twice", [x.len()])?,
                };
                space.parallel_for("copies", RangePolicy::new(0..x.len()), &k)?;
                Ok((k.copied.to_vec()?, k.twice.to_vec()?))
            }
        }
    )* };
}
copies! {
    F64: f64;
    F32: f32;
    I32: i32;
    U32: u32;
    ComplexF64: Complex<f64>;
    ComplexF32: Complex<f32>;
}

macro_rules! floats {
    ($test:ident, $kernel:ident, $t:ident) => {
        fn $test(space: &Space) -> Outcome {
            let mut x = vec![
                0.0,
                -0.0,
                1.5,
                -1.0 / 3.0,
                $t::MAX,
                $t::MIN,
                $t::MIN_POSITIVE,
                $t::from_bits(1),
                $t::INFINITY,
                $t::NEG_INFINITY,
                $t::EPSILON,
            ];
            x.extend((0..40).map(|i| i as $t * 0.1));
            let (copied, twice) = $kernel::run(space, &x)?;
            for (i, x) in x.iter().enumerate() {
                assert_eq!(copied[i].to_bits(), x.to_bits(), "{x}");
                if x.abs() >= $t::MIN_POSITIVE || *x == 0.0 {
                    assert_eq!(twice[i].to_bits(), (x + x).to_bits(), "{x} + {x}");
                }
            }
            let (copied, twice) = $kernel::run(space, &[$t::NAN; 9])?;
            assert!(copied.iter().chain(&twice).all(|x| x.is_nan()));
            Ok(())
        }
    };
}
floats!(f64_keeps_its_bits, F64, f64);
floats!(f32_keeps_its_bits, F32, f32);

macro_rules! integers {
    ($test:ident, $kernel:ident, $t:ident) => {
        fn $test(space: &Space) -> Outcome {
            let mut x = vec![0, 1, $t::MAX, $t::MIN, $t::MAX / 2 + 1];
            x.extend((0..40).map(|i: $t| i.wrapping_mul(0x9e37_79b1u32 as $t)));
            let twice: Vec<_> = x.iter().map(|x| x.wrapping_add(*x)).collect();
            assert_eq!($kernel::run(space, &x)?, (x, twice));
            Ok(())
        }
    };
}
integers!(i32_keeps_its_bits, I32, i32);
integers!(u32_keeps_its_bits, U32, u32);

macro_rules! complex {
    ($test:ident, $kernel:ident, $t:ident) => {
        fn $test(space: &Space) -> Outcome {
            let x: Vec<_> = (0..53)
                .map(|i| Complex::new(i as $t * 0.3, 7.0 - i as $t))
                .collect();
            let twice: Vec<_> = x
                .iter()
                .map(|z| Complex::new(2.0 * z.re, 2.0 * z.im))
                .collect();
            assert_eq!($kernel::run(space, &x)?, (x, twice));
            Ok(())
        }
    };
}
complex!(complex_f64_keeps_its_parts, ComplexF64, f64);
complex!(complex_f32_keeps_its_parts, ComplexF32, f32);

#[derive(Functor)]
struct Scalars {
    a: f64,
    b: f32,
    c: i32,
    d: u32,
    out: View<f64, 2>,
}

#[kernel]
impl RangeKernel for Scalars {
    fn scalars(&self, i: Index) {
        self.out[(i, 0)] = self.a;
        self.out[(i, 1)] = self.b as f64;
        self.out[(i, 2)] = self.c as f64;
        self.out[(i, 3)] = self.d as f64;
    }
}

fn scalars_of_every_type_arrive(space: &Space) -> Outcome {
    for (a, b, c, d) in [(0.1, -2.5, i32::MIN, u32::MAX), (-1e300, 1e-30, 7, 0)] {
        let k = Scalars {
            a,
            b,
            c,
            d,
            out: View::new(space, "out", [3, 4])?,
        };
        space.parallel_for("scalars", RangePolicy::new(0..3), &k)?;
        let expected = [a, f64::from(b), f64::from(c), f64::from(d)];
        assert_eq!(k.out.to_vec()?, expected.map(|x| [x; 3]).concat());
    }
    Ok(())
}

/// Fields called like macros, keywords, types and functions of device languages, and like what the printer names.
#[expect(non_snake_case, reason = "macros are upper case")]
#[derive(Functor)]
struct Names {
    M_PI: f64,
    INFINITY: f64,
    px_end0: f64,
    warpSize: i32,
    NULL: View<f64, 1>,
    double_t: View<f64, 1>,
    half: View<f64, 1>,
    kernel: View<f64, 1>,
    t12: View<i32, 1>,
    EOF: View<f64, 2>,
}

#[kernel]
impl RangeKernel for Names {
    fn double(&self, i: Index) {
        let int = self.half[i] + self.M_PI * self.kernel[i];
        self.NULL[i] = int + self.INFINITY;
        self.double_t[i] = self.EOF[(i, 1)] + self.px_end0;
        self.t12[i] += self.warpSize;
    }
}

fn fields_have_any_name(space: &Space) -> Outcome {
    let k = Names {
        M_PI: 10.0,
        INFINITY: 0.5,
        px_end0: 0.25,
        warpSize: 3,
        NULL: View::new(space, "NULL", [3])?,
        double_t: View::new(space, "double_t", [3])?,
        half: vector(space, "half", &[1.0, 2.0, 3.0])?,
        kernel: vector(space, "kernel", &[4.0, 5.0, 6.0])?,
        t12: vector(space, "t12", &[7, 8, 9])?,
        EOF: View::from_slice(space, "EOF", [3, 2], &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0])?,
    };
    space.parallel_for("names", RangePolicy::new(0..3), &k)?;
    assert_eq!(k.NULL.to_vec()?, [41.5, 52.5, 63.5]);
    assert_eq!(k.double_t.to_vec()?, [1.25, 2.25, 3.25]);
    assert_eq!(k.t12.to_vec()?, [10, 11, 12]);
    Ok(())
}

/// Loads at the lane, elsewhere, at one place and under a mask; stores of what does not fit.
macro_rules! small {
    ($($name:ident: $t:ident $wide:ident;)*) => { $(
        #[derive(Functor)]
        struct $name {
            x: View<$t, 1>,
            at: View<i32, 1>,
            wide: View<$wide, 2>,
            low: View<$t, 1>,
            some: View<$t, 1>,
        }
        #[kernel]
        impl RangeKernel for $name {
            fn small(&self, i: Index) {
                let x = self.x[i];
                let other = self.x[self.at[i]];
                self.wide[(i, 0)] = x;
                self.wide[(i, 1)] = other * 3;
                self.wide[(i, 2)] = self.x[1];
                self.low[i] = x * 77 + other;
                if other > 5 {
                    self.some[i] += x;
                }
            }
        }
        impl $name {
            fn check(space: &Space) -> Outcome {
                let mut x = vec![0, 1, 5, 6, 100, $t::MIN, $t::MAX, $t::MAX - 1, $t::MIN + 1];
                x.extend((0..60u32).map(|k| k.wrapping_mul(0x9e37_79b9) as $t));
                let n = x.len();
                let at: Vec<i32> = (0..n).map(|i| (i * 31 % n) as i32).collect();
                let k = $name {
                    x: vector(space, "x", &x)?,
                    at: vector(space, "at", &at)?,
                    wide: View::new(space, "wide", [n, 3])?,
                    low: View::new(space, "low", [n])?,
                    some: vector(space, "some", &vec![7; n])?,
                };
                space.parallel_for("small", RangePolicy::new(0..n), &k)?;
                let (wide, low, some) = (k.wide.to_vec()?, k.low.to_vec()?, k.some.to_vec()?);
                for i in 0..n {
                    let [value, other] = [x[i], x[at[i] as usize]].map($wide::from);
                    let found = [wide[i], wide[i + n], wide[i + 2 * n]];
                    assert_eq!(found, [value, other * 3, x[1].into()]);
                    assert_eq!(low[i], (value * 77 + other) as $t);
                    let added = if other > 5 { x[i] } else { 0 };
                    assert_eq!(some[i], added.wrapping_add(7), "{i}");
                }
                Ok(())
            }
        }
    )* };
}
small! { I8: i8 i32; U8: u8 u32; I16: i16 i32; U16: u16 u32; }

fn small_integers_widen_and_truncate(space: &Space) -> Outcome {
    I8::check(space)?;
    U8::check(space)?;
    I16::check(space)?;
    U16::check(space)
}

/// An image of bytes, and half of it in other layouts.
#[derive(Functor)]
struct Image {
    pixel: View<u8, 2>,
    rows: View<u8, 2, LayoutRight>,
    tiles: View<i16, 2, AoSoA>,
}

#[kernel]
impl MdRangeKernel<2> for Image {
    fn halve(&self, i: Index, j: Index) {
        let pixel = self.pixel[(i, j)];
        self.rows[(i, j)] = pixel >> 1;
        self.tiles[(i, j)] = -(pixel as i32) * 2;
    }
}

fn small_integers_lie_side_by_side(space: &Space) -> Outcome {
    let (n, m) = (37, 11);
    let pixel: Vec<u8> = (0..n * m).map(|k| (k * 7 % 256) as u8).collect();
    let k = Image {
        pixel: View::from_slice(space, "pixel", [n, m], &pixel)?,
        rows: View::new(space, "rows", [n, m])?,
        tiles: View::new(space, "tiles", [n, m])?,
    };
    space.parallel_for("halve", MdRangePolicy::new([0..n, 0..m]), &k)?;
    let (rows, tiles) = (k.rows.to_vec()?, k.tiles.to_vec()?);
    for (at, &pixel) in pixel.iter().enumerate() {
        assert_eq!(rows[at], pixel / 2);
        assert_eq!(tiles[at], -2 * i16::from(pixel));
    }
    Ok(())
}
