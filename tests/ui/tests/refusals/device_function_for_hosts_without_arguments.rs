use portax::{Element, device};

#[derive(Clone, Copy, Element)]
struct Pair {
    a: f64,
    b: f64,
}

#[device(host)]
impl Pair {
    fn zero() -> Self {
        Self { a: 0.0, b: 0.0 }
    }
}

fn main() {}
