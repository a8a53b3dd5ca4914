//! What plain Rust may bring into a body that portax checks: numbers and bools, whose operators are the language's.

use super::{
    Bool, Complex, Conj, Element, IndexOf, IntOf, IntoInt, IntoUniform, Step, UniformBool,
    UniformOf, Varying, convert::int_of,
};
use crate::{
    kernel::{
        exec::{Exec, Float, Scalar},
        team::TeamIn,
        view::{Floats, Row, Segment, ViewElement, ViewIn},
    },
    layout::Layout,
};

/// A number, a bool, an enum with `#[derive(Comptime)]`, or an array or tuple of them. A type of the author's own could bring operators that give something else
/// each time, or a hash that tells different values the same.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number, bool, array or tuple",
    label = "a kernel that portax checks takes no other comptime values",
    note = "pass its parts as `#[comptime]` fields, derive `Comptime` for an enum without fields, or promise with `#[kernel(unchecked)] unsafe impl`"
)]
///
/// # Safety
/// Its hash is the same for equal values alone, and its operators give the same whenever they run.
pub unsafe trait Plain {}

macro_rules! plain {
    ($($t:ty)*) => { $(
        // SAFETY: a number or a bool.
        unsafe impl Plain for $t {}
    )* };
}
plain! { bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 }
// SAFETY: its parts are.
unsafe impl Plain for () {}
// SAFETY: its parts are.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}
// SAFETY: its parts are.
unsafe impl<A: Plain, B: Plain> Plain for (A, B) {}
// SAFETY: its parts are.
unsafe impl<A: Plain, B: Plain, C: Plain> Plain for (A, B, C) {}

/// A constant in a body: itself, or what the language has in its place.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number, bool, array or tuple",
    label = "a kernel that portax checks takes no other comptime values",
    note = "pass its parts as `#[comptime]` fields, derive `Comptime` for an enum without fields, or promise with `#[kernel(unchecked)] unsafe impl`"
)]
///
/// # Safety
/// What bodies have is a value of the language, or is [`Plain`].
pub unsafe trait Constant<E: Exec>: Copy {
    /// What bodies have.
    type Value;
    /// The constant there.
    fn value(self) -> Self::Value;
}
macro_rules! constants {
    ($([$($g:tt)*] $t:ty;)*) => { $(
        // SAFETY: it is plain.
        unsafe impl<E: Exec, $($g)*> Constant<E> for $t {
            type Value = Self;
            #[inline(always)]
            fn value(self) -> Self {
                self
            }
        }
    )* };
}
constants! {
    [] bool; [] i8; [] i16; [] i32; [] i64; [] i128; [] isize;
    [] u8; [] u16; [] u32; [] u64; [] u128; [] usize; [] f64;
    [T: Plain + Copy, const N: usize] [T; N];
    [A: Plain + Copy, B: Plain + Copy] (A, B);
    [A: Plain + Copy, B: Plain + Copy, C: Plain + Copy] (A, B, C);
}
/// Literals are f64 and take the type that is asked for; an `f32` is one.
// SAFETY: a value of the language.
unsafe impl<E: Exec> Constant<E> for f32 {
    type Value = UniformOf<E, f32>;
    #[inline(always)]
    fn value(self) -> UniformOf<E, f32> {
        UniformOf(E::lit(self))
    }
}
// SAFETY: a value of the language.
unsafe impl<E: Exec, T: Float> Constant<E> for Complex<T> {
    type Value = Complex<Varying<E, T>>;
    #[inline(always)]
    fn value(self) -> Complex<Varying<E, T>> {
        self.splat::<E>()
    }
}

/// A constant in a body.
#[inline(always)]
pub fn number<E: Exec, T: Constant<E>>(x: T) -> T::Value {
    x.value()
}

/// A number that is known when the kernel is recorded, as one that all lanes share.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number of the kernel language",
    label = "numbers have operators and methods here"
)]
pub trait Known<E: Exec> {
    /// What is an operand: literals stay, which take the type of the other.
    type Operand;
    /// What has methods.
    type Receiver;
    /// The operand.
    fn operand(self) -> Self::Operand;
    /// The receiver.
    fn receiver(self) -> Self::Receiver;
}
macro_rules! known {
    ($([$($g:tt)*] $t:ty => $operand:ty, $to_operand:expr; $receiver:ty, $to_receiver:expr;)*) => { $(
        impl<E: Exec, $($g)*> Known<E> for $t {
            type Operand = $operand;
            type Receiver = $receiver;
            #[inline(always)]
            fn operand(self) -> $operand {
                let f: fn($t) -> $operand = $to_operand;
                f(self)
            }
            #[inline(always)]
            fn receiver(self) -> $receiver {
                let f: fn($t) -> $receiver = $to_receiver;
                f(self)
            }
        }
    )* };
    (alike $([$($g:tt)*] $t:ty => $to:ty, $f:expr;)*) => {
        known! { $([$($g)*] $t => $to, $f; $to, $f;)* }
    };
}
known! {
    [] f64 => f64, |x| x; UniformOf<E, f64>, |x| UniformOf(E::lit(x));
    [] i32 => i32, |x| x; IntOf<E>, |x| x.into_int();
}
known! { alike
    [] bool => bool, |x| x;
    [] f32 => UniformOf<E, f32>, |x| UniformOf(E::lit(x));
    [] usize => IntOf<E>, |x| IntOf(E::int(int_of(x)));
    [] u32 => UniformOf<E, u32>, |x| x.into_uniform();
    [] i64 => UniformOf<E, i64>, |x| x.into_uniform();
    [] u64 => UniformOf<E, u64>, |x| x.into_uniform();
    [T: Float] Complex<Varying<E, T>> => Complex<Varying<E, T>>, |x| x;
    [T: Scalar] UniformOf<E, T> => UniformOf<E, T>, |x| x;
    [] IntOf<E> => IntOf<E>, |x| x;
}

/// Such a number as an operand.
#[inline(always)]
pub fn shared<E: Exec, T: Known<E>>(x: T) -> T::Operand {
    x.operand()
}

/// Such a number whose method is called.
#[inline(always)]
pub fn known_receiver<E: Exec, T: Known<E>>(x: T) -> T::Receiver {
    x.receiver()
}

/// A constant of a type parameter.
#[inline(always)]
pub fn every_lane<E: Exec, T: Scalar>(x: T) -> UniformOf<E, T> {
    UniformOf(E::lit(x))
}

/// Asks that comptime fields are plain.
#[inline(always)]
pub fn plain<T: Plain>() {}

/// A constant in plain Rust.
#[inline(always)]
pub const fn constant<T: Plain + Copy>(x: T) -> T {
    x
}

/// What sizes of scratch are, and `usize` arguments of `#[device]` functions.
#[diagnostic::on_unimplemented(
    message = "this number must be known when the kernel is recorded",
    label = "this is computed in the kernel",
    note = "a size of scratch is made of constants, `#[comptime]` fields and captures of a lambda",
    note = "a `usize` argument is made of constants: let the function take an `Index`, which the item's index is, an `Int`, which all lanes share, or an `i32`, to which any integer converts. Arguments of a function that returns a `usize` may differ between lanes"
)]
pub trait KnownSize {
    /// The number.
    fn size(self) -> usize;
}
impl KnownSize for usize {
    #[inline(always)]
    fn size(self) -> usize {
        self
    }
}
impl KnownSize for i32 {
    #[inline(always)]
    #[track_caller]
    fn size(self) -> usize {
        match usize::try_from(self) {
            Ok(size) => size,
            Err(_) => panic!("portax: {self} is no size"),
        }
    }
}

/// What has methods in a kernel called in the context `L`: values of the language, and those of one's own types that device
/// methods are for.
#[diagnostic::on_unimplemented(
    message = "a method of `{Self}` is called in a kernel",
    label = "values of the kernel language have methods here",
    note = "for a method of a number write `comptime!(...)`",
    note = "to call a method of a type parameter, write `P::method(self.field, ...)`"
)]
pub trait Receiver<L> {
    /// What has the methods: itself, or its type's own form that holds the context.
    type Within;
    /// The value in the context.
    #[doc(hidden)]
    fn __px_within(self, at: L) -> Self::Within;
}

/// Plain Rust values, whose methods kernels call that their authors promise: the method that is found where [`Receiver`]
/// has none.
pub trait PlainReceiver: Copy {
    /// The value itself.
    #[doc(hidden)]
    fn __px_within<L>(&self, _: L) -> Self {
        *self
    }
}
impl<T: Copy> PlainReceiver for T {}

macro_rules! receivers {
    ($([$($g:tt)*] $t:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<Lx, $($g)*> Receiver<Lx> for $t {
            type Within = Self;
            #[inline(always)]
            fn __px_within(self, _: Lx) -> Self {
                self
            }
        }
    )* };
}
receivers! {
    [E: Exec, T: Scalar] Varying<E, T>;
    [E: Exec, T: Scalar] UniformOf<E, T>;
    [E: Exec] IntOf<E>;
    [E: Exec, S: Step] IndexOf<E, S>;
    [E: Exec] Bool<E>;
    [E: Exec] UniformBool<E>;
    [T] Complex<T>;
    [T] Conj<T>;
    [E: Exec, T: ViewElement, const R: usize, L: Layout] ViewIn<E, T, R, L>;
    [E: Exec] TeamIn<E>;
    [E: Exec, T: Scalar] Row<E, T>;
    [E: Exec] Segment<E>;
    [E: Exec, T] Floats<E, T>;
}

/// An array, whose length is known when the kernel is recorded.
pub struct Items<const N: usize>;
impl<const N: usize> Items<N> {
    /// How many elements it has.
    #[inline(always)]
    #[allow(clippy::len_without_is_empty)]
    pub fn len(self) -> usize {
        N
    }
}
#[diagnostic::do_not_recommend]
impl<Lx, T, const N: usize> Receiver<Lx> for [T; N] {
    type Within = Items<N>;
    #[inline(always)]
    fn __px_within(self, _: Lx) -> Items<N> {
        Items
    }
}

/// The receiver of a method.
#[inline(always)]
pub fn receiver<L, T: Receiver<L>>(x: T, at: L) -> T::Within {
    x.__px_within(at)
}
