use portax::{Comptime, Functor, RangeKernel, View, kernel};

#[derive(Clone, Copy, Comptime)]
enum Boundary {
    Open,
    Closed,
}

fn plain_rust() -> bool {
    true
}

#[derive(Functor)]
struct Body {
    y: View<f64, 1>,
    #[comptime]
    boundary: Boundary,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        match self.boundary {
            Boundary::Open if plain_rust() => self.y[i] = 1.0,
            _ => self.y[i] = 2.0,
        }
    }
}

fn main() {}
