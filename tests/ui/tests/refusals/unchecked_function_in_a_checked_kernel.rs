use portax::{Functor, RangeKernel, View, device, kernel};

fn square(n: usize) -> usize {
    n * n
}

#[device(unchecked)]
fn at(n: usize) -> Int {
    comptime!(square(n))
}

#[derive(Functor)]
struct Shift {
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Shift {
    fn shift(&self, i: Index) {
        self.y[i + at(3)] = 1.0;
    }
}

fn main() {}
