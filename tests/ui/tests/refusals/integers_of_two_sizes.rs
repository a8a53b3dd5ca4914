use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<i64, 1>,
    y: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        self.x[i] = self.x[i] + self.y[i];
    }
}

fn main() {}
