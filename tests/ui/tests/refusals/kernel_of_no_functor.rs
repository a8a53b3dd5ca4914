use portax::{RangeKernel, View, kernel};

struct Body {
    x: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {}
}

fn main() {}
