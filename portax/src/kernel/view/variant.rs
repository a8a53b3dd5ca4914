//! Enums without fields in views: the number of the variant, an `i32`.

use super::{
    Coords, LoadParts, Mover, Part, Parts, Reader, StoreParts, UniformClass, VaryingClass,
    ViewElement, ViewIn, Writer,
};
use crate::{
    kernel::{
        exec::Exec,
        value::{
            IntOf, Value, Variant, Variants, Varying,
            mask::{Checking, Lex, MaskType},
        },
    },
    layout::Layout,
};
use std::marker::PhantomData;

/// A class of indices, at which variants are read and written.
pub trait VariantClass<E: Exec>: Sized {
    /// Kind of the number.
    type Number: Copy;
    /// Reads the variant in the lanes that run.
    #[track_caller]
    fn load<V, const R: usize, L, I, M, C>(
        view: &ViewIn<E, V, R, L>,
        i: I,
        at: Lex<M, C>,
    ) -> Variant<V, Self::Number>
    where
        V: Variants + ViewElement,
        L: Layout,
        I: Coords<E, R, Class = Self>,
        M: MaskType<E>,
        C: Checking;
    /// Writes it in the lanes that run.
    #[track_caller]
    fn store<V, const R: usize, L, I, M, C>(
        view: &ViewIn<E, V, R, L>,
        i: I,
        v: Variant<V, Self::Number>,
        at: Lex<M, C>,
    ) where
        V: Variants + ViewElement,
        L: Layout,
        I: Coords<E, R, Class = Self>,
        M: MaskType<E>,
        C: Checking;
}

impl<E: Exec> VariantClass<E> for VaryingClass {
    type Number = Varying<E, i32>;
    #[inline(always)]
    #[track_caller]
    fn load<V, const R: usize, L, I, M, C>(
        view: &ViewIn<E, V, R, L>,
        i: I,
        at: Lex<M, C>,
    ) -> Variant<V, Varying<E, i32>>
    where
        V: Variants + ViewElement,
        L: Layout,
        I: Coords<E, R, Class = Self>,
        M: MaskType<E>,
        C: Checking,
    {
        let mask = view.enter(i, at);
        Variant::new(Varying(view.load::<i32, I>(i, 0, mask)))
    }
    #[inline(always)]
    #[track_caller]
    fn store<V, const R: usize, L, I, M, C>(
        view: &ViewIn<E, V, R, L>,
        i: I,
        v: Variant<V, Varying<E, i32>>,
        at: Lex<M, C>,
    ) where
        V: Variants + ViewElement,
        L: Layout,
        I: Coords<E, R, Class = Self>,
        M: MaskType<E>,
        C: Checking,
    {
        let mask = view.enter(i, at);
        view.store::<i32, I>(i, 0, v.number().0, mask);
    }
}

impl<E: Exec> VariantClass<E> for UniformClass {
    type Number = IntOf<E>;
    #[inline(always)]
    #[track_caller]
    fn load<V, const R: usize, L, I, M, C>(
        view: &ViewIn<E, V, R, L>,
        i: I,
        at: Lex<M, C>,
    ) -> Variant<V, IntOf<E>>
    where
        V: Variants + ViewElement,
        L: Layout,
        I: Coords<E, R, Class = Self>,
        M: MaskType<E>,
        C: Checking,
    {
        let _ = view.enter(i, at);
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        let number = unsafe { E::load_uniform::<i32>(view.ptr, view.uniform_at(i)) };
        Variant::new(IntOf(E::to_int::<i32>(number)))
    }
    #[inline(always)]
    #[track_caller]
    fn store<V, const R: usize, L, I, M, C>(
        view: &ViewIn<E, V, R, L>,
        i: I,
        v: Variant<V, IntOf<E>>,
        at: Lex<M, C>,
    ) where
        V: Variants + ViewElement,
        L: Layout,
        I: Coords<E, R, Class = Self>,
        M: MaskType<E>,
        C: Checking,
    {
        let _ = view.enter(i, at);
        let number = E::int_to::<i32>(v.number().0);
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        unsafe { E::store_uniform::<i32>(view.ptr, view.uniform_at(i), number) };
    }
}

/// The place of a variant in a struct.
pub struct VariantPart<E: Exec, V> {
    number: Part<E, i32>,
    of: PhantomData<fn() -> V>,
}

impl<E: Exec, V> VariantPart<E, V> {
    /// The place of its number.
    #[inline(always)]
    pub fn new(number: Part<E, i32>) -> Self {
        VariantPart {
            number,
            of: PhantomData,
        }
    }
}
impl<E: Exec, V> Clone for VariantPart<E, V> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<E: Exec, V> Copy for VariantPart<E, V> {}

impl<E: Exec, V: Variants> Value<E> for VariantPart<E, V> {
    #[inline(always)]
    fn var(self) -> Self {
        self
    }
    #[inline(always)]
    fn read(&self) -> Self {
        *self
    }
}
impl<E: Exec, V: Variants> Parts<E> for VariantPart<E, V> {
    #[inline(always)]
    fn moved(self, by: &impl Mover<E>) -> Self {
        VariantPart::new(self.number.moved(by))
    }
}
impl<E: Exec, Class, V: Variants> LoadParts<E, Class> for VariantPart<E, V>
where
    Part<E, i32>: LoadParts<E, Class>,
{
    type Value = Variant<V, <Part<E, i32> as LoadParts<E, Class>>::Value>;
    #[inline(always)]
    #[track_caller]
    fn load(self, from: &impl Reader<E, Class>) -> Self::Value {
        Variant::new(self.number.load(from))
    }
}
impl<E: Exec, Class, V: Variants> StoreParts<E, Class> for VariantPart<E, V>
where
    Part<E, i32>: StoreParts<E, Class>,
{
    #[inline(always)]
    #[track_caller]
    fn store(self, v: Self::Value, to: &impl Writer<E, Class>) {
        self.number.store(v.number(), to);
    }
}
