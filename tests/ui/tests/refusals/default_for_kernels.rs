use portax::{Element, device};

#[derive(Clone, Copy, Element)]
struct Pair {
    a: f64,
    b: f64,
}

#[device]
impl Default for Pair {
    fn default() -> Self {
        Pair { a: 0.0, b: 0.0 }
    }
}

fn main() {
    let _ = Pair::default();
}
