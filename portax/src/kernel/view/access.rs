//! `view[i]` and `view[i] = v` in kernels, and the same on local arrays.

use super::{
    Coords, InView, StoreInView, ViewElement, ViewIn,
    coords::{UniformClass, VaryingClass},
};
use crate::{
    kernel::{
        exec::{Access, Exec},
        value::{
            ArrayIndex, Conv, OfOneLane, Table, TableIndex, Value,
            mask::{Checking, Lex, MaskType, Single},
        },
    },
    layout::Layout,
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
        E::perform(Place { view: self, i, at })
    }
}

/// An element of a view. As an access, it is read.
struct Place<'a, E: Exec, T: ViewElement, const R: usize, Y: Layout, I, C> {
    view: &'a ViewIn<E, T, R, Y>,
    i: I,
    at: C,
}
impl<E: Exec, T, const R: usize, Y: Layout, I: Coords<E, R>, M: MaskType<E>, C: Checking> Access
    for Place<'_, E, T, R, Y, I, Lex<M, C>>
where
    T: ViewElement + InView<E, I::Class>,
{
    type Output = T::Value;
    const ALWAYS_CHECKED: bool = C::ALWAYS;
    #[inline(always)]
    #[track_caller]
    fn perform(self) -> T::Value {
        T::load(self.view, self.i, self.at)
    }
}

/// A store at a place that varies between lanes, or by one lane at a place that all share.
impl<E: Exec, T, const R: usize, Y: Layout, I, V, M: MaskType<E>, C: Checking>
    AtSet<E, I, V, Lex<M, C>> for ViewIn<E, T, R, Y>
where
    I: Coords<E, R, Class: StoreClass<E, M>>,
    T: ViewElement + StoreInView<E, I::Class>,
    V: StoredAs<E, I::Class, T::Value>,
{
    #[inline(always)]
    #[track_caller]
    fn set(&mut self, i: I, v: V, at: Lex<M, C>) {
        E::perform(Store {
            to: Place { view: self, i, at },
            v: v.stored(),
        });
    }
}

/// A value for an element.
struct Store<P, V> {
    to: P,
    v: V,
}
impl<E: Exec, T, const R: usize, Y: Layout, I: Coords<E, R>, M: MaskType<E>, C: Checking> Access
    for Store<Place<'_, E, T, R, Y, I, Lex<M, C>>, T::Value>
where
    T: ViewElement + StoreInView<E, I::Class>,
{
    type Output = ();
    const ALWAYS_CHECKED: bool = C::ALWAYS;
    #[inline(always)]
    #[track_caller]
    fn perform(self) {
        let Place { view, i, at } = self.to;
        T::store(view, i, self.v, at);
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
    note = "an array in a view at a known index is stored whole: copy it into a `let mut` variable, change that, store it"
)]
pub trait Memory {}
#[diagnostic::do_not_recommend]
impl<E: Exec, T: ViewElement, const R: usize, Y: Layout> Memory for ViewIn<E, T, R, Y> {}

/// May an access of this class write under this mask? Places that all lanes share only inside `single`.
#[diagnostic::on_unimplemented(
    message = "a store at a place that all lanes share",
    label = "every lane that runs would write here",
    note = "index it with what differs between lanes: over a `TeamThreadRange` the lanes of a thread share the index, `TeamVectorRange` deals iterations to lanes, too",
    note = "in a team write it once: `single(PerThread(team), || ...)` or `single(PerTeam(team), || ...)`",
    note = "where one iteration of a range writes, index it with that: `x[i + 1 - n]` for `x[0]` if `i == n - 1`"
)]
pub trait StoreClass<E: Exec, M> {}
#[diagnostic::do_not_recommend]
impl<E: Exec, M: MaskType<E>> StoreClass<E, M> for VaryingClass {}
#[diagnostic::do_not_recommend]
impl<E: Exec> StoreClass<E, Single> for UniformClass {}

/// What can be stored as `To` at places of a class.
pub trait StoredAs<E: Exec, Class, To> {
    /// The value that is stored.
    fn stored(self) -> To;
}
impl<E: Exec, V: Conv<To>, To> StoredAs<E, VaryingClass, To> for V {
    #[inline(always)]
    fn stored(self) -> To {
        self.conv()
    }
}
impl<E: Exec, V: OfOneLane<E, To>, To> StoredAs<E, UniformClass, To> for V {
    #[inline(always)]
    fn stored(self) -> To {
        self.of_one_lane()
    }
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
/// A constant array.
impl<E: Exec, T, I: TableIndex<E, T, L>, const N: usize, L> At<E, I, L> for Table<T, N> {
    type Output = I::Value;
    #[inline(always)]
    #[track_caller]
    fn at(&self, i: I, at: L) -> I::Value {
        i.of(self, at)
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
