use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        self.x[i] = if self.x[i] > 0.5 { 1 } else { 0 };
    }
}

fn main() {}
