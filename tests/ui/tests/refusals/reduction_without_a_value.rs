use portax::{Functor, ReduceKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
}

#[kernel]
impl ReduceKernel for Body {
    type Value = f64;
    fn body(&self, i: Index) {
        self.x[i];
    }
}

fn main() {}
