//! The values of the kernel language, generic over the executor.
//!
//! | in a kernel | here | same in all lanes? |
//! |---|---|---|
//! | `T`, `f64`, `f32`, `i32`, `u32`, `i64`, `u64` | [`Varying`] | no |
//! | `bool` | [`Bool`] | no |
//! | `Uniform<bool>`; `bool` fields, comparisons of uniforms | [`UniformBool`] | yes |
//! | `Uniform<T>`; scalar fields, uniform loads, results of reductions | [`UniformOf`] | yes |
//! | `Int`; `i32` and `usize` fields, extents, loop variables, ranks | [`IntOf`] | yes |
//! | `Index` | [`IndexOf`] | base yes, lanes count up |
//! | `Complex<T>` | [`Complex`] of the above | as its parts |
//! | enums without fields | [`Variant`] of an integer above | as its number |
//! | literals, `usize`, const generics, `comptime!` | plain Rust | comptime |
//!
//! Operators mix them as one expects: the result varies where an operand does.

mod alike;
mod arithmetic;
mod bits;
mod choice;
mod compare;
mod complex;
mod condition;
mod convert;
mod element;
mod exponent;
mod extremes;
mod functions;
mod fused;
mod index;
mod integers;
mod literal;
mod local;
pub mod mask;
mod narrow;
mod one_lane;
mod optional;
mod plain;
mod reduce;
mod reducers;
mod repeat;
mod rows;
mod select;
mod sharing;
mod show;
mod start;
mod table;
mod variable;
mod variant;

pub use alike::Alike;
pub use arithmetic::Sign;
pub use choice::{Choice, Choose, IntoSlot, Operand, Slot, give, give_first};
pub use compare::{Compare, Logic};
pub use complex::{Complex, Conj, NoConjugate, Real, cartesian, polar};
pub use convert::{
    AsIndex, Cast, Conv, IntoInt, IntoUniform, IntoVarying, IsUsize, RealNumber, SharedInt,
    UniformInt, is_usize,
};
pub use element::{
    Array, Compound, Element, ElementValue, Number, ScalarElement, Visitor, largest,
};
pub use exponent::Exponent;
pub use extremes::Extreme;
pub use fused::{MulAcc, MulSub};
pub use index::{AnyStep, IndexOf, LaneStep, Step};
pub use literal::{Beside, Literal, alike, beside, beside_product, literal, literal_for};
pub use local::{
    ArrayIndex, AssignIndex, ItemIndex, Local, LocalElement, SharedAndVarying, assign_at, read_at,
};
pub use narrow::{Narrow, Whole, long_index, narrow};
pub use one_lane::OfOneLane;
pub use optional::Optional;
pub use plain::{
    Constant, Items, Known, KnownSize, Plain, PlainReceiver, Receiver, constant, every_lane,
    known_receiver, number, plain, receiver, shared,
};
pub use reduce::{Contribution, MOST_SCALARS, Reducer};
pub(crate) use reduce::{joinable, reducible};
pub use reducers::{
    And, BitAnd, BitOr, BitXor, FieldSum, Max, MaxLoc, Min, MinLoc, MinMax, MinMaxLoc, Or, Prod,
    Sum,
};
pub use repeat::{RangeEnds, Steps};
pub use rows::{AnyIndex, AssignRow, RowIndex, assign_in_row, read_in_row};
pub use select::{Either, Select};
pub use sharing::Sharing;
pub use show::Show;
pub use start::{Holds, Seen, SeenNumber, SeenOther, Start};
pub use table::{Table, TableIndex, TableRow, table};
pub use variable::{Assign, ComptimeIndex, Value, assign};
pub use variant::{
    AnyArgument, Matched, NamedConstant, NamedVariant, OneOf, Variant, VariantArgument, Variants,
    matched, takes, variant, variant_of,
};

use crate::kernel::exec::{Exec, Scalar};

/// Array from an expression, without `from_fn` or `map`: those are not always inlined (3x on large kernels).
#[doc(hidden)]
#[macro_export]
macro_rules! tab {
    ($t:ty, $n:expr, $k:ident => $e:expr) => {{
        let mut array: [::std::mem::MaybeUninit<$t>; $n] =
            [const { ::std::mem::MaybeUninit::uninit() }; $n];
        let mut $k = 0;
        while $k < $n {
            array[$k].write($e);
            $k += 1;
        }
        // SAFETY: every element was written, and MaybeUninit<T> has the layout of T.
        unsafe { ::std::ptr::read((&raw const array).cast::<[$t; $n]>()) }
    }};
}

/// A value that differs between lanes.
pub struct Varying<E: Exec, T: Scalar>(pub E::Var<T>);
/// A value that all lanes share.
pub struct UniformOf<E: Exec, T: Scalar>(pub E::Uni<T>);
/// A uniform integer.
pub struct IntOf<E: Exec>(pub E::Int);
/// A varying condition.
pub struct Bool<E: Exec>(pub E::Mask);
/// A uniform condition.
pub struct UniformBool<E: Exec>(pub E::Cond);

macro_rules! copy {
    ($($t:ident<$($g:ident: $b:ident),*>)*) => { $(
        impl<$($g: $b),*> Clone for $t<$($g),*> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<$($g: $b),*> Copy for $t<$($g),*> {}
    )* };
}
copy! { Varying<E: Exec, T: Scalar> UniformOf<E: Exec, T: Scalar> IntOf<E: Exec> Bool<E: Exec> UniformBool<E: Exec> }
