//! Complex numbers beside real ones, and numbers that vary beside uniform ones and literals.

use super::{Complex, Conj, Real};
use crate::kernel::{
    exec::{Exec, Float},
    value::{Conv, IntoVarying, UniformOf, Varying},
};
use std::ops::{Add, Div, Mul, Sub};

/// A complex number in every lane.
#[inline(always)]
pub(super) fn varying<E: Exec, T: Float, R: IntoVarying<E, T>>(
    z: Complex<R>,
) -> Complex<Varying<E, T>> {
    Complex::new(z.re.into_varying(), z.im.into_varying())
}

/// `Complex::new(re, im)` of kernels: parts of any kind, which both become what their sum would be.
#[inline(always)]
pub fn cartesian<R, I, Part>(re: R, im: I) -> Complex<Part>
where
    R: Add<I, Output = Part> + Conv<Part>,
    I: Conv<Part>,
{
    Complex::new(re.conv(), im.conv())
}

/// `Complex::from_polar(r, theta)` of kernels.
#[inline(always)]
pub fn polar<R, I, Part: Real>(r: R, theta: I) -> Complex<Part>
where
    R: Add<I, Output = Part> + Conv<Part>,
    I: Conv<Part>,
{
    Complex::from_polar(r.conv(), theta.conv())
}

/// Complex numbers of two kinds: both become the first or the second, of which the result is.
macro_rules! complex {
    ($($a:ty, $b:ty => $out:ty;)*) => { $(
        complex! { @ Add add $a, $b => $out }
        complex! { @ Sub sub $a, $b => $out }
        complex! { @ Mul mul $a, $b => $out }
        complex! { @ Div div $a, $b => $out }
        impl<E: Exec, T: Float> Mul<Complex<$b>> for Conj<$a> {
            type Output = Complex<$out>;
            #[inline(always)]
            fn mul(self, o: Complex<$b>) -> Complex<$out> {
                let (a, b): (Complex<$out>, Complex<$out>) = (self.0.conv(), o.conv());
                a.conj() * b
            }
        }
        impl<E: Exec, T: Float> Mul<Conj<$b>> for Complex<$a> {
            type Output = Complex<$out>;
            #[inline(always)]
            fn mul(self, o: Conj<$b>) -> Complex<$out> {
                let (a, b): (Complex<$out>, Complex<$out>) = (self.conv(), o.0.conv());
                a * b.conj()
            }
        }
        impl<E: Exec, T: Float> Mul<Conj<$b>> for Conj<$a> {
            type Output = Complex<$out>;
            #[inline(always)]
            fn mul(self, o: Conj<$b>) -> Complex<$out> {
                self * o.__px_whole()
            }
        }
    )* };
    (@ $tr:ident $f:ident $a:ty, $b:ty => $out:ty) => {
        impl<E: Exec, T: Float> $tr<Complex<$b>> for Complex<$a> {
            type Output = Complex<$out>;
            #[inline(always)]
            fn $f(self, o: Complex<$b>) -> Complex<$out> {
                let (a, b): (Complex<$out>, Complex<$out>) = (self.conv(), o.conv());
                a.$f(b)
            }
        }
    };
}
complex! {
    Varying<E, T>, UniformOf<E, T> => Varying<E, T>;
    UniformOf<E, T>, Varying<E, T> => Varying<E, T>;
    Varying<E, T>, f64 => Varying<E, T>;
    f64, Varying<E, T> => Varying<E, T>;
    UniformOf<E, T>, f64 => UniformOf<E, T>;
    f64, UniformOf<E, T> => UniformOf<E, T>;
}

/// A real number `$r` and a complex one of `$c`; `$wide` makes the other part what the result's are.
macro_rules! real {
    ($([$($g:tt)*] $r:ty, $c:ty => $out:ty, |$x:ident| $wide:expr;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Add<Complex<$c>> for $r {
            type Output = Complex<$out>;
            #[inline(always)]
            fn add(self, o: Complex<$c>) -> Complex<$out> {
                let $x = o.im;
                Complex { re: self + o.re, im: $wide }
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Add<$r> for Complex<$c> {
            type Output = Complex<$out>;
            #[inline(always)]
            fn add(self, o: $r) -> Complex<$out> {
                let $x = self.im;
                Complex { re: self.re + o, im: $wide }
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Sub<Complex<$c>> for $r {
            type Output = Complex<$out>;
            #[inline(always)]
            fn sub(self, o: Complex<$c>) -> Complex<$out> {
                let $x = o.im;
                let im: $out = $wide;
                Complex { re: self - o.re, im: -im }
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Sub<$r> for Complex<$c> {
            type Output = Complex<$out>;
            #[inline(always)]
            fn sub(self, o: $r) -> Complex<$out> {
                let $x = self.im;
                Complex { re: self.re - o, im: $wide }
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Mul<Complex<$c>> for $r {
            type Output = Complex<$out>;
            #[inline(always)]
            fn mul(self, o: Complex<$c>) -> Complex<$out> {
                Complex { re: self * o.re, im: self * o.im }
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Mul<$r> for Complex<$c> {
            type Output = Complex<$out>;
            #[inline(always)]
            fn mul(self, o: $r) -> Complex<$out> {
                Complex { re: self.re * o, im: self.im * o }
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Mul<Conj<$c>> for $r {
            type Output = Complex<$out>;
            #[inline(always)]
            fn mul(self, o: Conj<$c>) -> Complex<$out> {
                self * o.__px_whole()
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Mul<$r> for Conj<$c> {
            type Output = Complex<$out>;
            #[inline(always)]
            fn mul(self, o: $r) -> Complex<$out> {
                self.__px_whole() * o
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Div<Complex<$c>> for $r {
            type Output = Complex<$out>;
            #[inline(always)]
            fn div(self, o: Complex<$c>) -> Complex<$out> {
                let re = {
                    let $x = self;
                    $wide
                };
                Complex::<$out>::new(re, Real::literal(0.0)) / o
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Div<$r> for Complex<$c> {
            type Output = Complex<$out>;
            #[inline(always)]
            fn div(self, o: $r) -> Complex<$out> {
                Complex { re: self.re / o, im: self.im / o }
            }
        }
    )* };
}
real! {
    [E: Exec, T: Float] Varying<E, T>, Varying<E, T> => Varying<E, T>, |x| x;
    [E: Exec, T: Float] UniformOf<E, T>, Varying<E, T> => Varying<E, T>, |x| x.into_varying();
    [E: Exec, T: Float] f64, Varying<E, T> => Varying<E, T>, |x| x.into_varying();
    [E: Exec, T: Float] Varying<E, T>, UniformOf<E, T> => Varying<E, T>, |x| x.into_varying();
    [E: Exec, T: Float] Varying<E, T>, f64 => Varying<E, T>, |x| x.into_varying();
    [E: Exec, T: Float] UniformOf<E, T>, UniformOf<E, T> => UniformOf<E, T>, |x| x;
    [E: Exec, T: Float] f64, UniformOf<E, T> => UniformOf<E, T>, |x| x.conv();
    [E: Exec, T: Float] UniformOf<E, T>, f64 => UniformOf<E, T>, |x| x.conv();
    [] f64, f64 => f64, |x| x;
    [] f32, f32 => f32, |x| x;
}
