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
        let mut turns: i32 = 0;
        let k: Int = loop {
            turns += 1;
            if turns > self.n[i] {
                break self.y.extent(0);
            }
        };
        self.y[i] = k as f64;
    }
}

fn main() {}
