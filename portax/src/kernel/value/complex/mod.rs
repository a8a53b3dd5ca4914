//! Complex numbers.

mod functions;
mod fused;
mod mixed;
mod real;
#[cfg(test)]
mod tests;

pub use mixed::{cartesian, polar};
pub use real::Real;

use super::{Sign, Varying};
use crate::kernel::exec::{Exec, Float};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// A complex number: of floats on the host, of kernel values in kernels.
///
/// `+ - * /` take complex and real numbers on both sides, varying, uniform and literal ones. A product's parts are a product
/// and an FMA each. A quotient is scaled so that it leaves the range only where its value does: within 2.5 epsilon (2^-52, in f32
/// 2^-23) of its size on hosts. So are both of its parts of themselves where the two parts of an operand are within a factor of 2^150 (f32:
/// 2^20). By zero it is infinite, as 0/0 NaN; an infinite number by a finite one is infinite, the other way round zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Complex<R> {
    /// Real part
    pub re: R,
    /// Imaginary part
    pub im: R,
}

impl<R> Complex<R> {
    /// `re + i im`
    #[inline(always)]
    pub const fn new(re: R, im: R) -> Self {
        Complex { re, im }
    }
}

/// The conjugate as a type: products with it choose the signs of their FMAs, nothing is negated.
///
/// The first factor of a product takes the sign. Natively that costs a register where the factor does not change in the
/// innermost loop (the compiler negates it before the loop): write the factor that does first.
#[derive(Clone, Copy)]
pub struct Conj<R>(pub Complex<R>);

impl<R: Copy> Complex<R> {
    /// The conjugate.
    #[inline(always)]
    pub fn conj(self) -> Conj<R> {
        Conj(self)
    }
}

impl<R: Neg<Output = R>> Conj<R> {
    /// The number, for whatever is no product.
    #[inline(always)]
    pub fn __px_whole(self) -> Complex<R> {
        Complex {
            re: self.0.re,
            im: -self.0.im,
        }
    }
}

/// What methods named `conj` of other types give stays what it is.
pub trait NoConjugate: Sized {
    /// Itself.
    #[inline(always)]
    fn __px_whole(self) -> Self {
        self
    }
}
impl<T> NoConjugate for T {}

impl<E: Exec, T: Float> Complex<Varying<E, T>> {
    /// The conjugate where bit 31 of `sign`, uniform or varying, is set, else the number itself.
    #[inline(always)]
    pub fn conj_if(self, sign: impl Sign<E>) -> Self {
        Complex {
            re: self.re,
            im: self.im.flip(sign),
        }
    }
}

macro_rules! assigning {
    ($($tr:ident $f:ident as $op:ident $of:ident;)*) => { $(
        impl<R: Copy, B> $tr<B> for Complex<R>
        where
            Complex<R>: $op<B, Output = Complex<R>>,
        {
            #[inline(always)]
            fn $f(&mut self, o: B) {
                *self = self.$of(o);
            }
        }
    )* };
}
assigning! {
    AddAssign add_assign as Add add;
    SubAssign sub_assign as Sub sub;
    MulAssign mul_assign as Mul mul;
    DivAssign div_assign as Div div;
}
impl<R: Add<Output = R>> Add for Complex<R> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Complex {
            re: self.re + o.re,
            im: self.im + o.im,
        }
    }
}
impl<R: Sub<Output = R>> Sub for Complex<R> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Complex {
            re: self.re - o.re,
            im: self.im - o.im,
        }
    }
}
impl<R: Neg<Output = R>> Neg for Complex<R> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Complex {
            re: -self.re,
            im: -self.im,
        }
    }
}
impl<R: Real> Mul for Complex<R> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, o: Self) -> Self {
        Complex {
            re: (self.re * o.re).sub_product(self.im, o.im),
            im: (self.re * o.im).add_product(self.im, o.re),
        }
    }
}
impl<R: Real> Div for Complex<R> {
    type Output = Self;
    #[inline(always)]
    fn div(self, o: Self) -> Self {
        self.over(o)
    }
}
impl<R: Real + Neg<Output = R>> Mul for Conj<R> {
    type Output = Complex<R>;
    #[inline(always)]
    fn mul(self, o: Self) -> Complex<R> {
        let product = self.0 * o.0;
        Complex::new(product.re, -product.im)
    }
}
impl<R: Real> Mul<Complex<R>> for Conj<R> {
    type Output = Complex<R>;
    #[inline(always)]
    fn mul(self, o: Complex<R>) -> Complex<R> {
        let a = self.0;
        Complex {
            re: (a.re * o.re).add_product(a.im, o.im),
            im: (a.re * o.im).sub_product(a.im, o.re),
        }
    }
}
impl<R: Real> Mul<Conj<R>> for Complex<R> {
    type Output = Complex<R>;
    #[inline(always)]
    fn mul(self, o: Conj<R>) -> Complex<R> {
        let b = o.0;
        Complex {
            re: (self.re * b.re).add_product(self.im, b.im),
            im: (self.im * b.re).sub_product(self.re, b.im),
        }
    }
}
