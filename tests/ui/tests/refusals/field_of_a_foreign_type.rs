use portax::{Functor};

#[derive(Functor)]
struct Body {
    x: Vec<f64>,
}

fn main() {}
