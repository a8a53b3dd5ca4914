use portax::{Functor, RangeKernel, View, device, kernel};

#[device]
fn count(n: &mut Int) {
    *n += 1;
}

#[derive(Functor)]
struct Body {
    x: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        let mut n: Int = 0;
        if self.x[i] > 0.0 {
            count(&mut n);
        }
        self.x[i] = n as f64;
    }
}

fn main() {}
