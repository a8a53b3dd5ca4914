//! Indices of accesses: which of them are the lane, and the offset they make.

use crate::kernel::{
    exec::{Coordinate, Exec, Scalar},
    value::{IndexOf, IntOf, IntoInt, Step, UniformOf, Varying},
};

/// The same in all lanes.
pub(super) const UNIFORM: u8 = 0;
/// Counts up with the lanes.
pub(super) const LANE: u8 = 1;
/// Uniform or counting up, known when the policy is.
pub(super) const STEP: u8 = 2;
/// Anything: a gather.
pub(super) const GATHER: u8 = 3;

/// `UNIT` of [`Coords::offset`]: the first dimension has stride 1.
pub(super) const FIRST: usize = 0;
/// The last dimension has stride 1.
pub(super) const LAST: usize = 100;
/// No dimension is known to have stride 1.
pub(super) const NONE: usize = 101;

/// The access is at one place for all lanes.
pub struct UniformClass;
/// The access differs between lanes.
pub struct VaryingClass;

/// Class of an access with one more index.
pub trait Join<B> {
    /// Varying where one of them is.
    type Class;
}
impl Join<UniformClass> for UniformClass {
    type Class = UniformClass;
}
impl Join<VaryingClass> for UniformClass {
    type Class = VaryingClass;
}
impl<B> Join<B> for VaryingClass {
    type Class = VaryingClass;
}

/// A scalar that a varying index can be.
pub trait IndexScalar: Scalar {
    /// `index[l] * stride`.
    fn offset<E: Exec>(index: E::Var<Self>, stride: E::Int) -> E::Offset;
    /// Offset in tiles of `width`.
    fn tiled<E: Exec>(index: E::Var<Self>, width: usize, tile_stride: E::Int) -> E::Offset;
    /// The index where it is one of 32 bits.
    fn short<E: Exec>(index: Option<E::Var<Self>>) -> Option<E::Var<i32>>;
    /// The base of the coordinate, and the index where it is one of 64 bits.
    fn long<E: Exec>(base: E::Int, index: Option<E::Var<Self>>) -> (E::Int, E::Long);
}

macro_rules! index_scalars {
    ($($t:ident: $offset:ident $tiled:ident |$index:ident| $short:expr, $long:expr;)*) => { $(
        impl IndexScalar for $t {
            #[inline(always)]
            fn offset<E: Exec>(index: E::Var<$t>, stride: E::Int) -> E::Offset {
                E::$offset(index, stride)
            }
            #[inline(always)]
            fn tiled<E: Exec>(index: E::Var<$t>, width: usize, tile_stride: E::Int) -> E::Offset {
                E::$tiled(index, width, tile_stride)
            }
            #[inline(always)]
            #[allow(unused_variables)]
            fn short<E: Exec>($index: Option<E::Var<$t>>) -> Option<E::Var<i32>> {
                $short
            }
            #[inline(always)]
            #[allow(unused_variables)]
            fn long<E: Exec>(base: E::Int, $index: Option<E::Var<$t>>) -> (E::Int, E::Long) {
                let long: Option<E::Var<i64>> = $long;
                match long {
                    Some(index) => E::long(index),
                    None => (base, E::no_long()),
                }
            }
        }
    )* };
}
index_scalars! {
    i32: offset_of offset_tiled_of |index| index, None;
    i64: offset_of_long offset_tiled_of_long |index| None, index;
}

/// One index.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a valid index of a view",
    note = "views are indexed with `Index`, integers other than u64, and integer literals"
)]
pub trait Coord<E: Exec>: Copy {
    /// Uniform or varying.
    type Class;
    /// `UNIFORM`, `LANE`, `STEP` or `GATHER`.
    const KIND: u8;
    /// What it is where it is a gather.
    type Index: IndexScalar;
    /// Uniform part.
    fn base(self) -> E::Int;
    /// What one lane adds to it.
    fn step(self) -> E::Int;
    /// The index itself where it is a gather.
    fn varying(self) -> Option<E::Var<Self::Index>>;
}

macro_rules! uniform {
    ($($t:ty: |$x:ident| $e:expr;)*) => { $(
        impl<E: Exec> Coord<E> for $t {
            type Class = UniformClass;
            const KIND: u8 = UNIFORM;
            type Index = i32;
            #[inline(always)]
            fn base(self) -> E::Int {
                let $x = self;
                $e
            }
            #[inline(always)]
            fn step(self) -> E::Int {
                E::int(0)
            }
            #[inline(always)]
            fn varying(self) -> Option<E::Var<i32>> {
                None
            }
        }
    )* };
}
uniform! {
    IntOf<E>: |x| x.0;
    usize: |x| E::int(x as i64);
    i32: |x| E::int(i64::from(x));
    UniformOf<E, i32>: |x| x.into_int().0;
    UniformOf<E, u32>: |x| x.into_int().0;
    UniformOf<E, i64>: |x| x.into_int().0;
}

impl<E: Exec, S: Step> Coord<E> for IndexOf<E, S> {
    type Class = VaryingClass;
    const KIND: u8 = if S::LANE { LANE } else { STEP };
    type Index = i32;
    #[inline(always)]
    fn base(self) -> E::Int {
        self.base
    }
    #[inline(always)]
    fn step(self) -> E::Int {
        IndexOf::step(self)
    }
    #[inline(always)]
    fn varying(self) -> Option<E::Var<i32>> {
        None
    }
}

macro_rules! varying {
    ($($t:ident as $index:ident: |$x:ident| $e:expr;)*) => { $(
        impl<E: Exec> Coord<E> for Varying<E, $t> {
            type Class = VaryingClass;
            const KIND: u8 = GATHER;
            type Index = $index;
            #[inline(always)]
            fn base(self) -> E::Int {
                E::int(0)
            }
            #[inline(always)]
            fn step(self) -> E::Int {
                E::int(0)
            }
            #[inline(always)]
            fn varying(self) -> Option<E::Var<$index>> {
                let $x = self.0;
                Some($e)
            }
        }
    )* };
}
varying! {
    i32 as i32: |x| x;
    i64 as i64: |x| x;
    u32 as i64: |x| E::cast::<u32, i64>(x);
}

/// The `R` indices of an access.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not index a view of rank {R}",
    label = "wrong number or type of indices",
    note = "rank 1 takes one index, rank 2 `(i, j)` and so on; an index is an `Index` or an integer other than a u64"
)]
pub trait Coords<E: Exec, const R: usize>: Copy {
    /// Uniform or varying.
    type Class;
    /// What the first index is where it is a gather.
    type First: IndexScalar;
    /// Kind of each index.
    const KINDS: [u8; R];
    /// Sum of uniform parts times strides, without the first index if `FROM` is 1; the stride of dimension `UNIT` is 1.
    fn offset<const FROM: usize, const UNIT: usize>(self, strides: &[E::Int; R]) -> E::Int;
    /// What one lane adds to the offset.
    fn lane_stride(self, strides: &[E::Int; R]) -> E::Int;
    /// What varies, per lane, without the first index if `FROM` is 1; the stride of dimension `UNIT` is 1.
    fn gather<const FROM: usize, const UNIT: usize>(self, strides: &[E::Int; R]) -> E::Offset;
    /// Uniform part and step of the first index.
    fn first(self) -> (E::Int, E::Int);
    /// The first index where it is a gather.
    fn first_varying(self) -> Option<E::Var<Self::First>>;
    /// Every index with its extent.
    fn coordinates(self, extents: &[E::Int; R]) -> [Coordinate<E>; R];
}

/// Is the stride of dimension `d` of `rank` known to be 1?
const fn is_unit(d: usize, unit: usize, rank: usize) -> bool {
    d == unit || (unit == LAST && d + 1 == rank)
}

/// `base * stride`, or the base where the stride is known to be 1.
#[inline(always)]
fn scaled<E: Exec, A: Coord<E>>(a: A, stride: E::Int, is_unit: bool) -> E::Int {
    if is_unit {
        a.base()
    } else {
        E::imul(a.base(), stride)
    }
}

#[inline(always)]
fn coordinate<E: Exec, A: Coord<E>>(a: A, extent: E::Int) -> Coordinate<E> {
    let (base, long) = A::Index::long::<E>(a.base(), a.varying());
    Coordinate {
        base,
        step: a.step(),
        varying: A::Index::short::<E>(a.varying()),
        long,
        extent,
    }
}

/// Per-lane part of one index.
#[inline(always)]
fn gathered<E: Exec, A: Coord<E>>(
    sum: Option<E::Offset>,
    a: A,
    stride: E::Int,
) -> Option<E::Offset> {
    let part = match a.varying() {
        Some(v) => A::Index::offset::<E>(v, stride),
        None if const { A::KIND == UNIFORM } => return sum,
        None => E::offset_lanes(E::imul(a.step(), stride)),
    };
    Some(match sum {
        Some(sum) => E::offset_add(sum, part),
        None => part,
    })
}

macro_rules! coords {
    ($r:literal, $class:ty, ($($a:ident $d:tt),*), $self:ident => ($($x:expr),*), $impl_for:ty, [$($bound:tt)*]) => {
        #[diagnostic::do_not_recommend]
        impl<E: Exec, $($a: Coord<E>),*> Coords<E, $r> for $impl_for where $($bound)* {
            type Class = $class;
            type First = coords!(@index E, $($a),*);
            const KINDS: [u8; $r] = [$($a::KIND),*];
            #[inline(always)]
            fn offset<const FROM: usize, const UNIT: usize>(self, strides: &[E::Int; $r]) -> E::Int {
                let $self = self;
                let sum = E::int(0);
                $(let sum = if const { $d < FROM } { sum } else { E::iadd(sum, scaled::<E, $a>($x, strides[$d], is_unit($d, UNIT, $r))) };)*
                sum
            }
            #[inline(always)]
            fn lane_stride(self, strides: &[E::Int; $r]) -> E::Int {
                let $self = self;
                let sum = E::int(0);
                $(let sum = if const { $a::KIND == UNIFORM } { sum } else { E::iadd(sum, E::imul($x.step(), strides[$d])) };)*
                sum
            }
            #[inline(always)]
            fn gather<const FROM: usize, const UNIT: usize>(self, strides: &[E::Int; $r]) -> E::Offset {
                let $self = self;
                let sum = None;
                $(let sum = if const { $d < FROM } { sum } else { gathered::<E, $a>(sum, $x, if is_unit($d, UNIT, $r) { E::int(1) } else { strides[$d] }) };)*
                match sum {
                    Some(sum) => sum,
                    None => E::offset_lanes(E::int(0)),
                }
            }
            #[inline(always)]
            fn first(self) -> (E::Int, E::Int) {
                let $self = self;
                coords!(@first E, $($x),*)
            }
            #[inline(always)]
            fn first_varying(self) -> Option<E::Var<Self::First>> {
                let $self = self;
                coords!(@varying $($x),*)
            }
            #[inline(always)]
            fn coordinates(self, extents: &[E::Int; $r]) -> [Coordinate<E>; $r] {
                let $self = self;
                [$(coordinate::<E, $a>($x, extents[$d])),*]
            }
        }
    };
    (@index $e:ident, $a:ident $(, $rest:ident)*) => { <$a as Coord<$e>>::Index };
    (@first $e:ident, $x:expr $(, $rest:expr)*) => { ($x.base(), $x.step()) };
    (@varying $x:expr $(, $rest:expr)*) => { $x.varying() };
}

/// The one element of a view of rank 0.
#[diagnostic::do_not_recommend]
impl<E: Exec> Coords<E, 0> for () {
    type Class = UniformClass;
    type First = i32;
    const KINDS: [u8; 0] = [];
    #[inline(always)]
    fn offset<const FROM: usize, const UNIT: usize>(self, _: &[E::Int; 0]) -> E::Int {
        E::int(0)
    }
    #[inline(always)]
    fn lane_stride(self, _: &[E::Int; 0]) -> E::Int {
        E::int(0)
    }
    #[inline(always)]
    fn gather<const FROM: usize, const UNIT: usize>(self, _: &[E::Int; 0]) -> E::Offset {
        E::offset_lanes(E::int(0))
    }
    #[inline(always)]
    fn first(self) -> (E::Int, E::Int) {
        (E::int(0), E::int(0))
    }
    #[inline(always)]
    fn first_varying(self) -> Option<E::Var<i32>> {
        None
    }
    #[inline(always)]
    fn coordinates(self, _: &[E::Int; 0]) -> [Coordinate<E>; 0] {
        []
    }
}

coords!(1, I0::Class, (I0 0), s => (s), I0, []);
coords!(2, <I0::Class as Join<I1::Class>>::Class, (I0 0, I1 1), s => (s.0, s.1), (I0, I1), [I0::Class: Join<I1::Class>]);
coords!(3, <I0::Class as Join<<I1::Class as Join<I2::Class>>::Class>>::Class, (I0 0, I1 1, I2 2), s => (s.0, s.1, s.2), (I0, I1, I2), [I1::Class: Join<I2::Class>, I0::Class: Join<<I1::Class as Join<I2::Class>>::Class>]);
coords!(4, <I0::Class as Join<<I1::Class as Join<<I2::Class as Join<I3::Class>>::Class>>::Class>>::Class, (I0 0, I1 1, I2 2, I3 3), s => (s.0, s.1, s.2, s.3), (I0, I1, I2, I3), [I2::Class: Join<I3::Class>, I1::Class: Join<<I2::Class as Join<I3::Class>>::Class>, I0::Class: Join<<I1::Class as Join<<I2::Class as Join<I3::Class>>::Class>>::Class>]);
coords!(5, <I0::Class as Join<<I1::Class as Join<<I2::Class as Join<<I3::Class as Join<I4::Class>>::Class>>::Class>>::Class>>::Class, (I0 0, I1 1, I2 2, I3 3, I4 4), s => (s.0, s.1, s.2, s.3, s.4), (I0, I1, I2, I3, I4), [I3::Class: Join<I4::Class>, I2::Class: Join<<I3::Class as Join<I4::Class>>::Class>, I1::Class: Join<<I2::Class as Join<<I3::Class as Join<I4::Class>>::Class>>::Class>, I0::Class: Join<<I1::Class as Join<<I2::Class as Join<<I3::Class as Join<I4::Class>>::Class>>::Class>>::Class>]);
coords!(6, <I0::Class as Join<<I1::Class as Join<<I2::Class as Join<<I3::Class as Join<<I4::Class as Join<I5::Class>>::Class>>::Class>>::Class>>::Class>>::Class, (I0 0, I1 1, I2 2, I3 3, I4 4, I5 5), s => (s.0, s.1, s.2, s.3, s.4, s.5), (I0, I1, I2, I3, I4, I5), [I4::Class: Join<I5::Class>, I3::Class: Join<<I4::Class as Join<I5::Class>>::Class>, I2::Class: Join<<I3::Class as Join<<I4::Class as Join<I5::Class>>::Class>>::Class>, I1::Class: Join<<I2::Class as Join<<I3::Class as Join<<I4::Class as Join<I5::Class>>::Class>>::Class>>::Class>, I0::Class: Join<<I1::Class as Join<<I2::Class as Join<<I3::Class as Join<<I4::Class as Join<I5::Class>>::Class>>::Class>>::Class>>::Class>]);
coords!(7, <I0::Class as Join<<I1::Class as Join<<I2::Class as Join<<I3::Class as Join<<I4::Class as Join<<I5::Class as Join<I6::Class>>::Class>>::Class>>::Class>>::Class>>::Class>>::Class, (I0 0, I1 1, I2 2, I3 3, I4 4, I5 5, I6 6), s => (s.0, s.1, s.2, s.3, s.4, s.5, s.6), (I0, I1, I2, I3, I4, I5, I6), [I5::Class: Join<I6::Class>, I4::Class: Join<<I5::Class as Join<I6::Class>>::Class>, I3::Class: Join<<I4::Class as Join<<I5::Class as Join<I6::Class>>::Class>>::Class>, I2::Class: Join<<I3::Class as Join<<I4::Class as Join<<I5::Class as Join<I6::Class>>::Class>>::Class>>::Class>, I1::Class: Join<<I2::Class as Join<<I3::Class as Join<<I4::Class as Join<<I5::Class as Join<I6::Class>>::Class>>::Class>>::Class>>::Class>, I0::Class: Join<<I1::Class as Join<<I2::Class as Join<<I3::Class as Join<<I4::Class as Join<<I5::Class as Join<I6::Class>>::Class>>::Class>>::Class>>::Class>>::Class>]);
coords!(8, <I0::Class as Join<<I1::Class as Join<<I2::Class as Join<<I3::Class as Join<<I4::Class as Join<<I5::Class as Join<<I6::Class as Join<I7::Class>>::Class>>::Class>>::Class>>::Class>>::Class>>::Class>>::Class, (I0 0, I1 1, I2 2, I3 3, I4 4, I5 5, I6 6, I7 7), s => (s.0, s.1, s.2, s.3, s.4, s.5, s.6, s.7), (I0, I1, I2, I3, I4, I5, I6, I7), [I6::Class: Join<I7::Class>, I5::Class: Join<<I6::Class as Join<I7::Class>>::Class>, I4::Class: Join<<I5::Class as Join<<I6::Class as Join<I7::Class>>::Class>>::Class>, I3::Class: Join<<I4::Class as Join<<I5::Class as Join<<I6::Class as Join<I7::Class>>::Class>>::Class>>::Class>, I2::Class: Join<<I3::Class as Join<<I4::Class as Join<<I5::Class as Join<<I6::Class as Join<I7::Class>>::Class>>::Class>>::Class>>::Class>, I1::Class: Join<<I2::Class as Join<<I3::Class as Join<<I4::Class as Join<<I5::Class as Join<<I6::Class as Join<I7::Class>>::Class>>::Class>>::Class>>::Class>>::Class>, I0::Class: Join<<I1::Class as Join<<I2::Class as Join<<I3::Class as Join<<I4::Class as Join<<I5::Class as Join<<I6::Class as Join<I7::Class>>::Class>>::Class>>::Class>>::Class>>::Class>>::Class>]);
