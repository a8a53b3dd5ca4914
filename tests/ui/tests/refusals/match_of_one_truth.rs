use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    n: View<i32, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        match self.n[i] > 0 {
            true => self.y[i] = 1.0,
        }
    }
}

fn main() {}
