use portax::{Float, device};

#[device(host)]
fn twice<T: Float>(x: T) -> T {
    x + x
}

fn main() {}
