use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
    n: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        self.x[i] = if self.x[i] > 0.0 { self.x[i] } else { self.n[i] };
    }
}

fn main() {}
