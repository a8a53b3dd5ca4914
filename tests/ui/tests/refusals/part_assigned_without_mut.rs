use portax::{Complex, Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Body {
    x: View<Complex<f64>, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        let c = self.x[i];
        c.re = 2.0;
        self.x[i] = c;
    }
}

fn main() {}
