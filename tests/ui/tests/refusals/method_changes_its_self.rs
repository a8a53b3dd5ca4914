use portax::{Element, device};

#[derive(Clone, Copy, Element)]
struct Point {
    x: f64,
}

#[device]
impl Point {
    fn scale(&mut self, s: f64) {
        self.x *= s;
    }
}

fn main() {}
