use portax::{Element, Functor, RangeKernel, View, kernel};

#[derive(Clone, Copy, Element)]
enum Phase {
    Solid,
    Liquid,
}

#[derive(Functor)]
struct Body {
    phase: View<Phase, 1>,
    x: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        self.phase[i] = 1;
    }
}

fn main() {}
