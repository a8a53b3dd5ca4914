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

/// `Complex::new` of kernels: parts of any kind, of which a literal becomes what the other is.
pub trait Cartesian<I> {
    /// Kind of both parts.
    type Part;
    /// `self + i im`
    fn complex(self, im: I) -> Complex<Self::Part>;
}

macro_rules! cartesian {
    ($([$($g:tt)*] $re:ty, $im:ty => $part:ty;)*) => { $(
        impl<$($g)*> Cartesian<$im> for $re {
            type Part = $part;
            #[inline(always)]
            fn complex(self, im: $im) -> Complex<$part> {
                Complex::new(self.conv(), im.conv())
            }
        }
    )* };
}
cartesian! {
    [E: Exec, T: Float] Varying<E, T>, Varying<E, T> => Varying<E, T>;
    [E: Exec, T: Float] Varying<E, T>, UniformOf<E, T> => Varying<E, T>;
    [E: Exec, T: Float] Varying<E, T>, f64 => Varying<E, T>;
    [E: Exec, T: Float] UniformOf<E, T>, Varying<E, T> => Varying<E, T>;
    [E: Exec, T: Float] f64, Varying<E, T> => Varying<E, T>;
    [E: Exec, T: Float] UniformOf<E, T>, UniformOf<E, T> => UniformOf<E, T>;
    [E: Exec, T: Float] UniformOf<E, T>, f64 => UniformOf<E, T>;
    [E: Exec, T: Float] f64, UniformOf<E, T> => UniformOf<E, T>;
    [] f64, f64 => f64;
}

/// `Complex::new(re, im)` of kernels.
#[inline(always)]
pub fn cartesian<R: Cartesian<I>, I>(re: R, im: I) -> Complex<R::Part> {
    re.complex(im)
}

/// `Complex::from_polar(r, theta)` of kernels.
#[inline(always)]
pub fn polar<R: Cartesian<I, Part: Real>, I>(r: R, theta: I) -> Complex<R::Part> {
    let Complex { re: r, im: theta } = r.complex(theta);
    Complex::from_polar(r, theta)
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
