use portax::{Functor};

#[derive(Functor)]
enum Body {
    One,
}

fn main() {}
