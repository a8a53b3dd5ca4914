use portax::{Space, View, device, parallel_for};

#[device]
fn element(x: View<f64, 1>, k: usize) -> f64 {
    x[k]
}

fn launch(space: &Space, x: &View<f64, 1>, order: &View<i32, 1>) {
    let _ = parallel_for!(space, "copy", 3, |i, x: View<f64, 1>, order: View<i32, 1>| {
        x[i] = element(x, order[i]);
    });
}

fn main() {}
