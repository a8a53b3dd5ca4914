use portax::{Functor, View};

#[derive(Functor)]
struct Add {
    x: Option<usize>,
    y: View<f64, 1>,
}

fn main() {}
