use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    count: View<i32, 1>,
    x: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        self.x[i] = if self.x[i] > 0 { self.count.atomic_fetch_add(0, 1) } else { -1 };
    }
}

fn main() {}
