#![forbid(unsafe_code)]
use portax::ir::{Promise, Shape};
use portax::kernel::trace;
use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Again {
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Again {
    fn again(&self, i: Index) {
        self.y[i + 100_000_000] = 1.0;
        if comptime!({
            let shape = Shape::Range { rank: 1, right: false };
            trace::begin("again", shape, Promise::Unchecked);
            false
        }) {}
    }
}

fn main() {}
