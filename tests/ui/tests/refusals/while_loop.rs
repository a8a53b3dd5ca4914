use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        let mut v: f64 = self.x[i];
        while v > 1.0 {
            v *= 0.5;
        }
        self.y[i] = v;
    }
}

fn main() {}
