use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        #[unroll]
        for k in 0..1000 {
            self.y[i] += k as f64;
        }
    }
}

fn main() {}
