//! Conditions in views of structs: an `i32` that is 0 or 1.

use super::{LoadParts, Mover, Part, Parts, Reader, StoreParts, Writer};
use crate::{
    kernel::{
        exec::Exec,
        value::{Cast, Compare, Value},
    },
    ops::Cmp,
};

/// The place of a condition in a struct.
pub struct BoolPart<E: Exec> {
    number: Part<E, i32>,
}

impl<E: Exec> BoolPart<E> {
    /// The place of its number.
    #[inline(always)]
    pub fn new(number: Part<E, i32>) -> Self {
        BoolPart { number }
    }
}
impl<E: Exec> Clone for BoolPart<E> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<E: Exec> Copy for BoolPart<E> {}

impl<E: Exec> Value<E> for BoolPart<E> {
    #[inline(always)]
    fn var(self) -> Self {
        self
    }
    #[inline(always)]
    fn read(&self) -> Self {
        *self
    }
}
impl<E: Exec> Parts<E> for BoolPart<E> {
    #[inline(always)]
    fn moved(self, by: &impl Mover<E>) -> Self {
        BoolPart::new(self.number.moved(by))
    }
}
impl<E: Exec, Class> LoadParts<E, Class> for BoolPart<E>
where
    Part<E, i32>: LoadParts<E, Class, Value: Compare<i32, Output: Copy>>,
{
    type Value = <<Part<E, i32> as LoadParts<E, Class>>::Value as Compare<i32>>::Output;
    #[inline(always)]
    #[track_caller]
    fn load(self, from: &impl Reader<E, Class>) -> Self::Value {
        self.number.load(from).compare(Cmp::Ne, 0)
    }
}
impl<E: Exec, Class> StoreParts<E, Class> for BoolPart<E>
where
    Part<E, i32>: StoreParts<E, Class, Value: Compare<i32, Output: Copy>>,
    Self: LoadParts<E, Class, Value: Cast<<Part<E, i32> as LoadParts<E, Class>>::Value>>,
{
    #[inline(always)]
    #[track_caller]
    fn store(self, v: Self::Value, to: &impl Writer<E, Class>) {
        self.number.store(v.cast(), to);
    }
}
