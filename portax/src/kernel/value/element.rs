//! Values made of scalars: what reductions carry and what views hold.

use super::{Complex, MOST_SCALARS, Varying};
use crate::{
    kernel::{
        exec::{Exec, Float, Integer, Lane, Scalar},
        view::{Part, PartStep, Parts, Placer},
    },
    layout::{aligned, behind},
};

#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value of scalars that arrays, structs and reductions hold",
    label = "they hold f32, f64, i32, u32, i64, u64, bool, complex numbers, arrays, tuples and structs with `#[derive(Element)]` of them",
    note = "numbers of 8 and 16 bits are elements of views by themselves"
)]
/// A value made of scalars: a scalar, a complex number, an array, a tuple or a `#[derive(Element)]` struct of them. Reductions
/// and scans carry it, of at most eight scalars, and views hold the arrays and the structs.
///
/// # Safety
/// Written by the derive: `visit` and `placed` give the same scalars in the same order for every executor,
/// [`SCALARS`](Self::SCALARS) of them; `tile` is the size of what `placed` goes through.
pub unsafe trait Element: Copy + Send + Sync + 'static {
    /// [`Number`], [`Array`] or [`Compound`].
    type Kind;
    /// The value in a kernel, one a lane.
    type In<E: Exec>: Copy;
    /// Its scalars in a view of structs.
    type Parts<E: Exec>: Parts<E>;
    /// How many scalars it has.
    const SCALARS: usize = 1;
    /// Asked for by reductions and scans: an error of the compiler where there are more than they join.
    const JOINABLE: () = assert!(
        Self::SCALARS <= MOST_SCALARS,
        "portax: reductions and scans join values of at most eight scalars"
    );
    /// Bytes of them, without gaps.
    const PACKED_BYTES: usize = size_of::<Self>();
    /// Bytes of the largest.
    const ALIGN: usize = size_of::<Self>();
    /// Whether any bits of its scalars are a value of the host's type, so that memory of them is memory of it.
    const TAKES_ANY_BITS: bool = true;
    /// The same value in every lane.
    fn splat<E: Exec>(self) -> Self::In<E>;
    /// The value of a one-lane pack.
    fn from_lane(v: Self::In<Lane>) -> Self;
    /// Calls the visitor with each scalar, in order.
    fn visit<E: Exec>(v: &mut Self::In<E>, visitor: &mut impl Visitor<E>);
    /// Places its scalars in a view of structs, in order.
    fn placed<E: Exec>(placer: &mut impl Placer<E>) -> Self::Parts<E>;
    /// Bytes behind a tile of `width` of it, from the first of `at` on that it can begin at.
    fn tile(at: usize, width: usize) -> usize;
}

/// The kind of elements that are one scalar.
pub struct Number;
/// The kind of arrays.
pub struct Array;
/// The kind of other elements that are made of scalars, and of conditions.
pub struct Compound;

/// Sees each scalar of an [`Element`].
pub trait Visitor<E: Exec> {
    /// One scalar.
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<E, T>);
}

/// A kernel value that is an element: what reduce and scan bodies give and take.
pub trait ElementValue<E: Exec, V: Element>: Sized {
    /// The value as the element's kernel form.
    fn into_element(self) -> V::In<E>;
    /// The value of an element's kernel form.
    fn from_element(v: V::In<E>) -> Self;
}

/// A scalar is an element of one scalar.
pub trait ScalarElement: Scalar + Element<Kind = Number> {
    /// The integer of the same bits: unsigned for a float, itself for an integer.
    type Bits: Integer;
    /// What a sum starts from.
    const ZERO: Self;
    /// What a product starts from.
    const ONE: Self;
    /// What a minimum starts from.
    const HIGHEST: Self;
    /// What a maximum starts from.
    const LOWEST: Self;
    /// The kernel form.
    fn wrap<E: Exec>(v: Varying<E, Self>) -> Self::In<E>;
    /// The value.
    fn unwrap<E: Exec>(v: Self::In<E>) -> Varying<E, Self>;
}

impl<E: Exec, T: ScalarElement> ElementValue<E, T> for Varying<E, T> {
    #[inline(always)]
    fn into_element(self) -> T::In<E> {
        T::wrap(self)
    }
    #[inline(always)]
    fn from_element(v: T::In<E>) -> Self {
        T::unwrap(v)
    }
}

impl<E: Exec, T: Float> ElementValue<E, Complex<T>> for Complex<Varying<E, T>> {
    #[inline(always)]
    fn into_element(self) -> Self {
        self
    }
    #[inline(always)]
    fn from_element(v: Self) -> Self {
        v
    }
}

macro_rules! scalars {
    ($($t:ty as $bits:ty: $zero:expr, $one:expr, $highest:expr, $lowest:expr;)*) => { $(
        // SAFETY: one scalar.
        unsafe impl Element for $t {
            type Kind = Number;
            type In<E: Exec> = Varying<E, $t>;
            type Parts<E: Exec> = Part<E, $t>;
            #[inline(always)]
            fn placed<E: Exec>(placer: &mut impl Placer<E>) -> Part<E, $t> {
                placer.scalar()
            }
            #[inline(always)]
            fn tile(at: usize, width: usize) -> usize {
                behind(at, width, size_of::<$t>())
            }
            #[inline(always)]
            fn splat<E: Exec>(self) -> Varying<E, $t> {
                Varying(E::splat(E::lit(self)))
            }
            #[inline(always)]
            fn from_lane(v: Varying<Lane, $t>) -> $t {
                v.0
            }
            #[inline(always)]
            fn visit<E: Exec>(v: &mut Varying<E, $t>, visitor: &mut impl Visitor<E>) {
                visitor.scalar(v);
            }
        }
        impl ScalarElement for $t {
            type Bits = $bits;
            const ZERO: $t = $zero;
            const ONE: $t = $one;
            const HIGHEST: $t = $highest;
            const LOWEST: $t = $lowest;
            #[inline(always)]
            fn wrap<E: Exec>(v: Varying<E, $t>) -> Varying<E, $t> {
                v
            }
            #[inline(always)]
            fn unwrap<E: Exec>(v: Varying<E, $t>) -> Varying<E, $t> {
                v
            }
        }
    )* };
}
scalars! {
    f32 as u32: 0.0, 1.0, f32::INFINITY, f32::NEG_INFINITY;
    f64 as u64: 0.0, 1.0, f64::INFINITY, f64::NEG_INFINITY;
    i32 as i32: 0, 1, i32::MAX, i32::MIN;
    u32 as u32: 0, 1, u32::MAX, u32::MIN;
    i64 as i64: 0, 1, i64::MAX, i64::MIN;
    u64 as u64: 0, 1, u64::MAX, u64::MIN;
}

// SAFETY: two scalars.
unsafe impl<T: Float> Element for Complex<T> {
    type Kind = Compound;
    type In<E: Exec> = Complex<Varying<E, T>>;
    type Parts<E: Exec> = Complex<Part<E, T>>;
    const SCALARS: usize = 2;
    const ALIGN: usize = size_of::<T>();
    #[inline(always)]
    fn placed<E: Exec>(placer: &mut impl Placer<E>) -> Self::Parts<E> {
        placer.enter(PartStep::Field("re"));
        let re = placer.scalar();
        placer.leave();
        placer.enter(PartStep::Field("im"));
        let im = placer.scalar();
        placer.leave();
        Complex { re, im }
    }
    #[inline(always)]
    fn tile(at: usize, width: usize) -> usize {
        behind(behind(at, width, size_of::<T>()), width, size_of::<T>())
    }
    #[inline(always)]
    fn splat<E: Exec>(self) -> Self::In<E> {
        Complex {
            re: Varying(E::splat(E::lit(self.re))),
            im: Varying(E::splat(E::lit(self.im))),
        }
    }
    #[inline(always)]
    fn from_lane(v: Self::In<Lane>) -> Self {
        Complex {
            re: v.re.0,
            im: v.im.0,
        }
    }
    #[inline(always)]
    fn visit<E: Exec>(v: &mut Self::In<E>, visitor: &mut impl Visitor<E>) {
        visitor.scalar(&mut v.re);
        visitor.scalar(&mut v.im);
    }
}

// SAFETY: its items, in order.
unsafe impl<T: Element, const N: usize> Element for [T; N] {
    type Kind = Array;
    type In<E: Exec> = [T::In<E>; N];
    type Parts<E: Exec> = [T::Parts<E>; N];
    const SCALARS: usize = N * T::SCALARS;
    const PACKED_BYTES: usize = N * T::PACKED_BYTES;
    const ALIGN: usize = T::ALIGN;
    const TAKES_ANY_BITS: bool = T::TAKES_ANY_BITS;
    #[inline(always)]
    fn placed<E: Exec>(placer: &mut impl Placer<E>) -> Self::Parts<E> {
        crate::tab!(T::Parts<E>, N, k => {
            placer.enter(PartStep::Item(k));
            let part = T::placed(placer);
            placer.leave();
            part
        })
    }
    #[inline(always)]
    fn tile(mut at: usize, width: usize) -> usize {
        let mut k = 0;
        while k < N {
            at = T::tile(at, width);
            k += 1;
        }
        at
    }
    #[inline(always)]
    fn splat<E: Exec>(self) -> Self::In<E> {
        crate::tab!(T::In<E>, N, k => self[k].splat::<E>())
    }
    #[inline(always)]
    fn from_lane(v: Self::In<Lane>) -> Self {
        crate::tab!(T, N, k => T::from_lane(v[k]))
    }
    #[inline(always)]
    fn visit<E: Exec>(v: &mut Self::In<E>, visitor: &mut impl Visitor<E>) {
        let mut k = 0;
        while k < N {
            T::visit::<E>(&mut v[k], visitor);
            k += 1;
        }
    }
}

impl<E: Exec, T: Element, X: ElementValue<E, T> + Copy, const N: usize> ElementValue<E, [T; N]>
    for [X; N]
{
    #[inline(always)]
    fn into_element(self) -> [T::In<E>; N] {
        crate::tab!(T::In<E>, N, k => self[k].into_element())
    }
    #[inline(always)]
    fn from_element(v: [T::In<E>; N]) -> Self {
        crate::tab!(X, N, k => X::from_element(v[k]))
    }
}

macro_rules! tuples {
    ($($a:ident $x:ident $k:tt),*) => {
        // SAFETY: its parts, in order.
        unsafe impl<$($a: Element),*> Element for ($($a,)*) {
            type Kind = Compound;
            type In<Ex: Exec> = ($($a::In<Ex>,)*);
            type Parts<Ex: Exec> = ($($a::Parts<Ex>,)*);
            const SCALARS: usize = 0 $(+ $a::SCALARS)*;
            const PACKED_BYTES: usize = 0 $(+ $a::PACKED_BYTES)*;
            const ALIGN: usize = largest(&[$($a::ALIGN),*]);
            const TAKES_ANY_BITS: bool = true $(&& $a::TAKES_ANY_BITS)*;
            #[inline(always)]
            fn placed<Ex: Exec>(placer: &mut impl Placer<Ex>) -> Self::Parts<Ex> {
                placer.align(Self::ALIGN);
                let parts = ($({
                    placer.enter(PartStep::Item($k));
                    let part = $a::placed(placer);
                    placer.leave();
                    part
                },)*);
                placer.align(Self::ALIGN);
                parts
            }
            #[inline(always)]
            fn tile(at: usize, width: usize) -> usize {
                let at = aligned(at, width, Self::ALIGN);
                $(let at = $a::tile(at, width);)*
                aligned(at, width, Self::ALIGN)
            }
            #[inline(always)]
            fn splat<Ex: Exec>(self) -> Self::In<Ex> {
                ($(self.$k.splat::<Ex>(),)*)
            }
            #[inline(always)]
            fn from_lane(v: Self::In<Lane>) -> Self {
                ($($a::from_lane(v.$k),)*)
            }
            #[inline(always)]
            fn visit<Ex: Exec>(v: &mut Self::In<Ex>, visitor: &mut impl Visitor<Ex>) {
                $($a::visit::<Ex>(&mut v.$k, visitor);)*
            }
        }
        impl<Ex: Exec, $($a: Element, $x: ElementValue<Ex, $a>),*> ElementValue<Ex, ($($a,)*)> for ($($x,)*) {
            #[inline(always)]
            fn into_element(self) -> <($($a,)*) as Element>::In<Ex> {
                ($(self.$k.into_element(),)*)
            }
            #[inline(always)]
            fn from_element(v: <($($a,)*) as Element>::In<Ex>) -> Self {
                ($($x::from_element(v.$k),)*)
            }
        }
    };
}
tuples! { A X 0, B Y 1 }
tuples! { A X 0, B Y 1, C Z 2 }
tuples! { A X 0, B Y 1, C Z 2, D W 3 }

/// The largest of these.
pub const fn largest(sizes: &[usize]) -> usize {
    let (mut most, mut k) = (1, 0);
    while k < sizes.len() {
        if sizes[k] > most {
            most = sizes[k];
        }
        k += 1;
    }
    most
}
