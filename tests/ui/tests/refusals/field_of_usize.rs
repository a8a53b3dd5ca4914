use portax::{Functor};

#[derive(Functor)]
struct Body {
    n: usize,
}

fn main() {}
