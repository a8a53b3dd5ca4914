use portax::{Element, device};

#[derive(Clone, Copy, Element)]
struct Vec2 {
    x: f64,
    y: f64,
}

#[device]
impl std::ops::AddAssign for Vec2 {
    fn add_assign(&mut self, o: Self) {
        self.x += o.x;
        self.y += o.y;
    }
}

fn main() {
    let mut v = Vec2 { x: 1.0, y: 2.0 };
    v += v;
}
