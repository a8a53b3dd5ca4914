use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    n: i32,
    x: View<f64, 1>,
}

const FIRST: usize = 0;

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        let mut count = FIRST;
        for _k in 0..self.n {
            count += 1;
        }
        self.x[i] = count as f64;
    }
}

fn main() {}
