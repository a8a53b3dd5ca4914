//! Sums of products with complex numbers, whose parts are chains of FMAs.

use super::{Complex, Conj, mixed::varying};
use crate::kernel::{
    exec::{Exec, Float},
    value::{IntoVarying, MulAcc, MulSub, RealNumber, UniformOf, Varying},
};
use std::ops::{Add, Mul, Neg, Sub};

type C<E, T> = Complex<Varying<E, T>>;

/// A real factor and a complex one.
impl<E: Exec, T: Float, A: RealNumber + IntoVarying<E, T>, B: IntoVarying<E, T>>
    MulAcc<A, Complex<B>> for C<E, T>
{
    type Output = Self;
    #[inline(always)]
    fn mul_acc(self, a: A, b: Complex<B>) -> Self {
        let b = varying(b);
        Complex {
            re: self.re.mul_acc(a, b.re),
            im: self.im.mul_acc(a, b.im),
        }
    }
}
impl<E: Exec, T: Float, A: RealNumber + IntoVarying<E, T>, B: IntoVarying<E, T>>
    MulSub<A, Complex<B>> for C<E, T>
{
    type Output = Self;
    type Difference = Self;
    #[inline(always)]
    fn nmul_acc(self, a: A, b: Complex<B>) -> Self {
        let b = varying(b);
        Complex {
            re: self.re.nmul_acc(a, b.re),
            im: self.im.nmul_acc(a, b.im),
        }
    }
    #[inline(always)]
    fn mul_sub(self, a: A, b: Complex<B>) -> Self {
        let b = varying(b);
        Complex {
            re: self.re.mul_sub(a, b.re),
            im: self.im.mul_sub(a, b.im),
        }
    }
}
impl<E: Exec, T: Float, A: IntoVarying<E, T>, B: RealNumber + IntoVarying<E, T>>
    MulAcc<Complex<A>, B> for C<E, T>
{
    type Output = Self;
    #[inline(always)]
    fn mul_acc(self, a: Complex<A>, b: B) -> Self {
        self.mul_acc(b, a)
    }
}
impl<E: Exec, T: Float, A: IntoVarying<E, T>, B: RealNumber + IntoVarying<E, T>>
    MulSub<Complex<A>, B> for C<E, T>
{
    type Output = Self;
    type Difference = Self;
    #[inline(always)]
    fn nmul_acc(self, a: Complex<A>, b: B) -> Self {
        self.nmul_acc(b, a)
    }
    #[inline(always)]
    fn mul_sub(self, a: Complex<A>, b: B) -> Self {
        self.mul_sub(b, a)
    }
}

/// A conjugate and a real factor, or another one.
macro_rules! conjugates {
    ($([$($g:tt)*] $x:ty, $y:ty => |$p:ident, $q:ident| ($c:expr, $d:expr);)*) => { $(
        impl<E: Exec, T: Float, $($g)*> MulAcc<$x, $y> for C<E, T> {
            type Output = Self;
            #[inline(always)]
            fn mul_acc(self, $p: $x, $q: $y) -> Self {
                self.mul_acc($c, $d)
            }
        }
        impl<E: Exec, T: Float, $($g)*> MulSub<$x, $y> for C<E, T> {
            type Output = Self;
            type Difference = Self;
            #[inline(always)]
            fn nmul_acc(self, $p: $x, $q: $y) -> Self {
                self.nmul_acc($c, $d)
            }
            #[inline(always)]
            fn mul_sub(self, $p: $x, $q: $y) -> Self {
                self.mul_sub($c, $d)
            }
        }
    )* };
}
conjugates! {
    [A: RealNumber + IntoVarying<E, T>, B: IntoVarying<E, T> + Neg<Output = B>] A, Conj<B> => |a, b| (a, b.__px_whole());
    [A: IntoVarying<E, T> + Neg<Output = A>, B: RealNumber + IntoVarying<E, T>] Conj<A>, B => |a, b| (b, a.__px_whole());
    [A: IntoVarying<E, T>, B: IntoVarying<E, T> + Neg<Output = B>] Conj<A>, Conj<B> => |a, b| (a, b.__px_whole());
}

/// Two real factors.
impl<E: Exec, T: Float, A: RealNumber + IntoVarying<E, T>, B: RealNumber + IntoVarying<E, T>>
    MulAcc<A, B> for C<E, T>
{
    type Output = Self;
    #[inline(always)]
    fn mul_acc(self, a: A, b: B) -> Self {
        Complex {
            re: self.re.mul_acc(a, b),
            im: self.im,
        }
    }
}
impl<E: Exec, T: Float, A: RealNumber + IntoVarying<E, T>, B: RealNumber + IntoVarying<E, T>>
    MulSub<A, B> for C<E, T>
{
    type Output = Self;
    type Difference = Self;
    #[inline(always)]
    fn nmul_acc(self, a: A, b: B) -> Self {
        Complex {
            re: self.re.nmul_acc(a, b),
            im: self.im,
        }
    }
    #[inline(always)]
    fn mul_sub(self, a: A, b: B) -> Self {
        Complex {
            re: self.re.mul_sub(a, b),
            im: -self.im,
        }
    }
}

impl<E: Exec, T: Float, A: IntoVarying<E, T>, B: IntoVarying<E, T>> MulAcc<Complex<A>, Complex<B>>
    for C<E, T>
{
    type Output = Self;
    #[inline(always)]
    fn mul_acc(self, a: Complex<A>, b: Complex<B>) -> Self {
        let (a, b) = (varying(a), varying(b));
        Complex {
            re: self.re.mul_acc(a.re, b.re).nmul_acc(a.im, b.im),
            im: self.im.mul_acc(a.re, b.im).mul_acc(a.im, b.re),
        }
    }
}
impl<E: Exec, T: Float, A: IntoVarying<E, T>, B: IntoVarying<E, T>> MulSub<Complex<A>, Complex<B>>
    for C<E, T>
{
    type Output = Self;
    type Difference = Self;
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
    #[inline(always)]
    fn mul_acc(self, a: Conj<A>, b: Complex<B>) -> Self {
        let (a, b) = (varying(a.0), varying(b));
        Complex {
            re: self.re.mul_acc(a.re, b.re).mul_acc(a.im, b.im),
            im: self.im.mul_acc(a.re, b.im).nmul_acc(a.im, b.re),
        }
    }
}
impl<E: Exec, T: Float, A: IntoVarying<E, T>, B: IntoVarying<E, T>> MulSub<Conj<A>, Complex<B>>
    for C<E, T>
{
    type Output = Self;
    type Difference = Self;
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
    #[inline(always)]
    fn mul_acc(self, a: Complex<A>, b: Conj<B>) -> Self {
        let (a, b) = (varying(a), varying(b.0));
        Complex {
            re: self.re.mul_acc(a.re, b.re).mul_acc(a.im, b.im),
            im: self.im.mul_acc(a.im, b.re).nmul_acc(a.re, b.im),
        }
    }
}
impl<E: Exec, T: Float, A: IntoVarying<E, T>, B: IntoVarying<E, T>> MulSub<Complex<A>, Conj<B>>
    for C<E, T>
{
    type Output = Self;
    type Difference = Self;
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

/// A sum and a product that have a rounding each: of a sum that does not vary, with any product, and of a real number with a
/// complex product.
macro_rules! rounded {
    ($([$($g:tt)*] $c:ty: $a:ty, $b:ty;)*) => { $(
        impl<$($g)*> MulAcc<$a, $b> for $c
        where
            $a: Mul<$b>,
            $c: Add<Product<$a, $b>>,
        {
            type Output = <$c as Add<Product<$a, $b>>>::Output;
            #[inline(always)]
            fn mul_acc(self, a: $a, b: $b) -> Self::Output {
                self + a * b
            }
        }
        impl<$($g)*> MulSub<$a, $b> for $c
        where
            $a: Mul<$b>,
            $c: Sub<Product<$a, $b>>,
            Product<$a, $b>: Sub<$c>,
        {
            type Output = <$c as Sub<Product<$a, $b>>>::Output;
            type Difference = <Product<$a, $b> as Sub<$c>>::Output;
            #[inline(always)]
            fn nmul_acc(self, a: $a, b: $b) -> Self::Output {
                self - a * b
            }
            #[inline(always)]
            fn mul_sub(self, a: $a, b: $b) -> Self::Difference {
                a * b - self
            }
        }
    )* };
}
type Product<A, B> = <A as Mul<B>>::Output;

/// A complex product to a real sum `$c`.
macro_rules! to_real {
    ($([$($g:tt)*] $c:ty;)*) => { rounded! { $(
        [$($g)* A: RealNumber, B] $c: A, Complex<B>;
        [$($g)* A, B: RealNumber] $c: Complex<A>, B;
        [$($g)* A, B] $c: Complex<A>, Complex<B>;
        [$($g)* A, B] $c: Conj<A>, Complex<B>;
        [$($g)* A, B] $c: Complex<A>, Conj<B>;
        [$($g)* A: RealNumber, B] $c: A, Conj<B>;
        [$($g)* A, B: RealNumber] $c: Conj<A>, B;
        [$($g)* A, B] $c: Conj<A>, Conj<B>;
    )* } };
}
to_real! {
    [E: Exec, T: Float,] Varying<E, T>;
    [E: Exec, T: Float,] UniformOf<E, T>;
    [] f64;
}
rounded! {
    [E: Exec, T: Float, A, B] Complex<UniformOf<E, T>>: A, B;
    [A, B] Complex<f64>: A, B;
}
