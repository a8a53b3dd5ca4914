use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Gather {
    from: View<i32, 1>,
    y: View<f64, 1>,
}

#[kernel(unchecked)]
impl RangeKernel for Gather {
    fn gather(&self, i: Index) {
        self.y[i] = self.y[self.from[i]];
    }
}

fn main() {}
