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
        let v = if self.x[i] > 0.0 {
            if self.x[i] > 1.0 {
                return;
            }
            self.x[i]
        } else {
        };
        self.y[i] = v;
    }
}

fn main() {}
