//! Calls of `#[device]` functions.
//!
//! `#[device] fn f(...)` becomes a function `f` of as many arguments, which nothing can be passed for and whose type leads
//! a call to the function's code. Any other function is told apart by its type, and refused with the remedy:
//! `(&f).__px_in(caller).__px_call(...)` finds the method of [`DeviceFunction`], or else that of [`OrdinaryFunction`].

use crate::kernel::value::mask::Lex;
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

/// The first argument of a `#[device]` function `F` where it is called as any function is: no value has it.
#[diagnostic::on_unimplemented(
    message = "portax: a `#[device]` function is called outside of a kernel",
    label = "nothing can be passed here: kernels and other `#[device]` functions call it",
    note = "`#[device(host)]` makes a function that the host calls, too"
)]
pub trait HostArgument<F> {
    /// The function.
    type Function;
}

/// What no value is.
pub enum Never {}
#[diagnostic::do_not_recommend]
impl<F> HostArgument<F> for Never {
    type Function = F;
}

/// A `#[device]` function of `N` arguments.
pub trait DeviceFunction<D: Named, const N: usize> {
    /// The function called by `caller`.
    #[inline(always)]
    fn __px_in<X>(&self, caller: X) -> D::In<X> {
        D::within(caller)
    }
}

macro_rules! device_functions {
    ($($n:literal: $($never:ident)*;)*) => { $(
        // What the function gives comes first: by it, generic functions that are not for kernels are told apart.
        impl<D, F> DeviceFunction<D, $n> for F
        where
            F: Fn($($never),*) -> D,
            D: Named,
        {
        }
    )* };
}
device_functions! {
    0: ;
    1: Never;
    2: Never Never;
    3: Never Never Never;
    4: Never Never Never Never;
    5: Never Never Never Never Never;
    6: Never Never Never Never Never Never;
    7: Never Never Never Never Never Never Never;
    8: Never Never Never Never Never Never Never Never;
    9: Never Never Never Never Never Never Never Never Never;
    10: Never Never Never Never Never Never Never Never Never Never;
    11: Never Never Never Never Never Never Never Never Never Never Never;
    12: Never Never Never Never Never Never Never Never Never Never Never Never;
    13: Never Never Never Never Never Never Never Never Never Never Never Never Never;
    14: Never Never Never Never Never Never Never Never Never Never Never Never Never Never;
    15: Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never;
    16: Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never;
    17: Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never;
    18: Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never;
    19: Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never;
    20: Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never Never;
}

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
    note = "write `#[device]` above its definition, or above the `impl` that it is in: kernels call device functions only",
    note = "functions of the standard library are methods in kernels: `x.sqrt()`, `x.max(y)`",
    note = "kernels have no `default` and no other function of a derived trait: write a constant in a `#[device] impl`, such as `const ZERO: Self = ...;`"
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
