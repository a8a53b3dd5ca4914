use portax::{Functor, RangeKernel, View, device, kernel};

#[device]
fn double(x: &mut f64) {
    *x *= 2.0;
}

#[derive(Functor)]
struct Body {
    at: View<i32, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        let mut parts: [f64; 4] = [1.0; 4];
        double(&mut parts[self.at[i]]);
        self.y[i] = parts[0];
    }
}

fn main() {}
