use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        let mut parts: [f64; 4] = [0.0; 4];
        parts[self.x[i]] = 1.0;
        self.y[i] = parts[self.x[i]];
    }
}

fn main() {}
