//! Messages of kernels.

use super::Values;
use crate::ir::{Ty, message::Message};

/// Saying messages.
pub trait Say: Values {
    /// Says a message in the lanes of the mask, with its numbers. An assertion ends the task of a host, and is the error of
    /// the launch.
    fn say(message: &'static Message, numbers: &[Shown<Self>], m: Option<Self::Mask>);
}

/// A number of a message.
#[derive(Clone, Copy)]
pub struct Shown<E: Values> {
    /// Its type.
    pub ty: Ty,
    /// Its bits, the high ones of smaller types 0.
    pub bits: E::Var<u64>,
}
