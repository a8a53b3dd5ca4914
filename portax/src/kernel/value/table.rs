//! Constant arrays of the host in kernels.

use super::Varying;
use crate::kernel::exec::Exec;

/// What a constant that is indexed in a kernel is an array of.
#[diagnostic::on_unimplemented(
    message = "a constant of type `{Self}` is indexed in a kernel",
    label = "tables of a kernel are arrays of floats, integers of 32 and 64 bits, or usize",
    note = "pass a long table as a view"
)]
pub trait Table<E: Exec>: Copy {
    /// The values in a kernel.
    type Values;
    /// The values.
    fn values(self) -> Self::Values;
}

macro_rules! scalars {
    ($($t:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec> Table<E> for $t {
            type Values = Varying<E, $t>;
            #[inline(always)]
            fn values(self) -> Varying<E, $t> {
                Varying(E::splat(E::lit(self)))
            }
        }
    )* };
}
scalars! { i32 u32 i64 u64 f32 f64 }
#[diagnostic::do_not_recommend]
impl<E: Exec> Table<E> for usize {
    type Values = usize;
    #[inline(always)]
    fn values(self) -> usize {
        self
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec, T: Table<E>, const N: usize> Table<E> for [T; N] {
    type Values = [T::Values; N];
    #[inline(always)]
    fn values(self) -> [T::Values; N] {
        crate::tab!(T::Values, N, k => self[k].values())
    }
}

/// A constant array as values of a kernel.
#[inline(always)]
pub fn table<E: Exec, T: Table<E>>(table: T) -> T::Values {
    table.values()
}
