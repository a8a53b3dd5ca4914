use portax::{Element, Functor, RangeKernel, View, kernel};

#[derive(Clone, Copy, Element)]
struct Pair {
    a: f64,
    b: f64,
}

#[derive(Functor)]
struct Body {
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        let pair = Pair::new(1.0, 2.0);
        self.y[i] = pair.a + pair.b;
    }
}

fn main() {}
