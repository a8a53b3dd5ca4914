use portax::{Functor, ReduceKernel, View, kernel};

#[derive(Functor)]
struct Body {
    n: View<i32, 1>,
}

#[kernel]
impl ReduceKernel for Body {
    type Value = f64;
    fn body(&self, i: Index) -> f64 {
        self.n[i]
    }
}

fn main() {}
