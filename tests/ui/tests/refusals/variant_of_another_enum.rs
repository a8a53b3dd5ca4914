use portax::{Element, Functor, RangeKernel, View, kernel};

#[derive(Clone, Copy, Element)]
enum Phase {
    Solid,
    Liquid,
}
#[derive(Clone, Copy, Element)]
enum Side {
    Left,
    Right,
}

#[derive(Functor)]
struct Body {
    phase: View<Phase, 1>,
    x: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Body {
    fn body(&self, i: Index) {
        if self.phase[i] == Side::Left {
            self.phase[i] = Phase::Liquid;
        }
    }
}

fn main() {}
