use portax::{Functor, RangeKernel, View, device, kernel};

#[device]
fn double(a: &mut [f64; 2]) {
    a[0] *= 2.0;
    a[1] *= 2.0;
}

#[derive(Functor)]
struct Body {
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        let a: [f64; 2] = [self.y[i]; 2];
        double(&mut a);
        self.y[i] = a[1];
    }
}

fn main() {}
