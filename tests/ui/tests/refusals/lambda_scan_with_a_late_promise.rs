use portax::{Result, Space, Sum, View, parallel_scan};

fn launch(space: &Space, x: View<f64, 1>, y: View<f64, 1>) -> Result<f64> {
    parallel_scan!(space, "sums", 8, |i| -> f64 { x[i] }, unsafe |i, before| y[i] = before, Sum)
}

fn main() {}
