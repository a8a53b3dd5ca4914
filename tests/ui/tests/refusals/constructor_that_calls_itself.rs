use portax::{Element, device};

#[derive(Clone, Copy, Element)]
struct Pair {
    a: f64,
    b: f64,
}

#[device]
impl Pair {
    fn new(a: f64) -> Self {
        Self::new(a + 1.0)
    }
}

fn main() {}
