use portax::{Result, Space, View, parallel_for};

struct Vectors {
    space: Space,
    y: View<f64, 1>,
}

impl Vectors {
    fn run(&self, x: View<f64, 1>) -> Result<()> {
        parallel_for!(self.space, "add", 8, |i, x: View<f64, 1>| self.y[i] += x[i])
    }
}

fn main() {}
