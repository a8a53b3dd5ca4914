use portax::{Functor, RangeKernel, View, device, kernel};

#[device]
fn raise(x: &mut f64) {
    *x += 1.0;
}

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        raise(&mut self.x[i]);
        self.y[i] = 0.0;
    }
}

fn main() {}
