use portax::{Functor};

#[derive(Functor)]
struct Body(f64);

fn main() {}
