//! What reductions and scans join, and how.

use super::{Complex, Varying};
use crate::{
    kernel::exec::{Exec, Float, Lane, Scalar},
    ops::Bin,
};

/// A value that a reduction or scan can carry: a scalar, a complex number or a `#[derive(Element)]` struct of them.
///
/// # Safety
/// Written by the derive: `visit` gives the same scalars in the same order for every executor, [`SCALARS`](Self::SCALARS)
/// of them and at most [`MOST_SCALARS`].
pub unsafe trait Element: Copy + Send + Sync + 'static {
    /// The value in a kernel, one a lane.
    type In<E: Exec>: Copy;
    /// How many scalars it has, at most eight.
    const SCALARS: usize = 1;
    /// The same value in every lane.
    fn splat<E: Exec>(self) -> Self::In<E>;
    /// The value of a one-lane pack.
    fn from_lane(v: Self::In<Lane>) -> Self;
    /// Calls the visitor with each scalar, in order.
    fn visit<E: Exec>(v: &mut Self::In<E>, visitor: &mut impl Visitor<E>);
}

/// Most scalars of an element.
pub const MOST_SCALARS: usize = 8;

/// Asks that a launch can join such values: an error of the compiler where they have too many scalars.
pub(crate) const fn joinable<V: Element>() {
    const {
        assert!(
            V::SCALARS <= MOST_SCALARS,
            "portax: reductions and scans join values of at most eight scalars"
        )
    }
}

/// Sees each scalar of an [`Element`].
pub trait Visitor<E: Exec> {
    /// One scalar.
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<E, T>);
}

/// A kernel value that is an element: what reduce and scan bodies give and take.
pub trait ElementValue<E: Exec, V: Element>: Sized {
    /// The value as the element's kernel form.
    fn into_element(self) -> V::In<E>;
    /// The value of an element's kernel form.
    fn from_element(v: V::In<E>) -> Self;
}

/// A scalar is an element of one scalar.
pub trait ScalarElement: Scalar + Element {
    /// What a sum starts from.
    const ZERO: Self;
    /// What a product starts from.
    const ONE: Self;
    /// What a minimum starts from.
    const HIGHEST: Self;
    /// What a maximum starts from.
    const LOWEST: Self;
    /// The kernel form.
    fn wrap<E: Exec>(v: Varying<E, Self>) -> Self::In<E>;
    /// The value.
    fn unwrap<E: Exec>(v: Self::In<E>) -> Varying<E, Self>;
}

impl<E: Exec, T: ScalarElement> ElementValue<E, T> for Varying<E, T> {
    #[inline(always)]
    fn into_element(self) -> T::In<E> {
        T::wrap(self)
    }
    #[inline(always)]
    fn from_element(v: T::In<E>) -> Self {
        T::unwrap(v)
    }
}

impl<E: Exec, T: Float> ElementValue<E, Complex<T>> for Complex<Varying<E, T>> {
    #[inline(always)]
    fn into_element(self) -> Self {
        self
    }
    #[inline(always)]
    fn from_element(v: Self) -> Self {
        v
    }
}

macro_rules! scalars {
    ($($t:ty: $zero:expr, $one:expr, $highest:expr, $lowest:expr;)*) => { $(
        // SAFETY: one scalar.
        unsafe impl Element for $t {
            type In<E: Exec> = Varying<E, $t>;
            #[inline(always)]
            fn splat<E: Exec>(self) -> Varying<E, $t> {
                Varying(E::splat(E::lit(self)))
            }
            #[inline(always)]
            fn from_lane(v: Varying<Lane, $t>) -> $t {
                v.0
            }
            #[inline(always)]
            fn visit<E: Exec>(v: &mut Varying<E, $t>, visitor: &mut impl Visitor<E>) {
                visitor.scalar(v);
            }
        }
        impl ScalarElement for $t {
            const ZERO: $t = $zero;
            const ONE: $t = $one;
            const HIGHEST: $t = $highest;
            const LOWEST: $t = $lowest;
            #[inline(always)]
            fn wrap<E: Exec>(v: Varying<E, $t>) -> Varying<E, $t> {
                v
            }
            #[inline(always)]
            fn unwrap<E: Exec>(v: Varying<E, $t>) -> Varying<E, $t> {
                v
            }
        }
    )* };
}
scalars! {
    f32: 0.0, 1.0, f32::INFINITY, f32::NEG_INFINITY;
    f64: 0.0, 1.0, f64::INFINITY, f64::NEG_INFINITY;
    i32: 0, 1, i32::MAX, i32::MIN;
    u32: 0, 1, u32::MAX, u32::MIN;
    i64: 0, 1, i64::MAX, i64::MIN;
    u64: 0, 1, u64::MAX, u64::MIN;
}

// SAFETY: two scalars.
unsafe impl<T: Float> Element for Complex<T> {
    type In<E: Exec> = Complex<Varying<E, T>>;
    const SCALARS: usize = 2;
    #[inline(always)]
    fn splat<E: Exec>(self) -> Self::In<E> {
        Complex {
            re: Varying(E::splat(E::lit(self.re))),
            im: Varying(E::splat(E::lit(self.im))),
        }
    }
    #[inline(always)]
    fn from_lane(v: Self::In<Lane>) -> Self {
        Complex {
            re: v.re.0,
            im: v.im.0,
        }
    }
    #[inline(always)]
    fn visit<E: Exec>(v: &mut Self::In<E>, visitor: &mut impl Visitor<E>) {
        visitor.scalar(&mut v.re);
        visitor.scalar(&mut v.im);
    }
}

macro_rules! tuples {
    ($($a:ident $x:ident $k:tt),*) => {
        // SAFETY: its parts, in order.
        unsafe impl<$($a: Element),*> Element for ($($a,)*) {
            type In<Ex: Exec> = ($($a::In<Ex>,)*);
            const SCALARS: usize = 0 $(+ $a::SCALARS)*;
            #[inline(always)]
            fn splat<Ex: Exec>(self) -> Self::In<Ex> {
                ($(self.$k.splat::<Ex>(),)*)
            }
            #[inline(always)]
            fn from_lane(v: Self::In<Lane>) -> Self {
                ($($a::from_lane(v.$k),)*)
            }
            #[inline(always)]
            fn visit<Ex: Exec>(v: &mut Self::In<Ex>, visitor: &mut impl Visitor<Ex>) {
                $($a::visit::<Ex>(&mut v.$k, visitor);)*
            }
        }
        impl<Ex: Exec, $($a: Element, $x: ElementValue<Ex, $a>),*> ElementValue<Ex, ($($a,)*)> for ($($x,)*) {
            #[inline(always)]
            fn into_element(self) -> <($($a,)*) as Element>::In<Ex> {
                ($(self.$k.into_element(),)*)
            }
            #[inline(always)]
            fn from_element(v: <($($a,)*) as Element>::In<Ex>) -> Self {
                ($($x::from_element(v.$k),)*)
            }
        }
    };
}
tuples! { A X 0, B Y 1 }
tuples! { A X 0, B Y 1, C Z 2 }
tuples! { A X 0, B Y 1, C Z 2, D W 3 }

/// Joins two contributions; associative up to rounding, with an identity.
///
/// Built in are [`Sum`](super::Sum), [`Prod`](super::Prod), [`Min`](super::Min), [`Max`](super::Max), [`MinLoc`](super::MinLoc),
/// [`MaxLoc`](super::MaxLoc), [`And`](super::And), [`Or`](super::Or), [`BitAnd`](super::BitAnd), [`BitOr`](super::BitOr) and
/// [`BitXor`](super::BitXor); a tuple of reducers joins tuples part by part; others are
/// `#[kernel] impl Reducer<V> for MyReducer`. A reduction's tree
/// is fixed by the range, not by the number of threads: the same bits on one backend, however many threads run.
pub trait Reducer<V: Element>: Copy + Send + Sync + 'static {
    /// Is `join(a, b)` the same as `join(b, a)`? Reductions ask for it; scans take every reducer, and are faster on devices
    /// where it is.
    const COMMUTES: bool = false;
    /// What changes nothing.
    fn identity() -> V;
    /// Joins lane by lane.
    fn join<E: Exec>(a: V::In<E>, b: V::In<E>) -> V::In<E>;
    /// Joins what an iteration contributes to what the iterations before it gave.
    #[inline(always)]
    fn accumulate<E: Exec>(before: V::In<E>, next: Contribution<E, V>) -> V::In<E> {
        Self::join::<E>(before, next.value)
    }
}

/// What an iteration contributes to a reduction. Where its body ends in a product, the factors stand beside it: a sum
/// takes them with one rounding, as `sum += a * b` does.
#[derive(Clone, Copy)]
pub struct Contribution<E: Exec, V: Element> {
    pub(super) value: V::In<E>,
    pub(super) factors: Option<(V::In<E>, V::In<E>)>,
}

impl<E: Exec, V: Element> Contribution<E, V> {
    /// A value of the element's kernel form.
    #[inline(always)]
    pub fn new(value: V::In<E>) -> Self {
        Contribution {
            value,
            factors: None,
        }
    }
}

impl<E: Exec, T: ScalarElement> Contribution<E, T> {
    /// `a * b`
    #[inline(always)]
    pub fn product(a: Varying<E, T>, b: Varying<E, T>) -> Self {
        Contribution {
            value: T::wrap(Varying(E::bin::<T>(Bin::Mul, a.0, b.0))),
            factors: Some((T::wrap(a), T::wrap(b))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::value::{Max, Sum};

    #[test]
    fn a_sum_takes_a_product_with_one_rounding_and_others_take_its_value() {
        let e = 1.0 / f64::from(1 << 30);
        let (a, b) = (Varying(1.0 + e), Varying(1.0 - e));
        let next = || Contribution::<Lane, f64>::product(a, b);
        assert_eq!(
            Sum::accumulate::<Lane>(Varying(-1.0), next()).0,
            -e * e,
            "(1 + e) (1 - e) is 1 - e e"
        );
        assert_eq!(Max::accumulate::<Lane>(Varying(-1.0), next()).0, 1.0);
        let plain = Contribution::<Lane, f64>::new(Varying(2.0));
        assert_eq!(Sum::accumulate::<Lane>(Varying(-1.0), plain).0, 1.0);
    }
}
