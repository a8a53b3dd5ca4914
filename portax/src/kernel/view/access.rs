//! `view[i]`, `view[i] = v` and atomics in kernels, and the same on local arrays.

use super::{
    Coords, InView, Part, PartAt, StoreInView, ViewElement, ViewIn,
    coords::{UniformClass, VaryingClass},
};
use crate::{
    kernel::{
        exec::{Exec, Integer, Scalar},
        value::{
            ArrayIndex, Conv, IntoVarying, Value, Varying,
            mask::{Checking, Lex, MaskType, Single},
        },
    },
    layout::Layout,
    ops::{AtomicOp, Scope},
};

/// `x[i]`
#[diagnostic::on_unimplemented(message = "`{Self}` cannot be indexed with `{I}`")]
pub trait At<E: Exec, I, L> {
    /// The element.
    type Output;
    /// Reads it.
    #[track_caller]
    fn at(&self, i: I, at: L) -> Self::Output;
}

/// `x[i] = v`
#[diagnostic::on_unimplemented(message = "`{V}` cannot be stored in `{Self}` at `{I}`")]
pub trait AtSet<E: Exec, I, V, L> {
    /// Writes it.
    #[track_caller]
    fn set(&mut self, i: I, v: V, at: L);
}

impl<E: Exec, T, const R: usize, Y: Layout, I: Coords<E, R>, M: MaskType<E>, C: Checking>
    At<E, I, Lex<M, C>> for ViewIn<E, T, R, Y>
where
    T: ViewElement + InView<E, I::Class>,
{
    type Output = T::Value;
    #[inline(always)]
    #[track_caller]
    fn at(&self, i: I, at: Lex<M, C>) -> T::Value {
        T::load(self, i, at)
    }
}

/// A store at a place that varies between lanes.
impl<E: Exec, T, const R: usize, Y: Layout, I, V, M: MaskType<E>, C: Checking>
    AtSet<E, I, V, Lex<M, C>> for ViewIn<E, T, R, Y>
where
    I: Coords<E, R, Class: StoreClass<E, M>>,
    T: ViewElement + StoreInView<E, I::Class>,
    V: Conv<T::Value>,
{
    #[inline(always)]
    #[track_caller]
    fn set(&mut self, i: I, v: V, at: Lex<M, C>) {
        T::store(self, i, v.conv(), at);
    }
}

/// `place[i] = v`: the context comes first, so that its type is known before the trait is looked for. Elements of
/// `let mut` arrays are assigned as variables are and do not come here.
#[inline(always)]
#[track_caller]
pub fn store<E: Exec, L, P: Memory + AtSet<E, I, V, L>, I, V>(at: L, place: &mut P, i: I, v: V) {
    place.set(i, v, at);
}

/// What a copy of refers to the same elements: a view. A store into the copy of an array would be lost.
#[diagnostic::on_unimplemented(
    message = "an element of an array that is not mutable is assigned",
    label = "this array cannot change: declare it `let mut`",
    note = "an array in a view is stored whole: copy it into a `let mut` variable, change that, store it"
)]
pub trait Memory {}
#[diagnostic::do_not_recommend]
impl<E: Exec, T: ViewElement, const R: usize, Y: Layout> Memory for ViewIn<E, T, R, Y> {}

/// May an access of this class write under this mask? Places that all lanes share only inside `single`.
#[diagnostic::on_unimplemented(
    message = "a store at a place that all lanes share",
    label = "every lane would write here",
    note = "index it with the lane, or in a team write it once: `single(PerThread(team), || ...)` or `single(PerTeam(team), || ...)`"
)]
pub trait StoreClass<E: Exec, M> {}
#[diagnostic::do_not_recommend]
impl<E: Exec, M: MaskType<E>> StoreClass<E, M> for VaryingClass {}
#[diagnostic::do_not_recommend]
impl<E: Exec> StoreClass<E, Single> for UniformClass {}

/// Atomic updates. `T` is a float or an integer of 32 or 64 bits; the team forms are plain where one thread runs the team.
macro_rules! atomics {
    ($kind:ident: $($(#[$doc:meta])* $name:ident $fetch:ident $op:ident $scope:ident;)*) => {
        impl<E: Exec, T: ViewElement<Scalar = T> + $kind, const R: usize, Y: Layout> ViewIn<E, T, R, Y> { $(
            $(#[$doc])*
            #[inline(always)]
            #[track_caller]
            pub fn $name<I: Coords<E, R>, M: MaskType<E>, C: Checking>(&self, i: I, v: impl IntoVarying<E, T>, at: Lex<M, C>) {
                let mask = self.enter(i, at);
                let (p, offset) = self.atomic_place(i, 0);
                // SAFETY: the access is announced: proven, checked, or promised by the author.
                unsafe { E::atomic_drop::<T>(AtomicOp::$op, Scope::$scope, self.ptr, p, offset, v.into_varying().0, mask) };
            }
            $(#[$doc])*
            /// Gives the value before.
            #[inline(always)]
            #[track_caller]
            pub fn $fetch<I: Coords<E, R>, M: MaskType<E>, C: Checking>(&self, i: I, v: impl IntoVarying<E, T>, at: Lex<M, C>) -> Varying<E, T> {
                let mask = self.enter(i, at);
                let (p, offset) = self.atomic_place(i, 0);
                // SAFETY: the access is announced: proven, checked, or promised by the author.
                Varying(unsafe { E::atomic::<T>(AtomicOp::$op, Scope::$scope, self.ptr, p, offset, v.into_varying().0, mask) })
            }
        )* }
        impl<E: Exec, T, S: ViewElement<Scalar = S> + $kind, const R: usize, Y: Layout, I> PartAt<E, T, R, Y, I, Part<E, S>>
        where
            T: ViewElement,
            I: Coords<E, R>,
        { $(
            $(#[$doc])*
            #[inline(always)]
            #[track_caller]
            pub fn $name<M: MaskType<E>, C: Checking>(&self, v: impl IntoVarying<E, S>, at: Lex<M, C>) {
                self.view.part(self.part).$name(self.i, v, at);
            }
            $(#[$doc])*
            /// Gives the value before.
            #[inline(always)]
            #[track_caller]
            pub fn $fetch<M: MaskType<E>, C: Checking>(&self, v: impl IntoVarying<E, S>, at: Lex<M, C>) -> Varying<E, S> {
                self.view.part(self.part).$fetch(self.i, v, at)
            }
        )* }
    };
}
atomics! {
    Scalar:
    /// Adds atomically, between all threads of the device.
    atomic_add atomic_fetch_add Add Device;
    /// Keeps the smaller atomically, between all threads of the device.
    atomic_min atomic_fetch_min Min Device;
    /// Keeps the larger atomically, between all threads of the device.
    atomic_max atomic_fetch_max Max Device;
    /// Adds atomically, between the threads of the team.
    atomic_add_team atomic_fetch_add_team Add Team;
    /// Keeps the smaller atomically, between the threads of the team.
    atomic_min_team atomic_fetch_min_team Min Team;
    /// Keeps the larger atomically, between the threads of the team.
    atomic_max_team atomic_fetch_max_team Max Team;
    /// Stores atomically, between all threads of the device.
    atomic_store atomic_exchange Exchange Device;
    /// Stores atomically, between the threads of the team.
    atomic_store_team atomic_exchange_team Exchange Team;
}
atomics! {
    Integer:
    /// Bitwise and, atomically, between all threads of the device.
    atomic_and atomic_fetch_and And Device;
    /// Bitwise or, atomically, between all threads of the device.
    atomic_or atomic_fetch_or Or Device;
    /// Bitwise exclusive or, atomically, between all threads of the device.
    atomic_xor atomic_fetch_xor Xor Device;
    /// Bitwise and, atomically, between the threads of the team.
    atomic_and_team atomic_fetch_and_team And Team;
    /// Bitwise or, atomically, between the threads of the team.
    atomic_or_team atomic_fetch_or_team Or Team;
    /// Bitwise exclusive or, atomically, between the threads of the team.
    atomic_xor_team atomic_fetch_xor_team Xor Team;
}

/// A local array.
impl<E: Exec, V: Value<E>, I: ArrayIndex<E, V, L>, const N: usize, L> At<E, I, L> for [V; N] {
    type Output = V;
    #[inline(always)]
    #[track_caller]
    fn at(&self, i: I, at: L) -> V {
        i.read(self, |element| element, "local array", at)
    }
}
/// Never called, since arrays are not memory of a launch; without it, a mistake would give two errors.
impl<E: Exec, V, A, I, const N: usize, L> AtSet<E, I, V, L> for [A; N] {
    fn set(&mut self, _: I, _: V, _: L) {
        unreachable!("an array is not memory")
    }
}

/// Arrays of views, such as `view.tiles::<N>(t)`, are indexed like local arrays.
impl<E: Exec, T: ViewElement, const R: usize, Y: Layout> Value<E> for ViewIn<E, T, R, Y> {
    #[inline(always)]
    fn var(self) -> Self {
        self
    }
    #[inline(always)]
    fn read(&self) -> Self {
        *self
    }
}
