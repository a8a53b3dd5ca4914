use portax::{Functor};

#[derive(Functor)]
struct Body {
    n: u8,
}

fn main() {}
