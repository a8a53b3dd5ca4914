use portax::{Result, Space, View, parallel_for};

struct Vectors {
    space: Space,
    y: View<f64, 1>,
    scale: u8,
}

impl Vectors {
    fn run(&self) -> Result<()> {
        parallel_for!(self.space, "scale", 8, |i| self.y[i] *= self.scale as f64)
    }
}

fn main() {}
