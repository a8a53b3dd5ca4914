use portax::{Result, Space, Sum, View, parallel_reduce};

fn launch(space: &Space, x: View<f64, 1>) -> Result<f64> {
    parallel_reduce!(space, "sum", 8, |i| x[i], Sum)
}

fn main() {}
