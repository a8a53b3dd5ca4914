//! Messages of packs, lane by lane.

use super::P;
use crate::{
    fault::Fault,
    ir::message::{Message, Number, Says},
    kernel::{
        exec::{Say, Shown},
        simd::{Isa, MAX_LANES, Pack, Simd},
    },
    stderr,
};
use std::panic::resume_unwind;

impl<I: Isa, const CHECKS: bool> Say for Simd<I, CHECKS> {
    #[cold]
    #[inline(never)]
    fn say(message: &'static Message, numbers: &[Shown<Self>], m: Option<I::Mask>) {
        let lanes = I::mask_bits(m.unwrap_or(I::mask_splat(true)));
        let numbers: Vec<_> = numbers
            .iter()
            .map(|n| (n.ty, P::<I, u64>::to_array(n.bits)))
            .collect();
        for lane in (0..MAX_LANES).filter(|lane| lanes >> lane & 1 == 1) {
            let of_lane = |(ty, bits): &(_, [u64; MAX_LANES])| Number::new(*ty, bits[lane]);
            let of_lane: Vec<Number> = numbers.iter().map(of_lane).collect();
            match message.says {
                Says::Line => stderr::line(format_args!("{}", message.line(&of_lane))),
                Says::Assertion => resume_unwind(Box::new(Fault::said(message, &of_lane))),
            }
        }
    }
}
