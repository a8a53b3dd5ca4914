use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        let (a, b) = ([self.x[i], 1.0 * self.x[i]], [[self.x[i]; 2]; 2]);
        b[1][0] += a[0];
        self.y[i] = b[1][0];
    }
}

fn main() {}
