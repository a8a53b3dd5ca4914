use portax::{Functor, RangeKernel, View, kernel};

fn twice<T: std::ops::Add<Output = T> + Copy>(x: T) -> T {
    x + x
}

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        self.y[i] = twice::<f64>(self.x[i]);
    }
}

fn main() {}
