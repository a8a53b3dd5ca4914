use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Add {
    x: Option<View<f64, 1>>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Add {
    fn add(&self, i: Index) {
        if let None = &self.x {
            self.y[i] += 1.0;
        }
    }
}

fn main() {}
