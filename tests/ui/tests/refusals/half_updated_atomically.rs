use portax::{Functor, RangeKernel, View, f16, kernel};

#[derive(Functor)]
struct Count {
    x: View<f16, 1>,
}

#[kernel]
impl RangeKernel for Count {
    fn count(&self, i: Index) {
        self.x.atomic_add(i, 1.0);
    }
}

fn main() {}
