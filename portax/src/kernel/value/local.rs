//! Elements of local arrays, at indices that are known when the kernel is compiled, or not.

use super::{
    Assign, Bool, Complex, Conv, IndexOf, IntOf, IntoInt, IntoVarying, Step, UniformBool,
    UniformOf, Value, Varying,
    mask::{Checking, Lex, MaskType},
    sharing::{PerLane, Shared, Sharing},
};
use crate::{
    kernel::exec::{Coordinate, Exec, LocalPlace, Scalar, Values},
    ops::{Bin, Cmp},
};
use std::{mem::offset_of, panic::Location};

/// A local array, or one part of each of its elements.
pub struct Local<P> {
    first: *mut P,
    len: usize,
}

impl<P> Clone for Local<P> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<P> Copy for Local<P> {}

impl<P> Local<P> {
    /// A whole array, to be read.
    #[inline(always)]
    pub(super) fn of(array: &[P]) -> Local<P> {
        Local {
            first: array.as_ptr().cast_mut(),
            len: array.len(),
        }
    }

    /// A part of each element of a whole array that has some.
    #[inline(always)]
    pub(super) fn parts_of<Q>(array: &mut [P], part: impl Fn(&mut P) -> &mut Q) -> Local<Q> {
        let offset = (&raw const *part(&mut array[0])).addr() - array.as_ptr().addr();
        let whole = Local {
            first: array.as_mut_ptr(),
            len: array.len(),
        };
        whole.part(offset)
    }

    /// Its first element, or the part of it.
    #[inline(always)]
    pub(super) fn first(self) -> *mut P {
        self.first
    }

    /// How many elements it has.
    #[inline(always)]
    pub(super) fn len(self) -> usize {
        self.len
    }

    /// The part that is `offset` bytes behind the start of each element.
    #[inline(always)]
    pub fn part<Q>(self, offset: usize) -> Local<Q> {
        Local {
            first: self.first.wrapping_byte_add(offset).cast(),
            len: self.len,
        }
    }
}

impl<P, const N: usize> Local<[P; N]> {
    /// The items of rows that lie side by side.
    #[inline(always)]
    pub(super) fn items(self) -> Local<P> {
        Local {
            first: self.first.cast(),
            len: self.len * N,
        }
    }
}

/// What an array can have elements of, for indices that are not known when the kernel is compiled.
#[diagnostic::on_unimplemented(
    message = "an array of `{Self}` is indexed at run time",
    label = "its elements are numbers, conditions, complex numbers, tuples and arrays of them, or `#[derive(Element)]` structs"
)]
///
/// # Safety
/// Its functions touch the parts of the element that the place names, and nothing else.
pub unsafe trait LocalElement<E: Exec>: Value<E> {
    /// Do all lanes share it? Then they share the index.
    const SHARED: bool;
    /// The element at the place.
    ///
    /// # Safety
    /// The array is whole, its elements `place.stride` bytes apart, and in the lanes of the mask the index is inside.
    unsafe fn load(array: Local<Self>, place: &LocalPlace<E>, m: Option<E::Mask>) -> Self;
    /// Assigns the element at the place.
    ///
    /// # Safety
    /// As for [`load`](Self::load).
    unsafe fn store(array: Local<Self>, place: &LocalPlace<E>, v: Self, m: Option<E::Mask>);
}

// SAFETY: one scalar.
unsafe impl<E: Exec, T: Scalar> LocalElement<E> for Varying<E, T> {
    const SHARED: bool = false;
    #[inline(always)]
    unsafe fn load(array: Local<Self>, place: &LocalPlace<E>, m: Option<E::Mask>) -> Self {
        // SAFETY: the caller's promise.
        Varying(unsafe { E::load_local::<T>(array.first.cast(), array.len, place, m) })
    }
    #[inline(always)]
    unsafe fn store(array: Local<Self>, place: &LocalPlace<E>, v: Self, m: Option<E::Mask>) {
        // SAFETY: the caller's promise.
        unsafe { E::store_local::<T>(array.first.cast(), array.len, place, v.0, m) };
    }
}
/// Elements that all lanes share, at an index that they share: each is compared with it.
macro_rules! shared {
    ($([$($g:tt)*] $t:ty: $select:expr;)*) => { $(
        // SAFETY: it reads elements of the array alone.
        unsafe impl<E: Exec, $($g)*> LocalElement<E> for $t {
            const SHARED: bool = true;
            #[inline(always)]
            unsafe fn load(array: Local<Self>, place: &LocalPlace<E>, _: Option<E::Mask>) -> Self {
                // SAFETY: the caller's promise: element `k` is within the array.
                let element = |k: usize| unsafe { &*array.first.wrapping_byte_add(k * place.stride) };
                let element = |k: usize| Value::<E>::read(element(k));
                let (mut chosen, mut k) = (element(0), 1);
                while k < array.len {
                    let is_it = E::icmp(Cmp::Eq, place.at.base, E::int(k as i64));
                    chosen = $select(is_it, element(k), chosen);
                    k += 1;
                }
                chosen
            }
            #[inline(always)]
            unsafe fn store(_: Local<Self>, _: &LocalPlace<E>, _: Self, _: Option<E::Mask>) {
                const { panic!("portax: an array of what all lanes share is assigned at run time: give its type, `let mut a: [f64; 3] = a;`") }
            }
        }
    )* };
}
shared! {
    [T: Scalar] UniformOf<E, T>: |is_it, a: Self, b: Self| UniformOf(E::uselect::<T>(is_it, a.0, b.0));
    [] IntOf<E>: |is_it, a: Self, b: Self| IntOf(E::iselect(is_it, a.0, b.0));
    [] UniformBool<E>: |is_it, a: Self, b: Self| {
        let (a, b) = (E::cbin(Bin::And, is_it, a.0), E::cbin(Bin::And, E::cnot(is_it), b.0));
        UniformBool(E::cbin(Bin::Or, a, b))
    };
}

// SAFETY: its parts.
unsafe impl<E: Exec, R: LocalElement<E>> LocalElement<E> for Complex<R> {
    const SHARED: bool = R::SHARED;
    #[inline(always)]
    unsafe fn load(array: Local<Self>, place: &LocalPlace<E>, m: Option<E::Mask>) -> Self {
        // SAFETY: the caller's promise.
        unsafe {
            Complex {
                re: R::load(array.part(offset_of!(Self, re)), place, m),
                im: R::load(array.part(offset_of!(Self, im)), place, m),
            }
        }
    }
    #[inline(always)]
    unsafe fn store(array: Local<Self>, place: &LocalPlace<E>, v: Self, m: Option<E::Mask>) {
        // SAFETY: the caller's promise.
        unsafe {
            R::store(array.part(offset_of!(Self, re)), place, v.re, m);
            R::store(array.part(offset_of!(Self, im)), place, v.im, m);
        }
    }
}
macro_rules! tuples {
    ($($a:ident $k:tt),*) => {
        // SAFETY: its parts.
        unsafe impl<E: Exec, $($a: LocalElement<E>),*> LocalElement<E> for ($($a,)*) {
            const SHARED: bool = false $(|| $a::SHARED)*;
            #[inline(always)]
            unsafe fn load(array: Local<Self>, place: &LocalPlace<E>, m: Option<E::Mask>) -> Self {
                // SAFETY: the caller's promise.
                unsafe { ($($a::load(array.part(offset_of!(Self, $k)), place, m),)*) }
            }
            #[inline(always)]
            unsafe fn store(array: Local<Self>, place: &LocalPlace<E>, v: Self, m: Option<E::Mask>) {
                // SAFETY: the caller's promise.
                unsafe { $($a::store(array.part(offset_of!(Self, $k)), place, v.$k, m);)* }
            }
        }
    };
}
tuples! { A 0, B 1 }
tuples! { A 0, B 1, C 2 }
tuples! { A 0, B 1, C 2, D 3 }

/// An index of a local array.
#[diagnostic::on_unimplemented(
    message = "a local array of `{P}` is indexed with `{Self}`",
    label = "this array has no such index",
    note = "an index is an integer: an `i32`, an `Int`, an `Index`, a literal; convert with `as i32`",
    note = "integers that all lanes share are no elements: write `[i32; N]`"
)]
pub trait ArrayIndex<E: Exec, P, L> {
    /// Part `part` of the element of `array`, which messages call `name`.
    #[track_caller]
    fn read<Q: Value<E>, const N: usize>(
        self,
        array: &[P; N],
        part: impl Fn(&P) -> &Q,
        name: &'static str,
        at: L,
    ) -> Q;
}

/// An index at which a `V` can be assigned to a part `Q` of an element.
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot be assigned to an element of type `{Q}` at an index `{Self}`",
    note = "an index is an integer: an `i32`, an `Int`, an `Index`, a literal; convert with `as i32`",
    note = "convert values with `as`, for example `i as f64`"
)]
pub trait AssignIndex<E: Exec, P, Q, V, L> {
    /// Assigns part `part` of the element of `array`, which messages call `name`.
    #[track_caller]
    fn assign<const N: usize>(
        self,
        array: &mut [P; N],
        part: impl Fn(&mut P) -> &mut Q,
        name: &'static str,
        v: V,
        at: L,
    );
}

/// `array[index].part`
#[inline(always)]
#[track_caller]
pub fn read_at<E: Exec, L, P, Q: Value<E>, I: ArrayIndex<E, P, L>, const N: usize>(
    at: L,
    array: &[P; N],
    index: I,
    part: impl Fn(&P) -> &Q,
    name: &'static str,
) -> Q {
    index.read(array, part, name, at)
}

/// `array[index].part = v`
#[inline(always)]
#[track_caller]
pub fn assign_at<E: Exec, L, P, Q, V, I: AssignIndex<E, P, Q, V, L>, const N: usize>(
    at: L,
    array: &mut [P; N],
    index: I,
    part: impl Fn(&mut P) -> &mut Q,
    name: &'static str,
    v: V,
) {
    index.assign(array, part, name, v, at);
}

macro_rules! comptime {
    ($($t:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec, P, L> ArrayIndex<E, P, L> for $t {
            #[inline(always)]
            fn read<Q: Value<E>, const N: usize>(self, array: &[P; N], part: impl Fn(&P) -> &Q, _: &'static str, _: L) -> Q {
                part(&array[self as usize]).read()
            }
        }
        #[diagnostic::do_not_recommend]
        impl<E: Exec, P, Q: Assign<E, V, L>, V, L> AssignIndex<E, P, Q, V, L> for $t {
            #[inline(always)]
            fn assign<const N: usize>(self, array: &mut [P; N], part: impl Fn(&mut P) -> &mut Q, _: &'static str, v: V, at: L) {
                part(&mut array[self as usize]).assign(v, at);
            }
        }
    )* };
}
comptime! { usize i32 }

/// An index that is not known when the kernel is compiled, of an array of `len`.
#[inline(always)]
pub(super) fn coordinate<E: Exec>(index: SharedAndVarying<E>, len: usize) -> Coordinate<E> {
    Coordinate {
        base: index.0,
        step: E::int(0),
        varying: index.1,
        long: E::no_long(),
        extent: E::int(len as i64),
    }
}

/// The place of an index that is not known when the kernel is compiled, checked where the kernel is.
#[inline(always)]
#[track_caller]
pub(super) fn checked_place<E: Exec, P, M: MaskType<E>, C: Checking>(
    index: SharedAndVarying<E>,
    len: usize,
    name: &'static str,
    at: Lex<M, C>,
) -> (LocalPlace<E>, Option<E::Mask>) {
    let place = LocalPlace {
        at: coordinate(index, len),
        of_row: None,
        stride: size_of::<P>(),
        name,
        location: Location::caller(),
    };
    checked(place, at)
}

#[inline(always)]
pub(super) fn checked<E: Exec, M: MaskType<E>, C: Checking>(
    place: LocalPlace<E>,
    at: Lex<M, C>,
) -> (LocalPlace<E>, Option<E::Mask>) {
    let mask = at.mask.mask();
    if const { E::CHECKS && (C::ALWAYS || E::CAN_CHECK) } {
        E::check_local(&place, mask);
    }
    (place, mask)
}

/// An integer that is not known when the kernel is compiled, as the index of an array.
pub trait RunTimeIndex {
    /// Whose integer it is.
    type Exec: Exec;
    /// Does it differ between lanes?
    type Sharing: Sharing<Self::Exec>;
    /// What all lanes share, and what each lane adds.
    fn at_run_time(self) -> SharedAndVarying<Self::Exec>;
}
/// What all lanes share, and what each lane has.
pub type SharedAndVarying<E> = (<E as Values>::Int, Option<<E as Values>::Var<i32>>);
macro_rules! run_time {
    ($([$($g:tt)*] $t:ty: $sharing:ty, |$x:ident| $index:expr;)*) => { $(
        impl<E: Exec, $($g)*> RunTimeIndex for $t {
            type Exec = E;
            type Sharing = $sharing;
            #[inline(always)]
            fn at_run_time(self) -> SharedAndVarying<E> {
                let $x = self;
                $index
            }
        }
    )* };
}
run_time! {
    [] IntOf<E>: Shared, |x| (x.0, None);
    [] UniformOf<E, i32>: Shared, |x| (x.into_int().0, None);
    [] UniformOf<E, u32>: Shared, |x| (x.into_int().0, None);
    [] UniformOf<E, i64>: Shared, |x| (x.into_int().0, None);
    [] Varying<E, i32>: PerLane, |x| (E::int(0), Some(x.0));
    // what is too large for an i32 is below zero then, and outside of any array
    [] Varying<E, u32>: PerLane, |x| (E::int(0), Some(E::cast::<u32, i32>(x.0)));
    // so are the nearest of those that do not fit
    [] Varying<E, i64>: PerLane, |x| (E::int(0), Some(E::cast::<i64, i32>(x.clamp(-1, i64::from(i32::MAX)).0)));
    [S: Step] IndexOf<E, S>: PerLane, |x| (E::int(0), Some(IntoVarying::<E, i32>::into_varying(x).0));
}

/// An index that names one item of an array.
pub trait ItemIndex<E: Exec, L>: Copy {
    /// Whether it names an item: the same in all lanes, where they share the index.
    type Condition: Copy;
    /// Whether it names each item of an array that messages call `name`.
    #[track_caller]
    fn names<const N: usize>(self, name: &'static str, at: L) -> [Self::Condition; N];
}
#[diagnostic::do_not_recommend]
impl<E: Exec, I: RunTimeIndex<Exec = E> + Copy, M: MaskType<E>, C: Checking> ItemIndex<E, Lex<M, C>>
    for I
{
    type Condition = <I::Sharing as Sharing<E>>::Condition;
    #[inline(always)]
    #[track_caller]
    fn names<const N: usize>(self, name: &'static str, at: Lex<M, C>) -> [Self::Condition; N] {
        // A store to an array is what programs know of an index, and check.
        let mut marks = crate::tab!(Bool<E>, N, _k => Bool(E::mask(E::cond(false))).var());
        AssignIndex::assign(self, &mut marks, |mark| mark, name, true, at);
        let index = self.at_run_time();
        crate::tab!(Self::Condition, N, k => <I::Sharing as Sharing<E>>::is(index, k))
    }
}
macro_rules! known_items {
    ($($t:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec, L> ItemIndex<E, L> for $t {
            type Condition = UniformBool<E>;
            #[inline(always)]
            #[track_caller]
            fn names<const N: usize>(self, name: &'static str, _: L) -> [UniformBool<E>; N] {
                assert!((self as usize) < N, "item {self} of `{name}`, which has {N}");
                crate::tab!(UniformBool<E>, N, k => UniformBool(E::cond(k == self as usize)))
            }
        }
    )* };
}
known_items! { usize i32 }

#[diagnostic::do_not_recommend]
impl<E: Exec, P: LocalElement<E>, I: RunTimeIndex<Exec = E>, M: MaskType<E>, C: Checking>
    ArrayIndex<E, P, Lex<M, C>> for I
{
    #[inline(always)]
    #[track_caller]
    fn read<Q: Value<E>, const N: usize>(
        self,
        array: &[P; N],
        part: impl Fn(&P) -> &Q,
        name: &'static str,
        at: Lex<M, C>,
    ) -> Q {
        const {
            assert!(N > 0, "an array without elements is indexed");
            assert!(
                !(I::Sharing::VARIES && P::SHARED),
                "portax: an array of what all lanes share is indexed by what differs: give its type, `let a: [f64; 3] = a;`"
            );
        }
        let (place, mask) = checked_place::<E, P, M, C>(self.at_run_time(), N, name, at);
        // SAFETY: the whole array; its index is proven, checked, or promised by the author.
        *part(&unsafe { P::load(Local::of(array), &place, mask) })
    }
}
#[diagnostic::do_not_recommend]
impl<
    E: Exec,
    P,
    Q: LocalElement<E>,
    V: Conv<Q>,
    I: RunTimeIndex<Exec = E>,
    M: MaskType<E>,
    C: Checking,
> AssignIndex<E, P, Q, V, Lex<M, C>> for I
{
    #[inline(always)]
    #[track_caller]
    fn assign<const N: usize>(
        self,
        array: &mut [P; N],
        part: impl Fn(&mut P) -> &mut Q,
        name: &'static str,
        v: V,
        at: Lex<M, C>,
    ) {
        const { assert!(N > 0, "an array without elements is indexed") };
        let (place, mask) = checked_place::<E, P, M, C>(self.at_run_time(), N, name, at);
        let parts = Local::parts_of(array, part);
        // SAFETY: the whole array; its index is proven, checked, or promised by the author.
        unsafe { Q::store(parts, &place, v.conv(), mask) };
    }
}
