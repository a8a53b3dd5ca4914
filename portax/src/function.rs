//! Calls of `#[device]` functions.
//!
//! `#[device] fn f(...)` becomes a function `f` without arguments, whose type leads a call to the function's code. Any
//! other function is told apart by its type, and refused with the remedy:
//! `(&f).__px_in(caller).__px_call(...)` finds the method of [`DeviceFunction`], or else that of [`OrdinaryFunction`].

use crate::value::mask::Lex;
use std::marker::PhantomData;

/// Where a function is called: the executor, and the caller's lexical context.
#[derive(Clone, Copy)]
pub struct Caller<E, M, C> {
    /// The caller's lexical context.
    pub at: Lex<M, C>,
    executor: PhantomData<E>,
}

impl<E, M, C> Caller<E, M, C> {
    /// A call in a lexical context.
    #[inline(always)]
    pub fn new(at: Lex<M, C>) -> Self {
        Caller {
            at,
            executor: PhantomData,
        }
    }
}

/// What a `#[device]` function gives by its name.
pub trait Named {
    /// The function with its caller, whose method `__px_call` runs it.
    type In<X>;
    /// The function called by `caller`.
    fn within<X>(caller: X) -> Self::In<X>;
}

/// A `#[device]` function.
pub trait DeviceFunction<D: Named> {
    /// The function called by `caller`.
    #[inline(always)]
    fn __px_in<X>(&self, caller: X) -> D::In<X> {
        D::within(caller)
    }
}
impl<D: Named, F: Fn() -> D> DeviceFunction<D> for F {}

/// Any function, so that one that is not for kernels is refused in these words.
pub trait OrdinaryFunction {
    /// Its type.
    type Function;
    /// Refused: no function has [`Device`].
    fn __px_in<X>(&self, _: X) -> <Self::Function as Device>::In
    where
        Self::Function: Device,
    {
        <Self::Function as Device>::refused()
    }
}
impl<F> OrdinaryFunction for &F {
    type Function = F;
}

/// What no function is.
#[diagnostic::on_unimplemented(
    message = "an ordinary function is called in a kernel",
    label = "`{Self}` is not a device function",
    note = "write `#[device]` above its definition: kernels call device functions only",
    note = "functions of the standard library are methods in kernels: `x.sqrt()`, `x.max(y)`"
)]
pub trait Device {
    /// What a call would give.
    type In;
    /// Never called.
    fn refused() -> Self::In;
}
#[diagnostic::do_not_recommend]
impl Device for std::convert::Infallible {
    type In = std::convert::Infallible;
    fn refused() -> Self::In {
        unreachable!("no function is of this type")
    }
}
