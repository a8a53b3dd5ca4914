use portax::{Result, Space, View, parallel_for};

struct Vectors {
    space: Space,
    y: View<f64, 1>,
    shift: i32,
}

impl Vectors {
    fn run(&self) -> Result<()> {
        parallel_for!(self.space, "shift", 8, |i| self.y[i] += comptime!(self.shift) as f64)
    }
}

fn main() {}
