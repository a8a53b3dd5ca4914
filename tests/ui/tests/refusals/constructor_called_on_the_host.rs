use portax::{Element, device};

#[derive(Clone, Copy, Element)]
struct Pair {
    a: f64,
    b: f64,
}

#[device]
impl Pair {
    fn new(a: f64) -> Self {
        Self { a, b: a }
    }
}

fn main() {
    let pair: Pair = Pair::new(1.0);
    println!("{}", pair.a + pair.b);
}
