//! Integers beyond 32 bits: `Int` and `Index` are exact, varying `i32` and `u32` wrap.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{
    Error, Functor, RangeKernel, RangePolicy, ReduceKernel, Result, Space, Sum, View, kernel,
    parallel_for,
};

pub fn tests() -> Vec<Test> {
    tests![
        indices_are_divided_with_all_their_bits,
        integers_that_all_lanes_share_are_exact,
        promised_kernels_have_the_same_integers,
        products_of_loaded_integers_are_exact,
        variables_that_loops_carry_are_exact,
        reductions_have_the_same_integers,
        bit_operations_take_the_low_half,
        bits_are_those_of_what_wraps,
        varying_integers_wrap,
        an_index_beyond_32_bits_is_out_of_range,
        indices_that_wrap_are_no_proof,
    ]
}

/// Cubes as a value, in a comparison and in an index.
macro_rules! cubes {
    ($name:ident, $($safety:tt)?) => {
        #[derive(Functor)]
        struct $name {
            n: i32,
            x: View<f64, 1>,
            sum: View<f64, 1>,
            found: View<f64, 1>,
            above: View<i32, 1>,
        }
        #[kernel]
        $($safety)? impl RangeKernel for $name {
            fn cubes(&self, i: Index) {
                let mut sum: f64 = 0.0;
                let mut found: f64 = 0.0;
                let mut above: i32 = 0;
                for q in 0..self.n {
                    let cube = q * q * q;
                    sum += cube as f64;
                    found += self.x[cube % self.x.extent(0)];
                    if cube > 2_000_000_000 {
                        above += 1;
                    }
                }
                self.sum[i] = sum;
                self.found[i] = found;
                self.above[i] = above;
            }
        }
        impl $name {
            fn check(space: &Space) -> Outcome {
                for n in [100, 3000] {
                    let x: Vec<f64> = (0..1009).map(f64::from).collect();
                    let k = $name {
                        n,
                        x: vector(space, "x", &x)?,
                        sum: View::new(space, "sum", [11])?,
                        found: View::new(space, "found", [11])?,
                        above: View::new(space, "above", [11])?,
                    };
                    space.parallel_for("cubes", RangePolicy::new(0..11), &k)?;
                    let cubes = || (0..i64::from(n)).map(|q| q * q * q);
                    let sum: f64 = cubes().map(|c| c as f64).sum();
                    let found: f64 = cubes().map(|c| (c % 1009) as f64).sum();
                    let above = cubes().filter(|c| *c > 2_000_000_000).count() as i32;
                    assert_eq!(k.sum.to_vec()?, [sum; 11], "{n}");
                    assert_eq!(k.found.to_vec()?, [found; 11], "{n}");
                    assert_eq!(k.above.to_vec()?, [above; 11], "{n}");
                }
                Ok(())
            }
        }
    };
}
cubes! { Cubes, }
// SAFETY: each iteration writes its own elements, and `cube % extent` is in the view.
cubes! { PromisedCubes, unsafe }

fn integers_that_all_lanes_share_are_exact(space: &Space) -> Outcome {
    Cubes::check(space)
}

fn promised_kernels_have_the_same_integers(space: &Space) -> Outcome {
    PromisedCubes::check(space)
}

#[derive(Functor)]
struct Loaded {
    factors: View<i32, 1>,
    out: View<f64, 1>,
    larger: View<bool, 1>,
    low: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Loaded {
    fn loaded(&self, i: Index) {
        let a: Int = self.factors[0];
        let b: Int = self.factors[1];
        self.out[i] = (a * b + 1) as f64;
        self.larger[i] = a * b > 7;
        self.low[i] = a * b;
    }
}

fn products_of_loaded_integers_are_exact(space: &Space) -> Outcome {
    for [a, b] in [[3, 4], [100_000, 100_000], [-65_536, 65_536]] {
        let k = Loaded {
            factors: vector(space, "factors", &[a, b])?,
            out: View::new(space, "out", [9])?,
            larger: View::new(space, "larger", [9])?,
            low: View::new(space, "low", [9])?,
        };
        space.parallel_for("loaded", RangePolicy::new(0..9), &k)?;
        let product = i64::from(a) * i64::from(b);
        assert_eq!(k.out.to_vec()?, [(product + 1) as f64; 9]);
        assert_eq!(k.larger.to_vec()?, [product > 7; 9]);
        assert_eq!(
            k.low.to_vec()?,
            [product as i32; 9],
            "an i32 is the low half"
        );
    }
    Ok(())
}

#[derive(Functor)]
struct Doubled {
    times: i32,
    out: View<f64, 1>,
}

// SAFETY: each iteration writes its own element.
#[kernel(unchecked)]
unsafe impl RangeKernel for Doubled {
    fn doubled(&self, i: Index) {
        let mut power: Int = 1;
        for _k in 0..self.times {
            power *= 2;
        }
        self.out[i] = power as f64;
    }
}

fn variables_that_loops_carry_are_exact(space: &Space) -> Outcome {
    for times in [5, 31, 40] {
        let k = Doubled {
            times,
            out: View::new(space, "out", [9])?,
        };
        space.parallel_for("doubled", RangePolicy::new(0..9), &k)?;
        assert_eq!(k.out.to_vec()?, [f64::from(times).exp2(); 9]);
    }
    Ok(())
}

#[derive(Functor)]
struct Volume {
    edge: i32,
}

#[kernel]
impl ReduceKernel for Volume {
    type Value = f64;
    fn volume(&self, i: Index) -> f64 {
        let volume = self.edge * self.edge * self.edge;
        (volume as f64) * (i as f64)
    }
}

fn reductions_have_the_same_integers(space: &Space) -> Outcome {
    for edge in [10, 2000] {
        let sum =
            space.parallel_reduce("volume", RangePolicy::new(0..300), &Volume { edge }, Sum)?;
        assert_eq!(sum, f64::from(edge).powi(3) * (299.0 * 150.0));
    }
    Ok(())
}

#[derive(Functor)]
struct Bits {
    n: i32,
    out: View<i32, 2>,
}

#[kernel]
impl RangeKernel for Bits {
    fn bits(&self, i: Index) {
        let big = self.n * self.n * self.n;
        self.out[(i, 0)] = big >> 3;
        self.out[(i, 1)] = big << 5;
        self.out[(i, 2)] = big & 0x7fff_ffff;
        self.out[(i, 3)] = big ^ -1;
        self.out[(i, 4)] = (big >> 3) + big;
    }
}

fn bit_operations_take_the_low_half(space: &Space) -> Outcome {
    for n in [7, -7, 2000, -2500] {
        let k = Bits {
            n,
            out: View::new(space, "out", [5, 5])?,
        };
        space.parallel_for("bits", RangePolicy::new(0..5), &k)?;
        let big = n.wrapping_mul(n).wrapping_mul(n);
        let found = k.out.to_vec()?;
        let expected = [
            big >> 3,
            big << 5,
            big & 0x7fff_ffff,
            !big,
            (big >> 3).wrapping_add(big),
        ];
        assert!(
            (0..25).all(|e| found[e] == expected[e / 5]),
            "{n}: {found:?}"
        );
    }
    Ok(())
}

#[derive(Functor)]
struct Wrapping {
    n: i32,
    signed: View<i32, 1>,
    unsigned: View<u32, 1>,
    mixed: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Wrapping {
    fn wrapping(&self, i: Index) {
        self.signed[i] = i * 100_000 * 100_000 - 2_000_000_000;
        self.unsigned[i] = (i as u32) * 1_664_525u32 + 1_013_904_223u32;
        let v: i32 = self.n * self.n;
        self.mixed[i] = v * v + i;
    }
}

fn varying_integers_wrap(space: &Space) -> Outcome {
    let n = 5000;
    let k = Wrapping {
        n: 70_000,
        signed: View::new(space, "signed", [n])?,
        unsigned: View::new(space, "unsigned", [n])?,
        mixed: View::new(space, "mixed", [n])?,
    };
    space.parallel_for("wrapping", RangePolicy::new(0..n), &k)?;
    let n = n as i32;
    let signed = (0..n).map(|i| {
        let product = i.wrapping_mul(100_000).wrapping_mul(100_000);
        product.wrapping_sub(2_000_000_000)
    });
    assert_eq!(k.signed.to_vec()?, signed.collect::<Vec<_>>());
    let unsigned = (0..n as u32).map(|i| i.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    assert_eq!(k.unsigned.to_vec()?, unsigned.collect::<Vec<_>>());
    let v = 70_000i32.wrapping_mul(70_000);
    let mixed = (0..n).map(|i| v.wrapping_mul(v).wrapping_add(i));
    assert_eq!(k.mixed.to_vec()?, mixed.collect::<Vec<_>>());
    Ok(())
}

/// Reads `far * far` elements further on.
#[derive(Functor)]
struct Far {
    far: i32,
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Far {
    fn far(&self, i: Index) {
        self.y[i] = self.x[i + self.far * self.far];
    }
}

fn an_index_beyond_32_bits_is_out_of_range(space: &Space) -> Outcome {
    let k = Far {
        far: 65_536,
        x: vector(space, "x", &[1.0; 20])?,
        y: View::new(space, "y", [20])?,
    };
    let launch = space.parallel_for("far", RangePolicy::new(0..20), &k);
    match launch.and_then(|()| space.fence()) {
        Err(Error::OutOfBounds { view, indices, .. }) => {
            assert_eq!(view, "x");
            assert!(indices[0] >= 1 << 32, "{indices:?}");
        }
        other => panic!("{other:?}"),
    }
    let k = Far { far: 0, ..k };
    space.parallel_for("near", RangePolicy::new(0..20), &k)?;
    assert_eq!(k.y.to_vec()?, [1.0; 20]);
    Ok(())
}

/// Writes one element of 65 536, by an `i32`.
#[derive(Functor)]
struct Every {
    y: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Every {
    fn every(&self, i: Index) {
        self.y[i * 65_536] = i as i32;
    }
}

fn indices_that_wrap_are_no_proof(space: &Space) -> Outcome {
    let k = Every {
        y: View::new(space, "y", [10 * 65_536])?,
    };
    let run = |n| -> Result<()> { space.parallel_for("every", RangePolicy::new(0..n), &k) };
    run(10)?;
    let y = k.y.to_vec()?;
    assert!((0..10).all(|i| y[i * 65_536] == i as i32));
    // 65 536 times 65 536 is 0, were it an `i32`
    let error = run(65_537).unwrap_err().to_string();
    assert!(error.contains("makes of indices is an `i32`"), "{error}");
    Ok(())
}

#[derive(Functor)]
struct Divided {
    base: i32,
    by: i32,
    quotient: View<i32, 1>,
    rest: View<i32, 1>,
}
#[kernel]
impl RangeKernel for Divided {
    fn divided(&self, i: Index) {
        let at = i + 4 * self.base;
        self.quotient[i] = at / self.by;
        self.rest[i] = at % self.by;
    }
}

/// `(i + 4 base) / 1000` with a base of 2^30: the index has 33 bits, its quotient fits an i32.
fn indices_are_divided_with_all_their_bits(space: &Space) -> Outcome {
    const N: usize = 37;
    let divided = |base: i32, by| {
        Ok::<_, Error>(Divided {
            base,
            by,
            quotient: View::new(space, "quotient", [N])?,
            rest: View::new(space, "rest", [N])?,
        })
    };
    let exact = divided(1 << 30, 1000)?;
    space.parallel_for("divided", RangePolicy::new(0..N), &exact)?;
    let (quotient, rest) = (exact.quotient.to_vec()?, exact.rest.to_vec()?);
    for i in 0..N {
        let at = i as i64 + (4 << 30);
        let found = (i64::from(quotient[i]), i64::from(rest[i]));
        assert_eq!(found, (at / 1000, at % 1000), "index {i}");
    }
    Ok(())
}

/// Sums and products that leave 32 bits, of which bits are asked for: a compiler of a device may not take them for positive.
fn bits_are_those_of_what_wraps(space: &Space) -> Outcome {
    const N: usize = 12;
    let y = View::<i32, 2>::new(space, "y", [N, 6])?;
    let (c, m) = (90_000i32, 90_000usize);
    parallel_for!(space, "bits", N, |i| {
        let mut s = 0;
        for k in 0..4 {
            s = s * 3 + ((k * 1_500_000_000) >> 4);
        }
        y[(i, 0)] = (c * c) >> 8;
        y[(i, 1)] = ((c * c) | 1) / 3;
        y[(i, 2)] = (((c + 2147483647) ^ 0) > c) as i32;
        y[(i, 3)] = (c.abs() * 30_000) >> 3;
        y[(i, 4)] = ((m * m) as i32 >> 3) + ((c * c) as u32 as i64 as i32 >> 8);
        y[(i, 5)] = s;
    })?;
    let square = c.wrapping_mul(c);
    let turn = |s: i32, k: i32| {
        s.wrapping_mul(3)
            .wrapping_add(k.wrapping_mul(1_500_000_000) >> 4)
    };
    let expected = [
        square >> 8,
        (square | 1) / 3,
        i32::from(c.wrapping_add(i32::MAX) > c),
        c.wrapping_mul(30_000) >> 3,
        (square >> 3).wrapping_add(square >> 8),
        (0..4).fold(0, turn),
    ];
    let y = y.to_vec()?;
    for (q, expected) in expected.into_iter().enumerate() {
        assert_eq!(y[N * q..N * (q + 1)], [expected; N], "{q}");
    }
    Ok(())
}
