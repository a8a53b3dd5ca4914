use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    n: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        self.n[i] = 1.5;
    }
}

fn main() {}
