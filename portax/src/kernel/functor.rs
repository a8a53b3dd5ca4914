//! Functors: structs of views and scalars that kernels run on, and how they are bound to an executor.

use crate::{
    ir::{Promise, Ty},
    kernel::{
        exec::{Exec, Float, Scalar},
        team::TeamIn,
        value::{
            AnyStep, Complex, Contribution, Element, IndexOf, IntOf, Plain, UniformBool, UniformOf,
        },
        view::PartPath,
    },
    layout::Order,
    ops::Cmp,
    space::memory::Allocation,
};
use std::{hash::Hasher, sync::Arc};

/// A struct with `#[derive(Functor)]`: its fields are views, scalars and `#[comptime]` values.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a functor",
    label = "give it `#[derive(Functor)]`"
)]
///
/// # Safety
/// Implemented by the derive: every call of `bind` binds the same fields in the same order, and `comptime` feeds all that
/// the body depends on beside them.
pub unsafe trait Functor: Sync + 'static {
    /// The functor inside a kernel.
    type In<E: Exec>: Copy + Send + Sync + 'static;
    /// Types of the comptime fields, as pairs: `(A, (B, ()))`.
    type Comptime;
    /// Binds every field.
    fn bind<E: Exec>(&self, binder: &mut impl Binder<E>) -> Self::In<E>;
    /// Feeds the comptime fields to the hasher: programs are recorded once per value.
    fn comptime(&self, hasher: &mut impl Hasher);
}

/// A field of a functor.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no view and no scalar of kernels",
    label = "kernels take views, f32, f64, i32, u32, i64, u64, bool, functors and elements, arrays and tuples of them, and `Option`s",
    note = "in a functor, anything `Copy + Hash` can be a `#[comptime]` field"
)]
///
/// # Safety
/// Implemented here and by the derives: a field is the same whenever it is bound, and views outlive the functor that they are in.
pub unsafe trait Bind {
    /// The field inside a kernel.
    type In<E: Exec>: Copy + Send + Sync + 'static;
    /// Types of the comptime fields in it, as [`Functor::Comptime`] has them.
    type Comptime;
    /// Binds it.
    fn bind<E: Exec>(&self, field: &'static str, binder: &mut impl Binder<E>) -> Self::In<E>;
    /// Feeds the comptime fields in it to the hasher.
    fn comptime(&self, hasher: &mut impl Hasher) {
        let _ = hasher;
    }
}

/// A view as a binder sees it.
pub struct BoundView<'a> {
    /// Name of the field
    pub field: &'static str,
    /// Its memory
    pub allocation: &'a Arc<Allocation>,
    /// Its extents
    pub extents: &'a [usize],
    /// Whether different indices give different places
    pub unique: bool,
    /// Type of the elements
    pub ty: Ty,
    /// Width of natural tiles where it was allocated
    pub natural_width: usize,
    /// Complex numbers in planes
    pub split_complex: bool,
    /// Which index is contiguous
    pub order: Order,
    /// Whether its elements are complex
    pub complex: bool,
}

/// Gives a functor's fields to an executor, in order.
pub trait Binder<E: Exec> {
    /// A view: address, identity, and whether its accesses are checked.
    fn view(&mut self, view: BoundView<'_>) -> (E::Ptr, E::Info, bool);
    /// Extent of the view bound last.
    fn extent(&mut self, dim: usize, n: usize) -> E::Int;
    /// Stride of the view bound last, where it is not made from extents.
    fn stride(&mut self, dim: usize, n: usize) -> E::Int;
    /// A scalar of the structs of the view bound last, the first of which is at this address: its identity, and whether
    /// accesses to it are checked. It is a view of its own, numbered after those before.
    fn part(&mut self, path: PartPath<'_>, ptr: E::Ptr) -> (E::Info, bool);
    /// A scalar.
    fn scalar<T: Scalar>(&mut self, field: &'static str, x: T) -> E::Uni<T>;
}

macro_rules! scalars {
    ($([$($g:tt)*] $t:ty),*) => { $(
        #[diagnostic::do_not_recommend]
        // SAFETY: a scalar.
        unsafe impl<$($g)*> Bind for $t {
            type In<E: Exec> = UniformOf<E, $t>;
            type Comptime = ();
            fn bind<E: Exec>(&self, field: &'static str, binder: &mut impl Binder<E>) -> UniformOf<E, $t> {
                UniformOf(binder.scalar::<$t>(field, *self))
            }
        }
    )* };
}
scalars! { [T: Float] T, [] u32, [] i64, [] u64 }

#[diagnostic::do_not_recommend]
// SAFETY: a scalar.
unsafe impl Bind for i32 {
    type In<E: Exec> = IntOf<E>;
    type Comptime = ();
    fn bind<E: Exec>(&self, field: &'static str, binder: &mut impl Binder<E>) -> IntOf<E> {
        IntOf(E::to_int::<i32>(binder.scalar::<i32>(field, *self)))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: a scalar.
unsafe impl Bind for usize {
    type In<E: Exec> = IntOf<E>;
    type Comptime = ();
    fn bind<E: Exec>(&self, field: &'static str, binder: &mut impl Binder<E>) -> IntOf<E> {
        let x = i64::try_from(*self).unwrap_or(i64::MAX);
        IntOf(E::to_int::<i64>(binder.scalar::<i64>(field, x)))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: a scalar.
unsafe impl Bind for bool {
    type In<E: Exec> = UniformBool<E>;
    type Comptime = ();
    fn bind<E: Exec>(&self, field: &'static str, binder: &mut impl Binder<E>) -> UniformBool<E> {
        let x = binder.scalar::<u32>(field, u32::from(*self));
        UniformBool(E::ucmp::<u32>(Cmp::Ne, x, E::lit(0)))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: its elements are bound in order, and are no more than their number.
unsafe impl<B: Bind, const N: usize> Bind for [B; N] {
    type In<E: Exec> = [B::In<E>; N];
    type Comptime = B::Comptime;
    fn bind<E: Exec>(&self, field: &'static str, binder: &mut impl Binder<E>) -> Self::In<E> {
        std::array::from_fn(|k| self[k].bind::<E>(field, binder))
    }
    fn comptime(&self, hasher: &mut impl Hasher) {
        self.iter().for_each(|field| field.comptime(hasher));
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: both parts are bound, in order.
unsafe impl<B: Bind> Bind for Complex<B> {
    type In<E: Exec> = Complex<B::In<E>>;
    type Comptime = B::Comptime;
    fn bind<E: Exec>(&self, field: &'static str, binder: &mut impl Binder<E>) -> Self::In<E> {
        let (re, im) = (
            self.re.bind::<E>(field, binder),
            self.im.bind::<E>(field, binder),
        );
        Complex { re, im }
    }
    fn comptime(&self, hasher: &mut impl Hasher) {
        self.re.comptime(hasher);
        self.im.comptime(hasher);
    }
}

macro_rules! tuples {
    ($($b:ident $k:tt),*; $comptime:ty) => {
        #[diagnostic::do_not_recommend]
        // SAFETY: its parts are bound in order.
        unsafe impl<$($b: Bind),*> Bind for ($($b,)*) {
            type In<Ex: Exec> = ($($b::In<Ex>,)*);
            type Comptime = $comptime;
            fn bind<Ex: Exec>(&self, field: &'static str, binder: &mut impl Binder<Ex>) -> Self::In<Ex> {
                ($(self.$k.bind::<Ex>(field, binder),)*)
            }
            fn comptime(&self, hasher: &mut impl Hasher) {
                $(self.$k.comptime(hasher);)*
            }
        }
    };
}
tuples! { A 0, B 1; (A::Comptime, B::Comptime) }
tuples! { A 0, B 1, C 2; (A::Comptime, (B::Comptime, C::Comptime)) }
tuples! { A 0, B 1, C 2, D 3; (A::Comptime, (B::Comptime, (C::Comptime, D::Comptime))) }

/// A functor whose comptime fields are plain, as kernels that portax checks have it.
#[diagnostic::on_unimplemented(
    message = "a `#[comptime]` field of `{Self}` is neither number, bool, array nor tuple",
    label = "a kernel that portax checks takes no other comptime values",
    note = "pass its parts as `#[comptime]` fields, or promise with `#[kernel(unchecked)] unsafe impl`"
)]
pub trait PlainFunctor: Functor {}
#[diagnostic::do_not_recommend]
impl<K: Functor<Comptime: Plain>> PlainFunctor for K {}

/// A kernel over a one-dimensional range.
///
/// # Safety
/// Implemented by `#[kernel]` only: `PROMISE` is what the author wrote.
pub unsafe trait RangeKernel<Tag = ()>: Functor {
    /// Name in profiles and device code.
    const NAME: &'static str;
    /// What the author vouches for.
    const PROMISE: Promise;
    /// The body for index `i`.
    fn run<E: Exec>(this: &Self::In<E>, i: IndexOf<E>);
}

/// A kernel over a range of rank `R`.
///
/// # Safety
/// As for [`RangeKernel`].
pub unsafe trait MdRangeKernel<const R: usize, Tag = ()>: Functor {
    /// Name in profiles and device code.
    const NAME: &'static str;
    /// What the author vouches for.
    const PROMISE: Promise;
    /// The body for an index tuple.
    fn run<E: Exec>(this: &Self::In<E>, i: [IndexOf<E, AnyStep>; R]);
}

/// A kernel over teams.
///
/// # Safety
/// As for [`RangeKernel`].
pub unsafe trait TeamKernel<Tag = ()>: Functor {
    /// Name in profiles and device code.
    const NAME: &'static str;
    /// What the author vouches for.
    const PROMISE: Promise;
    /// The body for one team.
    fn run<E: Exec>(this: &Self::In<E>, team: TeamIn<E>);
}

/// A kernel whose iterations each contribute a value.
///
/// # Safety
/// As for [`RangeKernel`].
pub unsafe trait ReduceKernel<Tag = ()>: Functor {
    /// What an iteration contributes.
    type Value: Element;
    /// Name in profiles and device code.
    const NAME: &'static str;
    /// What the author vouches for.
    const PROMISE: Promise;
    /// The contribution of index `i`.
    fn run<E: Exec>(this: &Self::In<E>, i: IndexOf<E>) -> Contribution<E, Self::Value>;
}

/// A kernel over a range of rank `R` whose iterations each contribute a value.
///
/// # Safety
/// As for [`RangeKernel`].
pub unsafe trait MdReduceKernel<const R: usize, Tag = ()>: Functor {
    /// What an iteration contributes.
    type Value: Element;
    /// Name in profiles and device code.
    const NAME: &'static str;
    /// What the author vouches for.
    const PROMISE: Promise;
    /// The contribution of an index tuple.
    fn run<E: Exec>(
        this: &Self::In<E>,
        i: [IndexOf<E, AnyStep>; R],
    ) -> Contribution<E, Self::Value>;
}

/// A kernel over teams that each contribute a value, which all lanes of the team agree on.
///
/// # Safety
/// As for [`RangeKernel`].
pub unsafe trait TeamReduceKernel<Tag = ()>: Functor {
    /// What a team contributes.
    type Value: Element;
    /// Name in profiles and device code.
    const NAME: &'static str;
    /// What the author vouches for.
    const PROMISE: Promise;
    /// The contribution of one team.
    fn run<E: Exec>(this: &Self::In<E>, team: TeamIn<E>) -> Contribution<E, Self::Value>;
}

/// A kernel of a prefix sum: what each index contributes, and what it does with the sum before (or up to) it.
///
/// # Safety
/// As for [`RangeKernel`].
pub unsafe trait ScanKernel<Tag = ()>: Functor {
    /// What an index contributes.
    type Value: Element;
    /// Name in profiles and device code.
    const NAME: &'static str;
    /// What the author vouches for.
    const PROMISE: Promise;
    /// The contribution of index `i`. It only reads: it may be evaluated twice.
    fn input<E: Exec>(this: &Self::In<E>, i: IndexOf<E>) -> <Self::Value as Element>::In<E>;
    /// Takes the prefix of index `i`.
    fn output<E: Exec>(this: &Self::In<E>, i: IndexOf<E>, prefix: <Self::Value as Element>::In<E>);
}
