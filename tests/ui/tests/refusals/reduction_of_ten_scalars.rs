use portax::{Element, Functor, ReduceKernel, View, kernel};

#[derive(Clone, Copy, Element)]
struct Moments {
    mass: f64,
    first: [f64; 3],
    second: [f64; 6],
}

#[derive(Functor)]
struct Sums {
    x: View<Moments, 1>,
}

#[kernel]
impl ReduceKernel for Sums {
    type Value = Moments;
    fn sums(&self, i: Index) -> Moments {
        self.x[i]
    }
}

fn main() {}
