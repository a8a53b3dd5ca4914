use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        let a: [f64; 2] = [0.0, 1.0];
        a[0] = self.x[i];
        self.y[i] = a[0];
    }
}

fn main() {}
