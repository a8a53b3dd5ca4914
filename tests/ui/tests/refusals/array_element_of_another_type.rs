use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    at: View<i32, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        let mut parts: [i32; 4] = [0; 4];
        parts[self.at[i]] = 1.5;
        self.y[i] = parts[0] as f64;
    }
}

fn main() {}
