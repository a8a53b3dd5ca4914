use portax::{Result, dispatch};

fn pick(a: usize, b: usize) -> Result<usize> {
    dispatch!((A, B) in [(1, 1), 2]; (a, b) => Ok(A + B))
}

fn main() {}
