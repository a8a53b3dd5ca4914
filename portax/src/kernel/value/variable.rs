//! `let mut` variables and local arrays.

use super::mask::{Lex, MaskType, SharedByLanes};
use super::{
    Bool, Complex, Conv, IntOf, IntoInt, IntoUniform, IntoVarying, UniformBool, UniformOf, Varying,
};
use crate::kernel::exec::{Exec, Scalar};

/// A type that a mutable kernel variable can have.
#[diagnostic::on_unimplemented(
    message = "a mutable kernel variable cannot have type `{Self}`",
    label = "give the variable a kernel type, e.g. `let mut s: f64 = 0.0;`"
)]
pub trait Value<E: Exec>: Copy {
    /// Declares the variable.
    fn var(self) -> Self;
    /// Reads it.
    fn read(&self) -> Self;
}

/// Assignment of a `V` under the context `L`.
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot be assigned to a variable of type `{Self}`",
    note = "convert with `as`, for example `i as f64`",
    note = "a `usize` is known at compile time and does not change: count in an `Int` or an `i32`"
)]
pub trait Assign<E: Exec, V, L>: Value<E> {
    /// Assigns.
    fn assign(&mut self, v: V, at: L);
}

/// `variable = v`: the context comes first, so that its type is known before the trait is looked for.
#[inline(always)]
pub fn assign<E: Exec, L, P: Assign<E, V, L>, V>(at: L, variable: &mut P, v: V) {
    variable.assign(v, at);
}

impl<E: Exec, T: Scalar> Value<E> for Varying<E, T> {
    #[inline(always)]
    fn var(self) -> Self {
        Varying(E::var::<T>(self.0))
    }
    #[inline(always)]
    fn read(&self) -> Self {
        Varying(E::read::<T>(self.0))
    }
}
impl<E: Exec, T: Scalar, V: IntoVarying<E, T>, M: MaskType<E>, C> Assign<E, V, Lex<M, C>>
    for Varying<E, T>
{
    #[inline(always)]
    fn assign(&mut self, v: V, at: Lex<M, C>) {
        E::assign::<T>(&mut self.0, v.into_varying().0, at.mask.mask());
    }
}
impl<E: Exec, T: Scalar> Value<E> for UniformOf<E, T> {
    #[inline(always)]
    fn var(self) -> Self {
        UniformOf(E::uvar::<T>(self.0))
    }
    #[inline(always)]
    fn read(&self) -> Self {
        UniformOf(E::uread::<T>(self.0))
    }
}
impl<E: Exec, T: Scalar, V: IntoUniform<E, T>, M: SharedByLanes, C> Assign<E, V, Lex<M, C>>
    for UniformOf<E, T>
{
    #[inline(always)]
    fn assign(&mut self, v: V, _: Lex<M, C>) {
        E::uassign::<T>(&mut self.0, v.into_uniform().0);
    }
}
impl<E: Exec> Value<E> for IntOf<E> {
    #[inline(always)]
    fn var(self) -> Self {
        IntOf(E::ivar(self.0))
    }
    #[inline(always)]
    fn read(&self) -> Self {
        IntOf(E::iread(self.0))
    }
}
impl<E: Exec, V: IntoInt<E>, M: SharedByLanes, C> Assign<E, V, Lex<M, C>> for IntOf<E> {
    #[inline(always)]
    fn assign(&mut self, v: V, _: Lex<M, C>) {
        E::iassign(&mut self.0, v.into_int().0);
    }
}
impl<E: Exec, R: Value<E>> Value<E> for Complex<R> {
    #[inline(always)]
    fn var(self) -> Self {
        Complex {
            re: self.re.var(),
            im: self.im.var(),
        }
    }
    #[inline(always)]
    fn read(&self) -> Self {
        Complex {
            re: self.re.read(),
            im: self.im.read(),
        }
    }
}
impl<E: Exec, V, L: Copy, R: Assign<E, V, L>> Assign<E, Complex<V>, L> for Complex<R> {
    #[inline(always)]
    fn assign(&mut self, v: Complex<V>, at: L) {
        self.re.assign(v.re, at);
        self.im.assign(v.im, at);
    }
}
impl<E: Exec, R: Value<E>, const N: usize> Value<E> for [R; N] {
    #[inline(always)]
    fn var(self) -> Self {
        crate::tab!(R, N, k => self[k].var())
    }
    #[inline(always)]
    fn read(&self) -> Self {
        crate::tab!(R, N, k => self[k].read())
    }
}
impl<E: Exec, V: Copy, L: Copy, R: Assign<E, V, L>, const N: usize> Assign<E, [V; N], L>
    for [R; N]
{
    #[inline(always)]
    fn assign(&mut self, v: [V; N], at: L) {
        let mut k = 0;
        while k < N {
            self[k].assign(v[k], at);
            k += 1;
        }
    }
}
macro_rules! tuples {
    ($($a:ident $v:ident $k:tt),*) => {
        impl<E: Exec, $($a: Value<E>),*> Value<E> for ($($a,)*) {
            #[inline(always)]
            fn var(self) -> Self {
                ($(self.$k.var(),)*)
            }
            #[inline(always)]
            fn read(&self) -> Self {
                ($(self.$k.read(),)*)
            }
        }
        impl<E: Exec, L: Copy, $($a: Assign<E, $v, L>, $v),*> Assign<E, ($($v,)*), L> for ($($a,)*) {
            #[inline(always)]
            fn assign(&mut self, v: ($($v,)*), at: L) {
                $(self.$k.assign(v.$k, at);)*
            }
        }
    };
}
tuples! { A V 0, B W 1 }
tuples! { A V 0, B W 1, C X 2 }
tuples! { A V 0, B W 1, C X 2, D Y 3 }
impl<E: Exec> Value<E> for Bool<E> {
    #[inline(always)]
    fn var(self) -> Self {
        Bool(E::mvar(self.0))
    }
    #[inline(always)]
    fn read(&self) -> Self {
        Bool(E::mread(self.0))
    }
}
impl<E: Exec, V: Conv<Bool<E>>, M: MaskType<E>, C> Assign<E, V, Lex<M, C>> for Bool<E> {
    #[inline(always)]
    fn assign(&mut self, v: V, at: Lex<M, C>) {
        E::massign(&mut self.0, v.conv().0, at.mask.mask());
    }
}
impl<E: Exec> Value<E> for UniformBool<E> {
    #[inline(always)]
    fn var(self) -> Self {
        UniformBool(E::cvar(self.0))
    }
    #[inline(always)]
    fn read(&self) -> Self {
        UniformBool(E::cread(self.0))
    }
}
impl<E: Exec, V: Conv<UniformBool<E>>, M: SharedByLanes, C> Assign<E, V, Lex<M, C>>
    for UniformBool<E>
{
    #[inline(always)]
    fn assign(&mut self, v: V, _: Lex<M, C>) {
        E::cassign(&mut self.0, v.conv().0);
    }
}

/// Comptime values do not change: a loop that is recorded once would count once.
impl<E: Exec> Value<E> for usize {
    #[inline(always)]
    fn var(self) -> Self {
        self
    }
    #[inline(always)]
    fn read(&self) -> Self {
        *self
    }
}

/// A comptime index of a local array, where an index at run time cannot stand.
#[diagnostic::on_unimplemented(
    message = "an array is indexed with `{Self}`, which is not known when the kernel is compiled",
    label = "use an `#[unroll] for` variable or a literal here",
    note = "an array of arrays is indexed at run time in its last two indices alone",
    note = "an element at a run-time index is no argument `&mut`: copy it into a variable, and assign it after the call"
)]
pub trait ComptimeIndex {
    /// The index.
    fn index(self) -> usize;
}
#[diagnostic::do_not_recommend]
impl ComptimeIndex for usize {
    #[inline(always)]
    fn index(self) -> usize {
        self
    }
}
#[diagnostic::do_not_recommend]
impl ComptimeIndex for i32 {
    #[inline(always)]
    fn index(self) -> usize {
        self as usize
    }
}
