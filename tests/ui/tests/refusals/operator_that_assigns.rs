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

fn main() {}
