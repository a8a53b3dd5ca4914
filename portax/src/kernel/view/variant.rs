//! Enums without fields in views: the number of the variant, an `i32`.

use super::{LoadParts, Mover, Part, Parts, Reader, StoreParts, ViewElement, ViewIn, Writer};
use crate::{
    kernel::{
        exec::Exec,
        value::{Value, Variant, Variants},
    },
    layout::Layout,
};
use std::marker::PhantomData;

/// The numbers of a view of variants.
#[inline(always)]
pub fn numbers<E, V, const R: usize, L>(view: &ViewIn<E, V, R, L>) -> ViewIn<E, i32, R, L>
where
    E: Exec,
    V: Variants + ViewElement<Parts<E> = ()>,
    L: Layout,
{
    ViewIn {
        ptr: view.ptr,
        extents: view.extents,
        strides: view.strides,
        plane: view.plane,
        info: view.info,
        natural_width: view.natural_width,
        check: view.check,
        element: PhantomData,
        parts: (),
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
