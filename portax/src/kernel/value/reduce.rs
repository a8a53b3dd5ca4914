//! What reductions and scans join, and how.

use super::{Element, ScalarElement, Varying};
use crate::{kernel::exec::Exec, ops::Bin};

/// Most scalars of an element.
pub const MOST_SCALARS: usize = 8;

/// Asks that a launch can join such values: an error of the compiler where they have too many scalars.
pub(crate) const fn joinable<V: Element>() {
    const { V::JOINABLE }
}

/// Asks that a reduction can join such values with the reducer, in an order of its own.
pub(crate) const fn reducible<V: Element, R: Reducer<V>>() {
    joinable::<V>();
    const {
        assert!(
            R::COMMUTES,
            "portax: a reduction joins what its iterations give in any order: where `join(a, b)` is `join(b, a)`, write `const COMMUTES: bool = true;` in the `impl Reducer`; otherwise take the last value of a `parallel_scan`"
        )
    }
}

/// Joins two contributions; associative up to rounding, with an identity.
///
/// Scans join in order. Reductions join in any order, so they take reducers that say that they commute.
///
/// Built in are [`Sum`](super::Sum), [`Prod`](super::Prod), [`Min`](super::Min), [`Max`](super::Max), [`MinLoc`](super::MinLoc),
/// [`MaxLoc`](super::MaxLoc), [`MinMax`](super::MinMax), [`MinMaxLoc`](super::MinMaxLoc), [`And`](super::And), [`Or`](super::Or), [`BitAnd`](super::BitAnd), [`BitOr`](super::BitOr) and
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
    /// What is contributed.
    #[inline(always)]
    pub(crate) fn value(self) -> V::In<E> {
        self.value
    }

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
    use crate::kernel::{
        exec::Lane,
        value::{Max, Sum},
    };

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
