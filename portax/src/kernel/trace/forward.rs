//! Methods of the executor that differ in a name only.

use super::builder::with;
use crate::ir::{Builtin, Id, Ty};
use crate::ops::{Bin, Cmp};

/// The operations that have methods of their own.
macro_rules! hot {
    ($($name:ident $op:ident),*) => { $(
        #[inline(never)]
        fn $name<T: Scalar>(a: Id, b: Id) -> Id {
            Self::bin::<T>(Bin::$op, a, b)
        }
    )* };
}

/// As [`hot`], for uniform integers.
macro_rules! hot_integers {
    ($($name:ident $op:ident),*) => { $(
        #[inline(never)]
        fn $name(a: Id, b: Id) -> Id {
            Self::ibin(Bin::$op, a, b)
        }
    )* };
}

/// What the machine supplies to a team.
macro_rules! ranks {
    ($($name:ident $builtin:ident),*) => { $(
        #[inline(never)]
        fn $name(_: ()) -> Id {
            builtin(Builtin::$builtin)
        }
    )* };
}

/// Conditions of any kind are alike where one lane is recorded: operations on uniform ones, variables.
macro_rules! conditions {
    () => {
        #[inline(never)]
        fn cbin(op: Bin, a: Id, b: Id) -> Id {
            Self::mbin(op, a, b)
        }
        #[inline(never)]
        fn cnot(a: Id) -> Id {
            Self::mnot(a)
        }
        #[inline(never)]
        fn mvar(v: Id) -> Id {
            with(|r| r.declare(Ty::Bool, v))
        }
        #[inline(never)]
        fn mread(v: Id) -> Id {
            with(|r| r.read(Ty::Bool, v))
        }
        #[inline(never)]
        fn massign(p: &mut Id, v: Id, _m: Option<Id>) {
            with(|r| r.assign(*p, v));
        }
        #[inline(never)]
        fn cvar(v: Id) -> Id {
            Self::mvar(v)
        }
        #[inline(never)]
        fn cread(v: Id) -> Id {
            Self::mread(v)
        }
        #[inline(never)]
        fn cassign(p: &mut Id, v: Id) {
            Self::massign(p, v, None);
        }
    };
}

/// Conditions in memory.
macro_rules! conditions_in_memory {
    () => {
        #[inline(never)]
        unsafe fn load_cond(p: Id, at: Id) -> Id {
            with(|r| r.load(Ty::Bool, Ty::Bool, p, at))
        }
        #[inline(never)]
        unsafe fn gather_mask(p: Id, at: Id, offset: Id, _m: Option<Id>) -> Id {
            // SAFETY: recording touches no memory.
            unsafe { Self::load_cond(p, Self::iadd(at, offset)) }
        }
        #[inline(never)]
        unsafe fn store_cond(p: Id, at: Id, v: Id) {
            with(|r| r.store(p, at, v));
        }
        #[inline(never)]
        unsafe fn scatter_mask(p: Id, at: Id, offset: Id, v: Id, _m: Option<Id>) {
            // SAFETY: recording touches no memory.
            unsafe { Self::store_cond(p, Self::iadd(at, offset), v) };
        }
    };
}

pub(super) use {conditions, conditions_in_memory, hot, hot_integers, ranks};

/// The condition that all these ranks are 0.
pub(super) fn rank_condition(which: &[Builtin]) -> Id {
    with(|b| {
        let zero = b.integer(Ty::Index, 0);
        let mut all = b.integer(Ty::Bool, 1);
        for &w in which {
            let rank = b.builtin(w);
            let first = b.compare(Cmp::Eq, rank, zero);
            all = b.binary(Ty::Bool, Bin::And, all, first);
        }
        all
    })
}
