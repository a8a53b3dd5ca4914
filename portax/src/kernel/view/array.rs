//! Arrays as elements: `View<[f64; 3], 1>`, whose layout decides where the numbers lie, as it does for structs.

use super::{
    Coords, InView, LoadParts, Part, PartAt, PartInView, PartStep, Parts, Placer, SetPartInView,
    StoreInView, StoreParts, StoredAs, VaryingClass, ViewElement, ViewIn, load_parts, read_on_host,
    store_parts, write_on_host,
};
use crate::{
    ir::Ty,
    kernel::{
        exec::{Exec, Lane},
        value::{
            Array, Compound, Element, Number, ScalarElement, Varying,
            mask::{Checking, Lex, MaskType},
        },
    },
    layout::{Layout, Mapping},
};

/// Kernels have a place for each number of an element.
const MOST_NUMBERS: usize = 256;

/// An item of an array in a view, by its kind: rustc then knows where a number lies and what a kernel reads there, also where
/// the number's type is a parameter.
///
/// # Safety
/// `placed` gives the scalars of [`Element::placed`], in the same order.
#[diagnostic::on_unimplemented(
    message = "an array in a view cannot hold a `{Self}`",
    label = "this is no element of arrays in views",
    note = "they hold numbers of 32 and 64 bits, bool, complex numbers, structs with `#[derive(Element)]`, and arrays of these; for a number of 8 or 16 bits make a view with one more dimension, as in `View<u8, 2>`"
)]
pub unsafe trait Item<Kind>: Element {
    /// The places of its scalars.
    type Places<E: Exec>: Parts<E>;
    /// The value in a one-lane pack.
    type OnLane: Copy;
    /// Places its scalars.
    fn placed<E: Exec>(placer: &mut impl Placer<E>) -> Self::Places<E>;
    /// Brings it to the lane.
    fn inside(self) -> Self::OnLane;
    /// Takes it from the lane.
    fn outside(v: Self::OnLane) -> Self;
}

// SAFETY: its one scalar.
unsafe impl<T: ScalarElement> Item<Number> for T {
    type Places<E: Exec> = Part<E, T>;
    type OnLane = Varying<Lane, T>;
    #[inline(always)]
    fn placed<E: Exec>(placer: &mut impl Placer<E>) -> Part<E, T> {
        placer.scalar()
    }
    #[inline(always)]
    fn inside(self) -> Varying<Lane, T> {
        Varying(self)
    }
    #[inline(always)]
    fn outside(v: Varying<Lane, T>) -> T {
        v.0
    }
}

// SAFETY: the element's own.
unsafe impl<T: Element> Item<Compound> for T {
    type Places<E: Exec> = T::Parts<E>;
    type OnLane = T::In<Lane>;
    #[inline(always)]
    fn placed<E: Exec>(placer: &mut impl Placer<E>) -> T::Parts<E> {
        <T as Element>::placed(placer)
    }
    #[inline(always)]
    fn inside(self) -> T::In<Lane> {
        self.splat::<Lane>()
    }
    #[inline(always)]
    fn outside(v: T::In<Lane>) -> T {
        T::from_lane(v)
    }
}

// SAFETY: the scalars of its items, in order.
unsafe impl<T: Item<<T as Element>::Kind>, const N: usize> Item<Array> for [T; N] {
    type Places<E: Exec> = [Places<E, T>; N];
    type OnLane = [OnLane<T>; N];
    #[inline(always)]
    fn placed<E: Exec>(placer: &mut impl Placer<E>) -> Self::Places<E> {
        crate::tab!(Places<E, T>, N, k => {
            placer.enter(PartStep::Item(k));
            let part = <T as Item<T::Kind>>::placed(placer);
            placer.leave();
            part
        })
    }
    #[inline(always)]
    fn inside(self) -> Self::OnLane {
        self.map(T::inside)
    }
    #[inline(always)]
    fn outside(v: Self::OnLane) -> Self {
        v.map(T::outside)
    }
}

/// The same without its kind, which the type has.
type Places<E, T> = <T as Item<<T as Element>::Kind>>::Places<E>;
type OnLane<T> = <T as Item<<T as Element>::Kind>>::OnLane;

// SAFETY: the scalars of its items, in order, and any values of them make an element.
unsafe impl<T: Item<<T as Element>::Kind>, const N: usize> ViewElement for [T; N]
where
    Places<Lane, T>: StoreParts<Lane, VaryingClass, Value = OnLane<T>>,
{
    type Scalar = u8;
    type Parts<E: Exec> = [Places<E, T>; N];
    const COMPONENTS: usize = 1;
    const TY: Ty = Ty::U8;
    const BYTES: usize = <Self as Element>::PACKED_BYTES;
    const TAKES_ANY_BITS: bool = T::TAKES_ANY_BITS;
    const STRUCT: Option<usize> = {
        let scalars = <Self as Element>::SCALARS;
        assert!(
            0 < scalars && scalars <= MOST_NUMBERS,
            "portax: an array in a view has 1 to 256 numbers; more of them are a dimension of the view"
        );
        Some(scalars)
    };
    #[inline(always)]
    fn placed<E: Exec>(placer: &mut impl Placer<E>) -> Self::Parts<E> {
        <Self as Item<Array>>::placed(placer)
    }
    #[inline(always)]
    fn tile(width: usize) -> usize {
        <Self as Element>::tile(0, width)
    }
    unsafe fn read<const R: usize>(
        memory: *mut u8,
        mapping: &Mapping<R>,
        index: [usize; R],
    ) -> Self {
        // SAFETY: the caller's promise.
        <Self as Item<Array>>::outside(unsafe { read_on_host::<Self, R>(memory, mapping, index) })
    }
    unsafe fn write<const R: usize>(
        self,
        memory: *mut u8,
        mapping: &Mapping<R>,
        index: [usize; R],
    ) {
        // SAFETY: the caller's promise.
        unsafe {
            write_on_host::<Self, R>(memory, mapping, index, <Self as Item<Array>>::inside(self))
        }
    }
}

impl<E: Exec, Class, T: Item<<T as Element>::Kind>, const N: usize> InView<E, Class> for [T; N]
where
    Self: ViewElement<Parts<E> = [Places<E, T>; N]>,
    Places<E, T>: LoadParts<E, Class>,
{
    type Value = [<Places<E, T> as LoadParts<E, Class>>::Value; N];
    type Whole = [Places<E, T>; N];
    #[inline(always)]
    #[track_caller]
    fn load<
        const R: usize,
        L: Layout,
        I: Coords<E, R, Class = Class>,
        M: MaskType<E>,
        C: Checking,
    >(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        at: Lex<M, C>,
    ) -> Self::Value {
        load_parts(view, i, view.parts(), at)
    }
}

impl<E: Exec, Class, T: Item<<T as Element>::Kind>, const N: usize> StoreInView<E, Class> for [T; N]
where
    Self: ViewElement<Parts<E> = [Places<E, T>; N]>,
    Places<E, T>: StoreParts<E, Class>,
{
    #[inline(always)]
    #[track_caller]
    fn store<
        const R: usize,
        L: Layout,
        I: Coords<E, R, Class = Class>,
        M: MaskType<E>,
        C: Checking,
    >(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        v: Self::Value,
        at: Lex<M, C>,
    ) {
        store_parts(view, i, view.parts(), v, at);
    }
}

impl<E: Exec, Class, Q, T: Item<<T as Element>::Kind>, const N: usize> PartInView<E, Class, Q>
    for [T; N]
where
    Self: InView<E, Class, Whole = [Places<E, T>; N], Parts<E> = [Places<E, T>; N]>,
    Q: LoadParts<E, Class>,
{
    type PartValue = Q::Value;
    type Place<const R: usize, L: Layout, I: Coords<E, R>> = PartAt<E, Self, R, L, I, Q>;
    #[inline(always)]
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
    ) -> Q::Value {
        load_parts(view, i, choose(view.parts()), at)
    }
    #[inline(always)]
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
        _: Lex<M, C>,
    ) -> Self::Place<R, L, I> {
        PartAt::new(view, i, choose(view.parts()))
    }
}

impl<E: Exec, Class, Q, V, T: Item<<T as Element>::Kind>, const N: usize>
    SetPartInView<E, Class, Q, V> for [T; N]
where
    Self: InView<E, Class, Whole = [Places<E, T>; N], Parts<E> = [Places<E, T>; N]>,
    Q: StoreParts<E, Class>,
    V: StoredAs<E, Class, Q::Value>,
{
    #[inline(always)]
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
    ) {
        let mut parts = view.parts();
        let part = *choose(&mut parts);
        store_parts(view, i, part, v.stored(), at);
    }
}
