use portax::{Result, Space, View, parallel_for};

struct Vectors {
    space: Space,
    y: View<f64, 1>,
}

impl Vectors {
    fn scale(&self) -> f64 {
        2.0
    }

    fn run(&self) -> Result<()> {
        parallel_for!(self.space, "scale", 8, |i| self.y[i] *= self.scale())
    }
}

fn main() {}
