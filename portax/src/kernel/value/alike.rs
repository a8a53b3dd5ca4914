//! What all lanes have alike: what a team's reduction gives.

use super::{Bool, Complex, OfOneLane, UniformBool, UniformOf, Variant, Varying};
use crate::kernel::exec::{Exec, Float, Scalar};

/// A value that may be the same in all lanes: then it is that of any lane.
pub trait Alike<E: Exec>: OfOneLane<E, <Self as Alike<E>>::Shared> {
    /// The value as one that lanes share. Structs stay as they are.
    type Shared;
}

impl<E: Exec, T: Scalar> Alike<E> for Varying<E, T> {
    type Shared = UniformOf<E, T>;
}
impl<E: Exec> Alike<E> for Bool<E> {
    type Shared = UniformBool<E>;
}
impl<E: Exec, T: Float> Alike<E> for Complex<Varying<E, T>> {
    type Shared = Complex<UniformOf<E, T>>;
}
impl<E: Exec, V, A: Alike<E> + Copy> Alike<E> for Variant<V, A> {
    type Shared = Variant<V, A::Shared>;
}
impl<E: Exec, A: Alike<E> + Copy, const N: usize> Alike<E> for [A; N] {
    type Shared = [A::Shared; N];
}
macro_rules! tuples {
    ($($a:ident),*) => {
        impl<E: Exec, $($a: Alike<E>),*> Alike<E> for ($($a,)*) {
            type Shared = ($($a::Shared,)*);
        }
    };
}
tuples! { A, B }
tuples! { A, B, C }
tuples! { A, B, C, D }
