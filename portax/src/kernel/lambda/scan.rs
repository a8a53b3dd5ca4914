//! Lambdas of scans: two bodies with the same captures.

use super::{Bodies, BodyOf, Captures, Lambda, NoBodies, Shape};
use crate::{
    ir::Promise,
    kernel::{
        exec::Exec,
        functor::{Binder, Functor, ScanKernel},
        value::{Element, IndexOf},
    },
};
use std::{hash::Hasher, marker::PhantomData};

/// A range whose values are joined, seen by the body that gives them.
pub struct ScanInput<V>(PhantomData<fn() -> V>);

impl<V: Element> Shape for ScanInput<V> {
    type At<E: Exec> = IndexOf<E>;
    type Out<E: Exec> = V::In<E>;
}

/// The same range, seen by the body that takes the joins.
pub struct ScanOutput<V>(PhantomData<fn() -> V>);

impl<V: Element> Shape for ScanOutput<V> {
    type At<E: Exec> = (IndexOf<E>, V::In<E>);
    type Out<E: Exec> = ();
}

/// The functor of a scan's lambdas: `V` what is joined, `C` their captures, `I` and `O` the bodies of the two, `PROMISED`
/// whether the first was `unsafe |i|`.
pub struct ScanLambda<V, C, I, O, const PROMISED: bool> {
    value: PhantomData<fn() -> V>,
    captures: C,
    names: &'static [&'static str],
    input: I,
    output: O,
}

impl<V: Element, C: Captures, I, const PROMISED: bool> Lambda<ScanInput<V>, C, I, PROMISED> {
    /// The scan that has this input and no body of its output yet.
    pub fn with_output(self) -> ScanLambda<V, C, I, NoBodies, PROMISED> {
        ScanLambda {
            value: PhantomData,
            captures: self.captures,
            names: self.names,
            input: self.bodies,
            output: NoBodies,
        }
    }
}

impl<V: Element, C: Captures, I, O, const PROMISED: bool> ScanLambda<V, C, I, O, PROMISED> {
    /// Gives its output the body for executor `W`.
    pub fn body<W, F>(self, body: F) -> ScanLambda<V, C, I, Bodies<W, F, O>, PROMISED>
    where
        W: Exec,
        F: Fn(C::In<W>, (IndexOf<W>, V::In<W>)),
    {
        ScanLambda {
            value: PhantomData,
            captures: self.captures,
            names: self.names,
            input: self.input,
            output: Bodies {
                executor: PhantomData,
                body,
                rest: self.output,
            },
        }
    }
}

/// A [`ScanLambda`] inside a kernel.
#[derive(Clone, Copy)]
pub struct ScanLambdaIn<C, I, O> {
    captures: C,
    input: I,
    output: O,
}

#[diagnostic::do_not_recommend]
// SAFETY: as for `Lambda`.
unsafe impl<V, C, I, O, const PROMISED: bool> Functor for ScanLambda<V, C, I, O, PROMISED>
where
    V: Element,
    C: Captures,
    I: Copy + Send + Sync + 'static,
    O: Copy + Send + Sync + 'static,
{
    type In<E: Exec> = ScanLambdaIn<C::In<E>, I, O>;
    type Comptime = C::Comptime;
    fn bind<E: Exec>(&self, binder: &mut impl Binder<E>) -> Self::In<E> {
        const { super::holds_no_values::<(I, O)>() }
        ScanLambdaIn {
            captures: self.captures.bind(self.names, binder),
            input: self.input,
            output: self.output,
        }
    }
    fn comptime(&self, hasher: &mut impl Hasher) {
        self.captures.comptime(hasher);
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: `PROMISED` says whether the author wrote `unsafe |i|`.
unsafe impl<V, C, I, O, const PROMISED: bool> ScanKernel for ScanLambda<V, C, I, O, PROMISED>
where
    V: Element,
    C: Captures,
    I: BodyOf<ScanInput<V>, C>,
    O: BodyOf<ScanOutput<V>, C>,
{
    const NAME: &'static str = "lambda";
    const PROMISE: Promise = if PROMISED {
        Promise::Disjoint
    } else {
        Promise::None
    };
    type Value = V;
    #[inline(always)]
    fn input<E: Exec>(this: &Self::In<E>, i: IndexOf<E>) -> V::In<E> {
        this.input.call::<E>(this.captures, i)
    }
    #[inline(always)]
    fn output<E: Exec>(this: &Self::In<E>, i: IndexOf<E>, prefix: V::In<E>) {
        this.output.call::<E>(this.captures, (i, prefix));
    }
}
