//! What a view can hold.

use super::{
    Coords, ViewIn,
    coords::{UniformClass, VaryingClass},
};
use crate::{
    ir::Ty,
    kernel::{
        exec::{Exec, Float, Stored},
        value::{Bool, Complex, IntOf, UniformBool, UniformOf, Varying},
    },
    layout::Layout,
};

/// An element of a view: `COMPONENTS` scalars.
///
/// # Safety
/// Implemented here: an element is its scalars, side by side, and any values of them make an element.
pub unsafe trait ViewElement:
    Copy + Default + Send + Sync + std::fmt::Debug + PartialEq + 'static
{
    /// Its scalars.
    type Scalar: Stored;
    /// How many.
    const COMPONENTS: usize;
    /// Its type as programs address it where the scalars lie side by side.
    const TY: Ty;
    /// Bytes of an element.
    const BYTES: usize = Self::COMPONENTS * size_of::<Self::Scalar>();
    /// One scalar.
    fn component(&self, c: usize) -> Self::Scalar;
    /// The element of these scalars.
    fn from_components(f: impl Fn(usize) -> Self::Scalar) -> Self;
}

macro_rules! scalars {
    ($($t:ident),*) => { $(
        // SAFETY: its scalars lie side by side and are all there is.
        unsafe impl ViewElement for $t {
            type Scalar = $t;
            const COMPONENTS: usize = 1;
            const TY: Ty = <$t as Stored>::TY;
            fn component(&self, _: usize) -> $t {
                *self
            }
            fn from_components(f: impl Fn(usize) -> $t) -> $t {
                f(0)
            }
        }
    )* };
}
scalars! { f64, f32, i32, u32, i64, u64, i8, u8, i16, u16, bool }

// SAFETY: its scalars lie side by side and are all there is.
unsafe impl<T: Float + Default> ViewElement for Complex<T> {
    type Scalar = T;
    const COMPONENTS: usize = 2;
    const TY: Ty = <T as Stored>::TY.pair();
    fn component(&self, c: usize) -> T {
        if c == 0 { self.re } else { self.im }
    }
    fn from_components(f: impl Fn(usize) -> T) -> Self {
        Complex { re: f(0), im: f(1) }
    }
}

/// Rows of control data: read whole by `view[k]`, `stream` and nothing else.
// SAFETY: its scalars lie side by side and are all there is.
unsafe impl<const N: usize> ViewElement for [i32; N]
where
    [i32; N]: Default,
{
    type Scalar = i32;
    const COMPONENTS: usize = {
        assert!(
            N > 0 && N.is_multiple_of(4),
            "a row has 4 integers, or a multiple"
        );
        N
    };
    const TY: Ty = Ty::I32x4;
    fn component(&self, c: usize) -> i32 {
        self[c]
    }
    fn from_components(f: impl Fn(usize) -> i32) -> Self {
        std::array::from_fn(f)
    }
}

/// What a kernel reads and writes in a view of `Self`, at a place that is the same for all lanes or not.
#[diagnostic::on_unimplemented(
    message = "a view of `{Self}` cannot be accessed at such an index in a portax kernel",
    note = "rows `[i32; N]` are read at uniform indices"
)]
pub trait InView<E: Exec, Class>: ViewElement {
    /// The value.
    type Value;
    /// Reads it in the lanes of the mask.
    fn load<const R: usize, L: Layout, I: Coords<E, R>>(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        mask: Option<E::Mask>,
    ) -> Self::Value;
    /// Writes it in the lanes of the mask.
    fn store<const R: usize, L: Layout, I: Coords<E, R>>(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        v: Self::Value,
        mask: Option<E::Mask>,
    );
}

macro_rules! in_view {
    ($([$($g:tt)*] $t:ident),*) => { $(
        impl<E: Exec, $($g)*> InView<E, VaryingClass> for $t {
            type Value = Varying<E, $t>;
            #[inline(always)]
            fn load<const R: usize, L: Layout, I: Coords<E, R>>(view: &ViewIn<E, Self, R, L>, i: I, mask: Option<E::Mask>) -> Self::Value {
                Varying(view.load::<$t, I>(i, 0, mask))
            }
            #[inline(always)]
            fn store<const R: usize, L: Layout, I: Coords<E, R>>(view: &ViewIn<E, Self, R, L>, i: I, v: Self::Value, mask: Option<E::Mask>) {
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
            #[inline(always)]
            fn load<const R: usize, L: Layout, I: Coords<E, R>>(view: &ViewIn<E, Self, R, L>, i: I, _: Option<E::Mask>) -> Self::Value {
                // SAFETY: the access is announced: proven, checked, or promised by the author.
                UniformOf(unsafe { E::load_uniform::<$t>(view.ptr, view.uniform_at(i)) })
            }
            #[inline(always)]
            fn store<const R: usize, L: Layout, I: Coords<E, R>>(view: &ViewIn<E, Self, R, L>, i: I, v: Self::Value, _: Option<E::Mask>) {
                // SAFETY: the access is announced: proven, checked, or promised by the author.
                unsafe { E::store_uniform::<$t>(view.ptr, view.uniform_at(i), v.0) };
            }
        }
    )* };
}
in_view_uniform! { [T: Float] T, [] u32, [] i64, [] u64 }

impl<E: Exec> InView<E, UniformClass> for i32 {
    type Value = IntOf<E>;
    #[inline(always)]
    fn load<const R: usize, L: Layout, I: Coords<E, R>>(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        _: Option<E::Mask>,
    ) -> Self::Value {
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        IntOf(E::to_int::<i32>(unsafe {
            E::load_uniform::<i32>(view.ptr, view.uniform_at(i))
        }))
    }
    #[inline(always)]
    fn store<const R: usize, L: Layout, I: Coords<E, R>>(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        v: Self::Value,
        _: Option<E::Mask>,
    ) {
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        unsafe { E::store_uniform::<i32>(view.ptr, view.uniform_at(i), E::int_to::<i32>(v.0)) };
    }
}

/// Small integers become i32 or u32 when they are loaded, and lose their high bits when they are stored.
macro_rules! smalls {
    ($($t:ident: $wide:ident $uniform:ty, |$v:ident| $of:expr, $to:expr;)*) => { $(
        impl<E: Exec> InView<E, VaryingClass> for $t {
            type Value = Varying<E, $wide>;
            #[inline(always)]
            fn load<const R: usize, L: Layout, I: Coords<E, R>>(view: &ViewIn<E, Self, R, L>, i: I, mask: Option<E::Mask>) -> Self::Value {
                let (at, offset) = view.small_places(i);
                // SAFETY: the access is announced: proven, checked, or promised by the author.
                Varying(unsafe { E::gather_small::<$t>(view.ptr, at, offset, mask) })
            }
            #[inline(always)]
            fn store<const R: usize, L: Layout, I: Coords<E, R>>(view: &ViewIn<E, Self, R, L>, i: I, v: Self::Value, mask: Option<E::Mask>) {
                let (at, offset) = view.small_places(i);
                // SAFETY: the access is announced: proven, checked, or promised by the author.
                unsafe { E::scatter_small::<$t>(view.ptr, at, offset, v.0, mask) };
            }
        }
        impl<E: Exec> InView<E, UniformClass> for $t {
            type Value = $uniform;
            #[inline(always)]
            fn load<const R: usize, L: Layout, I: Coords<E, R>>(view: &ViewIn<E, Self, R, L>, i: I, _: Option<E::Mask>) -> Self::Value {
                // SAFETY: the access is announced: proven, checked, or promised by the author.
                let $v = unsafe { E::load_small::<$t>(view.ptr, view.uniform_at(i)) };
                $of
            }
            #[inline(always)]
            fn store<const R: usize, L: Layout, I: Coords<E, R>>(view: &ViewIn<E, Self, R, L>, i: I, $v: Self::Value, _: Option<E::Mask>) {
                // SAFETY: the access is announced: proven, checked, or promised by the author.
                unsafe { E::store_small::<$t>(view.ptr, view.uniform_at(i), $to) };
            }
        }
    )* };
}
smalls! {
    i8: i32 IntOf<E>, |v| IntOf(E::to_int::<i32>(v)), E::int_to::<i32>(v.0);
    i16: i32 IntOf<E>, |v| IntOf(E::to_int::<i32>(v)), E::int_to::<i32>(v.0);
    u8: u32 UniformOf<E, u32>, |v| UniformOf(v), v.0;
    u16: u32 UniformOf<E, u32>, |v| UniformOf(v), v.0;
}

/// Conditions: a byte each, 0 or 1.
impl<E: Exec> InView<E, VaryingClass> for bool {
    type Value = Bool<E>;
    #[inline(always)]
    fn load<const R: usize, L: Layout, I: Coords<E, R>>(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        mask: Option<E::Mask>,
    ) -> Self::Value {
        let (at, offset) = view.places(i);
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        Bool(unsafe { E::gather_mask(view.ptr, at, offset, mask) })
    }
    #[inline(always)]
    fn store<const R: usize, L: Layout, I: Coords<E, R>>(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        v: Self::Value,
        mask: Option<E::Mask>,
    ) {
        let (at, offset) = view.places(i);
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        unsafe { E::scatter_mask(view.ptr, at, offset, v.0, mask) };
    }
}
impl<E: Exec> InView<E, UniformClass> for bool {
    type Value = UniformBool<E>;
    #[inline(always)]
    fn load<const R: usize, L: Layout, I: Coords<E, R>>(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        _: Option<E::Mask>,
    ) -> Self::Value {
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        UniformBool(unsafe { E::load_cond(view.ptr, view.uniform_at(i)) })
    }
    #[inline(always)]
    fn store<const R: usize, L: Layout, I: Coords<E, R>>(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        v: Self::Value,
        _: Option<E::Mask>,
    ) {
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        unsafe { E::store_cond(view.ptr, view.uniform_at(i), v.0) };
    }
}

/// Complex numbers: two planes on a CPU, one 16-byte access on a GPU.
impl<E: Exec, T: Float> InView<E, VaryingClass> for Complex<T> {
    type Value = Complex<Varying<E, T>>;
    #[inline(always)]
    fn load<const R: usize, L: Layout, I: Coords<E, R>>(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        mask: Option<E::Mask>,
    ) -> Self::Value {
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
    #[inline(always)]
    fn store<const R: usize, L: Layout, I: Coords<E, R>>(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        v: Self::Value,
        mask: Option<E::Mask>,
    ) {
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
    #[inline(always)]
    fn load<const R: usize, L: Layout, I: Coords<E, R>>(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        _: Option<E::Mask>,
    ) -> Self::Value {
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
    #[inline(always)]
    fn store<const R: usize, L: Layout, I: Coords<E, R>>(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        v: Self::Value,
        _: Option<E::Mask>,
    ) {
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
