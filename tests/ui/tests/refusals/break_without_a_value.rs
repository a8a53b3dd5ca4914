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
        let v = loop {
            if self.x[i] > 0.0 {
                break 1.0;
            }
            if self.x[i] < 0.0 {
                break;
            }
        };
        self.y[i] = v;
    }
}

fn main() {}
