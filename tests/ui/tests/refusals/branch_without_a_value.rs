use portax::{Functor, RangeKernel, View, device, kernel};

#[device]
fn choose(x: f64) -> f64 {
    if x > 1.0 {
        return 2.0;
    } else if x > 0.0 {
        x
    }
}

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
    n: View<i32, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        self.y[i] = choose(self.x[i]);
    }
}

fn main() {}
