//! Sums of products with complex numbers, whose parts are chains of FMAs.

use super::{Complex, Conj, mixed::varying};
use crate::kernel::{
    exec::{Exec, Float},
    value::{IntoVarying, MulAcc, UniformOf, Varying},
};
use std::ops::{Add, Mul, Sub};

type C<E, T> = Complex<Varying<E, T>>;

/// A real factor and a complex one.
macro_rules! scaled {
    ($($r:ty),*) => { $(
        impl<E: Exec, T: Float, B: IntoVarying<E, T>> MulAcc<$r, Complex<B>> for C<E, T> {
            type Output = Self;
            type Difference = Self;
            #[inline(always)]
            fn mul_acc(self, a: $r, b: Complex<B>) -> Self {
                let b = varying(b);
                Complex { re: self.re.mul_acc(a, b.re), im: self.im.mul_acc(a, b.im) }
            }
            #[inline(always)]
            fn nmul_acc(self, a: $r, b: Complex<B>) -> Self {
                let b = varying(b);
                Complex { re: self.re.nmul_acc(a, b.re), im: self.im.nmul_acc(a, b.im) }
            }
            #[inline(always)]
            fn mul_sub(self, a: $r, b: Complex<B>) -> Self {
                let b = varying(b);
                Complex { re: self.re.mul_sub(a, b.re), im: self.im.mul_sub(a, b.im) }
            }
        }
        impl<E: Exec, T: Float, A: IntoVarying<E, T>> MulAcc<Complex<A>, $r> for C<E, T> {
            type Output = Self;
            type Difference = Self;
            #[inline(always)]
            fn mul_acc(self, a: Complex<A>, b: $r) -> Self {
                self.mul_acc(b, a)
            }
            #[inline(always)]
            fn nmul_acc(self, a: Complex<A>, b: $r) -> Self {
                self.nmul_acc(b, a)
            }
            #[inline(always)]
            fn mul_sub(self, a: Complex<A>, b: $r) -> Self {
                self.mul_sub(b, a)
            }
        }
    )* };
}
scaled! { Varying<E, T>, UniformOf<E, T>, f64 }

/// Two real factors.
macro_rules! of_reals {
    ($($a:ty, $b:ty;)*) => { $(
        impl<E: Exec, T: Float> MulAcc<$a, $b> for C<E, T> {
            type Output = Self;
            type Difference = Self;
            #[inline(always)]
            fn mul_acc(self, a: $a, b: $b) -> Self {
                Complex { re: self.re.mul_acc(a, b), im: self.im }
            }
            #[inline(always)]
            fn nmul_acc(self, a: $a, b: $b) -> Self {
                Complex { re: self.re.nmul_acc(a, b), im: self.im }
            }
            #[inline(always)]
            fn mul_sub(self, a: $a, b: $b) -> Self {
                Complex { re: self.re.mul_sub(a, b), im: -self.im }
            }
        }
    )* };
}
of_reals! {
    Varying<E, T>, Varying<E, T>;
    Varying<E, T>, UniformOf<E, T>;
    Varying<E, T>, f64;
    UniformOf<E, T>, Varying<E, T>;
    UniformOf<E, T>, UniformOf<E, T>;
    UniformOf<E, T>, f64;
    f64, Varying<E, T>;
    f64, UniformOf<E, T>;
    f64, f64;
}

impl<E: Exec, T: Float, A: IntoVarying<E, T>, B: IntoVarying<E, T>> MulAcc<Complex<A>, Complex<B>>
    for C<E, T>
{
    type Output = Self;
    type Difference = Self;
    #[inline(always)]
    fn mul_acc(self, a: Complex<A>, b: Complex<B>) -> Self {
        let (a, b) = (varying(a), varying(b));
        Complex {
            re: self.re.mul_acc(a.re, b.re).nmul_acc(a.im, b.im),
            im: self.im.mul_acc(a.re, b.im).mul_acc(a.im, b.re),
        }
    }
    #[inline(always)]
    fn nmul_acc(self, a: Complex<A>, b: Complex<B>) -> Self {
        let (a, b) = (varying(a), varying(b));
        Complex {
            re: self.re.nmul_acc(a.re, b.re).mul_acc(a.im, b.im),
            im: self.im.nmul_acc(a.re, b.im).nmul_acc(a.im, b.re),
        }
    }
    #[inline(always)]
    fn mul_sub(self, a: Complex<A>, b: Complex<B>) -> Self {
        let (a, b) = (varying(a), varying(b));
        Complex {
            re: self.re.mul_sub(a.re, b.re).nmul_acc(a.im, b.im),
            im: self.im.mul_sub(a.re, b.im).mul_acc(a.im, b.re),
        }
    }
}

impl<E: Exec, T: Float, A: IntoVarying<E, T>, B: IntoVarying<E, T>> MulAcc<Conj<A>, Complex<B>>
    for C<E, T>
{
    type Output = Self;
    type Difference = Self;
    #[inline(always)]
    fn mul_acc(self, a: Conj<A>, b: Complex<B>) -> Self {
        let (a, b) = (varying(a.0), varying(b));
        Complex {
            re: self.re.mul_acc(a.re, b.re).mul_acc(a.im, b.im),
            im: self.im.mul_acc(a.re, b.im).nmul_acc(a.im, b.re),
        }
    }
    #[inline(always)]
    fn nmul_acc(self, a: Conj<A>, b: Complex<B>) -> Self {
        let (a, b) = (varying(a.0), varying(b));
        Complex {
            re: self.re.nmul_acc(a.re, b.re).nmul_acc(a.im, b.im),
            im: self.im.nmul_acc(a.re, b.im).mul_acc(a.im, b.re),
        }
    }
    #[inline(always)]
    fn mul_sub(self, a: Conj<A>, b: Complex<B>) -> Self {
        let (a, b) = (varying(a.0), varying(b));
        Complex {
            re: self.re.mul_sub(a.re, b.re).mul_acc(a.im, b.im),
            im: self.im.mul_sub(a.re, b.im).nmul_acc(a.im, b.re),
        }
    }
}
impl<E: Exec, T: Float, A: IntoVarying<E, T>, B: IntoVarying<E, T>> MulAcc<Complex<A>, Conj<B>>
    for C<E, T>
{
    type Output = Self;
    type Difference = Self;
    #[inline(always)]
    fn mul_acc(self, a: Complex<A>, b: Conj<B>) -> Self {
        let (a, b) = (varying(a), varying(b.0));
        Complex {
            re: self.re.mul_acc(a.re, b.re).mul_acc(a.im, b.im),
            im: self.im.mul_acc(a.im, b.re).nmul_acc(a.re, b.im),
        }
    }
    #[inline(always)]
    fn nmul_acc(self, a: Complex<A>, b: Conj<B>) -> Self {
        let (a, b) = (varying(a), varying(b.0));
        Complex {
            re: self.re.nmul_acc(a.re, b.re).nmul_acc(a.im, b.im),
            im: self.im.nmul_acc(a.im, b.re).mul_acc(a.re, b.im),
        }
    }
    #[inline(always)]
    fn mul_sub(self, a: Complex<A>, b: Conj<B>) -> Self {
        let (a, b) = (varying(a), varying(b.0));
        Complex {
            re: self.re.mul_sub(a.re, b.re).mul_acc(a.im, b.im),
            im: self.im.mul_sub(a.im, b.re).nmul_acc(a.re, b.im),
        }
    }
}

/// A sum that does not vary, with any product: two roundings.
macro_rules! plain {
    ($([$($g:tt)*] $c:ty;)*) => { $(
        impl<$($g)* A: Mul<B>, B> MulAcc<A, B> for $c
        where
            $c: Add<A::Output> + Sub<A::Output, Output = <$c as Add<A::Output>>::Output>,
            A::Output: Sub<$c>,
        {
            type Output = <$c as Add<A::Output>>::Output;
            type Difference = <A::Output as Sub<$c>>::Output;
            #[inline(always)]
            fn mul_acc(self, a: A, b: B) -> Self::Output {
                self + a * b
            }
            #[inline(always)]
            fn nmul_acc(self, a: A, b: B) -> Self::Output {
                self - a * b
            }
            #[inline(always)]
            fn mul_sub(self, a: A, b: B) -> Self::Difference {
                a * b - self
            }
        }
    )* };
}
plain! {
    [E: Exec, T: Float,] Complex<UniformOf<E, T>>;
    [] Complex<f64>;
}

/// A real number and a complex product: two roundings.
macro_rules! to_real {
    ($([$c:ty] $($a:ty, $b:ty => $out:ty;)*)*) => { $($(
        impl<E: Exec, T: Float> MulAcc<$a, $b> for $c {
            type Output = Complex<$out>;
            type Difference = Complex<$out>;
            #[inline(always)]
            fn mul_acc(self, a: $a, b: $b) -> Complex<$out> {
                self + a * b
            }
            #[inline(always)]
            fn nmul_acc(self, a: $a, b: $b) -> Complex<$out> {
                self - a * b
            }
            #[inline(always)]
            fn mul_sub(self, a: $a, b: $b) -> Complex<$out> {
                a * b - self
            }
        }
    )*)* };
}
macro_rules! to_each_real {
    ($($c:ty),*) => { $( to_real! { [$c]
        Varying<E, T>, C<E, T> => Varying<E, T>;
        UniformOf<E, T>, C<E, T> => Varying<E, T>;
        f64, C<E, T> => Varying<E, T>;
        Complex<UniformOf<E, T>>, C<E, T> => Varying<E, T>;
        Complex<f64>, C<E, T> => Varying<E, T>;
        Conj<Varying<E, T>>, C<E, T> => Varying<E, T>;
        Conj<UniformOf<E, T>>, C<E, T> => Varying<E, T>;
        C<E, T>, C<E, T> => Varying<E, T>;
        C<E, T>, Varying<E, T> => Varying<E, T>;
        C<E, T>, UniformOf<E, T> => Varying<E, T>;
        C<E, T>, f64 => Varying<E, T>;
        C<E, T>, Complex<UniformOf<E, T>> => Varying<E, T>;
        C<E, T>, Complex<f64> => Varying<E, T>;
        C<E, T>, Conj<Varying<E, T>> => Varying<E, T>;
        C<E, T>, Conj<UniformOf<E, T>> => Varying<E, T>;
        Varying<E, T>, Complex<UniformOf<E, T>> => Varying<E, T>;
        Complex<UniformOf<E, T>>, Varying<E, T> => Varying<E, T>;
    } )* };
}
to_each_real! { Varying<E, T>, UniformOf<E, T>, f64 }
macro_rules! to_each_uniform {
    ($($c:ty),*) => { $( to_real! { [$c]
        UniformOf<E, T>, Complex<UniformOf<E, T>> => UniformOf<E, T>;
        f64, Complex<UniformOf<E, T>> => UniformOf<E, T>;
        Complex<UniformOf<E, T>>, UniformOf<E, T> => UniformOf<E, T>;
        Complex<UniformOf<E, T>>, f64 => UniformOf<E, T>;
        Complex<UniformOf<E, T>>, Complex<UniformOf<E, T>> => UniformOf<E, T>;
    } )* };
}
to_each_uniform! { UniformOf<E, T>, f64 }
