use portax::{Element};

#[derive(Clone, Copy, Element)]
struct Pair {
    name: &'static str,
    count: usize,
}

fn main() {}
