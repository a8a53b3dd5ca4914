use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    n: View<i32, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        self.y[i] = self.n[i];
    }
}

fn main() {}
