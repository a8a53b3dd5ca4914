//! The executor's traits for packs: what differs between instruction sets is behind [`Isa`](super::Isa) and
//! [`Pack`](super::Pack).

mod control;
mod memory;
mod say;
mod team;
mod values;

use super::Isa;

type P<I, T> = <I as Isa>::Pack<T>;

/// Functions of one line, always inlined; their type parameters are scalars.
macro_rules! inlined {
    ($(fn $name:ident $(<$($g:ident),+>)? ($($a:ident: $t:ty),*) $(-> $r:ty)? $body:block)*) => { $(
        #[inline(always)]
        fn $name $(<$($g: Scalar),+>)? ($($a: $t),*) $(-> $r)? $body
    )* };
}
use inlined;
