//! Quotients and functions of complex numbers, without a branch: numbers that are large or tiny are scaled by powers of two,
//! which selects choose. Errors are those of the executors of CPUs; devices have functions and quotients of their own.
//! One epsilon is 2^-52, in f32 2^-23.

use super::{Complex, Real};
use crate::{kernel::value::functions::power, ops::Cmp};

impl<R: Real> Complex<R> {
    /// `|self|^2`
    #[inline(always)]
    pub fn norm_sqr(self) -> R {
        (self.re * self.re).add_product(self.im, self.im)
    }

    /// Distance from zero, within 1 ulp, of which no square leaves the range; of an infinite part infinity.
    #[inline(always)]
    pub fn abs(self) -> R {
        self.re.length(self.im)
    }

    /// The same by the name that the crate num-complex has for it.
    #[inline(always)]
    pub fn norm(self) -> R {
        self.abs()
    }

    /// `1 / self`
    #[inline(always)]
    pub fn inv(self) -> Self {
        Complex::new(R::literal(1.0), R::literal(0.0)).over(self)
    }

    /// `self^n` by multiplications, each of which rounds.
    #[inline(always)]
    pub fn powi(self, n: i32) -> Self {
        let one = Complex::new(R::literal(1.0), R::literal(0.0));
        let power = power(self, n.unsigned_abs()).unwrap_or(one);
        if n < 0 { power.inv() } else { power }
    }

    /// Angle from -pi to pi, within 2 ulp; its sign is that of the imaginary part, zeros included.
    #[inline(always)]
    pub fn arg(self) -> R {
        self.im.angle(self.re)
    }

    /// `r (cos theta + i sin theta)`, each part within 3 ulp.
    #[inline(always)]
    pub fn from_polar(r: R, theta: R) -> Self {
        let (sin, cos) = theta.circle();
        Complex::new(r * cos, r * sin)
    }

    /// `e^self`, each part within 4 epsilon of itself, twice that where the real part is above 700 (in f32 80). A real
    /// number's is real.
    #[inline(always)]
    pub fn exp(self) -> Self {
        // e^re may leave the range where its product with a cosine does not
        let limit = if R::IS_SINGLE { 80.0 } else { 700.0 };
        let is_large = self.re.is(Cmp::Gt, limit);
        let half = self.re * R::literal(0.5);
        let factor = R::choose(is_large, half, self.re).exponential();
        let again = R::choose(is_large, factor, R::literal(1.0));
        let (sin, cos) = self.im.circle();
        let im = (factor * sin) * again;
        let is_real = self.im.is(Cmp::Eq, 0.0);
        Complex::new((factor * cos) * again, R::choose(is_real, self.im, im))
    }

    /// Natural logarithm, `ln |self| + i arg`, within 3 epsilon of its size; of zero minus infinity.
    #[inline(always)]
    pub fn ln(self) -> Self {
        let (z, root) = self.scaled_for_root();
        let shift = root.logarithm() * R::literal(2.0);
        let far = z.abs().logarithm() + shift;
        // next to the unit circle ((m - 1)(m + 1) + n^2) / 2 keeps what the length rounds
        let (a, b) = (self.re.magnitude(), self.im.magnitude());
        let (long, short) = (a.larger(b), -(-a).larger(-b));
        let one = R::literal(1.0);
        let square = ((long - one) * (long + one)).add_product(short, short);
        let near = square.logarithm_plus_1() * R::literal(0.5);
        let is_near = (square - R::literal(1.25)).magnitude().is(Cmp::Lt, 1.75);
        Complex::new(R::choose(is_near, near, far), self.arg())
    }

    /// The square root whose real part is not negative, each part within 2.5 epsilon of itself; on the negative axis its sign
    /// is that of the imaginary part, zeros included. Infinite parts give what C's `csqrt` gives.
    #[inline(always)]
    pub fn sqrt(self) -> Self {
        let (z, back) = self.scaled_for_root();
        let half = R::literal(0.5);
        let size = z.re.magnitude();
        let long = ((size + z.abs()) * half).root();
        let short = z.im.magnitude() / (long + long);
        let short = R::choose(long.is(Cmp::Eq, 0.0), z.im.magnitude(), short);
        let is_left = z.re.is(Cmp::Lt, 0.0);
        let re = R::choose(is_left, short, long);
        let im = R::choose(is_left, long, short).with_sign(z.im);
        // infinity times a zero is none
        let grown = |x: R| R::choose(x.is(Cmp::Eq, 0.0), x, x * back);
        Complex::new(grown(re), grown(im))
    }

    /// The quotient.
    #[inline(always)]
    pub(super) fn over(self, o: Self) -> Self {
        let ((x, above), (y, below)) = (self.scaled(), o.scaled());
        let size = y.norm_sqr();
        // by zero: infinities of the signs, or NaN
        let is_zero = size.is(Cmp::Eq, 0.0);
        let size = R::choose(is_zero, y.re, size);
        let re = R::choose(is_zero, x.re, sum(x.re, y.re, x.im, y.im));
        let im = R::choose(is_zero, x.im, difference(x.im, y.re, x.re, y.im));
        // twice a root: the whole factor may be no number where the quotient is
        let back = above / below;
        Complex::new(re / size * back * back, im / size * back * back)
    }

    /// A number of moderate size, whose products with another such stay in the range, and the root of the power of two that it
    /// was divided by. Infinite parts become ones and others zeros, divided by infinity.
    #[inline(always)]
    fn scaled(self) -> (Self, R) {
        self.scaled_beyond((400, 350), (50, 50))
    }

    /// The same, so that what a root shows of either part stays.
    #[inline(always)]
    fn scaled_for_root(self) -> (Self, R) {
        self.scaled_beyond((900, 100), (90, 20))
    }

    /// Numbers from `2^bound` on are divided by `2^(2 shift)`, those below `2^-bound` multiplied: of f64 and of f32.
    #[inline(always)]
    fn scaled_beyond(self, double: (i32, i32), single: (i32, i32)) -> (Self, R) {
        let (bound, shift) = if R::IS_SINGLE { single } else { double };
        let power = |n: i32| R::literal(2f64.powi(n));
        let size = self.re.magnitude().larger(self.im.magnitude());
        let is_large = size.is(Cmp::Gt, 2f64.powi(bound));
        let is_small = size.is(Cmp::Lt, 2f64.powi(-bound));
        let is_infinite = size.is(Cmp::Eq, f64::INFINITY);
        let by_size = |large: i32, small: i32| {
            let moderate = R::choose(is_small, power(small), R::literal(1.0));
            R::choose(is_large, power(large), moderate)
        };
        let factor = by_size(-2 * shift, 2 * shift);
        let part = |x: R| {
            let is_infinite_part = x.magnitude().is(Cmp::Eq, f64::INFINITY);
            let corner = R::choose(is_infinite_part, R::literal(1.0), R::literal(0.0));
            R::choose(is_infinite, corner.with_sign(x), x * factor)
        };
        let root = R::choose(
            is_infinite,
            R::literal(f64::INFINITY),
            by_size(shift, -shift),
        );
        (Complex::new(part(self.re), part(self.im)), root)
    }
}

/// `a b + c d` within an epsilon of itself, however it cancels (Kahan; Jeannerod, Louvet and Muller 2013).
#[inline(always)]
fn sum<R: Real>(a: R, b: R, c: R, d: R) -> R {
    let product = c * d;
    let lost = product.product_less(c, d);
    product.add_product(a, b) + lost
}

/// `a b - c d` likewise.
#[inline(always)]
fn difference<R: Real>(a: R, b: R, c: R, d: R) -> R {
    let product = c * d;
    let lost = product.product_less(c, d);
    product.product_less(a, b) - lost
}
