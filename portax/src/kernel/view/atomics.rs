//! Atomic operations on elements of views, and on fields of elements.

use super::{Coords, Part, PartAt, ViewElement, ViewIn};
use crate::{
    kernel::{
        exec::{Exec, Float, Integer, Scalar},
        value::{
            Complex, Conv, IntoVarying, Varying,
            mask::{Checking, Lex, MaskType},
        },
    },
    layout::Layout,
    ops::{AtomicOp, Bin, Scope},
};

impl<E: Exec, T: ViewElement<Scalar = T> + Scalar, const R: usize, Y: Layout> ViewIn<E, T, R, Y> {
    /// Updates an element; gives the value before.
    #[inline(always)]
    #[track_caller]
    fn update<I: Coords<E, R>, M: MaskType<E>, C: Checking>(
        &self,
        op: AtomicOp,
        scope: Scope,
        i: I,
        v: Varying<E, T>,
        at: Lex<M, C>,
    ) -> Varying<E, T> {
        let mask = self.enter(i, at);
        self.watch::<T, I>(i, v.0, mask);
        let (p, offset) = self.atomic_place(i, 0);
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        Varying(unsafe { E::atomic::<T>(op, scope, self.ptr, p, offset, v.0, mask) })
    }

    /// As [`update`](Self::update), when nobody looks at the value before.
    #[inline(always)]
    #[track_caller]
    fn update_drop<I: Coords<E, R>, M: MaskType<E>, C: Checking>(
        &self,
        op: AtomicOp,
        scope: Scope,
        i: I,
        v: Varying<E, T>,
        at: Lex<M, C>,
    ) {
        let mask = self.enter(i, at);
        self.watch::<T, I>(i, v.0, mask);
        let (p, offset) = self.atomic_place(i, 0);
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        unsafe { E::atomic_drop::<T>(op, scope, self.ptr, p, offset, v.0, mask) };
    }
}

/// Atomic updates. `T` is a float or an integer of 32 or 64 bits; the team forms are plain where one thread runs the team.
macro_rules! atomics {
    ($kind:ident: $($(#[$doc:meta])* $name:ident $fetch:ident $after:ident $op:ident $scope:ident;)*) => {
        impl<E: Exec, T: ViewElement<Scalar = T> + $kind, const R: usize, Y: Layout> ViewIn<E, T, R, Y> { $(
            $(#[$doc])*
            #[inline(always)]
            #[track_caller]
            pub fn $name<I: Coords<E, R>, M: MaskType<E>, C: Checking>(&self, i: I, v: impl IntoVarying<E, T>, at: Lex<M, C>) {
                self.update_drop(AtomicOp::$op, Scope::$scope, i, v.into_varying(), at);
            }
            $(#[$doc])*
            /// Gives the value before.
            #[inline(always)]
            #[track_caller]
            pub fn $fetch<I: Coords<E, R>, M: MaskType<E>, C: Checking>(&self, i: I, v: impl IntoVarying<E, T>, at: Lex<M, C>) -> Varying<E, T> {
                self.update(AtomicOp::$op, Scope::$scope, i, v.into_varying(), at)
            }
            $(#[$doc])*
            /// Gives the value after.
            #[inline(always)]
            #[track_caller]
            pub fn $after<I: Coords<E, R>, M: MaskType<E>, C: Checking>(&self, i: I, v: impl IntoVarying<E, T>, at: Lex<M, C>) -> Varying<E, T> {
                let v = v.into_varying();
                let old = self.$fetch(i, v, at);
                Varying(E::bin::<T>(Bin::$op, old.0, v.0))
            }
        )* }
        impl<E: Exec, T, S: ViewElement<Scalar = S> + $kind, const R: usize, Y: Layout, I> PartAt<E, T, R, Y, I, Part<E, S>>
        where
            T: ViewElement,
            I: Coords<E, R>,
        { $(
            $(#[$doc])*
            #[inline(always)]
            #[track_caller]
            pub fn $name<M: MaskType<E>, C: Checking>(&self, v: impl IntoVarying<E, S>, at: Lex<M, C>) {
                self.view.part(self.part).$name(self.i, v, at);
            }
            $(#[$doc])*
            /// Gives the value before.
            #[inline(always)]
            #[track_caller]
            pub fn $fetch<M: MaskType<E>, C: Checking>(&self, v: impl IntoVarying<E, S>, at: Lex<M, C>) -> Varying<E, S> {
                self.view.part(self.part).$fetch(self.i, v, at)
            }
            $(#[$doc])*
            /// Gives the value after.
            #[inline(always)]
            #[track_caller]
            pub fn $after<M: MaskType<E>, C: Checking>(&self, v: impl IntoVarying<E, S>, at: Lex<M, C>) -> Varying<E, S> {
                self.view.part(self.part).$after(self.i, v, at)
            }
        )* }
    };
}
atomics! {
    Scalar:
    /// Adds atomically, between all threads of the device.
    atomic_add atomic_fetch_add atomic_add_fetch Add Device;
    /// Keeps the smaller atomically, between all threads of the device.
    atomic_min atomic_fetch_min atomic_min_fetch Min Device;
    /// Keeps the larger atomically, between all threads of the device.
    atomic_max atomic_fetch_max atomic_max_fetch Max Device;
    /// Adds atomically, between the threads of the team.
    atomic_add_team atomic_fetch_add_team atomic_add_fetch_team Add Team;
    /// Keeps the smaller atomically, between the threads of the team.
    atomic_min_team atomic_fetch_min_team atomic_min_fetch_team Min Team;
    /// Keeps the larger atomically, between the threads of the team.
    atomic_max_team atomic_fetch_max_team atomic_max_fetch_team Max Team;
}
atomics! {
    Integer:
    /// Bitwise and, atomically, between all threads of the device.
    atomic_and atomic_fetch_and atomic_and_fetch And Device;
    /// Bitwise or, atomically, between all threads of the device.
    atomic_or atomic_fetch_or atomic_or_fetch Or Device;
    /// Bitwise exclusive or, atomically, between all threads of the device.
    atomic_xor atomic_fetch_xor atomic_xor_fetch Xor Device;
    /// Bitwise and, atomically, between the threads of the team.
    atomic_and_team atomic_fetch_and_team atomic_and_fetch_team And Team;
    /// Bitwise or, atomically, between the threads of the team.
    atomic_or_team atomic_fetch_or_team atomic_or_fetch_team Or Team;
    /// Bitwise exclusive or, atomically, between the threads of the team.
    atomic_xor_team atomic_fetch_xor_team atomic_xor_fetch_team Xor Team;
}

impl<E: Exec, T: Float + Default, const R: usize, Y: Layout> ViewIn<E, Complex<T>, R, Y> {
    /// Adds a complex number: both parts atomically, between all threads of the device, each for itself.
    #[inline(always)]
    #[track_caller]
    pub fn atomic_add<I: Coords<E, R>, M: MaskType<E>, C: Checking>(
        &self,
        i: I,
        z: impl Conv<Complex<Varying<E, T>>>,
        at: Lex<M, C>,
    ) {
        let z = z.conv();
        let mask = self.enter(i, at);
        for (component, part) in [z.re, z.im].into_iter().enumerate() {
            self.watch::<T, I>(i, part.0, mask);
            let (p, offset) = self.part_of_pair(i, component);
            let (op, scope) = (AtomicOp::Add, Scope::Device);
            // SAFETY: the access is announced: proven, checked, or promised by the author.
            unsafe { E::atomic_drop::<T>(op, scope, self.ptr, p, offset, part.0, mask) };
        }
    }
}

/// Differences, and elements as a whole: loads, stores, exchanges.
macro_rules! whole {
    ($($between:literal $scope:ident $sub:ident $fetch_sub:ident $sub_fetch:ident $load:ident $store:ident $exchange:ident $compare_exchange:ident;)*) => { $(
        impl<E: Exec, T: ViewElement<Scalar = T> + Scalar, const R: usize, Y: Layout> ViewIn<E, T, R, Y> {
            #[doc = concat!("Subtracts atomically, between ", $between, ".")]
            #[inline(always)]
            #[track_caller]
            pub fn $sub<I: Coords<E, R>, M: MaskType<E>, C: Checking>(&self, i: I, v: impl IntoVarying<E, T>, at: Lex<M, C>) {
                self.update_drop(AtomicOp::Add, Scope::$scope, i, -v.into_varying(), at);
            }
            #[doc = concat!("Subtracts atomically, between ", $between, ".")]
            /// Gives the value before.
            #[inline(always)]
            #[track_caller]
            pub fn $fetch_sub<I: Coords<E, R>, M: MaskType<E>, C: Checking>(&self, i: I, v: impl IntoVarying<E, T>, at: Lex<M, C>) -> Varying<E, T> {
                self.update(AtomicOp::Add, Scope::$scope, i, -v.into_varying(), at)
            }
            #[doc = concat!("Subtracts atomically, between ", $between, ".")]
            /// Gives the value after.
            #[inline(always)]
            #[track_caller]
            pub fn $sub_fetch<I: Coords<E, R>, M: MaskType<E>, C: Checking>(&self, i: I, v: impl IntoVarying<E, T>, at: Lex<M, C>) -> Varying<E, T> {
                let v = v.into_varying();
                let old = self.$fetch_sub(i, v, at);
                Varying(E::sub::<T>(old.0, v.0))
            }
            #[doc = concat!("The element, read atomically, between ", $between, ": never half of what another stores, and anew at each call.")]
            #[inline(always)]
            #[track_caller]
            pub fn $load<I: Coords<E, R>, M: MaskType<E>, C: Checking>(&self, i: I, at: Lex<M, C>) -> Varying<E, T> {
                let none = Varying(E::splat::<T>(E::lit(T::default())));
                self.update(AtomicOp::Load, Scope::$scope, i, none, at)
            }
            #[doc = concat!("Stores atomically, between ", $between, ".")]
            #[inline(always)]
            #[track_caller]
            pub fn $store<I: Coords<E, R>, M: MaskType<E>, C: Checking>(&self, i: I, v: impl IntoVarying<E, T>, at: Lex<M, C>) {
                self.update_drop(AtomicOp::Exchange, Scope::$scope, i, v.into_varying(), at);
            }
            #[doc = concat!("Stores atomically, between ", $between, ".")]
            /// Gives the value before.
            #[inline(always)]
            #[track_caller]
            pub fn $exchange<I: Coords<E, R>, M: MaskType<E>, C: Checking>(&self, i: I, v: impl IntoVarying<E, T>, at: Lex<M, C>) -> Varying<E, T> {
                self.update(AtomicOp::Exchange, Scope::$scope, i, v.into_varying(), at)
            }
            #[doc = concat!("Stores `v` if the element is `expected`, atomically, between ", $between, ". Floats are compared by their bits, so that NaN is found and 0.0 is not -0.0.")]
            /// Gives the value before: `v` is there now where that is `expected`.
            #[inline(always)]
            #[track_caller]
            pub fn $compare_exchange<I: Coords<E, R>, M: MaskType<E>, C: Checking>(
                &self,
                i: I,
                expected: impl IntoVarying<E, T>,
                v: impl IntoVarying<E, T>,
                at: Lex<M, C>,
            ) -> Varying<E, T> {
                let mask = self.enter(i, at);
                let (p, offset) = self.atomic_place(i, 0);
                let (expected, v) = (expected.into_varying().0, v.into_varying().0);
                self.watch::<T, I>(i, v, mask);
                // SAFETY: the access is announced: proven, checked, or promised by the author.
                Varying(unsafe { E::atomic_compare_exchange::<T>(Scope::$scope, self.ptr, p, offset, expected, v, mask) })
            }
        }
        impl<E: Exec, T: ViewElement, S: ViewElement<Scalar = S> + Scalar, const R: usize, Y: Layout, I: Coords<E, R>> PartAt<E, T, R, Y, I, Part<E, S>> {
            #[doc = concat!("Subtracts atomically, between ", $between, ".")]
            #[inline(always)]
            #[track_caller]
            pub fn $sub<M: MaskType<E>, C: Checking>(&self, v: impl IntoVarying<E, S>, at: Lex<M, C>) {
                self.view.part(self.part).$sub(self.i, v, at);
            }
            #[doc = concat!("Subtracts atomically, between ", $between, ".")]
            /// Gives the value before.
            #[inline(always)]
            #[track_caller]
            pub fn $fetch_sub<M: MaskType<E>, C: Checking>(&self, v: impl IntoVarying<E, S>, at: Lex<M, C>) -> Varying<E, S> {
                self.view.part(self.part).$fetch_sub(self.i, v, at)
            }
            #[doc = concat!("Subtracts atomically, between ", $between, ".")]
            /// Gives the value after.
            #[inline(always)]
            #[track_caller]
            pub fn $sub_fetch<M: MaskType<E>, C: Checking>(&self, v: impl IntoVarying<E, S>, at: Lex<M, C>) -> Varying<E, S> {
                self.view.part(self.part).$sub_fetch(self.i, v, at)
            }
            #[doc = concat!("The value, read atomically, between ", $between, ".")]
            #[inline(always)]
            #[track_caller]
            pub fn $load<M: MaskType<E>, C: Checking>(&self, at: Lex<M, C>) -> Varying<E, S> {
                self.view.part(self.part).$load(self.i, at)
            }
            #[doc = concat!("Stores atomically, between ", $between, ".")]
            #[inline(always)]
            #[track_caller]
            pub fn $store<M: MaskType<E>, C: Checking>(&self, v: impl IntoVarying<E, S>, at: Lex<M, C>) {
                self.view.part(self.part).$store(self.i, v, at);
            }
            #[doc = concat!("Stores atomically, between ", $between, ".")]
            /// Gives the value before.
            #[inline(always)]
            #[track_caller]
            pub fn $exchange<M: MaskType<E>, C: Checking>(&self, v: impl IntoVarying<E, S>, at: Lex<M, C>) -> Varying<E, S> {
                self.view.part(self.part).$exchange(self.i, v, at)
            }
            #[doc = concat!("Stores `v` if the value is `expected`, atomically, between ", $between, ". Floats are compared by their bits.")]
            /// Gives the value before.
            #[inline(always)]
            #[track_caller]
            pub fn $compare_exchange<M: MaskType<E>, C: Checking>(&self, expected: impl IntoVarying<E, S>, v: impl IntoVarying<E, S>, at: Lex<M, C>) -> Varying<E, S> {
                self.view.part(self.part).$compare_exchange(self.i, expected, v, at)
            }
        }
    )* };
}
whole! {
    "all threads of the device" Device atomic_sub atomic_fetch_sub atomic_sub_fetch atomic_load atomic_store atomic_exchange atomic_compare_exchange;
    "the threads of the team" Team atomic_sub_team atomic_fetch_sub_team atomic_sub_fetch_team atomic_load_team atomic_store_team atomic_exchange_team atomic_compare_exchange_team;
}
