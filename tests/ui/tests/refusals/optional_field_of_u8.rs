use portax::{Functor, View};

#[derive(Functor)]
struct Add {
    x: Option<u8>,
    y: View<f64, 1>,
}

fn main() {}
