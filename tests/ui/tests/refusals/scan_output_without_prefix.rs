use portax::{Functor, ScanKernel, View, kernel};

#[derive(Functor)]
struct Body {
    n: View<i32, 1>,
}

#[kernel]
impl ScanKernel for Body {
    type Value = i32;
    fn input(&self, i: Index) -> i32 {
        self.n[i]
    }
    fn output(&self, i: Index) {
        self.n[i] = 0;
    }
}

fn main() {}
