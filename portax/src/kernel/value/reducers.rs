//! The reducers that are built in.

use super::{Complex, Contribution, Element, Reducer, ScalarElement, Varying};
use crate::{
    kernel::exec::{Exec, Float, Integer},
    ops::{Bin, Cmp},
};

/// `a + b`
#[derive(Clone, Copy, Debug)]
pub struct Sum;
/// `a * b`
#[derive(Clone, Copy, Debug)]
pub struct Prod;
/// The smaller.
#[derive(Clone, Copy, Debug)]
pub struct Min;
/// The larger.
#[derive(Clone, Copy, Debug)]
pub struct Max;

macro_rules! reducers {
    ($($r:ident $op:ident $identity:ident { $($fused:tt)* };)*) => { $(
        impl<T: ScalarElement> Reducer<T> for $r {
            const COMMUTES: bool = true;
            fn identity() -> T {
                T::$identity
            }
            #[inline(always)]
            fn join<E: Exec>(a: T::In<E>, b: T::In<E>) -> T::In<E> {
                T::wrap(Varying(E::bin::<T>(Bin::$op, T::unwrap::<E>(a).0, T::unwrap::<E>(b).0)))
            }
            $($fused)*
        }
    )* };
}
reducers! {
    Sum Add ZERO {
        #[inline(always)]
        fn accumulate<E: Exec>(before: T::In<E>, next: Contribution<E, T>) -> T::In<E> {
            let Some((a, b)) = next.factors else {
                return <Self as Reducer<T>>::join::<E>(before, next.value);
            };
            let [a, b, sum] = [a, b, before].map(|v| T::unwrap::<E>(v).0);
            T::wrap(Varying(E::fma::<T>(a, b, sum)))
        }
    };
    Prod Mul ONE {};
    Min Min HIGHEST {};
    Max Max LOWEST {};
}

impl<T: Float> Reducer<Complex<T>> for Sum {
    const COMMUTES: bool = true;
    fn identity() -> Complex<T> {
        Complex::new(T::ZERO, T::ZERO)
    }
    #[inline(always)]
    fn join<E: Exec>(
        a: Complex<Varying<E, T>>,
        b: Complex<Varying<E, T>>,
    ) -> Complex<Varying<E, T>> {
        a + b
    }
}

/// Arrays are joined item by item.
macro_rules! arrays {
    ($($r:ident)*) => { $(
        impl<T: Element, const N: usize> Reducer<[T; N]> for $r
        where
            $r: Reducer<T>,
        {
            const COMMUTES: bool = true;
            fn identity() -> [T; N] {
                [<$r as Reducer<T>>::identity(); N]
            }
            #[inline(always)]
            fn join<E: Exec>(a: [T::In<E>; N], b: [T::In<E>; N]) -> [T::In<E>; N] {
                crate::tab!(T::In<E>, N, k => <$r as Reducer<T>>::join::<E>(a[k], b[k]))
            }
        }
    )* };
}
arrays! { Sum Prod Min Max }

/// [`Sum`] of a field of a struct. Not every field has one, which is asked where the struct is summed: of a bound with a
/// lifetime, rustc does not ask where it is written.
pub trait FieldSum<'a, V: Element> {
    /// As [`Reducer::identity`].
    fn identity() -> V;
    /// As [`Reducer::join`].
    fn join<E: Exec>(a: V::In<E>, b: V::In<E>) -> V::In<E>;
}

#[diagnostic::do_not_recommend]
impl<V: Element> FieldSum<'_, V> for Sum
where
    Sum: Reducer<V>,
{
    fn identity() -> V {
        <Sum as Reducer<V>>::identity()
    }
    #[inline(always)]
    fn join<E: Exec>(a: V::In<E>, b: V::In<E>) -> V::In<E> {
        <Sum as Reducer<V>>::join::<E>(a, b)
    }
}

/// The smaller value with its place, as `(value, place)`; of equal values the first place.
#[derive(Clone, Copy, Debug)]
pub struct MinLoc;
/// The larger value with its place, as `(value, place)`; of equal values the first place.
#[derive(Clone, Copy, Debug)]
pub struct MaxLoc;

macro_rules! places {
    ($($r:ident $nearer:ident $identity:ident;)*) => { $(
        impl<T: ScalarElement> Reducer<(T, i32)> for $r {
            const COMMUTES: bool = true;
            fn identity() -> (T, i32) {
                (T::$identity, i32::MAX)
            }
            #[inline(always)]
            fn join<E: Exec>(a: (T::In<E>, Varying<E, i32>), b: (T::In<E>, Varying<E, i32>)) -> (T::In<E>, Varying<E, i32>) {
                let [x, y] = [a.0, b.0].map(|v| T::unwrap::<E>(v).0);
                let (i, j) = (a.1.0, b.1.0);
                let tied = E::mbin(Bin::And, E::cmp::<T>(Cmp::Eq, x, y), E::cmp::<i32>(Cmp::Lt, j, i));
                let other = E::mbin(Bin::Or, E::cmp::<T>(Cmp::$nearer, y, x), tied);
                let value = T::wrap(Varying(E::select::<T>(other, y, x)));
                (value, Varying(E::select::<i32>(other, j, i)))
            }
        }
    )* };
}
places! { MinLoc Lt HIGHEST; MaxLoc Gt LOWEST; }

/// The smallest and the largest value, as `(least, most)`: an iteration gives its value twice.
#[derive(Clone, Copy, Debug)]
pub struct MinMax;
/// The smallest and the largest value with their places, as `(least, most, place of the least, place of the most)`; of equal
/// values the first place.
#[derive(Clone, Copy, Debug)]
pub struct MinMaxLoc;

impl<T: ScalarElement> Reducer<(T, T)> for MinMax {
    const COMMUTES: bool = true;
    fn identity() -> (T, T) {
        (T::HIGHEST, T::LOWEST)
    }
    #[inline(always)]
    fn join<E: Exec>(a: (T::In<E>, T::In<E>), b: (T::In<E>, T::In<E>)) -> (T::In<E>, T::In<E>) {
        <(Min, Max) as Reducer<(T, T)>>::join::<E>(a, b)
    }
}

type Extremes<E, T> = (
    <T as Element>::In<E>,
    <T as Element>::In<E>,
    Varying<E, i32>,
    Varying<E, i32>,
);

impl<T: ScalarElement> Reducer<(T, T, i32, i32)> for MinMaxLoc {
    const COMMUTES: bool = true;
    fn identity() -> (T, T, i32, i32) {
        (T::HIGHEST, T::LOWEST, i32::MAX, i32::MAX)
    }
    #[inline(always)]
    fn join<E: Exec>(a: Extremes<E, T>, b: Extremes<E, T>) -> Extremes<E, T> {
        let (least, least_at) = <MinLoc as Reducer<(T, i32)>>::join::<E>((a.0, a.2), (b.0, b.2));
        let (most, most_at) = <MaxLoc as Reducer<(T, i32)>>::join::<E>((a.1, a.3), (b.1, b.3));
        (least, most, least_at, most_at)
    }
}

/// 1 where neither integer is zero, else 0.
#[derive(Clone, Copy, Debug)]
pub struct And;
/// 1 where one of the integers is not zero, else 0.
#[derive(Clone, Copy, Debug)]
pub struct Or;
/// `a & b`
#[derive(Clone, Copy, Debug)]
pub struct BitAnd;
/// `a | b`
#[derive(Clone, Copy, Debug)]
pub struct BitOr;
/// `a ^ b`
#[derive(Clone, Copy, Debug)]
pub struct BitXor;

macro_rules! truths {
    ($($r:ident $identity:ident;)*) => { $(
        impl<T: Integer> Reducer<T> for $r {
            const COMMUTES: bool = true;
            fn identity() -> T {
                T::$identity
            }
            #[inline(always)]
            fn join<E: Exec>(a: T::In<E>, b: T::In<E>) -> T::In<E> {
                let [zero, one] = [T::ZERO, T::ONE].map(|x| E::splat(E::lit(x)));
                let [a, b] = [a, b].map(|v| E::cmp::<T>(Cmp::Ne, T::unwrap::<E>(v).0, zero));
                T::wrap(Varying(E::select::<T>(E::mbin(Bin::$r, a, b), one, zero)))
            }
        }
    )* };
}
truths! { And ONE; Or ZERO; }

macro_rules! bits {
    ($($r:ident $op:ident $identity:expr;)*) => { $(
        impl<T: Integer> Reducer<T> for $r {
            const COMMUTES: bool = true;
            fn identity() -> T {
                $identity
            }
            #[inline(always)]
            fn join<E: Exec>(a: T::In<E>, b: T::In<E>) -> T::In<E> {
                T::wrap(Varying(E::bin::<T>(Bin::$op, T::unwrap::<E>(a).0, T::unwrap::<E>(b).0)))
            }
        }
    )* };
}
bits! { BitAnd And T::ALL_BITS; BitOr Or T::ZERO; BitXor Xor T::ZERO; }

/// Each part by its reducer.
macro_rules! tuples {
    ($($r:ident $v:ident $k:tt),*) => {
        impl<$($v: Element, $r: Reducer<$v>),*> Reducer<($($v,)*)> for ($($r,)*) {
            const COMMUTES: bool = $($r::COMMUTES &&)* true;
            fn identity() -> ($($v,)*) {
                ($($r::identity(),)*)
            }
            #[inline(always)]
            fn join<Ex: Exec>(a: ($($v::In<Ex>,)*), b: ($($v::In<Ex>,)*)) -> ($($v::In<Ex>,)*) {
                ($($r::join::<Ex>(a.$k, b.$k),)*)
            }
        }
    };
}
tuples! { A U 0, B V 1 }
tuples! { A U 0, B V 1, C W 2 }
tuples! { A U 0, B V 1, C W 2, D X 3 }
