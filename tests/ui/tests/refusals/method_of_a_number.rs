use portax::{Functor, RangeKernel, View, kernel};

trait Anything {
    fn anything(self) -> i32;
}
impl Anything for i32 {
    fn anything(self) -> i32 {
        self + std::process::id() as i32
    }
}

#[derive(Functor)]
struct Shift {
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Shift {
    fn shift(&self, i: Index) {
        self.y[i + 3.anything()] = 1.0;
    }
}

fn main() {}
