use portax::{Result, Space, View, parallel_for};

fn launch(space: &Space, y: View<f64, 1>) -> Result<()> {
    parallel_for!(space, "index", 8, |i, y: View<f64, 1>| y[i] = i)
}

fn main() {}
