use portax::{Functor, RangeKernel, View, device, kernel};

#[device]
fn double(x: f64) -> f64 {
    2.0 * x
}

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        self.y[i] = double(self.x[i], 3.0);
    }
}

fn main() {}
