//! Integers of 64 bits: `i64` and `u64` as elements, fields and values, with Rust's own as what they must be.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{
    Error, Functor, Max, Min, RangeKernel, RangePolicy, ReduceKernel, Space, Sum, TeamKernel,
    TeamPolicy, View, kernel,
};

pub fn tests() -> Vec<Test> {
    tests![
        signed_operators_are_those_of_rust,
        unsigned_operators_are_those_of_rust,
        comparisons_have_64_bits,
        conversions_are_those_of_rust,
        bits_are_counted_and_moved,
        uniform_values_indices_and_literals_convert,
        promised_kernels_truncate_where_they_say_so,
        elements_are_found_by_indices_of_64_bits,
        an_index_beyond_the_view_never_wraps_into_it,
        variables_and_masks_hold_them,
        atomics_lose_nothing,
        team_atomics_count_in_scratch,
        they_are_summed_and_compared,
    ]
}

/// Where operations go wrong.
fn edges() -> Vec<i64> {
    vec![
        0,
        1,
        -1,
        2,
        -7,
        13,
        63,
        64,
        65,
        i64::MAX,
        i64::MIN,
        i64::MIN + 1,
        1 << 31,
        -(1 << 31),
        (1 << 31) - 1,
        1 << 32,
        (1 << 32) + 5,
        (1 << 53) + 1,
        -(1 << 53) - 1,
        (1 << 60) + (1 << 36) + 1,
        0x5555_5555_5555_5555,
    ]
}

/// All pairs of them.
fn pairs() -> (Vec<i64>, Vec<i64>) {
    let edges = edges();
    let both = edges
        .iter()
        .flat_map(|&a| edges.iter().map(move |&b| (a, b)));
    both.unzip()
}

const OPERATORS: usize = 15;

/// A kernel of every operator, and what Rust makes of it.
macro_rules! operators {
    ($name:ident $t:ident $plain:ident) => {
        #[derive(Functor)]
        struct $name {
            a: View<$t, 1>,
            b: View<$t, 1>,
            n: $t,
            out: View<$t, 2>,
        }

        #[kernel]
        impl RangeKernel for $name {
            fn operators(&self, i: Index) {
                let (a, b) = (self.a[i], self.b[i]);
                self.out[(i, 0)] = a + b;
                self.out[(i, 1)] = a - b;
                self.out[(i, 2)] = a * b;
                self.out[(i, 3)] = a / b;
                self.out[(i, 4)] = a % b;
                self.out[(i, 5)] = (a & b) | (a ^ 12);
                self.out[(i, 6)] = a << b;
                self.out[(i, 7)] = a >> b;
                self.out[(i, 8)] = !a;
                self.out[(i, 9)] = -a;
                self.out[(i, 10)] = a.min(b) ^ b.max(3);
                self.out[(i, 11)] = a.abs();
                self.out[(i, 12)] = if a < b { a } else { 5 };
                self.out[(i, 13)] = 100 - self.n * a + b * b;
                self.out[(i, 14)] =
                    ((self.n << 40) | 3) / ((self.n >> 1) + (self.n & 6)) - !self.n % 1000;
            }
        }

        fn $plain(a: $t, b: $t, n: $t) -> [$t; OPERATORS] {
            let shift = b as u32;
            [
                a.wrapping_add(b),
                a.wrapping_sub(b),
                a.wrapping_mul(b),
                if b == 0 { 0 } else { a.wrapping_div(b) },
                if b == 0 { 0 } else { a.wrapping_rem(b) },
                (a & b) | (a ^ 12),
                a.wrapping_shl(shift),
                a.wrapping_shr(shift),
                !a,
                a.wrapping_neg(),
                a.min(b) ^ b.max(3),
                #[allow(unused_comparisons)]
                if a < 0 { a.wrapping_neg() } else { a },
                if a < b { a } else { 5 },
                (100 as $t)
                    .wrapping_sub(n.wrapping_mul(a))
                    .wrapping_add(b.wrapping_mul(b)),
                (((n << 40) | 3) / ((n >> 1) + (n & 6))).wrapping_sub(!n % 1000),
            ]
        }

        impl $name {
            fn check(space: &Space, n: $t) -> Outcome {
                let (a, b) = pairs();
                let [a, b] = [a, b].map(|x| x.into_iter().map(|x| x as $t).collect::<Vec<_>>());
                let count = a.len();
                let k = $name {
                    a: vector(space, "a", &a)?,
                    b: vector(space, "b", &b)?,
                    n,
                    out: View::new(space, "out", [count, OPERATORS])?,
                };
                space.parallel_for("operators", RangePolicy::new(0..count), &k)?;
                let out = k.out.to_vec()?;
                for i in 0..count {
                    let found: [$t; OPERATORS] = std::array::from_fn(|k| out[i + k * count]);
                    assert_eq!(found, $plain(a[i], b[i], n), "{} {} {n}", a[i], b[i]);
                }
                Ok(())
            }
        }
    };
}
operators! { Signed i64 signed }
operators! { Unsigned u64 unsigned }

fn signed_operators_are_those_of_rust(space: &Space) -> Outcome {
    Signed::check(space, 7)?;
    Signed::check(space, (1 << 40) + 5)
}

fn unsigned_operators_are_those_of_rust(space: &Space) -> Outcome {
    Unsigned::check(space, 7)?;
    Unsigned::check(space, (1 << 63) + 5)
}

#[derive(Functor)]
struct Compared {
    a: View<i64, 1>,
    b: View<i64, 1>,
    n: i64,
    signed: View<i32, 1>,
    unsigned: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Compared {
    fn compared(&self, i: Index) {
        let (a, b) = (self.a[i], self.b[i]);
        let mut bits: i32 = 0;
        if a < b {
            bits += 1;
        }
        if a <= b {
            bits += 2;
        }
        if a > self.n {
            bits += 4;
        }
        if b >= 4_294_967_301 {
            bits += 8;
        }
        if a == b {
            bits += 16;
        }
        if a != i {
            bits += 32;
        }
        self.signed[i] = bits;
        let (c, d) = (a as u64, b as u64);
        self.unsigned[i] =
            (c < d) as i32 + 2 * (c >= d) as i32 + 4 * (c > 9_223_372_036_854_775_808) as i32;
    }
}

fn comparisons_have_64_bits(space: &Space) -> Outcome {
    let (a, b) = pairs();
    let n = a.len();
    let k = Compared {
        a: vector(space, "a", &a)?,
        b: vector(space, "b", &b)?,
        n: 1 << 31,
        signed: View::new(space, "signed", [n])?,
        unsigned: View::new(space, "unsigned", [n])?,
    };
    space.parallel_for("compared", RangePolicy::new(0..n), &k)?;
    let (signed, unsigned) = (k.signed.to_vec()?, k.unsigned.to_vec()?);
    for (i, (&a, &b)) in a.iter().zip(&b).enumerate() {
        let all = [
            a < b,
            a <= b,
            a > k.n,
            b >= 4_294_967_301,
            a == b,
            a != i as i64,
        ];
        let bits = (0..6).map(|k| i32::from(all[k]) << k).sum::<i32>();
        assert_eq!(signed[i], bits, "{a} {b}");
        let (c, d) = (a as u64, b as u64);
        let bits = i32::from(c < d) + 2 * i32::from(c >= d) + 4 * i32::from(c > 1 << 63);
        assert_eq!(unsigned[i], bits, "{c} {d}");
    }
    Ok(())
}

const LONGS: usize = 9;

#[derive(Functor)]
struct Converted {
    x: View<i64, 1>,
    f: View<f64, 1>,
    longs: View<i64, 2>,
    unsigned: View<u64, 2>,
    floats: View<f64, 2>,
    single: View<f32, 2>,
    small: View<i32, 1>,
    positive: View<u32, 1>,
}

#[kernel]
impl RangeKernel for Converted {
    fn converted(&self, i: Index) {
        let (x, f) = (self.x[i], self.f[i]);
        let u = x as u64;
        self.longs[(i, 0)] = u as i64;
        self.longs[(i, 1)] = (x as i32) as i64;
        self.longs[(i, 2)] = (x as u32) as i64;
        self.longs[(i, 3)] = f as i64;
        self.longs[(i, 4)] = (f as f32) as i64;
        self.longs[(i, 5)] = (x > 0) as i64;
        self.longs[(i, 6)] = i as i64;
        self.longs[(i, 7)] = self.x.extent(0) as i64;
        self.longs[(i, 8)] = 3.9 as i64;
        self.unsigned[(i, 0)] = u;
        self.unsigned[(i, 1)] = (x as i32) as u64;
        self.unsigned[(i, 2)] = (u as u32) as u64;
        self.unsigned[(i, 3)] = f as u64;
        self.floats[(i, 0)] = x as f64;
        self.floats[(i, 1)] = u as f64;
        self.single[(i, 0)] = x as f32;
        self.single[(i, 1)] = u as f32;
        self.small[i] = u as i32;
        self.positive[i] = x as u32;
    }
}

fn conversions_are_those_of_rust(space: &Space) -> Outcome {
    let mut x = edges();
    let mut f: Vec<f64> = x.iter().map(|&x| x as f64 * 1.25 - 0.75).collect();
    f[..9].copy_from_slice(&[
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        9_223_372_036_854_775_808.0,
        -9_223_372_036_854_775_808.0,
        18_446_744_073_709_551_616.0,
        1.7e19,
        -0.9,
        1e300,
    ]);
    x.rotate_left(3);
    let n = x.len();
    let k = Converted {
        x: vector(space, "x", &x)?,
        f: vector(space, "f", &f)?,
        longs: View::new(space, "longs", [n, LONGS])?,
        unsigned: View::new(space, "unsigned", [n, 4])?,
        floats: View::new(space, "floats", [n, 2])?,
        single: View::new(space, "single", [n, 2])?,
        small: View::new(space, "small", [n])?,
        positive: View::new(space, "positive", [n])?,
    };
    space.parallel_for("converted", RangePolicy::new(0..n), &k)?;
    let (longs, unsigned) = (k.longs.to_vec()?, k.unsigned.to_vec()?);
    let (floats, single) = (k.floats.to_vec()?, k.single.to_vec()?);
    let (small, positive) = (k.small.to_vec()?, k.positive.to_vec()?);
    for i in 0..n {
        let (x, f) = (x[i], f[i]);
        let u = x as u64;
        let expected = [
            x,
            (x as i32).into(),
            (x as u32).into(),
            f as i64,
            (f as f32) as i64,
            (x > 0).into(),
            i as i64,
            n as i64,
            3,
        ];
        let found: [i64; LONGS] = std::array::from_fn(|k| longs[i + k * n]);
        assert_eq!(found, expected, "{x} {f}");
        let expected = [u, (x as i32) as u64, (u as u32).into(), f as u64];
        let found: [u64; 4] = std::array::from_fn(|k| unsigned[i + k * n]);
        assert_eq!(found, expected, "{x} {f}");
        assert_eq!([floats[i], floats[i + n]], [x as f64, u as f64], "{x}");
        assert_eq!([single[i], single[i + n]], [x as f32, u as f32], "{x}");
        assert_eq!((small[i], positive[i]), (u as i32, x as u32), "{x}");
    }
    Ok(())
}

const COUNTED: usize = 6;
const MOVED: usize = 5;

#[derive(Functor)]
struct Bits {
    x: View<u64, 1>,
    a: i64,
    counted: View<u32, 2>,
    moved: View<u64, 2>,
    signed: View<i64, 1>,
    floats: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Bits {
    fn bits(&self, i: Index) {
        let x = self.x[i];
        self.counted[(i, 0)] = x.count_ones();
        self.counted[(i, 1)] = x.count_zeros();
        self.counted[(i, 2)] = x.leading_zeros();
        self.counted[(i, 3)] = x.trailing_zeros();
        self.counted[(i, 4)] = (x as i64).leading_zeros();
        self.counted[(i, 5)] = self.a.count_ones() + self.a.trailing_zeros();
        self.moved[(i, 0)] = x.rotate_left(37u32);
        self.moved[(i, 1)] = x.rotate_right(7u32) ^ x.rotate_right(0u32);
        self.moved[(i, 2)] = x.reverse_bits();
        self.moved[(i, 3)] = x.swap_bytes();
        self.moved[(i, 4)] = (x as f64).to_bits();
        self.signed[i] = (x as i64).rotate_left(9u32) + self.a.swap_bytes();
        self.floats[i] = (x >> 2).bits_as_f64();
    }
}

fn bits_are_counted_and_moved(space: &Space) -> Outcome {
    let x: Vec<u64> = edges().iter().map(|&x| x as u64).collect();
    let n = x.len();
    let k = Bits {
        x: vector(space, "x", &x)?,
        a: 0x0012_3400_0000_0500,
        counted: View::new(space, "counted", [n, COUNTED])?,
        moved: View::new(space, "moved", [n, MOVED])?,
        signed: View::new(space, "signed", [n])?,
        floats: View::new(space, "floats", [n])?,
    };
    space.parallel_for("bits", RangePolicy::new(0..n), &k)?;
    let (counted, moved) = (k.counted.to_vec()?, k.moved.to_vec()?);
    let (signed, floats) = (k.signed.to_vec()?, k.floats.to_vec()?);
    for (i, &x) in x.iter().enumerate() {
        let expected = [
            x.count_ones(),
            x.count_zeros(),
            x.leading_zeros(),
            x.trailing_zeros(),
            x.leading_zeros(),
            k.a.count_ones() + k.a.trailing_zeros(),
        ];
        let found: [u32; COUNTED] = std::array::from_fn(|k| counted[i + k * n]);
        assert_eq!(found, expected, "{x:x}");
        let expected = [
            x.rotate_left(37),
            x.rotate_right(7) ^ x,
            x.reverse_bits(),
            x.swap_bytes(),
            (x as f64).to_bits(),
        ];
        let found: [u64; MOVED] = std::array::from_fn(|k| moved[i + k * n]);
        assert_eq!(found, expected, "{x:x}");
        let expected = (x as i64).rotate_left(9).wrapping_add(k.a.swap_bytes());
        assert_eq!(signed[i], expected, "{x:x}");
        assert_eq!(floats[i].to_bits(), x >> 2);
    }
    Ok(())
}

#[derive(Functor)]
struct Mixed {
    n: i32,
    a: i64,
    u: u64,
    at: View<i64, 1>,
    out: View<i64, 2>,
    unsigned: View<u64, 1>,
}

#[kernel]
impl RangeKernel for Mixed {
    fn mixed(&self, i: Index) {
        let first: Uniform<i64> = self.at[0];
        let uniform: Uniform<i64> = self.a * first + 3;
        let int = (self.a >> 20) as Int;
        self.out[(i, 0)] = uniform + i;
        self.out[(i, 1)] = i * self.a - self.n;
        self.out[(i, 2)] = self.n * self.a + self.n * i;
        self.out[(i, 3)] = if self.a > self.n { self.a } else { 0 };
        self.out[(i, 4)] = (int + self.n) as i64;
        self.out[(i, 5)] = if i < 3 { self.a } else { 9_000_000_000 };
        let mut sum: i64 = self.a;
        for k in 0..first {
            sum += self.a * k;
        }
        self.out[(i, 6)] = sum;
        self.unsigned[i] = (self.u / 3 + 1) * (self.u & 0xff);
    }
}

fn uniform_values_indices_and_literals_convert(space: &Space) -> Outcome {
    for (n, a, u) in [
        (7, 1 << 41, u64::MAX),
        (-3, -5, 11),
        (1 << 30, i64::MAX, 1 << 63),
    ] {
        let rows = 20;
        let k = Mixed {
            n,
            a,
            u,
            at: vector(space, "at", &[5])?,
            out: View::new(space, "out", [rows, 7])?,
            unsigned: View::new(space, "unsigned", [rows])?,
        };
        space.parallel_for("mixed", RangePolicy::new(0..rows), &k)?;
        let out = k.out.to_vec()?;
        let n = i64::from(n);
        for row in 0..rows {
            let i = row as i64;
            let expected = [
                a.wrapping_mul(5).wrapping_add(3).wrapping_add(i),
                i.wrapping_mul(a).wrapping_sub(n),
                n.wrapping_mul(a).wrapping_add(n * i),
                if a > n { a } else { 0 },
                (a >> 20) + n,
                if i < 3 { a } else { 9_000_000_000 },
                a.wrapping_add(a.wrapping_mul(10)),
            ];
            let found: [i64; 7] = std::array::from_fn(|k| out[row + k * rows]);
            assert_eq!(found, expected, "{i} {n} {a}");
        }
        let expected = (u / 3 + 1).wrapping_mul(u & 0xff);
        assert_eq!(k.unsigned.to_vec()?, vec![expected; rows]);
    }
    Ok(())
}

/// A hash, of whose low half the last bits are an index.
#[derive(Functor)]
struct Hashed {
    x: View<u64, 1>,
    table: View<i32, 1>,
    out: View<i32, 2>,
}

#[kernel(unchecked)]
// SAFETY: an index is the sum of two numbers below 8.
unsafe impl RangeKernel for Hashed {
    fn hashed(&self, i: Index) {
        let hash = self.x[i] * 0x9e37_79b9_7f4a_7c15;
        let low = (hash / 3) as i32;
        self.out[(i, 0)] = low;
        self.out[(i, 1)] = self.table[(low & 7) + ((hash >> 61) as i32)];
        self.out[(i, 2)] = self.table[(self.x[i] + 0xffff_ffff_0000_0003) as i32];
    }
}

fn promised_kernels_truncate_where_they_say_so(space: &Space) -> Outcome {
    let x: Vec<u64> = (0..40).map(|k| k % 12 + (k << 32)).collect();
    let n = x.len();
    let table: Vec<i32> = (0..15).map(|k| 100 + k).collect();
    let k = Hashed {
        x: vector(space, "x", &x)?,
        table: vector(space, "table", &table)?,
        out: View::new(space, "out", [n, 3])?,
    };
    space.parallel_for("hashed", RangePolicy::new(0..n), &k)?;
    let out = k.out.to_vec()?;
    for (i, &x) in x.iter().enumerate() {
        let hash = x.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let low = (hash / 3) as i32;
        let at = (low & 7) as usize + (hash >> 61) as usize;
        let cut = x.wrapping_add(0xffff_ffff_0000_0003) as i32 as usize;
        let expected = [low, table[at], table[cut]];
        assert_eq!([out[i], out[i + n], out[i + 2 * n]], expected, "{x:x}");
    }
    Ok(())
}

#[derive(Functor)]
struct Gathered {
    at: View<i64, 1>,
    row: i64,
    x: View<f64, 2>,
    sum: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Gathered {
    fn gathered(&self, i: Index) {
        let at = self.at[i];
        self.sum[i] = self.x[(at, self.row)] + self.x[(i, at % 3)] + self.x[((at + 1) % 20, 0)];
    }
}

fn elements_are_found_by_indices_of_64_bits(space: &Space) -> Outcome {
    let (n, row) = (20, 2);
    let at: Vec<i64> = (0..n as i64).map(|i| (7 * i) % 20).collect();
    let x: Vec<f64> = (0..3 * n).map(|k| k as f64).collect();
    let k = Gathered {
        at: vector(space, "at", &at)?,
        row: row as i64,
        x: View::from_slice(space, "x", [n, 3], &x)?,
        sum: View::new(space, "sum", [n])?,
    };
    space.parallel_for("gathered", RangePolicy::new(0..n), &k)?;
    let element = |i: usize, j: usize| (i + j * n) as f64;
    let sum = |i: usize| {
        let at = at[i] as usize;
        element(at, row) + element(i, at % 3) + element((at + 1) % 20, 0)
    };
    assert_eq!(k.sum.to_vec()?, (0..n).map(sum).collect::<Vec<_>>());
    Ok(())
}

#[derive(Functor)]
struct Beyond {
    at: View<i64, 1>,
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Beyond {
    fn beyond(&self, i: Index) {
        self.y[i] = self.x[self.at[i]];
    }
}

fn an_index_beyond_the_view_never_wraps_into_it(space: &Space) -> Outcome {
    for far in [20, -1, (1 << 32) + 3, i64::MAX, i64::MIN, -(1 << 32) + 3] {
        let mut at: Vec<i64> = (0..20).collect();
        at[13] = far;
        let k = Beyond {
            at: vector(space, "at", &at)?,
            x: vector(space, "x", &[1.0; 20])?,
            y: View::new(space, "y", [20])?,
        };
        let launch = space.parallel_for("beyond", RangePolicy::new(0..20), &k);
        match launch.and_then(|()| space.fence()) {
            Err(Error::OutOfBounds { view, indices, .. }) => {
                assert_eq!((view.as_str(), &indices[..]), ("x", &[far][..]));
            }
            other => panic!("{far}: {other:?}"),
        }
    }
    Ok(())
}

#[derive(Functor)]
struct Collatz {
    x: View<u64, 1>,
    steps: View<i64, 1>,
    highest: View<u64, 1>,
}

#[kernel]
impl RangeKernel for Collatz {
    fn collatz(&self, i: Index) {
        let mut x = self.x[i];
        let mut highest: u64 = 0;
        let mut steps: i64 = 0;
        while x > 1 {
            if x & 1 == 0 {
                x >>= 1;
            } else {
                x = 3 * x + 1;
            }
            highest = highest.max(x);
            steps += 1;
        }
        self.steps[i] = steps;
        self.highest[i] = highest;
    }
}

fn variables_and_masks_hold_them(space: &Space) -> Outcome {
    let mut x: Vec<u64> = (1..50).collect();
    x.extend([113_383, 837_799, (1 << 40) + 1]);
    let n = x.len();
    let k = Collatz {
        x: vector(space, "x", &x)?,
        steps: View::new(space, "steps", [n])?,
        highest: View::new(space, "highest", [n])?,
    };
    space.parallel_for("collatz", RangePolicy::new(0..n), &k)?;
    let (steps, highest) = (k.steps.to_vec()?, k.highest.to_vec()?);
    for (i, &first) in x.iter().enumerate() {
        let (mut x, mut above, mut count) = (first, 0, 0);
        while x > 1 {
            x = if x & 1 == 0 { x / 2 } else { 3 * x + 1 };
            above = above.max(x);
            count += 1;
        }
        assert_eq!((steps[i], highest[i]), (count, above), "{first}");
    }
    Ok(())
}

const BINS: usize = 5;

#[derive(Functor)]
struct Histogram {
    bin: View<i32, 1>,
    x: View<i64, 1>,
    sum: View<i64, 1>,
    low: View<i64, 1>,
    high: View<u64, 1>,
    and: View<u64, 1>,
    or: View<i64, 1>,
    xor: View<u64, 1>,
    count: View<u64, 1>,
    place: View<u64, 1>,
    last: View<i64, 1>,
}

#[kernel]
impl RangeKernel for Histogram {
    fn histogram(&self, i: Index) {
        let (bin, x) = (self.bin[i], self.x[i]);
        let u = x as u64;
        self.sum.atomic_add(bin, x);
        self.low.atomic_min(bin, x);
        self.high.atomic_max(bin, u);
        self.and.atomic_and(bin, u);
        self.or.atomic_or(bin, x);
        self.xor.atomic_xor(bin, u);
        self.place[i] = self.count.atomic_fetch_add(bin, 1);
        self.last.atomic_store(bin, x);
    }
}

fn atomics_lose_nothing(space: &Space) -> Outcome {
    let n = 1003;
    let edges = edges();
    let x: Vec<i64> = (0..n)
        .map(|i| edges[i % edges.len()].wrapping_add(i as i64) ^ (i as i64) << 33)
        .collect();
    let bin: Vec<i32> = (0..n).map(|i| ((i * 13) % BINS) as i32).collect();
    let k = Histogram {
        bin: vector(space, "bin", &bin)?,
        x: vector(space, "x", &x)?,
        sum: vector(space, "sum", &[0; BINS])?,
        low: vector(space, "low", &[i64::MAX; BINS])?,
        high: vector(space, "high", &[0; BINS])?,
        and: vector(space, "and", &[u64::MAX; BINS])?,
        or: vector(space, "or", &[0; BINS])?,
        xor: vector(space, "xor", &[0; BINS])?,
        count: vector(space, "count", &[1 << 40; BINS])?,
        place: View::new(space, "place", [n])?,
        last: vector(space, "last", &[0; BINS])?,
    };
    space.parallel_for("histogram", RangePolicy::new(0..n), &k)?;
    let (sum, low, high) = (k.sum.to_vec()?, k.low.to_vec()?, k.high.to_vec()?);
    let (and, or, xor) = (k.and.to_vec()?, k.or.to_vec()?, k.xor.to_vec()?);
    let (count, place, last) = (k.count.to_vec()?, k.place.to_vec()?, k.last.to_vec()?);
    for b in 0..BINS {
        let members: Vec<usize> = (0..n).filter(|&i| bin[i] == b as i32).collect();
        let all = || members.iter().map(|&i| x[i]);
        let bits = || all().map(|x| x as u64);
        assert_eq!(sum[b], all().fold(0, i64::wrapping_add));
        assert_eq!(Some(low[b]), all().min());
        assert_eq!(Some(high[b]), bits().max());
        assert_eq!(and[b], bits().fold(u64::MAX, |a, b| a & b));
        assert_eq!(or[b], all().fold(0, |a, b| a | b));
        assert_eq!(xor[b], bits().fold(0, |a, b| a ^ b));
        assert!(all().any(|x| x == last[b]));
        let first = 1u64 << 40;
        assert_eq!(count[b], first + members.len() as u64);
        let mut places: Vec<u64> = members.iter().map(|&i| place[i]).collect();
        places.sort_unstable();
        assert!(places.into_iter().eq(first..count[b]));
    }
    Ok(())
}

#[derive(Functor)]
struct Buckets {
    x: View<i64, 1>,
    out: View<i64, 2>,
    total: View<i64, 1>,
}

#[kernel]
impl TeamKernel for Buckets {
    fn buckets(&self, team: Team) {
        let (t, n) = (team.league_rank(), self.x.extent(0));
        let count = team.scratch::<i64, 1>([4]);
        parallel_for(TeamVectorRange(team, 4), |b| {
            count[b] = 0;
        });
        team.barrier();
        parallel_for(TeamVectorRange(team, n), |i| {
            let x = self.x[i];
            count.atomic_add_team(x & 3, x * t);
            count.atomic_max_team(3, x);
        });
        team.barrier();
        parallel_for(TeamVectorRange(team, 4), |b| {
            self.out[(b, t)] = count[b];
        });
        let total: Uniform<i64> = parallel_reduce(TeamVectorRange(team, n), |i| self.x[i], Sum);
        single(PerTeam(team), || {
            self.total[t] = total;
        });
    }
}

fn team_atomics_count_in_scratch(space: &Space) -> Outcome {
    let (n, teams) = (100, 3);
    let x: Vec<i64> = (0..n).map(|k| (k << 34) + k * 3 % 3 + k % 3).collect();
    let k = Buckets {
        x: vector(space, "x", &x)?,
        out: View::new(space, "out", [4, teams])?,
        total: View::new(space, "total", [teams])?,
    };
    space.parallel_for("buckets", TeamPolicy::new(teams, 4), &k)?;
    let (out, total) = (k.out.to_vec()?, k.total.to_vec()?);
    for t in 0..teams {
        for b in 0..3 {
            let members = x.iter().filter(|&&x| x & 3 == b);
            let sum: i64 = members.map(|x| x * t as i64).sum();
            assert_eq!(out[b as usize + 4 * t], sum, "{b} {t}");
        }
        assert_eq!(Some(&out[3 + 4 * t]), x.iter().max());
        assert_eq!(total[t], x.iter().sum::<i64>());
    }
    Ok(())
}

#[derive(Functor)]
struct Product {
    x: View<i64, 1>,
    a: i64,
}

#[kernel]
impl ReduceKernel for Product {
    type Value = i64;
    fn product(&self, i: Index) -> i64 {
        self.a * self.x[i]
    }
}

#[derive(Functor)]
struct Unchanged {
    x: View<u64, 1>,
}

#[kernel]
impl ReduceKernel for Unchanged {
    type Value = u64;
    fn unchanged(&self, i: Index) -> u64 {
        self.x[i]
    }
}

fn they_are_summed_and_compared(space: &Space) -> Outcome {
    for n in [0, 1, 9, 3000] {
        let edges = edges();
        let x: Vec<i64> = (0..n)
            .map(|i| edges[i % edges.len()] ^ (i as i64) << 20)
            .collect();
        let u: Vec<u64> = x.iter().map(|&x| x as u64).collect();
        let k = Product {
            x: vector(space, "x", &x)?,
            a: 3,
        };
        let range = || RangePolicy::new(0..n);
        let products = || x.iter().map(|x| x.wrapping_mul(3));
        let sum = space.parallel_reduce("sum", range(), &k, Sum)?;
        assert_eq!(sum, products().fold(0, i64::wrapping_add));
        let least = space.parallel_reduce("least", range(), &k, Min)?;
        assert_eq!(least, products().min().unwrap_or(i64::MAX));
        let k = Unchanged {
            x: vector(space, "u", &u)?,
        };
        let largest = space.parallel_reduce("largest", range(), &k, Max)?;
        assert_eq!(largest, u.iter().copied().max().unwrap_or(0));
    }
    Ok(())
}
