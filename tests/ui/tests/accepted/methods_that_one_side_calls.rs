//! A method for hosts and kernels that one of them calls is used.
#![deny(warnings)]

use portax::{Element, Result, Space, View, device, parallel_for};

#[derive(Clone, Copy, Element)]
struct Vec2 {
    x: f32,
    y: f32,
}

#[device(host)]
impl Vec2 {
    const UP: Vec2 = Vec2 { x: 0.0, y: 1.0 };
    fn new(x: f32, y: f32) -> Vec2 {
        Vec2 { x, y }
    }
    fn turned(self) -> Vec2 {
        Vec2::new(-self.y, self.x)
    }
    fn dot(self, o: Vec2) -> f32 {
        self.x * o.x + self.y * o.y
    }
}

/// Compiled; its launch is the business of the conformance suite.
fn turn(space: &Space, v: View<Vec2, 1>) -> Result<()> {
    parallel_for!(space, "turn", 4, |i| v[i] = v[i].turned())
}

fn main() {
    let _ = (turn, Vec2::UP.dot(Vec2::UP));
}
