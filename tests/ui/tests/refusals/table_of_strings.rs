use portax::{Functor, RangeKernel, View, kernel};

const NAMES: [&str; 2] = ["a", "b"];

#[derive(Functor)]
struct Body {
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        self.y[i] = NAMES[i as i32 % 2] as f64;
    }
}

fn main() {}
