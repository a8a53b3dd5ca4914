//! What a message can show: numbers, indices and conditions, uniform or not.

use super::{
    Bool, IndexOf, IntOf, IntoVarying, ScalarElement, Step, UniformBool, UniformOf, Varying,
};
use crate::{
    ir::Ty,
    kernel::exec::{Exec, Shown, Values},
};

/// A number that `kernel_assert!` and `debug_print!` show.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number that a message can show",
    label = "numbers, indices and conditions can be shown",
    note = "show the parts of complex numbers, arrays and structs: `z.re`, `v[0]`, `p.x`"
)]
pub trait Show<E: Values>: Copy {
    /// In the form that executors take.
    fn show(self) -> Shown<E>;
}

#[diagnostic::do_not_recommend]
impl<E: Exec, T: ScalarElement> Show<E> for Varying<E, T> {
    #[inline(always)]
    fn show(self) -> Shown<E> {
        let bits = E::bits::<T, T::Bits>(self.0);
        Shown {
            ty: T::TY,
            bits: E::cast::<T::Bits, u64>(bits),
        }
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec, T: ScalarElement> Show<E> for UniformOf<E, T> {
    #[inline(always)]
    fn show(self) -> Shown<E> {
        Varying::<E, T>(E::splat(self.0)).show()
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec> Show<E> for Bool<E> {
    #[inline(always)]
    fn show(self) -> Shown<E> {
        let number = |n: u64| E::splat::<u64>(E::lit(n));
        Shown {
            ty: Ty::Bool,
            bits: E::select::<u64>(self.0, number(1), number(0)),
        }
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec> Show<E> for UniformBool<E> {
    #[inline(always)]
    fn show(self) -> Shown<E> {
        Bool::<E>(E::mask(self.0)).show()
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec> Show<E> for bool {
    #[inline(always)]
    fn show(self) -> Shown<E> {
        UniformBool::<E>(E::cond(self)).show()
    }
}

/// Shown as what they convert to.
macro_rules! as_varying {
    ($([$($g:tt)*] $t:ty as $of:ident;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec, $($g)*> Show<E> for $t {
            #[inline(always)]
            fn show(self) -> Shown<E> {
                IntoVarying::<E, $of>::into_varying(self).show()
            }
        }
    )* };
}
as_varying! {
    [] IntOf<E> as i64;
    [S: Step] IndexOf<E, S> as i64;
    [] f64 as f64;
    [] i32 as i32;
    [] u32 as u32;
    [] i64 as i64;
    [] u64 as u64;
}
#[diagnostic::do_not_recommend]
impl<E: Exec> Show<E> for usize {
    #[inline(always)]
    fn show(self) -> Shown<E> {
        (self as i64).show()
    }
}
