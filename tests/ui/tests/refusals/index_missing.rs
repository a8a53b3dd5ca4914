use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self) {}
}

fn main() {}
