//! Complex numbers of hosts against sums of two floats.

use super::Complex;

type C = Complex<f64>;

/// A sum of two floats: 106 bits.
#[derive(Clone, Copy)]
struct Two(f64, f64);

impl Two {
    fn sum(a: f64, b: f64) -> Two {
        let s = a + b;
        let was = s - a;
        Two(s, (a - (s - was)) + (b - was))
    }
    fn product(a: f64, b: f64) -> Two {
        let p = a * b;
        Two(p, a.mul_add(b, -p))
    }
    fn plus(self, o: Two) -> Two {
        let (high, low) = (Two::sum(self.0, o.0), Two::sum(self.1, o.1));
        let next = Two::sum(high.0, high.1 + low.0);
        Two::sum(next.0, next.1 + low.1)
    }
    fn minus(self) -> Two {
        Two(-self.0, -self.1)
    }
    fn over(self, o: Two) -> f64 {
        let q = self.0 / o.0;
        let back = Two::product(q, o.0);
        let rest = self.plus(Two(-back.0, -back.1)).0 - q * o.1;
        q + rest / o.0
    }
}

/// `2^n`, also where `2^-n` is infinite.
fn power_of_2(n: i32) -> f64 {
    2f64.powi(n / 2) * 2f64.powi(n - n / 2)
}

/// Numbers whose parts are within 2^±`wide`, and some of their neighbours' ratios.
fn numbers(n: usize, seed: u64, wide: f64) -> Vec<C> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    let mut part = || next() * 2f64.powf(wide * next());
    (0..n).map(|_| C::new(part(), part())).collect()
}

/// Largest error of a part, and of the number beside its size, in epsilon.
fn errors(found: C, exact: C) -> (f64, f64) {
    let of = |found: f64, exact: f64, size: f64| match found == exact {
        true => 0.0,
        false => (found - exact).abs() / (size * f64::EPSILON),
    };
    let size = exact.re.hypot(exact.im);
    let part = of(found.re, exact.re, exact.re.abs()).max(of(found.im, exact.im, exact.im.abs()));
    let whole = of(found.re, exact.re, size).hypot(of(found.im, exact.im, size));
    (part, whole)
}

/// Of numbers whose products stay in the range.
fn quotient(x: C, y: C) -> C {
    let size = Two::product(y.re, y.re).plus(Two::product(y.im, y.im));
    let re = Two::product(x.re, y.re).plus(Two::product(x.im, y.im));
    let im = Two::product(x.im, y.re).plus(Two::product(x.re, y.im).minus());
    C::new(re.over(size), im.over(size))
}

#[test]
fn parts_of_quotients_are_accurate() {
    let mut worst = 0f64;
    for wide in [1.0, 10.0, 70.0] {
        for (x, y) in numbers(200_000, 1, wide)
            .into_iter()
            .zip(numbers(200_000, 2, wide))
        {
            let exact = quotient(x, y);
            for (up, down) in [
                (0, 0),
                (400, 390),
                (-450, 200),
                (330, -500),
                (940, 940),
                (-900, -890),
            ] {
                let by = |z: C, n: i32| {
                    let half = 2f64.powi(n / 2);
                    C::new(z.re * half * half, z.im * half * half)
                };
                let (found, exact) = (by(x, up) / by(y, down), by(exact, up - down));
                let (part, _) = errors(found, exact);
                assert!(
                    part <= 2.5,
                    "{x:?} 2^{up} / {y:?} 2^{down}: {found:?}, {exact:?}, {part} epsilon"
                );
                worst = worst.max(part);
            }
        }
    }
    assert!(worst > 1.0, "{worst}");
}

#[test]
fn quotients_of_large_and_tiny_numbers_stay_in_the_range() {
    for size in [
        f64::MAX,
        1e308,
        1e200,
        1.0,
        1e-200,
        f64::MIN_POSITIVE,
        power_of_2(-1060),
    ] {
        let z = C::new(size, -size);
        assert_eq!(z / z, C::new(1.0, 0.0), "{size:e}");
        let y = C::new(size, 0.0);
        assert_eq!(y / C::new(0.0, size), C::new(0.0, -1.0), "{size:e}");
        assert_eq!(z / size, C::new(1.0, -1.0));
    }
    let tiny = C::new(f64::MIN_POSITIVE, f64::MIN_POSITIVE);
    let q = tiny / C::new(2f64.powi(-900), 0.0);
    assert_eq!(q, C::new(2f64.powi(-122), 2f64.powi(-122)));
}

#[test]
fn quotients_of_zeros_and_infinities() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let one = C::new(1.0, -2.0);
    assert_eq!(one / C::new(0.0, 0.0), C::new(inf, -inf));
    assert_eq!(one / C::new(-0.0, 0.0), C::new(-inf, inf));
    for zero in [
        C::new(inf, 1.0),
        C::new(3.0, -inf),
        C::new(inf, inf),
        C::new(inf, nan),
    ] {
        assert_eq!(one / zero, C::new(0.0, 0.0), "{zero:?}");
        let q = zero / one;
        assert!(q.re.is_infinite() || q.im.is_infinite(), "{zero:?}: {q:?}");
    }
    let q = C::new(0.0, 0.0) / C::new(0.0, 0.0);
    assert!(q.re.is_nan() && q.im.is_nan());
    assert_eq!(C::new(0.0, 0.0) / one, C::new(0.0, 0.0));
}

#[test]
fn roots_square_to_the_number() {
    let mut worst = 0f64;
    for wide in [1.0, 30.0, 400.0, 1000.0] {
        for z in numbers(200_000, 3, wide) {
            let w = z.sqrt();
            // of numbers whose squares stay in the range
            let (large, small) = (w.re.abs().max(w.im.abs()), w.re.abs().min(w.im.abs()));
            if large > 1e150 || small < 1e-140 {
                continue;
            }
            let re = Two::product(w.re, w.re).plus(Two::product(w.im, -w.im));
            let exact = C::new(re.0, 2.0 * w.re * w.im);
            let (_, whole) = errors(exact, z);
            assert!(whole <= 5.0, "{z:?}: {w:?}, {whole}");
            worst = worst.max(whole);
            assert!(w.re >= 0.0 && w.im.is_sign_negative() == z.im.is_sign_negative());
        }
    }
    assert!(worst > 1.0, "{worst}");
}

#[test]
fn roots_of_zeros_infinities_and_the_ends_of_the_range() {
    let inf = f64::INFINITY;
    for (z, w) in [
        ((4.0, 0.0), (2.0, 0.0)),
        ((-4.0, 0.0), (0.0, 2.0)),
        ((-4.0, -0.0), (0.0, -2.0)),
        ((0.0, 0.0), (0.0, 0.0)),
        ((0.0, -0.0), (0.0, -0.0)),
        ((-0.0, -0.0), (0.0, -0.0)),
        ((1.0, inf), (inf, inf)),
        ((1.0, -inf), (inf, -inf)),
        ((inf, -3.0), (inf, -0.0)),
        ((-inf, 3.0), (0.0, inf)),
        ((0.0, 2f64.powi(1023)), (2f64.powi(511), 2f64.powi(511))),
        ((0.0, power_of_2(-1073)), (2f64.powi(-537), 2f64.powi(-537))),
        (
            (0.0, -power_of_2(-1021)),
            (2f64.powi(-511), -2f64.powi(-511)),
        ),
    ] {
        let found = C::new(z.0, z.1).sqrt();
        let bits = [found.re.to_bits(), found.im.to_bits()];
        assert_eq!(bits, [w.0.to_bits(), w.1.to_bits()], "{z:?}: {found:?}");
    }
    let w = C::new(f64::MAX, f64::MAX).sqrt();
    assert!(w.re.is_finite() && w.re > 1e154, "{w:?}");
}

#[test]
fn logarithms_are_accurate_next_to_the_unit_circle() {
    let mut worst = 0f64;
    for (k, z) in numbers(300_000, 5, 3.0).into_iter().enumerate() {
        // on circles of radius 1 + 2^-k and their like
        let size = z.re.hypot(z.im) / (1.0 + 2f64.powi(-(k as i32 % 60)));
        let z = C::new(z.re / size, z.im / size);
        let square = Two::product(z.re, z.re).plus(Two::product(z.im, z.im));
        let less = square.plus(Two(-1.0, 0.0));
        let exact = C::new((less.0 + less.1).ln_1p() / 2.0, z.im.atan2(z.re));
        let (_, whole) = errors(z.ln(), exact);
        assert!(whole <= 3.0, "{z:?}: {:?}, {exact:?}, {whole}", z.ln());
        worst = worst.max(whole);
    }
    assert!(worst > 0.0);
    let ln_2 = std::f64::consts::LN_2;
    for n in [1000, -1074, -950, 600, 40] {
        let w = C::new(0.0, -power_of_2(n)).ln();
        assert!(
            (w.re - f64::from(n) * ln_2).abs() <= 1e-15 * w.re.abs(),
            "{n}: {w:?}"
        );
        assert_eq!(w.im, -std::f64::consts::FRAC_PI_2);
    }
    assert_eq!(C::new(0.0, 0.0).ln(), C::new(f64::NEG_INFINITY, 0.0));
    let most = C::new(f64::MAX, f64::MAX).ln().re;
    assert!((most - (f64::MAX.ln() + ln_2 / 2.0)).abs() <= 1e-15 * most);
}

#[test]
fn exponentials_overflow_where_their_parts_do() {
    for z in numbers(100_000, 7, 5.0) {
        let exact = C::new(z.re.exp() * z.im.cos(), z.re.exp() * z.im.sin());
        let (part, _) = errors(z.exp(), exact);
        assert!(part <= 3.0, "{z:?}");
    }
    let near = C::new(709.9, std::f64::consts::FRAC_PI_2 - 1e-3).exp();
    assert!(near.re.is_finite() && near.re > 1e305, "{near:?}");
    assert_eq!(C::new(1.0, 0.0).exp().im.to_bits(), 0);
    assert_eq!(C::new(1000.0, -0.0).exp(), C::new(f64::INFINITY, -0.0));
    assert_eq!(C::from_polar(2.0, 0.0), C::new(2.0, 0.0));
}

#[test]
fn single_numbers_are_as_accurate() {
    type S = Complex<f32>;
    let epsilon = f64::from(f32::EPSILON);
    for (x, y) in numbers(200_000, 11, 9.0)
        .into_iter()
        .zip(numbers(200_000, 12, 9.0))
    {
        let [x, y] = [x, y].map(|z| S::new(z.re as f32, z.im as f32));
        let [a, b] = [x, y].map(|z| C::new(z.re.into(), z.im.into()));
        let far =
            |found: f32, exact: f64| (f64::from(found) - exact).abs() / (epsilon * exact.abs());
        let exact = a / b;
        let q = x / y;
        assert!(
            far(q.re, exact.re).max(far(q.im, exact.im)) <= 2.5,
            "{x:?} {y:?}"
        );
        for (up, down) in [(100, 60), (-110, -90), (60, 60)] {
            let by = |z: S, n: i32| S::new(z.re * 2f32.powi(n), z.im * 2f32.powi(n));
            let by_size = 2f64.powi(up - down);
            let q = by(x, up) / by(y, down);
            let exact = C::new(exact.re * by_size, exact.im * by_size);
            let size = exact.re.hypot(exact.im);
            let error = (f64::from(q.re) - exact.re).hypot(f64::from(q.im) - exact.im);
            assert!(
                error <= 2.5 * epsilon * size,
                "{x:?} 2^{up} / {y:?} 2^{down}"
            );
        }
        let (w, exact) = (x.sqrt(), a.sqrt());
        assert!(far(w.re, exact.re).max(far(w.im, exact.im)) <= 2.5, "{x:?}");
    }
}

#[test]
fn hosts_assign_and_multiply_conjugates() {
    let (a, b) = (C::new(1.0, 2.0), C::new(-3.0, 0.5));
    let mut z = a;
    z += b;
    z -= 2.0;
    z *= b;
    z /= 2.0;
    assert_eq!(z, (a + b - 2.0) * b / 2.0);
    let product = a * b;
    assert_eq!(a.conj() * b.conj(), C::new(product.re, -product.im));
}
