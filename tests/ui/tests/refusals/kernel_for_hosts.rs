use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    y: View<f64, 1>,
}

#[kernel(host)]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        self.y[i] = 1.0;
    }
}

fn main() {}
