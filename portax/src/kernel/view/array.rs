//! Arrays as elements: `View<[f64; 3], 1>`, whose layout decides where the numbers lie, as it does for structs.

use super::{
    Coords, InView, LoadParts, PartAt, PartInView, Placer, SetPartInView, StoreInView, StoreParts,
    StoredAs, VaryingClass, ViewElement, ViewIn, load_parts, read_on_host, store_parts,
    write_on_host,
};
use crate::{
    ir::Ty,
    kernel::{
        exec::{Exec, Lane},
        value::{
            Element,
            mask::{Checking, Lex, MaskType},
        },
    },
    layout::{Layout, Mapping},
};

/// Kernels have a place for each number of an element.
const MOST_ITEMS: usize = 256;

// SAFETY: the scalars of its items, in order, and any values of them make an element.
unsafe impl<T: Element, const N: usize> ViewElement for [T; N]
where
    T::Parts<Lane>: StoreParts<Lane, VaryingClass, Value = T::In<Lane>>,
{
    type Scalar = u8;
    type Parts<E: Exec> = [T::Parts<E>; N];
    const COMPONENTS: usize = 1;
    const TY: Ty = Ty::U8;
    const BYTES: usize = <Self as Element>::PACKED_BYTES;
    const TAKES_ANY_BITS: bool = T::TAKES_ANY_BITS;
    const STRUCT: Option<usize> = {
        assert!(
            0 < Self::SCALARS && Self::SCALARS <= MOST_ITEMS,
            "portax: an array in a view has 1 to 256 numbers; more of them are a dimension of the view"
        );
        Some(Self::SCALARS)
    };
    #[inline(always)]
    fn placed<E: Exec>(placer: &mut impl Placer<E>) -> Self::Parts<E> {
        <Self as Element>::placed(placer)
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
        Self::from_lane(unsafe { read_on_host::<Self, R>(memory, mapping, index) })
    }
    unsafe fn write<const R: usize>(
        self,
        memory: *mut u8,
        mapping: &Mapping<R>,
        index: [usize; R],
    ) {
        // SAFETY: the caller's promise.
        unsafe { write_on_host::<Self, R>(memory, mapping, index, self.splat::<Lane>()) }
    }
}

impl<E: Exec, Class, T: Element, const N: usize> InView<E, Class> for [T; N]
where
    Self: ViewElement<Parts<E> = [T::Parts<E>; N]>,
    T::Parts<E>: LoadParts<E, Class>,
{
    type Value = [<T::Parts<E> as LoadParts<E, Class>>::Value; N];
    type Whole = [T::Parts<E>; N];
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

impl<E: Exec, Class, T: Element, const N: usize> StoreInView<E, Class> for [T; N]
where
    Self: ViewElement<Parts<E> = [T::Parts<E>; N]>,
    T::Parts<E>: StoreParts<E, Class>,
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

impl<E: Exec, Class, Q, T: Element, const N: usize> PartInView<E, Class, Q> for [T; N]
where
    Self: InView<E, Class, Whole = [T::Parts<E>; N], Parts<E> = [T::Parts<E>; N]>,
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

impl<E: Exec, Class, Q, V, T: Element, const N: usize> SetPartInView<E, Class, Q, V> for [T; N]
where
    Self: InView<E, Class, Whole = [T::Parts<E>; N], Parts<E> = [T::Parts<E>; N]>,
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
