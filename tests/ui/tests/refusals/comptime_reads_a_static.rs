use portax::{Functor, RangeKernel, View, kernel};
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

static SHIFT: AtomicI32 = AtomicI32::new(0);

#[derive(Functor)]
struct Shift {
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Shift {
    fn shift(&self, i: Index) {
        self.y[i + comptime!(SHIFT.load(Relaxed))] = 1.0;
    }
}

fn main() {}
