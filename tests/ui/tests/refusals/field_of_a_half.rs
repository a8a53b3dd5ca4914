use portax::{Functor, View, f16};

#[derive(Functor)]
struct Scale {
    a: f16,
    x: View<f16, 1>,
}

fn main() {}
