//! `kernel_assert!` and `debug_print!`, as the macros write them.

pub use crate::ir::message::{Message, Number, Says};

use crate::kernel::{
    exec::{Exec, Shown},
    value::mask::{Lex, MaskType},
};

/// Says a message in the lanes that run here.
#[inline(always)]
pub fn say<E: Exec, M: MaskType<E>, C>(
    message: &'static Message,
    numbers: &[Shown<E>],
    at: Lex<M, C>,
) {
    E::say(message, numbers, at.mask.mask());
}
