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
            let v: f64 = 2.0 * if self.x[i] > 0.0 { 1.0 } else { break };
            self.y[i] += v;
        }
    }
}

fn main() {}
