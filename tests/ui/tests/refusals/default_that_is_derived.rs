use portax::{Element, Functor, RangeKernel, View, kernel};

#[derive(Clone, Copy, Default, Element)]
struct Pair {
    a: f64,
    b: f64,
}

#[derive(Functor)]
struct Clear {
    pairs: View<Pair, 1>,
}

#[kernel]
impl RangeKernel for Clear {
    fn clear(&self, i: Index) {
        self.pairs[i] = Pair::default();
    }
}

fn main() {}
