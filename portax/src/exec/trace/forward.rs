//! Methods of the executor that differ in a name only.

use super::builder::with;
use crate::exec::{Bin, Cmp};
use crate::ir::{Builtin, Id, Ty};

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

pub(super) use {hot, hot_integers, ranks};

/// Are all these ranks 0?
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
