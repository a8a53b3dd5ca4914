//! `view[i].part`, where the elements are structs: only the scalars of the part are touched.
//!
//! What stands before the index may also be an array, or a view whose elements are read whole; the part is then chosen
//! from the value.

use super::{
    At, AtSet, Coords, InView, IntRow, StoreInView, UniformClass, VaryingClass, ViewElement,
    ViewIn,
    access::{Memory, StoreClass},
};
use crate::{
    kernel::{
        exec::{Exec, Float},
        value::{
            ArrayIndex, Complex, ComptimeIndex, Conv, ItemIndex, Sharing, Table, TableRow,
            UniformBool, Value,
            mask::{Checking, Lex, MaskType},
        },
    },
    layout::Layout,
};

/// What `x[i].part` chooses from.
#[diagnostic::on_unimplemented(message = "`{Self}` cannot be indexed with `{I}`")]
pub trait Wholes<E: Exec, I, L> {
    /// The value at an index, or the places of its scalars.
    type Whole: Copy;
}

/// `x[i].part` of type `Q`.
pub trait PartOf<E: Exec, I, L, Q>: Wholes<E, I, L> {
    /// The part's value.
    type Value;
    /// Where it is, for atomic updates; the value, where it has no place.
    type Place;
    /// Reads it.
    #[track_caller]
    fn read(&self, i: I, choose: impl FnOnce(Self::Whole) -> Q, at: L) -> Self::Value;
    /// Says where it is.
    #[track_caller]
    fn place(&self, i: I, choose: impl FnOnce(Self::Whole) -> Q, at: L) -> Self::Place;
}

/// `x[i].part = v`, where the part is of type `Q`.
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot be stored in a part of an element of `{Self}`"
)]
pub trait SetPart<E: Exec, I, L, Q, V>: Wholes<E, I, L> {
    /// Writes it.
    #[track_caller]
    fn set(&self, i: I, choose: impl FnOnce(&mut Self::Whole) -> &mut Q, v: V, at: L);
}

/// `x[i].part[k] = v`, where the part is of type `Q`.
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot be stored in a part of an element of `{Self}`"
)]
pub trait SetItem<E: Exec, I, L, Q, K, V>: Wholes<E, I, L> {
    /// Writes it.
    #[track_caller]
    fn set_item(&self, i: I, choose: impl FnOnce(&mut Self::Whole) -> &mut Q, k: K, v: V, at: L);
}

/// `x[i].part`: the context comes first, so that its type is known before the trait is looked for.
#[inline(always)]
#[track_caller]
pub fn read_part<E: Exec, L, X: PartOf<E, I, L, Q>, I, Q>(
    at: L,
    x: &X,
    i: I,
    choose: impl FnOnce(<X as Wholes<E, I, L>>::Whole) -> Q,
) -> X::Value {
    x.read(i, choose, at)
}

/// `x[i].part` where it is updated.
#[inline(always)]
#[track_caller]
pub fn place_part<E: Exec, L, X: PartOf<E, I, L, Q>, I, Q>(
    at: L,
    x: &X,
    i: I,
    choose: impl FnOnce(<X as Wholes<E, I, L>>::Whole) -> Q,
) -> X::Place {
    x.place(i, choose, at)
}

/// `x[i].part = v`
#[inline(always)]
#[track_caller]
pub fn store_part<E: Exec, L, X: Memory + SetPart<E, I, L, Q, V>, I, Q, V>(
    at: L,
    x: &X,
    i: I,
    choose: impl FnOnce(&mut <X as Wholes<E, I, L>>::Whole) -> &mut Q,
    v: V,
) {
    x.set(i, choose, v, at);
}

/// `x[i].part[k] = v`
#[inline(always)]
#[track_caller]
pub fn store_item<E: Exec, L, X: SetItem<E, I, L, Q, K, V>, I, Q, K, V>(
    at: L,
    x: &X,
    i: I,
    choose: impl FnOnce(&mut <X as Wholes<E, I, L>>::Whole) -> &mut Q,
    k: K,
    v: V,
) {
    x.set_item(i, choose, k, v, at);
}

/// The items of `x[i].part`, which messages call `name`, each with the condition that `index` names it.
#[inline(always)]
#[track_caller]
pub fn chosen_items<E: Exec, L, X: Wholes<E, I, L>, I, Q: ItemArray<E, K, L>, K>(
    at: L,
    _: &X,
    _: I,
    _: impl FnOnce(&mut X::Whole) -> &mut Q,
    index: K,
    name: &'static str,
) -> Q::Items {
    Q::items(index, name, at)
}

/// What has items that are written at indices which the macro does not know: an array in an element, or a view in an array of
/// views.
#[diagnostic::on_unimplemented(
    message = "no item of `{Self}` is written at `{K}`",
    label = "arrays in elements of views have items at integers",
    note = "a view of two dimensions is indexed as `view[(i, j)]`"
)]
pub trait ItemArray<E: Exec, K, L> {
    /// Pairs of a condition and an item.
    type Items: Copy;
    /// Those that an index may name.
    #[track_caller]
    fn items(index: K, name: &'static str, at: L) -> Self::Items;
}

/// Each item by its number.
impl<E: Exec, P, const N: usize, K: ItemIndex<E, L>, L> ItemArray<E, K, L> for [P; N] {
    type Items = [(K::Condition, usize); N];
    #[inline(always)]
    #[track_caller]
    fn items(index: K, name: &'static str, at: L) -> Self::Items {
        let named = index.names::<N>(name, at);
        crate::tab!((K::Condition, usize), N, k => (named[k], k))
    }
}

/// The element that the index names, for certain.
impl<E: Exec, T: ViewElement, const R: usize, Y: Layout, K: Copy, L> ItemArray<E, K, L>
    for ViewIn<E, T, R, Y>
{
    type Items = [(UniformBool<E>, K); 1];
    #[inline(always)]
    fn items(index: K, _: &'static str, _: L) -> Self::Items {
        [(UniformBool(E::cond(true)), index)]
    }
}

// ---- constant arrays
macro_rules! constant_arrays {
    ($([$($g:tt)*] $t:ty;)*) => { $(
        impl<E: Exec, $($g)*, I, L> Wholes<E, I, L> for $t
        where
            $t: At<E, I, L, Output: Copy>,
        {
            type Whole = <$t as At<E, I, L>>::Output;
        }
        impl<E: Exec, $($g)*, I, L, Q> PartOf<E, I, L, Q> for $t
        where
            $t: At<E, I, L, Output: Copy>,
        {
            type Value = Q;
            type Place = Q;
            #[inline(always)]
            #[track_caller]
            fn read(&self, i: I, choose: impl FnOnce(Self::Whole) -> Q, at: L) -> Q {
                choose(self.at(i, at))
            }
            #[inline(always)]
            #[track_caller]
            fn place(&self, i: I, choose: impl FnOnce(Self::Whole) -> Q, at: L) -> Q {
                choose(self.at(i, at))
            }
        }
    )* };
}
constant_arrays! {
    [T, const N: usize] Table<T, N>;
    [T, S: Sharing<E>, const N: usize] TableRow<E, T, S, N>;
}

// ---- arrays
impl<E: Exec, V: Value<E>, I: ArrayIndex<E, V, L>, const N: usize, L> Wholes<E, I, L> for [V; N] {
    type Whole = V;
}
impl<E: Exec, V: Value<E>, I: ArrayIndex<E, V, L>, const N: usize, L, Q> PartOf<E, I, L, Q>
    for [V; N]
{
    type Value = Q;
    type Place = Q;
    #[inline(always)]
    #[track_caller]
    fn read(&self, i: I, choose: impl FnOnce(V) -> Q, at: L) -> Q {
        choose(self.at(i, at))
    }
    #[inline(always)]
    #[track_caller]
    fn place(&self, i: I, choose: impl FnOnce(V) -> Q, at: L) -> Q {
        choose(self.at(i, at))
    }
}
/// Never called, since arrays are not memory of a launch; without it, a mistake would give two errors.
impl<E: Exec, A: Value<E>, I: ArrayIndex<E, A, L>, const N: usize, L, Q, V> SetPart<E, I, L, Q, V>
    for [A; N]
{
    fn set(&self, _: I, _: impl FnOnce(&mut A) -> &mut Q, _: V, _: L) {
        unreachable!("an array is not memory")
    }
}
/// The part is a view.
impl<E: Exec, A: Value<E>, I: ArrayIndex<E, A, L>, const N: usize, L: Copy, Q, K, V>
    SetItem<E, I, L, Q, K, V> for [A; N]
where
    Q: Memory + AtSet<E, K, V, L>,
{
    #[inline(always)]
    #[track_caller]
    fn set_item(&self, i: I, choose: impl FnOnce(&mut A) -> &mut Q, k: K, v: V, at: L) {
        choose(&mut self.at(i, at)).set(k, v, at);
    }
}

// ---- views
/// `view[i].part` of type `Q` of a `Self`.
#[diagnostic::on_unimplemented(message = "`{Self}` has no parts in a view")]
pub trait PartInView<E: Exec, Class, Q>: InView<E, Class> {
    /// The part's value.
    type PartValue;
    /// Where it is, for atomic updates; the value, where it has no place.
    type Place<const R: usize, L: Layout, I: Coords<E, R>>;
    /// Reads it.
    #[track_caller]
    fn read_part<
        const R: usize,
        L: Layout,
        I: Coords<E, R, Class = Class>,
        M: MaskType<E>,
        C: Checking,
    >(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        choose: impl FnOnce(Self::Whole) -> Q,
        at: Lex<M, C>,
    ) -> Self::PartValue;
    /// Says where it is.
    #[track_caller]
    fn place_part<
        const R: usize,
        L: Layout,
        I: Coords<E, R, Class = Class>,
        M: MaskType<E>,
        C: Checking,
    >(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        choose: impl FnOnce(Self::Whole) -> Q,
        at: Lex<M, C>,
    ) -> Self::Place<R, L, I>;
}

/// `view[i].part = v`, where the part of a `Self` is of type `Q`.
#[diagnostic::on_unimplemented(message = "`{Self}` has no parts that `{V}` can be stored in")]
pub trait SetPartInView<E: Exec, Class, Q, V>: InView<E, Class> {
    /// Writes it.
    #[track_caller]
    fn set_part<
        const R: usize,
        L: Layout,
        I: Coords<E, R, Class = Class>,
        M: MaskType<E>,
        C: Checking,
    >(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        choose: impl FnOnce(&mut Self::Whole) -> &mut Q,
        v: V,
        at: Lex<M, C>,
    );
}

impl<E: Exec, T, const R: usize, Y: Layout, I: Coords<E, R>, L> Wholes<E, I, L>
    for ViewIn<E, T, R, Y>
where
    T: InView<E, I::Class>,
{
    type Whole = T::Whole;
}
impl<E: Exec, T, const R: usize, Y: Layout, I, M: MaskType<E>, C: Checking, Q>
    PartOf<E, I, Lex<M, C>, Q> for ViewIn<E, T, R, Y>
where
    I: Coords<E, R>,
    T: PartInView<E, I::Class, Q>,
{
    type Value = T::PartValue;
    type Place = T::Place<R, Y, I>;
    #[inline(always)]
    #[track_caller]
    fn read(&self, i: I, choose: impl FnOnce(T::Whole) -> Q, at: Lex<M, C>) -> T::PartValue {
        T::read_part(self, i, choose, at)
    }
    #[inline(always)]
    #[track_caller]
    fn place(&self, i: I, choose: impl FnOnce(T::Whole) -> Q, at: Lex<M, C>) -> T::Place<R, Y, I> {
        T::place_part(self, i, choose, at)
    }
}
impl<E: Exec, T, const R: usize, Y: Layout, I, M: MaskType<E>, C: Checking, Q, V>
    SetPart<E, I, Lex<M, C>, Q, V> for ViewIn<E, T, R, Y>
where
    I: Coords<E, R, Class: StoreClass<E, M>>,
    T: SetPartInView<E, I::Class, Q, V>,
{
    #[inline(always)]
    #[track_caller]
    fn set(&self, i: I, choose: impl FnOnce(&mut T::Whole) -> &mut Q, v: V, at: Lex<M, C>) {
        T::set_part(self, i, choose, v, at);
    }
}

/// The part is an array of places.
impl<E: Exec, T, const R: usize, Y: Layout, I, M: MaskType<E>, C: Checking, P, const N: usize, K, V>
    SetItem<E, I, Lex<M, C>, [P; N], K, V> for ViewIn<E, T, R, Y>
where
    I: Coords<E, R, Class: StoreClass<E, M>>,
    T: SetPartInView<E, I::Class, P, V>,
    K: ComptimeIndex,
{
    #[inline(always)]
    #[track_caller]
    fn set_item(
        &self,
        i: I,
        choose: impl FnOnce(&mut T::Whole) -> &mut [P; N],
        k: K,
        v: V,
        at: Lex<M, C>,
    ) {
        T::set_part(self, i, |whole| &mut choose(whole)[k.index()], v, at);
    }
}

/// A part of the struct at an index of a view.
pub struct PartAt<E: Exec, T: ViewElement, const R: usize, L: Layout, I, Q> {
    pub(super) view: ViewIn<E, T, R, L>,
    pub(super) i: I,
    pub(super) part: Q,
}

impl<E: Exec, T: ViewElement, const R: usize, L: Layout, I, Q> PartAt<E, T, R, L, I, Q> {
    /// This part, there.
    #[inline(always)]
    pub fn new(view: &ViewIn<E, T, R, L>, i: I, part: Q) -> Self {
        PartAt {
            view: *view,
            i,
            part,
        }
    }
}

/// Parts of what is read whole are chosen from its value.
macro_rules! from_values {
    ($([$($g:tt)*] $t:ty: $class:ty;)*) => { $(
        impl<E: Exec, Q, $($g)*> PartInView<E, $class, Q> for $t {
            type PartValue = Q;
            type Place<const R: usize, L: Layout, I: Coords<E, R>> = Q;
            #[inline(always)]
            #[track_caller]
            fn read_part<const R: usize, L: Layout, I: Coords<E, R, Class = $class>, M: MaskType<E>, C: Checking>(
                view: &ViewIn<E, Self, R, L>,
                i: I,
                choose: impl FnOnce(<Self as InView<E, $class>>::Whole) -> Q,
                at: Lex<M, C>,
            ) -> Q {
                choose(<Self as InView<E, $class>>::load(view, i, at))
            }
            #[inline(always)]
            #[track_caller]
            fn place_part<const R: usize, L: Layout, I: Coords<E, R, Class = $class>, M: MaskType<E>, C: Checking>(
                view: &ViewIn<E, Self, R, L>,
                i: I,
                choose: impl FnOnce(<Self as InView<E, $class>>::Whole) -> Q,
                at: Lex<M, C>,
            ) -> Q {
                choose(<Self as InView<E, $class>>::load(view, i, at))
            }
        }
    )* };
}
from_values! {
    [T: Float] Complex<T>: VaryingClass;
    [T: Float] Complex<T>: UniformClass;
    [const N: usize] IntRow<N>: UniformClass;
}

/// A part of a complex number: the number is read and written whole.
macro_rules! into_values {
    ($($class:ty),*) => { $(
        impl<E: Exec, T: Float, Q, V: Conv<Q>> SetPartInView<E, $class, Q, V> for Complex<T> {
            #[inline(always)]
            #[track_caller]
            fn set_part<const R: usize, L: Layout, I: Coords<E, R, Class = $class>, M: MaskType<E>, C: Checking>(
                view: &ViewIn<E, Self, R, L>,
                i: I,
                choose: impl FnOnce(&mut <Self as InView<E, $class>>::Whole) -> &mut Q,
                v: V,
                at: Lex<M, C>,
            ) {
                let mut whole = <Self as InView<E, $class>>::load(view, i, at);
                *choose(&mut whole) = v.conv();
                <Self as StoreInView<E, $class>>::store(view, i, whole, at);
            }
        }
    )* };
}
into_values! { VaryingClass, UniformClass }
