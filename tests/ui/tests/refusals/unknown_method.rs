use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        self.y[i] = self.x[i].squared();
    }
}

fn main() {}
