//! Complex numbers.

use super::{MulAcc, Sign, UniformOf, Varying};
use crate::kernel::exec::{Exec, Float};
use std::ops::{Add, Mul, Neg, Sub};

/// A complex number: of floats on the host, of kernel values in kernels.
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

impl<E: Exec, T: Float> Complex<Varying<E, T>> {
    /// The conjugate where bit 31 of `sign`, uniform or varying, is set, else the number itself.
    #[inline(always)]
    pub fn conj_if(self, sign: impl Sign<E>) -> Self {
        Complex {
            re: self.re,
            im: self.im.flip(sign),
        }
    }
    /// `|self|^2`
    #[inline(always)]
    pub fn norm_sqr(self) -> Varying<E, T> {
        (self.re * self.re).mul_acc(self.im, self.im)
    }
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

type C<E, T> = Complex<Varying<E, T>>;

impl<E: Exec, T: Float> Mul for C<E, T> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, o: Self) -> Self {
        Complex {
            re: (self.re * o.re).nmul_acc(self.im, o.im),
            im: (self.re * o.im).mul_acc(self.im, o.re),
        }
    }
}
impl<E: Exec, T: Float> Mul<C<E, T>> for Conj<Varying<E, T>> {
    type Output = C<E, T>;
    #[inline(always)]
    fn mul(self, o: C<E, T>) -> C<E, T> {
        let a = self.0;
        Complex {
            re: (a.re * o.re).mul_acc(a.im, o.im),
            im: (a.re * o.im).nmul_acc(a.im, o.re),
        }
    }
}
impl<E: Exec, T: Float> Mul<Conj<Varying<E, T>>> for C<E, T> {
    type Output = C<E, T>;
    #[inline(always)]
    fn mul(self, o: Conj<Varying<E, T>>) -> C<E, T> {
        let b = o.0;
        Complex {
            re: (self.re * b.re).mul_acc(self.im, b.im),
            im: (self.im * b.re).nmul_acc(self.re, b.im),
        }
    }
}

macro_rules! scale {
    ($($r:ty),*) => { $(
        impl<E: Exec, T: Float> Mul<C<E, T>> for $r {
            type Output = C<E, T>;
            #[inline(always)]
            fn mul(self, o: C<E, T>) -> C<E, T> {
                Complex { re: self * o.re, im: self * o.im }
            }
        }
        impl<E: Exec, T: Float> Mul<$r> for C<E, T> {
            type Output = C<E, T>;
            #[inline(always)]
            fn mul(self, o: $r) -> C<E, T> {
                Complex { re: self.re * o, im: self.im * o }
            }
        }
    )* };
}
scale! { Varying<E, T>, UniformOf<E, T>, f64 }
