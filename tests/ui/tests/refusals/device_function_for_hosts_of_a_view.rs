use portax::{View, device};

#[device(host)]
fn first(x: View<f64, 1>, scale: f64) -> f64 {
    scale * x[0]
}

fn main() {}
