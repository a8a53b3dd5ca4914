use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
    n: View<i32, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        for k in 0..8 {
            self.y[i] += 1.0;
            break;
            self.y[i] += 2.0;
        }
    }
}

fn main() {}
