use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        let mut count: Int = 0;
        if self.x[i] > 0.0 {
            count = count + 1;
        }
        self.y[i] = count as f64;
    }
}

fn main() {}
