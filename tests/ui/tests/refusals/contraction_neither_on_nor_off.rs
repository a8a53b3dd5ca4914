use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Copy {
    y: View<f64, 1>,
}

#[kernel(contract = fast)]
impl RangeKernel for Copy {
    fn copy(&self, i: Index) {
        self.y[i] = 1.0;
    }
}

fn main() {}
