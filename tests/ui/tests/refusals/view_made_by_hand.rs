use portax::kernel::view::ViewIn;
use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Mixed {
    small: View<f64, 1>,
    big: View<f64, 1>,
}

// SAFETY: never launched.
#[kernel(unchecked)]
unsafe impl RangeKernel for Mixed {
    fn mixed(&self, i: Index) {
        let v = comptime!(ViewIn { extents: self.big.extents, ..self.small });
        v[i] = 1.0;
    }
}

fn main() {}
