use portax::{Result, Space, Sum, View, parallel_scan};

fn launch(space: &Space, x: View<i32, 1>, y: View<i32, 1>) -> Result<f64> {
    parallel_scan!(space, "sums", 8, |i| -> f64 { x[i] as f64 }, |i, before| y[i] = before, Sum)
}

fn main() {}
