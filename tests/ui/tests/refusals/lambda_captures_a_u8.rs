use portax::{Result, Space, View, parallel_for};

fn launch(space: &Space, y: View<f64, 1>) -> Result<()> {
    let scale = 3u8;
    parallel_for!(space, "scale", 8, |i| y[i] *= scale as f64)
}

fn main() {}
