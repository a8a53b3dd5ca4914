use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
    n: View<i32, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        let mut turns: Int = 0;
        while self.x[i] > 1.0 {
            self.x[i] = self.x[i] * 0.5;
            turns += 1;
        }
        self.y[i] = turns as f64;
    }
}

fn main() {}
