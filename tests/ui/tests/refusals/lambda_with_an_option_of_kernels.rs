use portax::{Result, Space, View, parallel_for};

fn launch(space: &Space, y: View<f64, 1>) -> Result<()> {
    parallel_for!(space, "one", 8, #[kernel(unchecked)] |i| y[i] = 1.0)
}

fn main() {}
