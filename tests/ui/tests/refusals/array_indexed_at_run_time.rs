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
        for k in 0..4 {
            parts[k] = self.x[i];
        }
        self.y[i] = parts[0];
    }
}

fn main() {}
