use portax::{Functor, RangeKernel, View, device, kernel};

#[device]
fn first(a: [f64; 2]) -> f64 {
    a[0] *= 2.0;
    a[0]
}

#[derive(Functor)]
struct Body {
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        self.y[i] = first([self.y[i]; 2]);
    }
}

fn main() {}
