//! What a view can hold.

use super::{
    Coords, Parts, Placer, ViewIn,
    coords::{UniformClass, VaryingClass},
};
use crate::{
    ir::Ty,
    kernel::{
        exec::{Exec, Float, Stored},
        value::{
            Bool, Complex, IntOf, UniformBool, UniformOf, Varying,
            mask::{Checking, Lex, MaskType},
        },
    },
    layout::{Layout, Mapping},
};
use half::{bf16, f16};

/// An element of a view: a number, also one of 8 or 16 bits, a `bool`, a complex number, a struct or enum with
/// [`#[derive(Element)]`](macro@crate::Element), an array of up to 256 of these (no items of 8 or 16 bits), or a row of
/// integers, [`IntRow`](crate::IntRow).
///
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an element of a view",
    label = "views hold numbers, complex numbers, structs, enums and arrays",
    note = "put a tuple into a struct with `#[derive(Element)]`: its layout then says where the numbers lie"
)]
///
/// # Safety
/// Implemented here and by the derive: an element is its scalars, and any values of them make an element. Those of a struct
/// are the ones that `placed` goes through, `STRUCT` describes them, and `read` and `write` touch no others.
pub unsafe trait ViewElement: Copy + Send + Sync + 'static {
    /// Its scalars; bytes, where they are of several types.
    type Scalar: Stored;
    /// The places of a struct's scalars; nothing of anything else.
    type Parts<E: Exec>: Parts<E>;
    /// How many scalars lie side by side in any layout: of a struct, none but the byte.
    const COMPONENTS: usize;
    /// Its type as programs address it where the scalars lie side by side.
    const TY: Ty;
    /// Bytes of an element, without gaps.
    const BYTES: usize = Self::COMPONENTS * size_of::<Self::Scalar>();
    /// A struct of so many scalars, which the layout places; none of anything else.
    const STRUCT: Option<usize> = None;
    /// Whether any bits of its scalars are a value of the host's type. The host borrows no slices of others: it reads and
    /// writes them one by one.
    const TAKES_ANY_BITS: bool = true;
    /// Places the scalars of a struct, in order.
    fn placed<E: Exec>(placer: &mut impl Placer<E>) -> Self::Parts<E>;
    /// Bytes of a tile of `width` structs.
    fn tile(width: usize) -> usize;
    /// The element at an index in host memory.
    ///
    /// # Safety
    /// The memory is that of a view with this mapping, valid for reads, and the index is inside.
    unsafe fn read<const R: usize>(
        memory: *mut u8,
        mapping: &Mapping<R>,
        index: [usize; R],
    ) -> Self;
    /// Sets the element at an index in host memory.
    ///
    /// # Safety
    /// As for [`read`](Self::read), valid for writes.
    unsafe fn write<const R: usize>(self, memory: *mut u8, mapping: &Mapping<R>, index: [usize; R]);
}

/// What elements have in common that are scalars side by side.
macro_rules! side_by_side {
    (|$v:ident, $c:ident| $component:expr, |$f:ident| $element:expr) => {
        type Parts<E: Exec> = ();
        fn placed<E: Exec>(_: &mut impl Placer<E>) {}
        fn tile(width: usize) -> usize {
            width * Self::BYTES
        }
        unsafe fn read<const R: usize>(
            memory: *mut u8,
            mapping: &Mapping<R>,
            index: [usize; R],
        ) -> Self {
            let first = memory.cast::<Self::Scalar>();
            // SAFETY: the caller's promise: every component of the element is inside the mapping's span.
            let $f = |c: usize| unsafe { first.add(mapping.offset(index, c)).read() };
            $element
        }
        unsafe fn write<const R: usize>(
            self,
            memory: *mut u8,
            mapping: &Mapping<R>,
            index: [usize; R],
        ) {
            let (first, $v) = (memory.cast::<Self::Scalar>(), self);
            for $c in 0..Self::COMPONENTS {
                // SAFETY: as in `read`.
                unsafe { first.add(mapping.offset(index, $c)).write($component) };
            }
        }
    };
}

pub(super) use side_by_side;

macro_rules! scalars {
    ($($t:ident),*) => { $(
        // SAFETY: its scalars lie side by side and are all there is.
        unsafe impl ViewElement for $t {
            type Scalar = $t;
            const COMPONENTS: usize = 1;
            const TY: Ty = <$t as Stored>::TY;
            side_by_side! { |v, _c| v, |f| f(0) }
        }
    )* };
}
scalars! { f64, f32, f16, bf16, i32, u32, i64, u64, i8, u8, i16, u16, bool }

// SAFETY: its scalars lie side by side and are all there is.
unsafe impl<T: Float + Default> ViewElement for Complex<T> {
    type Scalar = T;
    const COMPONENTS: usize = 2;
    const TY: Ty = <T as Stored>::TY.pair();
    side_by_side! { |v, c| if c == 0 { v.re } else { v.im }, |f| Complex { re: f(0), im: f(1) } }
}

/// What a kernel reads and writes in a view of `Self`, at a place that is the same for all lanes or not.
#[diagnostic::on_unimplemented(
    message = "a view of `{Self}` cannot be accessed at such an index in a portax kernel",
    note = "rows `IntRow<N>` are read at uniform indices"
)]
pub trait InView<E: Exec, Class>: ViewElement {
    /// The value.
    type Value;
    /// What `view[i].part` chooses from: the value, or the places of its scalars.
    type Whole: Copy;
    /// Reads it in the lanes that run.
    #[track_caller]
    fn load<
        const R: usize,
        L: Layout,
        I: Coords<E, R, Class = Class>,
        M: MaskType<E>,
        C: Checking,
    >(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        at: Lex<M, C>,
    ) -> Self::Value;
}

/// What a kernel writes in a view of `Self`.
#[diagnostic::on_unimplemented(
    message = "an element of a view of `{Self}` cannot be assigned at such an index in a portax kernel",
    note = "rows `IntRow<N>` are written by the host only"
)]
pub trait StoreInView<E: Exec, Class>: InView<E, Class> {
    /// Writes it in the lanes that run.
    #[track_caller]
    fn store<
        const R: usize,
        L: Layout,
        I: Coords<E, R, Class = Class>,
        M: MaskType<E>,
        C: Checking,
    >(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        v: Self::Value,
        at: Lex<M, C>,
    );
}

macro_rules! in_view {
    ($([$($g:tt)*] $t:ident),*) => { $(
        impl<E: Exec, $($g)*> InView<E, VaryingClass> for $t {
            type Value = Varying<E, $t>;
            type Whole = Self::Value;
            #[inline(always)]
            #[track_caller]
            fn load<const R: usize, L: Layout, I: Coords<E, R, Class = VaryingClass>, M: MaskType<E>, C: Checking>(view: &ViewIn<E, Self, R, L>, i: I, at: Lex<M, C>) -> Self::Value {
                let mask = view.enter(i, at);
                Varying(view.load::<$t, I>(i, 0, mask))
            }
        }
        impl<E: Exec, $($g)*> StoreInView<E, VaryingClass> for $t {
            #[inline(always)]
            #[track_caller]
            fn store<const R: usize, L: Layout, I: Coords<E, R, Class = VaryingClass>, M: MaskType<E>, C: Checking>(view: &ViewIn<E, Self, R, L>, i: I, v: Self::Value, at: Lex<M, C>) {
                let mask = view.enter(i, at);
                view.store::<$t, I>(i, 0, v.0, mask);
            }
        }
    )* };
}
in_view! { [T: Float] T, [] i32, [] u32, [] i64, [] u64 }

macro_rules! in_view_uniform {
    ($([$($g:tt)*] $t:ident),*) => { $(
        impl<E: Exec, $($g)*> InView<E, UniformClass> for $t {
            type Value = UniformOf<E, $t>;
            type Whole = Self::Value;
            #[inline(always)]
            #[track_caller]
            fn load<const R: usize, L: Layout, I: Coords<E, R, Class = UniformClass>, M: MaskType<E>, C: Checking>(view: &ViewIn<E, Self, R, L>, i: I, at: Lex<M, C>) -> Self::Value {
                let _ = view.enter(i, at);
                // SAFETY: the access is announced: proven, checked, or promised by the author.
                UniformOf(unsafe { E::load_uniform::<$t>(view.ptr, view.uniform_at(i)) })
            }
        }
        impl<E: Exec, $($g)*> StoreInView<E, UniformClass> for $t {
            #[inline(always)]
            #[track_caller]
            fn store<const R: usize, L: Layout, I: Coords<E, R, Class = UniformClass>, M: MaskType<E>, C: Checking>(view: &ViewIn<E, Self, R, L>, i: I, v: Self::Value, at: Lex<M, C>) {
                let mask = view.enter(i, at);
                view.watch::<$t, I>(i, E::splat(v.0), mask);
                // SAFETY: the access is announced: proven, checked, or promised by the author.
                unsafe { E::store_uniform::<$t>(view.ptr, view.uniform_at(i), v.0) };
            }
        }
    )* };
}
in_view_uniform! { [T: Float] T, [] u32, [] i64, [] u64 }

impl<E: Exec> InView<E, UniformClass> for i32 {
    type Value = IntOf<E>;
    type Whole = Self::Value;
    #[inline(always)]
    #[track_caller]
    fn load<
        const R: usize,
        L: Layout,
        I: Coords<E, R, Class = UniformClass>,
        M: MaskType<E>,
        C: Checking,
    >(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        at: Lex<M, C>,
    ) -> Self::Value {
        let _ = view.enter(i, at);
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        IntOf(E::to_int::<i32>(unsafe {
            E::load_uniform::<i32>(view.ptr, view.uniform_at(i))
        }))
    }
}
impl<E: Exec> StoreInView<E, UniformClass> for i32 {
    #[inline(always)]
    #[track_caller]
    fn store<
        const R: usize,
        L: Layout,
        I: Coords<E, R, Class = UniformClass>,
        M: MaskType<E>,
        C: Checking,
    >(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        v: Self::Value,
        at: Lex<M, C>,
    ) {
        let _ = view.enter(i, at);
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        unsafe { E::store_uniform::<i32>(view.ptr, view.uniform_at(i), E::int_to::<i32>(v.0)) };
    }
}

/// Small numbers become i32, u32 or f32 when they are loaded. When they are stored, integers lose their high bits, and floats
/// are rounded.
macro_rules! smalls {
    ($($t:ident: $wide:ident $uniform:ty, |$v:ident| $of:expr, $to:expr;)*) => { $(
        impl<E: Exec> InView<E, VaryingClass> for $t {
            type Value = Varying<E, $wide>;
            type Whole = Self::Value;
            #[inline(always)]
            #[track_caller]
            fn load<const R: usize, L: Layout, I: Coords<E, R, Class = VaryingClass>, M: MaskType<E>, C: Checking>(view: &ViewIn<E, Self, R, L>, i: I, at: Lex<M, C>) -> Self::Value {
                let mask = view.enter(i, at);
                let (at, offset) = view.small_places(i);
                // SAFETY: the access is announced: proven, checked, or promised by the author.
                Varying(unsafe { E::gather_small::<$t>(view.ptr, at, offset, mask) })
            }
        }
        impl<E: Exec> StoreInView<E, VaryingClass> for $t {
            #[inline(always)]
            #[track_caller]
            fn store<const R: usize, L: Layout, I: Coords<E, R, Class = VaryingClass>, M: MaskType<E>, C: Checking>(view: &ViewIn<E, Self, R, L>, i: I, v: Self::Value, at: Lex<M, C>) {
                let mask = view.enter(i, at);
                view.watch::<$wide, I>(i, v.0, mask);
                let (at, offset) = view.small_places(i);
                // SAFETY: the access is announced: proven, checked, or promised by the author.
                unsafe { E::scatter_small::<$t>(view.ptr, at, offset, v.0, mask) };
            }
        }
        impl<E: Exec> InView<E, UniformClass> for $t {
            type Value = $uniform;
            type Whole = Self::Value;
            #[inline(always)]
            #[track_caller]
            fn load<const R: usize, L: Layout, I: Coords<E, R, Class = UniformClass>, M: MaskType<E>, C: Checking>(view: &ViewIn<E, Self, R, L>, i: I, at: Lex<M, C>) -> Self::Value {
                let _ = view.enter(i, at);
                // SAFETY: the access is announced: proven, checked, or promised by the author.
                let $v = unsafe { E::load_small::<$t>(view.ptr, view.uniform_at(i)) };
                $of
            }
        }
        impl<E: Exec> StoreInView<E, UniformClass> for $t {
            #[inline(always)]
            #[track_caller]
            fn store<const R: usize, L: Layout, I: Coords<E, R, Class = UniformClass>, M: MaskType<E>, C: Checking>(view: &ViewIn<E, Self, R, L>, i: I, $v: Self::Value, at: Lex<M, C>) {
                let mask = view.enter(i, at);
                let (at, v) = (view.uniform_at(i), $to);
                view.watch::<$wide, I>(i, E::splat(v), mask);
                // SAFETY: the access is announced: proven, checked, or promised by the author.
                unsafe { E::store_small::<$t>(view.ptr, at, v) };
            }
        }
    )* };
}
smalls! {
    i8: i32 IntOf<E>, |v| IntOf(E::to_int::<i32>(v)), E::int_to::<i32>(v.0);
    i16: i32 IntOf<E>, |v| IntOf(E::to_int::<i32>(v)), E::int_to::<i32>(v.0);
    u8: u32 UniformOf<E, u32>, |v| UniformOf(v), v.0;
    u16: u32 UniformOf<E, u32>, |v| UniformOf(v), v.0;
    f16: f32 UniformOf<E, f32>, |v| UniformOf(v), v.0;
    bf16: f32 UniformOf<E, f32>, |v| UniformOf(v), v.0;
}

/// Conditions: a byte each, 0 or 1.
impl<E: Exec> InView<E, VaryingClass> for bool {
    type Value = Bool<E>;
    type Whole = Self::Value;
    #[inline(always)]
    #[track_caller]
    fn load<
        const R: usize,
        L: Layout,
        I: Coords<E, R, Class = VaryingClass>,
        M: MaskType<E>,
        C: Checking,
    >(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        at: Lex<M, C>,
    ) -> Self::Value {
        let mask = view.enter(i, at);
        let (at, offset) = view.places(i);
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        Bool(unsafe { E::gather_mask(view.ptr, at, offset, mask) })
    }
}
impl<E: Exec> StoreInView<E, VaryingClass> for bool {
    #[inline(always)]
    #[track_caller]
    fn store<
        const R: usize,
        L: Layout,
        I: Coords<E, R, Class = VaryingClass>,
        M: MaskType<E>,
        C: Checking,
    >(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        v: Self::Value,
        at: Lex<M, C>,
    ) {
        let mask = view.enter(i, at);
        let (at, offset) = view.places(i);
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        unsafe { E::scatter_mask(view.ptr, at, offset, v.0, mask) };
    }
}
impl<E: Exec> InView<E, UniformClass> for bool {
    type Value = UniformBool<E>;
    type Whole = Self::Value;
    #[inline(always)]
    #[track_caller]
    fn load<
        const R: usize,
        L: Layout,
        I: Coords<E, R, Class = UniformClass>,
        M: MaskType<E>,
        C: Checking,
    >(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        at: Lex<M, C>,
    ) -> Self::Value {
        let _ = view.enter(i, at);
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        UniformBool(unsafe { E::load_cond(view.ptr, view.uniform_at(i)) })
    }
}
impl<E: Exec> StoreInView<E, UniformClass> for bool {
    #[inline(always)]
    #[track_caller]
    fn store<
        const R: usize,
        L: Layout,
        I: Coords<E, R, Class = UniformClass>,
        M: MaskType<E>,
        C: Checking,
    >(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        v: Self::Value,
        at: Lex<M, C>,
    ) {
        let _ = view.enter(i, at);
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        unsafe { E::store_cond(view.ptr, view.uniform_at(i), v.0) };
    }
}

/// Complex numbers: two planes on a CPU, one 16-byte access on a GPU.
impl<E: Exec, T: Float> InView<E, VaryingClass> for Complex<T> {
    type Value = Complex<Varying<E, T>>;
    type Whole = Self::Value;
    #[inline(always)]
    #[track_caller]
    fn load<
        const R: usize,
        L: Layout,
        I: Coords<E, R, Class = VaryingClass>,
        M: MaskType<E>,
        C: Checking,
    >(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        at: Lex<M, C>,
    ) -> Self::Value {
        let mask = view.enter(i, at);
        if const { E::SPLIT_COMPLEX } {
            return Complex {
                re: Varying(view.load::<T, I>(i, 0, mask)),
                im: Varying(view.load::<T, I>(i, 1, mask)),
            };
        }
        let (at, offset) = view.lane_offsets(i);
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        let [re, im] = unsafe { E::gather_pair::<T>(view.ptr, at, offset, mask) };
        Complex {
            re: Varying(re),
            im: Varying(im),
        }
    }
}
impl<E: Exec, T: Float> StoreInView<E, VaryingClass> for Complex<T> {
    #[inline(always)]
    #[track_caller]
    fn store<
        const R: usize,
        L: Layout,
        I: Coords<E, R, Class = VaryingClass>,
        M: MaskType<E>,
        C: Checking,
    >(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        v: Self::Value,
        at: Lex<M, C>,
    ) {
        let mask = view.enter(i, at);
        if const { E::SPLIT_COMPLEX } {
            view.store::<T, I>(i, 0, v.re.0, mask);
            view.store::<T, I>(i, 1, v.im.0, mask);
            return;
        }
        let (at, offset) = view.lane_offsets(i);
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        unsafe { E::scatter_pair::<T>(view.ptr, at, offset, [v.re.0, v.im.0], mask) };
    }
}
impl<E: Exec, T: Float> InView<E, UniformClass> for Complex<T> {
    type Value = Complex<UniformOf<E, T>>;
    type Whole = Self::Value;
    #[inline(always)]
    #[track_caller]
    fn load<
        const R: usize,
        L: Layout,
        I: Coords<E, R, Class = UniformClass>,
        M: MaskType<E>,
        C: Checking,
    >(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        at: Lex<M, C>,
    ) -> Self::Value {
        let _ = view.enter(i, at);
        let at = view.uniform_at(i);
        if const { E::SPLIT_COMPLEX } {
            // SAFETY: the access is announced: proven, checked, or promised by the author.
            let (re, im) = (unsafe { E::load_uniform::<T>(view.ptr, at) }, unsafe {
                E::load_uniform::<T>(view.ptr, E::iadd(at, view.plane))
            });
            return Complex {
                re: UniformOf(re),
                im: UniformOf(im),
            };
        }
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        let [re, im] = unsafe { E::load_uniform_pair::<T>(view.ptr, at) };
        Complex {
            re: UniformOf(re),
            im: UniformOf(im),
        }
    }
}
impl<E: Exec, T: Float> StoreInView<E, UniformClass> for Complex<T> {
    #[inline(always)]
    #[track_caller]
    fn store<
        const R: usize,
        L: Layout,
        I: Coords<E, R, Class = UniformClass>,
        M: MaskType<E>,
        C: Checking,
    >(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        v: Self::Value,
        at: Lex<M, C>,
    ) {
        let mask = view.enter(i, at);
        view.watch::<T, I>(i, E::splat(v.re.0), mask);
        view.watch::<T, I>(i, E::splat(v.im.0), mask);
        let at = view.uniform_at(i);
        if const { E::SPLIT_COMPLEX } {
            // SAFETY: the access is announced: proven, checked, or promised by the author.
            unsafe { E::store_uniform::<T>(view.ptr, at, v.re.0) };
            // SAFETY: the access is announced: proven, checked, or promised by the author.
            unsafe { E::store_uniform::<T>(view.ptr, E::iadd(at, view.plane), v.im.0) };
            return;
        }
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        unsafe { E::store_uniform_pair::<T>(view.ptr, at, [v.re.0, v.im.0]) };
    }
}
