//! What one lane stores, where it runs alone: its own value, though others may have another.

use super::{
    Bool, Cast, Compare, Complex, IntOf, IntoInt, IntoUniform, UniformBool, UniformOf, Variant,
    Varying,
};
use crate::{
    kernel::exec::{Exec, Float, Scalar},
    ops::Cmp,
};

/// What can stand where `To`, the same in all lanes, is needed, in code that one lane runs.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not stored as `{To}`",
    label = "a value of another type is needed here",
    note = "float literals have a point (`1.0`); convert with `as`, for example `i as f64`"
)]
pub trait OfOneLane<E: Exec, To> {
    /// The value of that lane, the first one.
    fn of_one_lane(self) -> To;
}

impl<E: Exec, T: Scalar> OfOneLane<E, UniformOf<E, T>> for Varying<E, T> {
    #[inline(always)]
    fn of_one_lane(self) -> UniformOf<E, T> {
        UniformOf(E::first_lane::<T>(self.0))
    }
}
impl<E: Exec> OfOneLane<E, IntOf<E>> for Varying<E, i32> {
    #[inline(always)]
    fn of_one_lane(self) -> IntOf<E> {
        IntOf(E::to_int::<i32>(E::first_lane::<i32>(self.0)))
    }
}

macro_rules! shared {
    ($([$($g:tt)*] $t:ty => $to:ty, $into:ident;)*) => { $(
        impl<E: Exec, $($g)*> OfOneLane<E, $to> for $t {
            #[inline(always)]
            fn of_one_lane(self) -> $to {
                self.$into()
            }
        }
    )* };
}
shared! {
    [T: Scalar] UniformOf<E, T> => UniformOf<E, T>, into_uniform;
    [T: Float] f64 => UniformOf<E, T>, into_uniform;
    [] u32 => UniformOf<E, u32>, into_uniform;
    [] i64 => UniformOf<E, i64>, into_uniform;
    [] u64 => UniformOf<E, u64>, into_uniform;
    [] IntOf<E> => UniformOf<E, i64>, into_uniform;
    [] IntOf<E> => IntOf<E>, into_int;
    [] UniformOf<E, i32> => IntOf<E>, into_int;
    [] UniformOf<E, u32> => IntOf<E>, into_int;
    [] UniformOf<E, i64> => IntOf<E>, into_int;
    [] i32 => IntOf<E>, into_int;
    [] usize => IntOf<E>, into_int;
}

impl<E: Exec> OfOneLane<E, UniformBool<E>> for Bool<E> {
    #[inline(always)]
    fn of_one_lane(self) -> UniformBool<E> {
        let number: Varying<E, i32> = self.cast();
        let number: IntOf<E> = number.of_one_lane();
        number.compare(Cmp::Ne, 0)
    }
}
impl<E: Exec> OfOneLane<E, UniformBool<E>> for UniformBool<E> {
    #[inline(always)]
    fn of_one_lane(self) -> UniformBool<E> {
        self
    }
}
impl<E: Exec> OfOneLane<E, UniformBool<E>> for bool {
    #[inline(always)]
    fn of_one_lane(self) -> UniformBool<E> {
        UniformBool(E::cond(self))
    }
}
impl<E: Exec, T: Float, A> OfOneLane<E, Complex<UniformOf<E, T>>> for Complex<A>
where
    A: OfOneLane<E, UniformOf<E, T>>,
{
    #[inline(always)]
    fn of_one_lane(self) -> Complex<UniformOf<E, T>> {
        Complex {
            re: self.re.of_one_lane(),
            im: self.im.of_one_lane(),
        }
    }
}
impl<E: Exec, To, A: OfOneLane<E, To> + Copy, const N: usize> OfOneLane<E, [To; N]> for [A; N] {
    #[inline(always)]
    fn of_one_lane(self) -> [To; N] {
        crate::tab!(To, N, k => self[k].of_one_lane())
    }
}
macro_rules! tuples {
    ($($a:ident $b:ident $k:tt),*) => {
        impl<E: Exec, $($a: OfOneLane<E, $b>, $b),*> OfOneLane<E, ($($b,)*)> for ($($a,)*) {
            #[inline(always)]
            fn of_one_lane(self) -> ($($b,)*) {
                ($(self.$k.of_one_lane(),)*)
            }
        }
    };
}
tuples! { A TA 0, B TB 1 }
tuples! { A TA 0, B TB 1, C TC 2 }
tuples! { A TA 0, B TB 1, C TC 2, D TD 3 }
impl<E: Exec, V, N, A: OfOneLane<E, N> + Copy> OfOneLane<E, Variant<V, N>> for Variant<V, A> {
    #[inline(always)]
    fn of_one_lane(self) -> Variant<V, N> {
        Variant::new(self.number().of_one_lane())
    }
}
